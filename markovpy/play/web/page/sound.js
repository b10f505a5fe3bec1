// Short sounds, made here and now; off until the player wants them.

const KEPT = "markovpy-sound";
const SOUNDS = {
  move: [[330, 0.05]],
  push: [[196, 0.07]],
  refused: [[110, 0.08]],
  won: [[523, 0.11], [659, 0.11], [784, 0.11], [1047, 0.25]],
  lost: [[294, 0.16], [233, 0.16], [175, 0.3]],
};

let on = localStorage.getItem(KEPT) === "on";
let context = null;

export const isOn = () => on;

export function toggle() {
  on = !on;
  localStorage.setItem(KEPT, on ? "on" : "off");
  play("move");
}

export function play(name) {
  if (!on) return;
  context ??= new AudioContext();
  let time = context.currentTime;
  for (const [pitch, length] of SOUNDS[name]) {
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.type = "triangle";
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.12, time);
    volume.gain.exponentialRampToValueAtTime(0.001, time + length);
    tone.connect(volume).connect(context.destination);
    tone.start(time);
    tone.stop(time + length);
    time += length * 0.9;
  }
}
