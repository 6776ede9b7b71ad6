// Files in and out: what is dropped is measured or imported, and the outcome shown.
import { button, by, element, link, notice, on, option, put, quiet } from "./dom.js";
import { rateText, storedText, valueOf } from "./result.js";
import { removed } from "./samples.js";
import { ask, words } from "./server.js";
import { count, dayText, readable, sentence, several, span, spanText, stamp, times } from "./text.js";

const videos = /\.(mkv|mp4|mov|avi|webm|m4v|3gp|ts|mpg|mjpeg)$/i;
const samples = /\.(csv|tsv|txt|xml|tcx|gpx|fit|zip|json|ndjson|jsonl|gz)$/i;
const lines = new Map();
const working = new Set();
let sending = 0;

// What was sent from here, by job, and what is on its way: it may be sent again.
const sent = new Map();
let going;

/** Files are sent one after the other: a browser opens few connections. */
let turn = Promise.resolve();

function send(file, kind, answer) {
  const line = row(`sending-${++sending}`);
  show(line, file.name, quiet("Waiting to be sent"));
  turn = turn.then(() => transfer(file, kind, line, answer));
}

async function transfer(file, kind, line, answer) {
  while (working.size > 15) await new Promise((done) => setTimeout(done, 300));
  showProgress(line, file.name, "Sending");
  const query = words({ name: file.name, modified: Math.floor(file.lastModified / 1000), ...answer });
  try {
    going = file;
    sent.set((await ask(`api/${kind}?${query}`, file)).id, file);
    line.remove();
  } catch (error) { fail(line, file.name, error.message); }
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
const dismiss = (line, id) => button("Dismiss", () => forget(line, id));

function forget(line, id) {
  line.remove();
  return id && ask("api/jobs/dismiss", { id });
}

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

async function takeAll(files) {
  for (const file of files) send(file, await kindOf(file));
}

/** Takes the files of a known kind in a folder. */
async function takeFolder(files) {
  const known = files.filter(({ name }) => videos.test(name) || samples.test(name));
  await takeAll(known);
  if (known.length < files.length) {
    const line = row(`sending-${++sending}`);
    put(line, quiet(`Taken from the folder: ${known.length} of ${several(files.length, "file")}. The others are neither `
      + "videos nor samples."), dismiss(line));
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
  show(line, job.name, isPoor ? notice(outcome(job)) : element("p", { role: "status" }, outcome(job)),
    "readings" in job && quiet(storedText(job)), (job.result?.warnings ?? []).map((text) => quiet(sentence(text))), arrived(job.result), losses(job),
    element("div", { class: "row" }, seen(job), job.result?.types?.length > 0 && deletion(job), dismiss(line, job.id)));
  const file = sent.get(job.id) ?? (going?.name === job.name && going);
  return job.result?.option && file && question(job, line, file);
}

/** Leads to what was measured. */
const seen = (job) => [
  job.has_report && link("Its pulse and readings, as a report", `api/jobs/report?id=${job.id}`, { download: "" }),
  "readings" in job && link("See it under Health", `#health/HeartRate/day/${stamp(valueOf(job.result, "finished"))}`),
];

/** What came in by type, each with the way to its newest. */
const arrived = ({ types = [] } = {}) => types.length > 0 && element("ul", {},
  types.map(({ type, name, count: number, ...range }) => {
    const { start, end } = times(range);
    return element("li", {}, link(name, `#health/${type}/month/${dayText(end)}`),
      `: ${several(number, "sample")}, ${spanText(start, Math.max(start + 1, end), true)}`);
  }));

const labels = { dates: "Dates begin with", start: "It began", patient: "Whose" };

/** Asks what a file does not say. It is sent again with the answer. */
async function question({ id, result: { option: name } }, line, file) {
  const field = () => name === "dates" ? choice(name, [{ key: "day-first", name: "the day" }, { key: "month-first", name: "the month" }])
    : element("input", { name, type: name === "start" ? "datetime-local" : "text", required: "" });
  const submit = (event) => {
    event.preventDefault();
    const given = [...new FormData(event.target)].filter(([, value]) => value);
    send(file, "import", labels[name] ? Object.fromEntries(given)
      : { map: given.map(([column, meaning]) => `${meaning}=${column}`).join() });
    forget(line, id);
  };
  line.lastChild.before(element("form", { submit },
    labels[name] ? element("label", {}, labels[name], field()) : await columns(file),
    element("button", {}, "Import")));
}

const choice = (name, some) => element("select", { name }, some.map(option));

/** For each column of a table, with its first value, what it can be. */
async function columns(file) {
  const rows = (await file.slice(0, 4000).text()).split(/\r?\n/, 8)
    .map((row) => row.replaceAll('"', "").split(/[\t;|]/.test(row) ? /[\t;|]/ : ","));
  const heads = rows.reduce((most, row) => row.length > most.length ? row : most);
  const values = rows[rows.indexOf(heads) + 1] ?? [];
  const { types } = await ask("api/authorizations");
  const meanings = [{ key: "", name: "Not used" }, { key: "date", name: "Date, or date and time" },
    { key: "time", name: "Time of day" }, { key: "end", name: "End" },
    ...types.sort((a, b) => a.name.localeCompare(b.name))];
  return heads.map((head, index) => element("label", {}, `${head}, such as ${values[index] ?? "nothing"}`,
    choice(index + 1, meanings)));
}

/** Deletes what an import has saved, after a question, and brings it back. */
function deletion({ id, result: { saved } }) {
  const line = element("p");
  const remove = () => removed(line, "api/jobs/delete", { id }, (isBack) => isBack && offer());
  const offer = () => put(line, button("Delete what it saved", () => {
    put(line, `Delete all ${count(saved)}? `, button("Delete", remove), " ", button("Keep", offer));
    line.lastChild.focus();
  }));
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
    job.has_rejects && link("All that was left out, as a file", `api/jobs/rejects?id=${job.id}`, { download: "" }));
}

/** Whether an import could read nothing. */
const isEmpty = (result) => result.saved + result.known + (result.filtered ?? 0) === 0;

function outcome({ state, kind, notes, result }) {
  if (state === "failed") return sentence(result?.error ?? notes?.at(-1)) ?? "This could not be read.";
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
  on("change", { choose: chosen(takeAll), folder: chosen(takeFolder) });
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
}

const look = async () => (await ask("api/jobs")).jobs.forEach(update);

export const files = { begin, show: look, refresh: look, take(event) { if (event.type === "job") update(event); } };
