// A phone as the camera: the mean colors of each frame go to the machine, and no picture.

const by = (id) => document.getElementById(id);
const put = (id, text = "") => { by(id).textContent = text; };
const sentence = (text) => text && text[0].toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? "" : ".");
const pause = (time) => new Promise((done) => setTimeout(done, time));
const page = document.querySelector("main").dataset;
const video = by("video");
const invitation = by("advice").textContent;

async function ask(name, body, type = "application/json") {
  const response = await fetch(`api/phone${name}`, body && { method: "POST", headers: { "Content-Type": type }, body });
  const answer = await response.json().catch(() => ({}));
  if (response.ok) return answer;
  throw Object.assign(new Error(answer.error ?? `the machine answered ${response.status}`), { status: response.status });
}

const send = (name, bytes) => ask(name, bytes, "application/octet-stream");
const order = (name) => ask(`/${name}`, "{}").catch((error) => put("outcome", sentence(error.message)));

/** What each block of an 8 x 8 grid weighs in the light's pattern, as in LightPattern. */
const weights = Array.from({ length: 64 }, (_, block) => {
  const wave = (order, place) => Math.SQRT2 * Math.cos(Math.PI * order * (place + 0.5) / 8);
  const [y, x] = [block >> 3, block & 7];
  return [wave(1, x), wave(1, y), wave(1, x) * wave(1, y), wave(2, x), wave(2, y)];
});

/** Of a picture: [red, green, blue, spread, clipped, black], and the terms of its pattern. */
export function colors({ data, width, height }) {
  const sums = new Float64Array(192);
  const counts = new Float64Array(64);
  const columns = Uint8Array.from({ length: width }, (_, x) => x * 8 / width);
  let [clipped, black, at] = [0, 0, 0];
  for (let y = 0; y < height; y++) {
    const row = Math.floor(y * 8 / height) * 8;
    for (let x = 0; x < width; x++, at += 4) {
      const block = row + columns[x];
      let greatest = 0;
      for (let color = 0; color < 3; color++) {
        const level = data[at + color];
        sums[block * 3 + color] += level;
        if (level > greatest) greatest = level;
      }
      counts[block]++;
      if (greatest >= 254) clipped++;
      else if (greatest <= 16) black++;
    }
  }
  const pixels = width * height;
  const total = (values, weight) => values.reduce((sum, value, at) => sum + value * weight(at), 0);
  const means = [0, 1, 2].map((color) => total(sums, (at) => at % 3 === color) / pixels);
  const brightest = means.indexOf(Math.max(...means));
  const levels = Array.from(counts, (count, block) => sums[block * 3 + brightest] / count);
  const sum = total(levels, () => 1);
  const spread = Math.sqrt(total(levels.map((level) => (level - sum / 64) ** 2), () => 1) / 64);
  const terms = [0, 1, 2, 3, 4].map((term) =>
    sum < 64 ? -(2 ** 31) : Math.round(total(levels, (block) => weights[block][term]) / sum * 1e6));
  return [[...means, spread / Math.max(sum / 64, 1), clipped / pixels, black / pixels], terms];
}

function encoded(time, [values, terms], phase) {
  const view = new DataView(new ArrayBuffer(56));
  view.setFloat64(0, time, true);
  values.forEach((value, index) => view.setFloat32(8 + 4 * index, value, true));
  [...terms, phase].forEach((value, index) => view.setInt32(32 + 4 * index, value, true));
  return view;
}

const [settling, measuring] = [1, 2];
let stream, canvas, screenLock, isHeld;

let queue, first, missed, phase, lastTime, presented, clock;

function take(now, metadata) {
  if (!stream) return;
  video.requestVideoFrameCallback(take);
  // When the camera took the frame, if the browser knows.
  clock ??= metadata.captureTime ? "captureTime" : "mediaTime";
  const time = clock === "mediaTime" ? metadata.mediaTime : metadata.captureTime / 1000;
  if (presented) missed += Math.max(0, metadata.presentedFrames - presented - 1);
  presented = metadata.presentedFrames;
  if (!(time >= lastTime + 0.002)) return;
  lastTime = time;
  const { width, height } = canvas.canvas;
  canvas.drawImage(video, 0, 0, width, height);
  queue.push(encoded(time, colors(canvas.getImageData(0, 0, width, height)), phase));
  if (queue.length > 3600) first += queue.splice(0, 1).length;
}

