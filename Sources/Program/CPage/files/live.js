// The live session: its events are shown, and a person's wishes go to the server.
import { by, element, facts, link, on, option, put, show } from "./dom.js";
import { drawHistory, drawPulse } from "./drawing.js";
import { meaningOf, rateText, signalNames, signalOf, storedText, swing, valueOf } from "./result.js";
import { ask } from "./server.js";
import { readable, sentence, span, stamp } from "./text.js";

const seconds = 10;

/** Where a browser's own camera is measured. */
const phone = "phone.html";

/** A first number takes about so long. */
const firstNumber = 8;

/** Where the fingertip is drawn, by the advice; else it is off the lens. */
const places = {
  cover_lens: "part", too_dark: "part", too_bright: "on", hold_still: "on", slow_frames: "on", press_less: "on",
  measuring: "on", measured: "on",
};

let own = 0;
let state = { state: "idle", steered_by: null, can_save: false };
let [points, beats, rates, refused] = [[], [], [], []];
let scale;
let drawnAt = 0;
let sureQuality = 1;
let drawing = false;
let spokenAt = -Infinity;

// Since when a finger has been on the lens, in the session's time.
let onSince;

// Why the session failed, if it did.
let failure;

// Where the result lies among what is kept.
let place;

function reset() {
  [points, beats, rates, refused] = [[], [], [], []];
  scale = failure = onSince = undefined;
  put("interval", signalNames[0]);
  put("elapsed", "0:00");
  for (const id of ["rate", "outcome", "refused", "chip-rate"]) put(id);
  quality(null);
  progress(0);
  draw();
}

/** Draws what has come, once per frame of the screen. */
function draw() {
  if (drawing || by("page-live").hidden) return;
  drawing = true;
  requestAnimationFrame((now) => {
    drawing = false;
    if (!by("pulse").clientWidth) return;
    // The scale changes within half a second, once there is a pulse to scale.
    const wanted = swing(points);
    const share = scale && points.length > 150 ? 1 - Math.exp((drawnAt - now) / 200) : 1;
    const near = (side) => (scale?.[side] ?? 0) * (1 - share) + wanted[side] * share;
    scale = { low: near("low"), high: near("high") };
    drawnAt = now;
    drawPulse(by("pulse"), points, beats, seconds, scale);
    drawHistory(by("history"), rates, refused);
  });
}

/** How sure a number is, as three steps and in words. */
function quality(value) {
  const step = signalOf(value, sureQuality);
  by("page-live").dataset.signal = step;
  put("quality-text", signalNames[step]);
  by("quality").ariaValueNow = step;
  by("quality").ariaValueText = value === null ? signalNames[0] : `${signalNames[step]}, quality ${value.toFixed(2)}`;
}

/** The ring around the finger: how far it is to the first number. */
const progress = (share) => by("finger").style.setProperty("--progress", Math.round(101 * share));

const handlers = {
  state(event) {
    const before = state.state;
    state = event;
    if (event.state === "running" && before !== "running") {
      reset();
      advise("Opening the camera.");
    }
    showState();
    if (event.state !== "idle") catchUp().catch(() => {});
    else if (before === "running") end();
    // A camera may have been unplugged meanwhile.
    if (event.state === "idle" && before !== "idle") cameras();
    if (before === "measured") put("start", "Start");
  },
  steering(event) {
    state.steered_by = event.steered_by;
    showState();
  },
  // Advice outlives its session.
  advice(event) {
    if (state.state === "running") advise(sentence(event.text), places[event.advice]);
  },
  rate(event) {
    passed(event.time_s);
    if (valueOf(event, "rate") === null) return;
    const { rate, low, high } = answer(event);
    rates.push({ time: event.time_s, rate, low, high });
    draw();
    // A number every half a second would drown whoever listens.
    if (event.time_s - spokenAt >= 15 || event.time_s < spokenAt) {
      spokenAt = event.time_s;
      put("spoken", `${Math.round(rate)} beats per minute`);
    }
  },
  pulse(event) {
    passed(event.time_s);
    const step = 1 / event.rate_hz;
    const first = event.time_s - (event.points.length - 1) * step;
    // Another session begins a new curve; a gap stays one.
    if (first < (points.at(-1)?.[0] ?? first) - step) points = [];
    if (isOn()) points.push(...event.points.map((value, index) => [first + index * step, value]));
    points = points.filter(([time]) => time > event.time_s - seconds - 1);
    draw();
  },
  reading(event) {
    const [reason, start, end] = ["reason", "start", "end"].map((field) => valueOf(event, field));
    if (reason === null) return;
    refused.push({ start, end, reason });
    showRefused();
    if (rates.length) return;
    put("rate");
    quality(null);
  },
  beat(event) { beats = [...beats.slice(-59), event.time_s]; },
  notice(event) { put("outcome", sentence(event.text)); },
  disconnected(event) { advise(sentence(event.text)); },
  error(event) {
    failure = sentence(event.text);
    if (state.state === "idle") end();
  },
  // One number: that of the whole session in place of the newest.
  session(event) {
    if (valueOf(event, "rate") === null) return;
    answer(event);
    const all = rates.map(({ rate }) => Math.round(rate));
    const lost = refused.reduce((sum, { start, end }) => sum + end - start, 0);
    const breathing = valueOf(event, "breathing");
    put("result-text", rateText(event));
    put("result-facts", facts([
      ["Lowest to highest", all.length > 1 && `${Math.min(...all)} to ${Math.max(...all)} bpm`],
      ["Variability", event.hrv?.rmssd_ms && `${Math.round(event.hrv.rmssd_ms)} ms (RMSSD)`],
      ["Breathing", breathing && `${breathing.toFixed(0)} breaths/min`],
      ["Measured", `${span(valueOf(event, "duration") - lost)} of ${span(valueOf(event, "duration"))}`],
    ]));
    place = stamp(valueOf(event, "finished"));
  },
  saved(event) {
    show(false, "save-failure");
    put("outcome", storedText(event), link("See it under Health", `#health/HeartRate/day/${place}`));
  },
  not_saved(event) {
    put("save-failure", sentence(event.text));
    show(true, "save-failure");
    put("save", "Repeat");
    put("discard", "Cancel");
  },
};

