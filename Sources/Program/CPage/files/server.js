// Requests to the server, and its stream of events.
import { parsed, sentence, zone } from "./text.js";

export const away = "Heartcam does not answer. If it has ended, start it again: heartcam serve";

/** Asks the server; throws an Error with its sentence if it refuses. */
export async function ask(path, body) {
  let response, text;
  try {
    response = await fetch(path, body && {
      method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
    });
    text = await response.text();
  } catch { throw new Error(away); }
  if (response.ok) return text ? parsed(text) : {};
  throw Object.assign(new Error(refusal(response.status, text)), { status: response.status });
}

/** Why the server refuses, in its own words if there are some. */
export function refusal(status, text) {
  try { return sentence(parsed(text).error.trim()); } catch { return `The server answered ${status}.`; }
}

export const words = (all) => new URLSearchParams(Object.entries(all).filter(([, value]) => value !== undefined));

/** Asks in the browser's zone, or in the server's if that is unknown there. */
export async function zoned(path, all = {}) {
  try {
    return await ask(`${path}?${words({ ...all, zone })}`);
  } catch (error) {
    if (error.status !== 400) throw error;
    return ask(`${path}?${words(all)}`);
  }
}

let stream;

/** Listens while the page can be seen: a browser opens few connections to one server. */
export function listen(take, isAway) {
  if (document.hidden) stream = stream?.close();
  if (document.hidden || stream) return;
  stream = new EventSource("api/events");
  stream.onopen = () => isAway();
  stream.onerror = () => isAway(stream.readyState === EventSource.CLOSED
    ? "Heartcam was restarted. Open the address that it has printed." : away);
  stream.onmessage = (message) => take(parsed(message.data));
}
