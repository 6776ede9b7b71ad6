// Files in and out: what is dropped is sent, measured or imported, and what came of it is shown.
import { ask, by, element, parsed, readable, sentence, valueOf } from "./app.js";
import { rateText, span } from "./live.js";

const formats = [["ndjson", "NDJSON (everything)"], ["csv", "CSV"], ["apple", "Apple Health"], ["fhir", "FHIR"], ["omh", "Open mHealth"]];
const jobs = new Map();
let sending = 0;

/** Files are sent one after the other: a browser opens few connections, and the server takes few at once. */
let turn = Promise.resolve();

function send(file, kind) {
  const line = row(`sending-${++sending}`);
  line.replaceChildren(element("strong", file.name), element("p", "Waits to be sent", { class: "quiet" }));
  turn = turn.then(room).then(() => transfer(file, kind, line));
}

const working = new Set();

/** Waits until the server has room for a file more. */
async function room() {
  while (working.size > 15) await new Promise((done) => setTimeout(done, 300));
}

/** Sends a file, and shows how far it is. */
function transfer(file, kind, line) {
  const bar = element("progress", null, { max: file.size || 1, value: 0, "aria-label": `Sending ${file.name}` });
  line.replaceChildren(element("strong", file.name), element("p", "Sending", { class: "quiet" }), bar);
  const query = new URLSearchParams({ name: file.name, modified: Math.floor(file.lastModified / 1000) });
  // Unlike fetch, this reports how much has been sent.
  const request = new XMLHttpRequest();
  return new Promise((resolve) => {
    request.open("POST", `/api/${kind}?${query}`);
    request.setRequestHeader("Content-Type", "application/octet-stream");
    const start = Date.now();
    request.upload.onprogress = (event) => {
      bar.value = event.loaded;
      const left = ((Date.now() - start) / 1000) * (event.total / event.loaded - 1);
      line.querySelector("p").textContent = left > 2 ? `Sending, ${span(left)} left` : "Sending";
    };
    request.onload = () => {
      if (request.status === 202) return line.remove();
      let text = `The server answered ${request.status}.`;
      try { text = sentence(parsed(request.responseText).error) || text; } catch { /* that text stays */ }
      fail(line, file.name, text);
    };
    request.onerror = () => fail(line, file.name, "The file could not be sent. Drop it once more.");
    request.onloadend = resolve;
    request.send(file);
  });
}

function fail(line, name, text) {
  line.replaceChildren(element("strong", name), element("p", text, { class: "notice" }));
}

function row(id) {
  if (!jobs.has(id)) {
    jobs.set(id, element("li"));
    by("jobs").prepend(jobs.get(id));
  }
  return jobs.get(id);
}

