// Whose samples count first, and what other programs may do.
import { ask, by, element } from "./app.js";

async function show() {
  const overview = await ask("/api/overview");
  const before = by("source-type").value;
  by("source-type").replaceChildren(
    ...(overview.groups ?? []).flatMap((group) => group.cards).map(
      (card) => element("option", card.name, { value: card.key })));
  if (before) by("source-type").value = before;
  if (by("source-type").value) await sources();
  else by("source-list").replaceChildren(element("li", "Nothing has been saved yet."));
  await permissions();
}

async function sources() {
  const type = by("source-type").value;
  const found = (await ask(`/api/sources?type=${encodeURIComponent(type)}`)).sources ?? [];
  by("source-list").replaceChildren(...found.map((source, index) => {
    const line = element("li");
    line.append(element("span", `${source.name} (${source.bundle_identifier}), samples: ${source.samples}`));
    if (index > 0) {
      const up = element("button", "Believe before the others", { type: "button" });
      up.setAttribute("aria-label", `Believe ${source.name} before the others`);
      up.addEventListener("click", () => prefer(type, found, index));
      line.append(up);
    }
    return line;
  }));
}

async function prefer(type, found, index) {
  const order = found.map((source) => source.bundle_identifier);
  order.unshift(...order.splice(index, 1));
  await change("/api/sources/priority", { type, order }, `${found[index].name} counts first now.`);
  await sources();
}

async function permissions() {
  const found = await ask("/api/authorizations");
  const head = element("tr");
  head.append(...["Program", "Type", "May save", "May read"].map((name) => element("th", name, { scope: "col" })));
  const top = element("thead");
  top.append(head);
  const body = element("tbody");
  for (const row of found.authorizations ?? []) {
    const line = element("tr");
    line.append(element("td", row.bundle_identifier), element("td", row.name));
    for (const key of ["sharing", "reading"]) {
      const box = element("input", null, {
        type: "checkbox",
        "aria-label": `${row.bundle_identifier} may ${key === "sharing" ? "save" : "read"} ${row.name}`,
      });
      box.checked = row[key] === "authorized";
      box.addEventListener("change", () => change(
        "/api/authorizations",
        { bundle_identifier: row.bundle_identifier, type: row.type, [key]: box.checked }, "Noted."));
      const cell = element("td");
      cell.append(box);
      line.append(cell);
    }
    body.append(line);
  }
  by("permissions").replaceChildren(top, body);
  if (found.types && !by("permission-type").options.length) {
    by("permission-type").append(...found.types.map((row) => element("option", row.name, { value: row.key })));
    by("permission-type").value = "HeartRate";
  }
  by("permission").hidden = !found.types;
}

async function change(path, body, done) {
  try {
    await ask(path, body);
    by("sharing-outcome").textContent = done;
  } catch (error) {
    by("sharing-outcome").textContent = error.message;
  }
}

function begin() {
  by("source-type").addEventListener("change", sources);
  by("permission").addEventListener("submit", async (event) => {
    event.preventDefault();
    await change(
      "/api/authorizations",
      { bundle_identifier: by("bundle").value.trim(), type: by("permission-type").value, sharing: true, reading: true },
      "Noted.");
    await permissions();
  });
}

export const sharing = { begin, show };
