// Talks to the server: one request after the other, in the order in which they were made. A
// question can take long, so it holds nothing up, and ends where something else is asked for.

export class Refused extends Error {}

const tabs = new BroadcastChannel("markovpy"); // other tabs with the same game

let last = Promise.resolve();
let waiting = 0;
let era = 0; // requests of an earlier one are not made any more
let question = null;

export const busy = () => waiting > 0;
export const inquires = () => question !== null;
export const crowded = () => waiting > 6;

async function answer(request) {
  let response;
  try {
    response = await fetch(...request);
  } catch (error) {
    if (error.name === "AbortError") return null;
    throw new Refused("The server does not answer. Start markovpy again.");
  }
  const data = await response.json().catch(() => ({}));
  if (response.ok) {
    if (request[1]) tabs.postMessage("changed");
    return data;
  }
  const { message = `the server says ${response.status}`, hint = "" } = data.error ?? {};
  const said = message[0].toUpperCase() + message.slice(1);
  throw new Refused(hint ? `${said}: ${hint}.` : `${said}.`);
}

// Calls what is to be done when another tab has changed the game.
export const watch = (changed) => tabs.addEventListener("message", changed);

function inTurn(...request) {
  waiting += 1;
  if (request[1]) question?.abort();
  const now = era;
  const mine = last.then(() => (now === era ? answer(request) : null));
  last = mine.catch(() => {}).finally(() => { waiting -= 1; });
  return mine;
}

export const look = () => inTurn("/game");
export const levels = () => inTurn("/game/levels");
const post = (action, message) => [`/game/${action}`, {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(message),
}];
export const act = (action, message = {}) => inTurn(...post(action, message));

// Does something for which what waits has no meaning any more.
export function leave(action, message = {}) {
  era += 1;
  return act(action, message);
}

// Asks for help; the answer is null where something else was asked for before it came.
export async function inquire(action) {
  question?.abort();
  const mine = new AbortController();
  question = mine;
  await last;
  const [address, settings] = post(action, {});
  try {
    const found = await answer([address, { ...settings, signal: mine.signal }]);
    return mine.signal.aborted ? null : found;
  } finally {
    if (question === mine) question = null;
  }
}

// How far the search for an answer is, in words.
export async function progress() {
  const response = await fetch("/game/search").catch(() => null);
  return response?.ok ? (await response.json()).text : "";
}

export const send = (event) => act("send", { event });
export const openReplay = (file) => inTurn("/game/replay", { method: "POST", body: file });
export const usePicture = (file) => inTurn("/game/picture", file
  ? { method: "POST", headers: { "content-type": "application/octet-stream" }, body: file }
  : { method: "DELETE" });

export async function sheet(version, scale) {
  const response = await fetch(`/game/cells.png?scale=${scale}&v=${version}`);
  if (!response.ok) throw new Refused("The pictures of the cells cannot be loaded.");
  return createImageBitmap(await response.blob());
}
