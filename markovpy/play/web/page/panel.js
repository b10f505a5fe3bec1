// Everything around the board: numbers, buttons, the banner at the end, the list of levels.

const find = (name) => document.getElementById(name);
const LABELS = { undo: "Undo", restart: "Restart", hint: "Hint", finish: "Finish", new: "New game" };
const NOTICE = 4500; // milliseconds
const touch = matchMedia("(pointer: coarse)");

export function clock(seconds) {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

const PLURAL = { push: "pushes" };
const counted = (number, what) => `${number} ${number === 1 ? what : PLURAL[what] ?? `${what}s`}`;

function element(tag, text = "", attributes = {}) {
  const made = Object.assign(document.createElement(tag), attributes);
  made.textContent = text;
  return made;
}

// Shows all that does not have to be drawn.
export function show(state, controls) {
  const name = state.title || state.name;
  document.title = state.levels > 1 ? `${name} · level ${state.level}` : name;
  games(state);
  levelBar(state);
  const { best } = state;
  const counts = state.pushing && (state.pushes || best?.pushes);
  const pushes = (result) => (counts ? [element("small", counted(result.pushes, "push"))] : []);
  find("moves").textContent = state.moves;
  find("pushes").replaceChildren(...pushes(state));
  find("best").textContent = best ? best.moves : "–";
  find("bests").replaceChildren(...(best ? [...pushes(best), element("small", clock(best.seconds))] : []));
  find("message").textContent = state.message;
  find("replay").download = state.replay;
  buttons(state, controls);
  sizes(state);
  pictures(state);
  const waits = state.tick && !state.running && state.status === "playing";
  find("help").textContent = [state.about || controls.help(touch.matches), waits ? begin(controls) : ""].join(" ");
  find("pad").hidden = !controls.takesArrows || controls.takesClicks;
}

// What lets time pass.
function begin(controls) {
  if (!controls.takesArrows) return "Time begins to pass with the first move.";
  return touch.matches ? "Swipe to begin." : "Press an arrow to begin.";
}

export function showTime(seconds) { find("time").textContent = clock(seconds); }

function games(state) {
  const select = find("games");
  const games = Object.entries(state.games);
  if (select.options.length !== games.length) {
    select.replaceChildren(...games.map(([name, title]) => element("option", title, { value: name })));
  }
  select.value = state.name;
  select.disabled = games.length < 2;
}

function levelBar(state) {
  find("levelbar").hidden = state.levels < 2 || state.levelSizes.length > 0;
  const title = state.levelTitle ? ` · ${state.levelTitle}` : "";
  find("level").textContent = `Level ${state.level} of ${state.levels}${title}`;
  find("previous").disabled = state.level <= 1;
  find("next").disabled = state.level >= state.levels;
}

function buttons(state, controls) {
  const ended = state.status !== "playing";
  for (const [name, label] of Object.entries(LABELS)) {
    const button = find(name);
    const key = touch.matches ? "" : controls.keyOf(name);
    button.replaceChildren(label, ...(key ? [element("kbd", key)] : []));
  }
  find("undo").disabled = !state.begun;
  find("restart").disabled = !state.begun;
  find("new").hidden = !state.varies;
  for (const name of ["hint", "finish"]) {
    find(name).hidden = !state.help;
    find(name).disabled = ended;
  }
}

function sizes(state) {
  const levels = state.levelSizes.map((size, place) => [size, "level", place + 1, state.level]);
  const games = state.sizes.map(({ name, size }) => [size, "game", name, state.name]);
  const offered = levels.length ? levels : games;
  find("sizes").hidden = offered.length < 2;
  find("sizes").replaceChildren(...offered.map(([size, kind, value, now]) => {
    const button = element("button", size);
    button.dataset[kind] = value;
    button.setAttribute("aria-pressed", String(value === now));
    return button;
  }));
}

function pictures(state) {
  find("pictures").hidden = !state.pictures;
  find("own").hidden = !state.ownPicture;
  find("whole").hidden = !state.pictured;
  const address = `/game/whole.png?v=${state.sheet}`;
  if (state.pictured && !find("picture").src.endsWith(address)) find("picture").src = address;
}

// What a key is called: the word behind its letter in what the program says of itself.
function label(key, about) {
  return /\d/.test(key) ? key : about.match(new RegExp(`\\b${key} ([a-z]+(?: up)?)`))?.[1] ?? key;
}

// The keys that the game takes, to be tapped; made anew only for another game.
export function showKeys(controls, about) {
  const named = ["space", "action"].filter((event) => controls.events.has(event) && !controls.takesKey("0"));
  const keys = [...controls.keys].sort();
  const made = [...keys.map((key) => [`key ${key}`, key === "0" ? "⌫" : label(key.toUpperCase(), about)]), ...named.map((event) => [event, event])];
  find("keys").hidden = !made.length;
  find("keys").replaceChildren(...made.map(([event, label]) => {
    const button = element("button", label);
    button.dataset.event = event;
    return button;
  }));
}

// Says why the game cannot be won, if that is known.
function doomed({ fault, hopeless, begun, level, levels, varies }) {
  const next = level < levels ? [["Next level", "next"]] : varies ? [["New game", "new"]] : [];
  if (fault) return ["This level is faulty.", fault, next];
  if (!hopeless) return null;
  if (!begun) return ["This cannot be won.", hopeless.text, next];
  return ["This cannot be won any more.", hopeless.text, [["Undo", "undo"], ["Restart", "restart"]]];
}

const BETTER = { moves: "fewest moves", pushes: "fewest pushes", seconds: "fastest" };

// Says that an unfinished game is kept, how the game ended, and what to do next: [label, what it
// does].
function standing(state) {
  if (state.offer) {
    const { moves, seconds, changes } = state.offer;
    const left = `${counted(moves, "move")} in ${clock(seconds)}.`;
    const note = changes ? ` But ${changes}.` : "";
    return ["You left a game unfinished.", left + note, [["Begin anew", "fresh"], ["Go on", "resume"]]];
  }
  if (state.status === "lost") {
    const headline = state.message ? `${state.message[0].toUpperCase()}${state.message.slice(1)}.` : "Lost.";
    return [headline, "Take back the last move, or try again.", [["Undo", "undo"], ["Try again", "restart"]]];
  }
  if (state.status === "playing") return doomed(state);
  const pushes = state.pushing && state.pushes ? ` (${counted(state.pushes, "push")})` : "";
  const done = `${counted(state.moves, "move")}${pushes} in ${clock(state.seconds)}.`;
  const better = state.better.filter((name) => name !== "pushes" || state.pushing).map((name) => BETTER[name]).join(" and ");
  const more = state.helped ? " With help, so it is no record." : better ? ` New record: ${better}!` : "";
  const again = state.varies ? [["New game", "new"]] : [];
  if (state.levelSizes.length) {
    const larger = state.levelSizes[state.level];
    return ["Well done!", done + more, [...again, ...(larger ? [[`On to ${larger}`, "next"]] : [])]];
  }
  if (state.level < state.levels) return ["Solved!", done + more, [...again, ["Next level", "next"]]];
  if (state.levels > 1) return ["That was the last level. Well done!", done + more, [["First level", "first"]]];
  return ["Well done!", done + more, again.length ? again : [["Again", "restart"]]];
}

export function showBanner(state) {
  const said = standing(state);
  const banner = find("banner");
  banner.hidden = !said;
  find("help").hidden = Boolean(said);
  if (!said) return;
  const [headline, details, choices] = said;
  banner.classList.toggle("won", state.status === "won");
  banner.classList.toggle("offer", Boolean(state.offer));
  find("headline").textContent = headline;
  find("details").textContent = details;
  find("choices").replaceChildren(...choices.map(([label, command], place) => {
    const button = element("button", label, { className: place === choices.length - 1 ? "main" : "" });
    button.dataset.command = command;
    return button;
  }));
}

let fading = 0;

// Says something for a while.
export function notice(text) {
  say(text, false);
  if (text) fading = setTimeout(() => say("", false), NOTICE);
}

// Says how far a search is, which can be stopped.
export const search = (text) => say(text, true);

function say(text, stops) {
  clearTimeout(fading);
  find("notice").hidden = !text;
  find("said").textContent = text;
  find("halt").hidden = !stops;
}

function result({ moves, pushes, seconds }, pushing) {
  return [counted(moves, "move"), ...(pushing ? [counted(pushes, "push")] : []), clock(seconds)].join(" · ");
}

export function listLevels(levels, { level: current, pushing }) {
  find("levels").replaceChildren(...levels.map(({ title, best }, place) => {
    const button = element("button");
    button.dataset.level = place + 1;
    if (place + 1 === current) button.setAttribute("aria-current", "true");
    button.append(element("span", `${place + 1}`), element("span", title), element("small", best ? `✓ ${result(best, pushing)}` : ""));
    const row = element("li");
    row.append(button);
    return row;
  }));
  find("list").showModal();
  const now = find("levels").querySelector("[aria-current]");
  now?.focus();
  now?.scrollIntoView({ block: "center" });
}
