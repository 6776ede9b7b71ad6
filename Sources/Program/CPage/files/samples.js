// The samples of a time: their list, one in full, deletion and undo.
import { button, by, element, facts, fill, on, put, show } from "./dom.js";
import { ask, words } from "./server.js";
import { count, joined, several, timeText, whenText } from "./text.js";

let [query, page, turn, stay] = [{}, 0, 0];
// What is listed, and what is shown in full.
let [listed, shown] = [[]];

/** Lists the samples of a query; `again` shows the same time once more after a change. */
export async function list(wanted, again) {
  if (`${words(query)}` !== `${words(wanted)}`) page = 0;
  [query, stay] = [wanted, again];
  await turnPage(0);
}

async function turnPage(way) {
  const own = ++turn;
  page += way;
  const { samples = [], has_more, note } = await ask(`api/samples?${words({ ...query, page })}`);
  if (own !== turn) return;
  listed = samples;
  const kept = chosen();
  fill("samples", ["", "Start", "Value", "Source"], samples.map((sample) => {
    const time = whenText(sample.start, sample.is_day);
    return [
      element("input", { type: "checkbox", value: sample.id, "aria-label": `Choose the sample of ${time}`, change: choose }),
      button(time, () => open(sample), { "aria-label": `Details of the sample of ${time}` }),
      valueText(sample), sample.source,
    ];
  }));
  for (const box of document.querySelectorAll("#samples input")) box.checked = kept.includes(box.value);
  choose();
  put("samples-note", note);
  show(page || has_more, "pages");
  by("newer").disabled = !page;
  by("older").disabled = !has_more;
  put("page", `${count(page * 50 + 1)} to ${count(page * 50 + samples.length)}`);
}

const chosen = () => [...document.querySelectorAll("#samples :checked")].map((box) => box.value);

function choose() {
  const number = chosen().length;
  put("delete-chosen", `Delete ${several(number, "sample")}`);
  show(number, "delete-chosen");
}

const valueText = (sample) => joined(sample.text, sample.shown_unit).replaceAll(" ", "\u00a0");

function open(sample) {
  shown = sample;
  put("sample-title", sample.name);
  put("sample-facts", facts([
    ["Value", valueText(sample)], ["Start", timeText(sample.start, 19)], ["End", timeText(sample.end, 19)],
    ["Source", joined(sample.source, sample.source_version)], ["Device", joined(sample.device, sample.device_model)],
    ...sample.details.map(({ name, text }) => [name, text]), ["Identifier", sample.id.toLowerCase()],
  ]));
  put("delete", "Delete");
  show(false, "not-own");
  by("sample").showModal();
}

/** Deletes what is shown; another program's only after a question. */
function remove() {
  if (!shown.is_own && by("not-own").hidden) {
    show(true, "not-own");
    return put("delete", "Delete it anyway");
  }
  by("sample").close();
  return removeAll([shown.id], !shown.is_own);
}

function removeChosen() {
  const all = chosen();
  const others = listed.filter((sample) => !sample.is_own && all.includes(sample.id));
  const question = `Delete ${several(others.length, "sample")} of other programs too`;
  if (others.length && by("delete-chosen").textContent !== question) return put("delete-chosen", question);
  return removeAll(all, others.length > 0);
}

const removeAll = (ids, others) => removed("undo-line", "api/samples/delete", { ids, others }, stay);

/** Deletes what a request names and says so in a line, with a way back; `changed` is called after each. */
export async function removed(line, path, body, changed) {
  const { deleted, undo } = await ask(path, body);
  const back = button("Undo", async () => {
    await ask("api/samples/undo", { undo });
    put(line, deleted === 1 ? "The sample is back." : `${several(deleted, "sample")} are back.`);
    await changed(true);
  });
  put(line, `${several(deleted, "sample")} deleted. `, back);
  await changed();
  back.focus();
}

export function begin() {
  on("click", {
    newer: () => turnPage(-1), older: () => turnPage(1), "close-sample": () => by("sample").close(), delete: remove,
    "delete-chosen": removeChosen,
  });
}
