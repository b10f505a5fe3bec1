// Everything around the board: numbers, buttons, the banner at the end, the list of levels.

const find = (name) => document.getElementById(name);
const LABELS = { undo: "Undo", restart: "Restart", hint: "Hint", solve: "Solve", new: "New game" };
const NOTICE = 4500; // milliseconds
const touch = matchMedia("(pointer: coarse)");

export function clock(seconds) {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

const counted = (number, what) => `${number} ${what}${number === 1 ? "" : "s"}`;

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
  find("moves").textContent = state.moves;
  const { best } = state;
  find("best").replaceChildren(best ? String(best.moves) : "–", element("small", best ? clock(best.seconds) : ""));
  find("message").textContent = state.message;
  find("replay").download = `${state.name}.replay.json`;
  buttons(state, controls);
  sizes(state);
  pictures(state);
  find("help").textContent = state.about || controls.help(touch.matches);
  find("pad").hidden = !controls.takesArrows || controls.takesClicks;
}

export function showTime(seconds) { find("time").textContent = clock(seconds); }

function games(state) {
  const select = find("games");
  if (select.options.length !== state.games.length) {
    select.replaceChildren(...state.games.map((name) => element("option", name.replaceAll("_", " "), { value: name })));
  }
  select.value = state.name;
  select.disabled = state.games.length < 2;
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
  find("undo").disabled = state.moves === 0;
  find("restart").disabled = state.moves === 0;
  find("new").hidden = !state.varies;
  for (const name of ["hint", "solve"]) {
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
  return /\d/.test(key) ? key : about.match(new RegExp(`\\b${key} ([a-z]+)`))?.[1] ?? key;
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

const BETTER = { moves: "fewest moves", pushes: "fewest pushes", seconds: "fastest" };

// Says how the game ended, and what to do next: [label, what it does].
function ending(state) {
  if (state.status === "lost") {
    const headline = state.message ? `${state.message[0].toUpperCase()}${state.message.slice(1)}.` : "Lost.";
    return [headline, "Take back the last move, or try again.", [["Undo", "undo"], ["Try again", "restart"]]];
  }
  if (state.hopeless) return ["This cannot be won any more.", state.hopeless.text, [["Undo", "undo"], ["Restart", "restart"]]];
  if (state.status !== "won") return null;
  const pushes = state.pushes ? ` (${state.pushes} push${state.pushes === 1 ? "" : "es"})` : "";
  const done = `${counted(state.moves, "move")}${pushes} in ${clock(state.seconds)}.`;
  const better = state.better.map((name) => BETTER[name]).join(" and ");
  const more = state.helped ? " With help, so it is no record." : better ? ` New record: ${better}!` : "";
  const again = state.varies ? [["New game", "new"]] : [];
  if (state.levelSizes.length) {
    const larger = state.levelSizes[state.level];
    return ["Well done!", done + more, [...(larger ? [[`On to ${larger}`, "next"]] : []), ...again]];
  }
  if (state.level < state.levels) return ["Solved!", done + more, [...again, ["Next level", "next"]]];
  if (state.levels > 1) return ["That was the last level. Well done!", done + more, [["First level", "first"]]];
  return ["Well done!", done + more, again.length ? again : [["Again", "restart"]]];
}

export function showBanner(state) {
  const said = ending(state);
  const banner = find("banner");
  banner.hidden = !said;
  if (!said) return;
  const [headline, details, choices] = said;
  banner.classList.toggle("won", state.status === "won");
  find("headline").textContent = headline;
  find("details").textContent = details;
  find("choices").replaceChildren(...choices.map(([label, command], place) => {
    const button = element("button", label, { className: place === choices.length - 1 ? "main" : "" });
    button.dataset.command = command;
    return button;
  }));
}

let fading = 0;

// Says something for a while; with `stays` until something else is said.
export function notice(text, stays = false) {
  const box = find("notice");
  box.textContent = text;
  box.hidden = !text;
  clearTimeout(fading);
  if (text && !stays) fading = setTimeout(() => { box.hidden = true; }, NOTICE);
}

export function listLevels(levels, current) {
  find("levels").replaceChildren(...levels.map(({ title, moves }, place) => {
    const button = element("button");
    button.dataset.level = place + 1;
    if (place + 1 === current) button.setAttribute("aria-current", "true");
    button.append(element("span", `${place + 1}`), element("span", title), element("small", moves === null ? "" : `✓ ${counted(moves, "move")}`));
    const row = element("li");
    row.append(button);
    return row;
  }));
  find("list").showModal();
  find("levels").querySelector("[aria-current]")?.scrollIntoView({ block: "center" });
}
