// Requests to the server, and its stream of events.
import { sentence } from "./text.js";

export const away = "Heartcam does not answer. If it has ended, start it again: heartcam serve";

/** Asks the server; throws an Error with its sentence if it refuses. */
export async function ask(path, body) {
  let response, text;
  try {
    const isFile = body instanceof Blob;
    response = await fetch(path, body && {
      method: "POST", headers: { "Content-Type": `application/${isFile ? "octet-stream" : "json"}` },
      body: isFile ? body : JSON.stringify(body),
    });
    text = await response.text();
  } catch { throw new Error(away); }
  if (response.ok) return text ? JSON.parse(text) : {};
  throw new Error(refusal(response.status, text));
}

/** Why the server refuses, in its own words if there are some. */
function refusal(status, text) {
  try { return sentence(JSON.parse(text).error.trim()); } catch { return `The server answered ${status}.`; }
}

// The browser's, unless the server does not know it and takes its own.
let zone;

export async function begin() {
  const browser = await ask(`api/browser?zone=${Intl.DateTimeFormat().resolvedOptions().timeZone}`);
  zone = browser.zone ?? undefined;
  return browser;
}

/** A query, in the zone. */
export const words = (all) => new URLSearchParams(Object.entries({ zone, ...all }).filter(([, value]) => value !== undefined));

let stream;

/** Listens while the page can be seen: a browser opens few connections to one server. */
export function listen(take, isAway) {
  if (document.hidden) stream = stream?.close();
  if (document.hidden || stream) return;
  stream = new EventSource("api/events");
  stream.onopen = () => isAway();
  stream.onerror = () => isAway(stream.readyState === EventSource.CLOSED
    ? "Heartcam was restarted. Open the address that it has printed." : away);
  stream.onmessage = (message) => take(JSON.parse(message.data));
}