/** Whether a file is for measuring; what could be either begins as a colour signal does. */
async function kindOf(file) {
  if (/^video\//.test(file.type) || /\.(mkv|mp4|mov|avi|webm|m4v|3gp|ts|mpg|mjpeg)$/i.test(file.name)) return "measure";
  if (/\.csv$/i.test(file.name)) {
    const head = await file.slice(0, 200).text();
    if (/(^|,)red(,|\r?\n)/.test(head.split("\n")[0] + "\n")) return "measure";
  }
  return "import";
}

/** Takes the files of a folder that are of a kind that is known. */
async function takeFolder(files) {
  const known = files.filter(({ name }) => /\.(mkv|mp4|mov|avi|webm|m4v|3gp|ts|mpg|csv|xml|zip|json|ndjson|jsonl|gz)$/i.test(name));
  for (const file of known) send(file, await kindOf(file));
  if (known.length < files.length) {
    row(`sending-${++sending}`).replaceChildren(
      element("p", `Taken from the folder: ${known.length} of ${files.length} files. The others are neither videos nor samples.`, { class: "quiet" }));
  }
}

/** The files in a folder that was dropped, and in the folders in it. */
async function filesIn(folder) {
  const reader = folder.createReader();
  const found = [];
  while (true) {
    const part = await new Promise((done, fail) => reader.readEntries(done, fail));
    if (!part.length) return found;
    for (const entry of part) {
      if (entry.isDirectory) found.push(...await filesIn(entry));
      else found.push(await new Promise((done, fail) => entry.file(done, fail)));
    }
  }
}

function take(event) {
  if (event.type === "job") update(event);
}

function update(job) {
  const line = row(job.id);
  if (job.state === "waiting" || job.state === "running") working.add(job.id);
  else working.delete(job.id);
  const parts = [element("strong", job.name)];
  if (job.state === "waiting" || job.state === "running") {
    const text = job.state === "waiting" ? "Waiting" : job.kind === "measure" ? "Measuring" : "Importing";
    const isKnown = job.share !== null;
    const words = [text, isKnown && `${Math.floor(job.share * 100)} %`, job.left_s > 1 && `${span(job.left_s)} left`];
    parts.push(element("p", words.filter(Boolean).join(", "), { class: "quiet" }),
      element("progress", null, { "aria-label": text, ...(isKnown && { value: job.share }) }));
  } else {
    parts.push(element("p", outcome(job), job.state === "failed" ? { class: "notice" } : { role: "status" }));
    for (const note of job.notes ?? []) parts.push(element("p", note, { class: "quiet" }));
    parts.push(...losses(job));
    if (job.kind === "import" && job.result?.saved > 0) parts.push(deletion(job));
  }
  line.replaceChildren(...parts);
}

/** Deletes what an import has saved, after a question, and brings it back. */
function deletion(job) {
  const line = element("p");
  const button = (text, work) => {
    const made = element("button", text, { type: "button" });
    made.addEventListener("click", work);
    return made;
  };
  const after = async (address, body, next) => {
    line.textContent = "One moment";
    try {
      next(await ask(address, body));
    } catch (error) {
      line.textContent = error.message;
    }
  };
  const back = (answer) => line.replaceChildren(`Deleted: ${answer.deleted}. `,
    button("Undo", () => after("/api/samples/undo", { undo: answer.undo }, offer)));
  const question = () => {
    line.replaceChildren(`Delete all ${job.result.saved}? `,
      button("Delete", () => after("/api/jobs/delete", { id: job.id }, back)), " ", button("Keep", offer));
    line.lastChild.focus();
  };
  const offer = () => line.replaceChildren(button("Delete what it brought", question));
  offer();
  return line;
}

/** What an import left out or had to guess: how often, where first, and the bytes of the first. */
function losses(job) {
  const details = job.result?.details ?? [];
  if (!details.length) return [];
  const list = element("details");
  const lost = details.reduce((sum, one) => sum + (one.left_out ? one.count : 0), 0);
  list.append(element("summary", lost ? `Left out: ${lost}. Why, and where` : "Kept, with a remark"));
  for (const one of details) {
    const text = [
      `${sentence(one.defect.replaceAll("_", " ")).slice(0, -1)}${one.left_out ? ", left out" : ""}: ${one.count}`,
      one.type && `of ${readable(one.type)}`, one.unit && /unit/.test(one.defect) && `in ${one.unit}`,
      one.first_line !== null && `first on line ${one.first_line}`,
    ].filter(Boolean).join(", ");
    list.append(element("p", text));
    if (one.example) list.append(element("code", one.example));
  }
  if (job.has_rejects) {
    const all = element("p");
    all.append(element("a", "All that was left out, as a file", { href: `/api/jobs/rejects?id=${job.id}`, download: "" }));
    list.append(all);
  }
  return [list];
}

function outcome(job) {
  const result = job.result ?? {};
  if (job.state === "failed") return sentence(result.error ?? job.text) || "This could not be read.";
  if (job.kind === "import") return `Samples saved: ${result.saved}; there already: ${result.known}.`;
  if (valueOf(result, "rate") === null) return `No heart rate: ${(valueOf(result, "reason") ?? "").replaceAll("_", " ")}.`;
  return `${rateText(result)}, quality ${valueOf(result, "quality").toFixed(2)}.`;
}

function begin() {
  by("video").addEventListener("change", (event) => {
    for (const file of event.target.files) send(file, "measure");
    event.target.value = "";
  });
  by("samples-file").addEventListener("change", (event) => {
    for (const file of event.target.files) send(file, "import");
    event.target.value = "";
  });
  by("folder").addEventListener("change", (event) => {
    takeFolder([...event.target.files]);
    event.target.value = "";
  });
  const drop = by("drop");
  // A file that misses the field must not replace the page.
  for (const name of ["dragover", "drop"]) window.addEventListener(name, (event) => event.preventDefault());
  drop.addEventListener("dragover", () => { drop.dataset.over = ""; });
  drop.addEventListener("dragleave", () => { delete drop.dataset.over; });
  drop.addEventListener("drop", async (event) => {
    delete drop.dataset.over;
    const entries = [...event.dataTransfer.items].map((item) => item.webkitGetAsEntry?.());
    for (const [index, file] of [...event.dataTransfer.files].entries()) {
      try {
        if (entries[index]?.isDirectory) await takeFolder(await filesIn(entries[index]));
        else send(file, await kindOf(file));
      } catch {
        fail(row(`sending-${++sending}`), file.name, "This cannot be read.");
      }
    }
  });
  by("exports").append(...formats.map(([name, text]) =>
    element("a", text, { class: "button", href: `/api/export?format=${name}`, download: "" })));
}

export const files = {
  begin, take,
  async show() {
    for (const job of (await ask("/api/jobs")).jobs) update(job);
  },
};
