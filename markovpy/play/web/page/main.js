// The game in the browser: asks the server, shows what it says.

import { Board } from "./board.js";
import { Controls, watchPointer } from "./controls.js";
import * as panel from "./panel.js";
import * as server from "./server.js";
import * as sound from "./sound.js";

const PAUSE = 260; // milliseconds between the moves of a solution
const LONGEST_SHOW = 20_000;
const OFTEN = 400; // milliseconds between looks at how far a search is
// A list that is unfolded; all lists where the browser cannot tell.
const OPEN = CSS.supports("selector(:open)") ? ":open" : "*";
const find = (name) => document.getElementById(name);
const board = new Board(find("board"), find("room"));

let state = null;
let controls = new Controls([]);
let since = 0; // when the state came
let showing = 0; // counts the solutions that were begun or stopped
let questions = 0; // counts those that were begun or ended
let ticking = 0;
let following = 0;

// Takes a state from the server and shows it.
async function take(fresh) {
  const before = state;
  state = fresh;
  since = performance.now();
  if (before?.sheet !== fresh.sheet || before.name !== fresh.name) begin();
  panel.show(state, controls);
  panel.showBanner(state);
  time();
  if (state.problem && state.problem !== before?.problem) panel.notice(state.problem);
  await board.show(state);
  sounds(before);
}

function begin() {
  controls = new Controls(state.events);
  panel.showKeys(controls, state.about);
  board.cursor = null;
  find("board").classList.toggle("clicks", controls.takesClicks);
  clearInterval(ticking);
  ticking = state.tick ? setInterval(tick, 1000 / state.tick) : 0;
}

function sounds(before) {
  if (!before || before.sheet !== state.sheet) return;
  if (state.status !== before.status && state.status !== "playing") sound.play(state.status);
  else if (state.pushing && state.pushes > before.pushes) sound.play("push");
  else if (state.moves !== before.moves) sound.play("move");
}

// Asks the server for something; what it refuses is said, and the answer is undefined. It is
// null where it is not wanted any more.
async function ask(request) {
  try {
    const answer = await request;
    if (answer) await take(answer);
    return answer;
  } catch (error) {
    if (!(error instanceof server.Refused)) throw error;
    panel.notice(error.message);
    return undefined;
  }
}

async function move(event) {
  if (!state || state.status !== "playing" || server.crowded()) return;
  panel.notice("");
  const answer = await ask(server.send(event));
  if (answer && !answer.result) {
    board.refuse();
    sound.play("refused");
  }
}

// Time passes only in a game that was begun, and only where someone looks: in one of several tabs.
function tick() {
  const goes = state.running && document.hasFocus() && !document.hidden;
  if (goes && !server.busy()) ask(server.send("tick"));
}

// Shows what another tab has done to the game.
function follow() {
  showing += 1;
  clearTimeout(following);
  following = setTimeout(() => ask(server.look()), 20);
}

function time() {
  const more = state?.running ? (performance.now() - since) / 1000 : 0;
  if (state) panel.showTime(state.seconds + more);
}

// Asks how to win, and shows meanwhile how far the search is. The answer is as that of `ask`.
async function inquire(action) {
  const mine = ++questions;
  const say = (text) => text && mine === questions && panel.search(`${text} …`);
  say("Looking for a way to win");
  const looking = setInterval(async () => say(await server.progress()), OFTEN);
  const answer = await ask(server.inquire(action));
  clearInterval(looking);
  if (mine !== questions) return null;
  questions += 1;
  if (answer === null) panel.notice("");
  return answer;
}

function halt() {
  questions += 1;
  ask(server.act("stop"));
  panel.notice("The search was stopped.");
}

// Plays a solution move by move, until it ends or the player does something.
async function finish() {
  const mine = ++showing;
  const answer = await inquire("solve");
  if (!answer) return;
  panel.notice(mine === showing ? answer.result.text : "");
  if (mine !== showing) return;
  const pause = Math.min(PAUSE, LONGEST_SHOW / answer.result.events.length);
  for (const event of answer.result.events) {
    await new Promise((done) => setTimeout(done, pause));
    if (mine !== showing || state.status !== "playing") return;
    if (!(await ask(server.send(event)))) return;
    if (state.status !== "playing") panel.notice("");
  }
}

async function hint() {
  const answer = await inquire("hint");
  if (!answer) return;
  panel.notice(answer.result.text);
  board.point(answer.result.event);
}

