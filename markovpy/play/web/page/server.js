// Talks to the server: one request after the other, in the order in which they were made.

export class Refused extends Error {}

let last = Promise.resolve();
let waiting = 0;

export const busy = () => waiting > 0;
export const crowded = () => waiting > 6;

async function answer(request) {
  let response;
  try {
    response = await fetch(...request);
  } catch {
    throw new Refused("The server does not answer. Start markovpy again.");
  }
  const data = await response.json().catch(() => ({}));
  if (response.ok) return data;
  const { message = `the server says ${response.status}`, hint = "" } = data.error ?? {};
  const said = message[0].toUpperCase() + message.slice(1);
  throw new Refused(hint ? `${said}: ${hint}.` : `${said}.`);
}

function inTurn(...request) {
  waiting += 1;
  const mine = last.then(() => answer(request));
  last = mine.catch(() => {}).finally(() => { waiting -= 1; });
  return mine;
}

export const look = () => inTurn("/game");
export const levels = () => inTurn("/game/levels");
export const act = (action, message = {}) => inTurn(`/game/${action}`, {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(message),
});
export const send = (event) => act("send", { event });
export const usePicture = (file) => inTurn("/game/picture", file
  ? { method: "POST", headers: { "content-type": "application/octet-stream" }, body: file }
  : { method: "DELETE" });

export async function sheet(version, scale) {
  const response = await fetch(`/game/cells.png?scale=${scale}&v=${version}`);
  if (!response.ok) throw new Refused("The pictures of the cells cannot be loaded.");
  return createImageBitmap(await response.blob());
}