/** Sends what waits, again if need be. */
async function pass() {
  const own = stream;
  while (stream === own) {
    await pause(200);
    const part = queue.slice(0, 128);
    if (!part.length) continue;
    const end = first + part.length;
    let taken;
    try {
      taken = (await send(`/frames?first=${first}&missed=${missed}`, new Blob(part))).next;
      put("link");
    } catch (error) {
      // What the machine refuses is not sent again; what did not arrive is.
      if (error.status === 400) taken = end;
      if (!error.status) put("link", "The machine does not answer.");
    }
    if (taken > first) [queue, first] = [queue.slice(taken - first), taken];
  }
}

const controls = ["exposureMode", "whiteBalanceMode", "focusMode"];
const abilities = (one) => one?.getVideoTracks()[0].getCapabilities?.() ?? {};

/** A rear camera, if there are several one that has the lamp. */
async function openCamera() {
  if (!navigator.mediaDevices?.getUserMedia) throw new Error("this browser gives no camera to this page");
  const open = (choice) => navigator.mediaDevices.getUserMedia({
    video: { ...choice, width: { ideal: 320 }, height: { ideal: 240 }, frameRate: { ideal: 30 } } });
  const rear = { facingMode: { ideal: "environment" } };
  stream = await open(rear);
  const others = (await navigator.mediaDevices.enumerateDevices())
    .filter(({ kind, label }) => kind === "videoinput" && /back|rear/i.test(label))
    .map(({ deviceId }) => ({ deviceId: { exact: deviceId } }));
  for (const choice of others.length > 1 ? [...others, rear] : []) {
    if (abilities(stream).torch) return;
    stream.getTracks().forEach((track) => track.stop());
    stream = await open(choice);
  }
}

/** Lights the lamp and sets controls, where there are any. */
async function set(mode) {
  const can = abilities(stream);
  const wanted = can.torch ? { torch: true } : {};
  for (const name of controls) if (can[name]?.includes(mode)) wanted[name] = mode;
  await stream?.getVideoTracks()[0].applyConstraints({ advanced: [wanted] }).catch(() => {});
}

/** Once a finger lies, the camera changes nothing by itself any more. */
async function hold() {
  if (isHeld || !stream) return;
  isHeld = true;
  if (!controls.some((name) => abilities(stream)[name]?.includes("manual"))) return;
  phase = settling;
  await set("manual");
  await pause(300);
  phase = measuring;
}

async function stayAwake() { screenLock = await navigator.wakeLock?.request("screen").catch(() => {}); }

async function start() {
  by("start").disabled = true;
  put("outcome");
  try {
    await openCamera();
    stream.getVideoTracks()[0].onended = stop;
    video.srcObject = stream;
    await video.play();
    const { videoWidth: width, videoHeight: height } = video;
    const share = Math.min(1, 320 / width);
    const paper = document.createElement("canvas");
    [paper.width, paper.height] = [Math.round(width * share), Math.round(height * share)];
    canvas = paper.getContext("2d", { willReadFrequently: true });
    const { model } = await navigator.userAgentData?.getHighEntropyValues(["model"]) ?? {};
    [queue, first, missed, phase, lastTime, presented, clock, isHeld] = [[], 0, 0, measuring, -Infinity];
    await ask("/start", JSON.stringify({ width, height, model }));
    by("lamp").hidden = Boolean(abilities(stream).torch);
    await set("continuous");
    stayAwake();
    video.requestVideoFrameCallback(take);
    pass();
  } catch (error) {
    closeCamera();
    put("outcome", `${sentence(error.message)} A clip works without.`);
    by("film").open = true;
  }
  by("start").disabled = false;
}

function closeCamera() {
  stream?.getTracks().forEach((track) => track.stop());
  stream = video.srcObject = null;
  screenLock?.release();
}

async function stop() {
  await set("continuous");
  closeCamera();
  await order("stop");
}

let [points, lastRate, sureQuality] = [[], -Infinity, 1];
const onLens = ["hold_still", "slow_frames", "press_less", "measuring", "measured"];

// Since when there has been a pulse to measure, in the session's time; a first number takes about eight seconds.
let onSince;
const progress = (share) => by("finger").style.setProperty("--progress", Math.round(101 * share));

