// Files in and out: what is dropped is measured or imported, and the outcome shown.
import { button, by, element, link, notice, on, put, quiet } from "./dom.js";
import { rateText, valueOf } from "./result.js";
import { ask, refusal } from "./server.js";
import { count, readable, sentence, several, span, timeText } from "./text.js";

const formats = { ndjson: "NDJSON", csv: "CSV", apple: "Apple Health", fhir: "FHIR", omh: "Open mHealth" };
const videos = /\.(mkv|mp4|mov|avi|webm|m4v|3gp|ts|mpg|mjpeg)$/i;
const samples = /\.(csv|tsv|txt|xml|tcx|gpx|fit|zip|json|ndjson|jsonl|gz)$/i;
const lines = new Map();
const working = new Set();
let sending = 0;

/** Files are sent one after the other: a browser opens few connections. */
let turn = Promise.resolve();

function send(file, kind) {
  const line = row(`sending-${++sending}`);
  show(line, file.name, quiet("Waiting to be sent"));
  turn = turn.then(room).then(() => transfer(file, kind, line));
}

async function room() {
  while (working.size > 15) await new Promise((done) => setTimeout(done, 300));
}

function transfer(file, kind, line) {
  const query = new URLSearchParams({ name: file.name, modified: Math.floor(file.lastModified / 1000) });
  // Unlike fetch, this reports how much was sent.
  const request = new XMLHttpRequest();
  const start = Date.now();
  showProgress(line, file.name, "Sending", 0);
  return new Promise((resolve) => {
    request.open("POST", `api/${kind}?${query}`);
    request.setRequestHeader("Content-Type", "application/octet-stream");
    request.upload.onprogress = ({ loaded, total }) => showProgress(
      line, file.name, "Sending", loaded / total, ((Date.now() - start) / 1000) * (total / loaded - 1));
    request.onload = () => {
      if (request.status === 202) line.remove();
      else fail(line, file.name, refusal(request.status, request.responseText));
    };
    request.onerror = () => fail(line, file.name, "The file could not be sent. Drop it again.");
    request.onloadend = resolve;
    request.send(file);
  });
}

/** The line of a file or job; new ones come first. */
function row(id) {
  if (!lines.has(id)) {
    lines.set(id, element("li"));
    by("jobs").prepend(lines.get(id));
  }
  return lines.get(id);
}

const show = (line, name, ...content) => put(line, element("strong", {}, name), content);
const fail = (line, name, text) => show(line, name, notice(text), dismiss(line));
const dismiss = (line) => button("Dismiss", () => line.remove());

/** The share done in percent, and the time left, if known. */
function showProgress(line, name, work, share, left) {
  const text = [work, share && `${Math.floor(share * 100)}%`, left > 1 && `${span(left)} left`].filter(Boolean).join(", ");
  show(line, name, quiet(text), element("progress", { "aria-label": `${work} ${name}`, ...(share && { value: share }) }));
}

/** Whether a file is for measuring; a table must begin as a color signal does. */
async function kindOf(file) {
  if (file.type.startsWith("video/") || videos.test(file.name)) return "measure";
  const head = /\.csv$/i.test(file.name) ? await file.slice(0, 200).text() : "";
  return /(^|,)red(,|\r?$)/.test(head.split("\n")[0]) ? "measure" : "import";
}

/** Takes the files of a folder whose kind is known. */
async function takeFolder(files) {
  const known = files.filter(({ name }) => videos.test(name) || samples.test(name));
  for (const file of known) send(file, await kindOf(file));
  if (known.length < files.length) {
    put(row(`sending-${++sending}`), quiet(
      `Taken from the folder: ${known.length} of ${several(files.length, "file")}. The others are neither videos nor samples.`));
  }
}

/** The dropped file, or all files in a folder and below it. */
async function filesIn(entry) {
  if (entry.isFile) return [await new Promise((done, fail) => entry.file(done, fail))];
  const reader = entry.createReader();
  const found = [];
  while (true) {
    const part = await new Promise((done, fail) => reader.readEntries(done, fail));
    if (!part.length) return (await Promise.all(found.map(filesIn))).flat();
    found.push(...part);
  }
}

function update(job) {
  // What is done stays, and may hold a question.
  if (lines.has(job.id) && !working.has(job.id)) return undefined;
  const line = row(job.id);
  if (job.state === "waiting" || job.state === "running") {
    working.add(job.id);
    const work = job.state === "waiting" ? "Waiting" : job.kind === "measure" ? "Measuring" : "Importing";
    return showProgress(line, job.name, work, job.share, job.left_s);
  }
  working.delete(job.id);
  const isPoor = job.state === "failed" || job.kind === "import" && isEmpty(job.result);
  return show(line, job.name, isPoor ? notice(outcome(job)) : element("p", { role: "status" }, outcome(job)),
    (job.notes ?? []).map((note) => quiet(sentence(note))), losses(job),
    element("div", { class: "row" }, seen(job), job.kind === "import" && job.result?.saved > 0 && deletion(job), dismiss(line)));
}

