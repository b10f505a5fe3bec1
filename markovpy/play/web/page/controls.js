// Which key, click, tap and swipe does what.

const ARROWS = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down" };
const STEERING = { a: "left", d: "right", w: "up", s: "down" };
const COMMANDS = { u: "undo", r: "restart", p: "previous", n: "next", g: "new", h: "hint", f: "finish", v: "replay" };
const STEPS = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] };
const SWIPE = 24; // pixels

export class Controls {
  constructor(events) {
    this.events = new Set(events);
    this.keys = events.filter((event) => event.startsWith("key ")).map((event) => event.slice(4));
  }

  takesKey(key) { return this.events.has("key") || this.events.has(`key ${key}`); }
  get takesLetters() { return this.events.has("key") || this.keys.some((key) => !/\d/.test(key)); }
  get takesClicks() { return this.events.has("click"); }
  get takesArrows() { return Object.keys(STEPS).some((name) => this.events.has(name)); }
  get hasCursor() { return this.takesClicks && !this.takesArrows; }

  // What a key does: {event}, {command}, {cursor: [dx, dy]}, {click: true}, or null.
  meaning({ key, ctrlKey, metaKey, altKey }) {
    const letter = key.length === 1 ? key.toLowerCase() : "";
    if (ctrlKey || metaKey) return letter === "z" ? { command: "undo" } : null;
    if (altKey) return null;
    if (letter && /[\p{L}\p{N}]/u.test(letter) && this.takesKey(letter)) return { event: `key ${letter}` };
    if ((key === "Backspace" || key === "Delete") && this.takesKey("0")) return { event: "key 0" };
    const arrow = ARROWS[key] ?? STEERING[letter];
    if (arrow && this.events.has(arrow)) return { event: arrow };
    if (arrow && this.hasCursor) return { cursor: STEPS[arrow] };
    if (this.hasCursor && (key === " " || key === "Enter")) return { click: true };
    if (key === " ") return this.events.has("space") ? { event: "space" } : { command: "restart" };
    if ((key === "Enter" || letter === "x") && this.events.has("action")) return { event: "action" };
    if (key === "Backspace") return { command: "undo" };
    return !this.takesLetters && COMMANDS[letter] ? { command: COMMANDS[letter] } : null;
  }

  // The key of a command, to be shown on its button.
  keyOf(command) {
    const letter = Object.keys(COMMANDS).find((key) => COMMANDS[key] === command);
    if (this.takesLetters) return command === "undo" ? "Ctrl Z" : "";
    if (this.takesArrows && STEERING[letter]) return "";
    return letter?.toUpperCase() ?? "";
  }

  // One line for the player.
  help(touch) {
    const parts = [];
    if (this.takesArrows) parts.push(touch ? "Swipe to move" : [..."wasd"].some((key) => this.takesKey(key)) ? "Arrows move" : "Arrows or WASD move");
    if (this.takesClicks) parts.push(touch ? "Tap a cell" : "Click a cell");
    if (this.hasCursor && !touch) parts.push("or choose it with the arrows");
    if (this.keys.length && !touch) parts.push(`Keys ${this.keys.join(" ")}`);
    if (this.events.has("action")) parts.push("Enter acts");
    if (this.events.has("space")) parts.push("Space moves");
    else if (!this.hasCursor && !touch) parts.push("Space restarts");
    return `${parts.join(" · ")}.`;
  }
}

// Calls tap(x, y) and swipe(direction) for what a finger or mouse does on an element.
export function watchPointer(element, tap, swipe) {
  let start = null;
  element.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    event.preventDefault();
    element.setPointerCapture(event.pointerId);
    start = [event.clientX, event.clientY];
  });
  element.addEventListener("pointercancel", () => { start = null; });
  element.addEventListener("pointerup", (event) => {
    if (!start) return;
    const [x, y] = [event.clientX - start[0], event.clientY - start[1]];
    const from = start;
    start = null;
    if (Math.max(Math.abs(x), Math.abs(y)) < SWIPE) tap(...from);
    else if (Math.abs(x) > Math.abs(y)) swipe(x > 0 ? "right" : "left");
    else swipe(y > 0 ? "down" : "up");
  });
}
