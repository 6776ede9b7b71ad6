// Whose samples count first, and what other programs may do.
import { ask, attempt, button, by, element, fill, on, put } from "./app.js";

const option = ({ key, name }) => element("option", { value: key }, name);

async function show() {
  const { groups = [] } = await ask("api/overview");
  const before = by("source-type").value;
  put("source-type", groups.flatMap(({ cards }) => cards).map(option));
  if (before) by("source-type").value = before;
  if (groups.length) await sources();
  else put("source-list", element("li", {}, "Nothing has been saved yet."));
  await permissions();
}

async function sources() {
  const type = by("source-type").value;
  const { sources: found = [] } = await ask(`api/sources?${new URLSearchParams({ type })}`);
  put("source-list", found.map((source, index) => element("li", {},
    element("span", { title: source.bundle_identifier }, `${index + 1}. ${source.name}: ${source.samples.toLocaleString("en")} samples`),
    index > 0 && button("Count first", () => prefer(type, found, source),
      { "aria-label": `Count ${source.name} first` }))));
}

async function prefer(type, found, first) {
  const order = [first, ...found.filter((source) => source !== first)].map((source) => source.bundle_identifier);
  await change("api/sources/priority", { type, order }, `${first.name} counts first now.`);
  await sources();
}

const rights = { sharing: "save", reading: "read" };

async function permissions() {
  const { authorizations = [], types } = await ask("api/authorizations");
  fill("permissions", ["Program", "Type", "May save", "May read"], authorizations.map((row) => [
    row.bundle_identifier, row.name,
    ...Object.entries(rights).map(([key, right]) => {
      const box = element("input", {
        type: "checkbox", "aria-label": `${row.bundle_identifier} may ${right} ${row.name}`,
        change: () => permit({ bundle_identifier: row.bundle_identifier, type: row.type, [key]: box.checked }),
      });
      box.checked = row[key] === "authorized";
      return box;
    }),
  ]));
  if (types && !by("permission-type").options.length) {
    put("permission-type", types.map(option));
    by("permission-type").value = "HeartRate";
  }
  by("permission").hidden = !types;
}

const permit = (right) => change("api/authorizations", right, `Saved for ${right.bundle_identifier}.`);

const change = (path, body, done) => attempt("sharing-outcome", async () => {
  await ask(path, body);
  put("sharing-outcome", done);
});

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

export const sharing = { begin, show };