/** Leads to what a job has saved. */
function seen({ kind, state, result }) {
  const end = state === "done" && kind === "measure" && result.saved !== false && valueOf(result, "rate") !== null
    && valueOf(result, "finished");
  if (end) return link("See it under Health", `#health/HeartRate/day/${timeText(end).replace(" ", "T")}`);
  return state === "done" && kind === "import" && result.saved > 0 && link("See it under Health", "#health");
}

/** Deletes what an import has saved, after a question, and brings it back. */
function deletion(job) {
  const line = element("p");
  const after = (address, body, next) => async () => {
    put(line, "One moment");
    try { next(await ask(address, body)); } catch (error) { put(line, error.message); }
  };
  const offer = () => put(line, button("Delete what it saved", question));
  const back = ({ deleted, undo }) =>
    put(line, `${several(deleted, "sample")} deleted. `, button("Undo", after("api/samples/undo", { undo }, offer)));
  const question = () => {
    put(line, `Delete all ${count(job.result.saved)}? `,
      button("Delete", after("api/jobs/delete", { id: job.id }, back)), " ", button("Keep", offer));
    line.lastChild.focus();
  };
  offer();
  return line;
}

/** What an import left out or guessed, with the first of each. */
function losses(job) {
  const details = job.result?.details ?? [];
  const lost = details.reduce((sum, one) => sum + (one.left_out ? one.count : 0), 0);
  return details.length > 0 && element("details", {},
    element("summary", {}, lost ? `Left out: ${count(lost)}. Why, and where` : "Saved, with a remark"),
    details.flatMap(({ text, example }) => [element("p", {}, sentence(text)), example && element("code", {}, example)]),
    job.has_rejects && element("p", {}, element(
      "a", { href: `api/jobs/rejects?id=${job.id}`, download: "" }, "All that was left out, as a file")));
}

/** Whether an import could read nothing. */
const isEmpty = (result) => result.saved + result.known + (result.filtered ?? 0) === 0;

function outcome({ state, kind, text, result }) {
  if (state === "failed") return sentence(result?.error ?? text) || "This could not be read.";
  if (kind === "import" && isEmpty(result)) return "Nothing was saved: no record in this file could be read.";
  if (kind === "import") return `${several(result.saved, "sample")} saved${result.known ? `, ${count(result.known)} already in the store` : ""}.`;
  if (valueOf(result, "rate") === null) return `No heart rate: ${readable(valueOf(result, "reason") ?? "")}.`;
  return `${rateText(result)}, quality ${valueOf(result, "quality").toFixed(2)}.`;
}

function begin() {
  const chosen = (take) => ({ target }) => {
    take([...target.files]);
    target.value = "";
  };
  const all = (kind) => chosen((some) => { for (const file of some) send(file, kind); });
  on("change", { video: all("measure"), "samples-file": all("import"), folder: chosen(takeFolder) });
  // A drop works on every view.
  const { dataset } = document.body;
  const listeners = {
    dragover(event) {
      event.preventDefault();
      if (event.dataTransfer?.types.includes("Files")) dataset.over = "";
    },
    dragleave(event) { if (!event.relatedTarget) delete dataset.over; },
    async drop(event) {
      event.preventDefault();
      delete dataset.over;
      const { dataTransfer } = event;
      if (!dataTransfer?.files.length) return;
      location.hash = "#files";
      const entries = [...dataTransfer.items].map((item) => item.webkitGetAsEntry?.());
      for (const [index, file] of [...dataTransfer.files].entries()) {
        try {
          if (entries[index]?.isDirectory) await takeFolder(await filesIn(entries[index]));
          else send(file, await kindOf(file));
        } catch {
          fail(row(`sending-${++sending}`), file.name, "This cannot be read.");
        }
      }
    },
  };
  for (const [name, work] of Object.entries(listeners)) addEventListener(name, work);
  put("exports", Object.entries(formats).map(([name, text]) =>
    link(text, `api/export?format=${name}`, { class: "button", download: "" })));
}

const look = async () => (await ask("api/jobs")).jobs.forEach(update);

export const files = { begin, show: look, refresh: look, take(event) { if (event.type === "job") update(event); } };