/** Takes what has been before this browser listened. */
async function catchUp() {
  ({ rates, refused } = await ask("api/live/history"));
  showRefused();
}

/** A refused time has no number. */
function showRefused() {
  rates = rates.filter(({ time }) => !refused.some(({ start, end }) => start < time && time < end));
  put("refused", refused.slice(-5).reverse().map(({ start, end, reason }) =>
    element("li", {}, `${span(start)} to ${span(end)} not read: ${readable(reason)}`)));
  draw();
}

/** Shows a number and how sure it is; gives it. */
function answer(event) {
  const [rate, low, high] = ["rate", "low", "high"].map((field) => valueOf(event, field));
  put("rate", Math.round(rate));
  put("chip-rate", Math.round(rate));
  put("interval", `95% confidence interval: ${low.toFixed(1)} to ${high.toFixed(1)}`);
  quality(valueOf(event, "quality"));
  progress(1);
  return { rate, low, high };
}

const isOn = () => by("finger").dataset.place === "on";

/** Shows how much time has passed, and whether the number is of now. */
function passed(time) {
  put("elapsed", span(time));
  onSince = isOn() ? onSince ?? time : undefined;
  if (!rates.length) progress(isOn() ? Math.min(0.95, (time - onSince) / firstNumber) : 0);
  const last = rates.at(-1)?.time;
  const isOld = last < time - 3 || rates.length > 0 && !isOn();
  by("page-live").toggleAttribute("data-old", isOld);
  if (!isOld) return;
  put("interval", `Last number at ${span(last)}`);
  quality(null);
}

/** A session has ended; of one that failed without a number, only why is shown. */
function end() {
  advise(failure ?? "The session has ended.");
  put("start", failure ? "Try again" : "Start");
  if (failure && !rates.length) delete by("page-live").dataset.shown;
}

function advise(text, place = "off") {
  put("advice", text);
  by("finger").dataset.place = place;
}

function showState() {
  const part = by("page-live");
  const [isIdle, isMeasured] = [state.state === "idle", state.state === "measured"];
  part.dataset.state = state.state;
  show(!isIdle, "chip");
  put("chip-state", isMeasured ? "Not saved yet" : "Measuring");
  if (!isIdle) part.dataset.shown = "";
  if (isMeasured) part.toggleAttribute("data-old", false);
  const steers = state.steered_by === null || state.steered_by === own;
  by("camera").disabled = !isIdle || !steers;
  by("start").disabled = by("camera").disabled;
  by("stop").disabled = state.state !== "running" || !steers;
  show(!steers, "steer", "steering");
  by("save").disabled = by("discard").disabled = !steers;
  const isNew = by("result").hidden;
  show(isMeasured, "result");
  if (!isMeasured || !isNew) return;
  put("save", "Save");
  put("discard", "Discard");
  show(false, "save-failure");
  end();
  if (steers && !part.hidden) by("save").focus();
}

/** Gives an order, whose outcome comes as events. */
async function order(name, body = {}) {
  const answers = { save: "Saving …", discard: "Discarded." };
  put("outcome", answers[name]);
  await ask(`api/live/${name}`, body);
}

async function begin(browser) {
  own = browser.browser;
  sureQuality = browser.sure_quality;
  for (const field of ["rate", "quality"]) by(field).title = meaningOf(field);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
  on("click", { start: () => {
    const camera = by("camera").value;
    if (camera === phone) location.assign(phone);
    else order("start", camera ? { camera } : {});
  } });
  for (const name of ["stop", "save", "discard", "steer"]) on("click", { [name]: () => order(name) });
  await cameras();
}

async function cameras() {
  const found = await ask("api/cameras");
  const before = by("camera").value;
  const options = found.cameras.map(({ path, name }) => ({ key: path, name: `${name} (${path})` }));
  if (found.replay) options.unshift({ key: "", name: `Replay of ${found.replay}` });
  options.push({ key: phone, name: "This browser's camera, or a clip" });
  put("camera", options.map(option));
  if (options.some(({ key }) => key === before)) by("camera").value = before;
  showState();
}

export const live = {
  begin,
  resized: draw,
  take: (event) => handlers[event.type]?.(event),
  async show() {
    if (state.state === "idle") await cameras();
    draw();
  },
};