const COMMANDS = {
  stop: () => {},
  undo: () => ask(server.act("undo")),
  restart: () => ask(server.leave("restart")),
  new: () => state.varies && ask(server.leave("new")),
  first: () => level(1),
  previous: () => state.level > 1 && level(state.level - 1),
  next: () => (state.level < state.levels ? level(state.level + 1) : state.varies && COMMANDS.new()),
  hint: () => state.help && hint(),
  finish: () => state.help && finish(),
  halt,
  resume: () => ask(server.leave("resume")),
  fresh: () => ask(server.leave("fresh")),
  replay: () => find("replay").click(),
};

const level = (number) => ask(server.leave("level", { level: number }));

function command(name) {
  showing += 1;
  panel.notice("");
  COMMANDS[name]();
}

// Gives the keys back to the game from what was used by mouse.
function release() {
  if (!find("list").open) document.activeElement?.blur();
}

let clicked = null; // what a mouse or finger was last put on; nothing after a Tab

// Whether a key belongs to what has the focus, rather than to the game.
function isTaken({ key, target }) {
  if (target.tagName === "SELECT") return target !== clicked || target.matches(OPEN);
  return (key === "Enter" || key === " ") && target.matches("button:not(:disabled), a, input");
}

function onKey(event) {
  if (event.key === "Tab") clicked = null;
  if (!board.isDrawn || find("list").open || isTaken(event)) return;
  if (event.target.tagName === "SELECT") {
    event.preventDefault();
    release();
  }
  const offered = state.offer && !controls.hasCursor && !controls.events.has("action");
  if (event.key === "Enter" && (offered || state.status !== "playing")) {
    event.preventDefault();
    find("choices").querySelector(".main").click();
    return;
  }
  if (event.key === "Escape" && server.inquires()) command("halt");
  const meaning = controls.meaning(event);
  if (!meaning) return;
  event.preventDefault();
  if (meaning.command) {
    if (!event.repeat) command(meaning.command);
    return;
  }
  showing += 1;
  if (meaning.event) move(meaning.event);
  else if (meaning.cursor) choose(...meaning.cursor);
  else if (board.cursor) move(["click", board.cursor.x, board.cursor.y]);
}

function choose(across, down) {
  const { width, height } = state.board;
  const now = board.cursor ?? { x: width >> 1, y: height >> 1 };
  const within = (value, count) => Math.max(0, Math.min(count - 1, value));
  board.cursor = board.cursor
    ? { x: within(now.x + across, width), y: within(now.y + down, height) }
    : now;
  board.draw(1);
}

function tap(x, y) {
  showing += 1;
  const cell = state && board.cellAt(x, y);
  if (cell && controls.takesClicks) move(["click", ...cell]);
}

function swipe(direction) {
  showing += 1;
  if (controls.events.has(direction)) move(direction);
}

function onClick(event) {
  const button = event.target.closest("button");
  if (!button) return;
  const { event: sent, command: named, game, level: number } = button.dataset;
  if (sent) { showing += 1; move(sent); }
  else if (named) command(named);
  else if (game) { command("stop"); ask(server.leave("game", { name: game })); }
  else if (number) { find("list").close(); command("stop"); level(Number(number)); }
  else if (COMMANDS[button.id]) command(button.id);
}

async function listLevels() {
  const levels = await server.levels().catch((error) => panel.notice(error.message));
  if (levels) panel.listLevels(levels, state);
}

// Asks the server to do something with a file that was chosen.
async function chosen(event, request) {
  const [file] = event.target.files;
  event.target.value = "";
  if (file) await ask(request(file));
}

document.addEventListener("keydown", onKey);
document.addEventListener("click", onClick);
document.addEventListener("pointerdown", ({ target }) => { clicked = target; }, true);
document.addEventListener("click", ({ detail, target }) => {
  if (detail && target.tagName !== "SELECT") setTimeout(release); // a label gives its focus away first
});
for (const name of ["change", "cancel"]) {
  document.addEventListener(name, ({ target }) => target.tagName === "INPUT" && release(), true);
}
watchPointer(find("board"), tap, swipe);
find("level").addEventListener("click", listLevels);
find("own").addEventListener("click", () => ask(server.usePicture(null)));
find("file").addEventListener("change", (event) => chosen(event, server.usePicture));
find("saved").addEventListener("change", (event) => {
  command("stop");
  chosen(event, server.openReplay);
});
find("games").addEventListener("change", (event) => {
  event.target.blur();
  command("stop");
  ask(server.leave("game", { name: event.target.value }));
});
find("sound").addEventListener("click", () => { sound.toggle(); showSound(); });

function showSound() {
  find("sound").setAttribute("aria-pressed", String(sound.isOn()));
  find("sound").title = `Sound is ${sound.isOn() ? "on" : "off"}`;
}

history.replaceState(null, "", "/"); // the key has done its work
showSound();
setInterval(time, 250);
server.watch(follow);
ask(server.look());