function number({ bpm, bpm_low, bpm_high, quality }) {
  page.signal = quality >= sureQuality ? 2 : 1;
  progress(1);
  put("rate", Math.round(bpm));
  put("interval", `95% confidence interval: ${bpm_low.toFixed(1)} to ${bpm_high.toFixed(1)}`);
  put("quality", `${page.signal === "2" ? "Reliable" : "Not sure yet"}, quality ${quality.toFixed(2)}`);
}

function noNumber() {
  page.signal = 0;
  onSince = undefined;
  progress(0);
  put("rate", "–");
  put("interval", "No number yet");
  put("quality");
}

const handlers = {
  state({ state }) {
    const before = page.state;
    page.state = state;
    if (state === "running" && before !== state) {
      [points, lastRate] = [[], -Infinity];
      noNumber();
      // The page was loaded again: what was measured waits for a decision.
      if (!stream) order("stop");
    } else if (before === "running" && state !== before) closeCamera();
    if (state === "measured") put("advice", "Save it?");
    if (state === "idle" && before !== state) put("advice", before === "running" ? "No number was measured." : invitation);
    put("save", "Save");
    put("discard", "Discard");
  },
  advice({ advice, text }) {
    if (page.state !== "running") return;
    put("advice", sentence(text));
    onLens.includes(advice) ? hold() : noNumber();
  },
  rate(event) {
    if (event.bpm === null) return event.time_s > lastRate + 3 && noNumber();
    number(event);
    lastRate = event.time_s;
  },
  beat() { if (by("vibrates").checked) navigator.vibrate?.(20); },
  pulse({ time_s, rate_hz, points: fresh }) {
    points.push(...fresh.map((value, index) => [time_s - (fresh.length - 1 - index) / rate_hz, value]));
    points = points.filter(([time]) => time > time_s - 10);
    onSince ??= time_s;
    if (page.signal === "0") progress(Math.min(0.95, (time_s - onSince) / 8));
    requestAnimationFrame(draw);
  },
  session(event) { if (event.bpm !== null) number(event); },
  saved() { put("outcome", "Saved on your machine."); },
  not_saved(event) {
    handlers.notice(event);
    put("save", "Repeat");
    put("discard", "Cancel");
  },
  notice({ text }) { put("outcome", sentence(text)); },
  error: (event) => handlers.notice(event),
};

function draw() {
  const pen = by("pulse").getContext("2d");
  const values = points.map(([, value]) => value);
  const [low, high, end] = [Math.min(...values), Math.max(...values), points.at(-1)?.[0]];
  pen.clearRect(0, 0, 600, 160);
  pen.strokeStyle = getComputedStyle(by("pulse")).getPropertyValue("--heart");
  pen.lineWidth = 3;
  pen.beginPath();
  for (const [time, value] of points) pen.lineTo(600 - 60 * (end - time), 150 - 140 * (value - low) / (high - low || 1));
  pen.stroke();
}

async function film() {
  const [file] = by("clip").files;
  try {
    put("clip-state", "The machine measures the clip.");
    await send(`/clip?${new URLSearchParams({ name: file.name, modified: file.lastModified / 1000 })}`, file);
    let job;
    do {
      await pause(500);
      job = await ask("/clip");
    } while (["waiting", "running"].includes(job.state));
    if (job.bpm) number(job);
    put("clip-state", job.bpm ? "Measured on your machine."
      : sentence(job.error ?? `no number: ${job.reason?.replaceAll("_", " ") ?? "it cannot be read"}`));
  } catch (error) { put("clip-state", sentence(error.message)); }
}

by("start").onclick = start;
by("start").disabled = false;
by("stop").onclick = stop;
for (const name of ["save", "discard"]) by(name).onclick = () => order(name);
by("clip").onchange = film;
by("back").hidden = location.protocol === "https:";
document.addEventListener("visibilitychange", () => {
  if (document.hidden || !stream) return;
  stayAwake();
  video.play().catch(() => {});
});

sureQuality = (await ask("")).sure_quality;
const events = new EventSource("api/phone/events");
events.onmessage = ({ data }) => {
  const event = JSON.parse(data);
  handlers[event.type]?.(event);
};
events.onerror = () => {
  if (events.readyState === 2) put("outcome", "Scan the code that Heartcam shows now.");
};
