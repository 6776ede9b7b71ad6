// Whose samples count first, and what other programs may do.
import { button, by, element, on, option, put, quiet } from "./dom.js";
import { ask, words } from "./server.js";
import { several } from "./text.js";

async function show() {
  const { cards = [] } = await ask("api/overview");
  const before = by("source-type").value;
  put("source-type", cards.map(option));
  if (before) by("source-type").value = before;
  if (cards.length) await sources();
  else put("source-list", element("li", {}, "Nothing has been saved yet."));
  await permissions();
}

// MARK: Sources

async function sources() {
  const type = by("source-type").value;
  const { sources: found = [] } = await ask(`api/sources?${words({ type })}`);
  let dragged;
  const move = (from, to) => prefer(type, found.toSpliced(from, 1).toSpliced(to, 0, found[from]));
  put("source-list", found.map((source, index) => element(
    "li", {
      draggable: found.length > 1, title: source.bundle_identifier, dragstart: () => { dragged = index; },
      dragover: (event) => event.preventDefault(),
      drop: (event) => {
        event.preventDefault();
        if (dragged !== undefined && dragged !== index) move(dragged, index);
      },
    },
    element("span", {}, element("strong", {}, `${index + 1}. ${source.name}`), ` ${several(source.samples, "sample")}`),
    index > 0 && button("Move up", () => move(index, index - 1), { "aria-label": `Move ${source.name} up` }))));
  put("source-note", found.length > 1
    ? `Where these overlap, ${found[0].name} counts and the others do not. Drag to change the order.`
    : "One source: all its samples count.");
}

async function prefer(type, found) {
  await ask("api/sources/priority", { type, order: found.map((source) => source.bundle_identifier) });
  await sources();
}

// MARK: Permissions

const rights = { sharing: "save", reading: "read" };

async function permissions() {
  const { authorizations, types, is_empty: isEmpty } = await ask("api/authorizations");
  put("permissions", [...Map.groupBy(authorizations, (row) => row.bundle_identifier)].map(([bundle, rows]) => element(
    "li", {}, element("strong", {}, bundle),
    rows.map((row) => element("div", { class: "row" }, element("span", {}, row.name), Object.entries(rights).map(([key, right]) => {
      const box = element("input", {
        type: "checkbox", "aria-label": `${bundle} may ${right} ${row.name}`,
        change: () => permit({ bundle_identifier: bundle, type: row.type, [key]: box.checked }),
      });
      box.checked = row[key] === "authorized";
      return element("label", {}, box, ` may ${right}`);
    }))),
    button("Revoke all", async () => {
      for (const { type } of rows) await permit({ bundle_identifier: bundle, type, sharing: false, reading: false });
      await permissions();
    }))), authorizations.length === 0 && quiet("No program has asked for anything."));
  if (!by("permission-type").options.length) {
    put("permission-type", types.map(option));
    by("permission-type").value = "HeartRate";
  }
  by("permission").hidden = isEmpty;
}

async function permit(right) {
  await ask("api/authorizations", right);
  put("sharing-outcome", `Saved for ${right.bundle_identifier}.`);
}

function begin() {
  on("change", { "source-type": sources });
  on("submit", {
    async permission(event) {
      event.preventDefault();
      await permit({
        bundle_identifier: by("bundle").value.trim(), type: by("permission-type").value, sharing: true, reading: true,
      });
      await permissions();
    },
  });
}

const view = { begin, show, refresh: show };
export { view as sources };
