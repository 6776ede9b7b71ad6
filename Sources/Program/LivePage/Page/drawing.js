// What is drawn here: lines and bars of an overview, and the two moving pictures of a session.
import { element } from "./app.js";

const svgName = "http://www.w3.org/2000/svg";

function shape(name, attributes) {
  const made = document.createElementNS(svgName, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

function picture(shapes, label) {
  const svg = shape("svg", {
    viewBox: "0 0 100 100", preserveAspectRatio: "none", class: "spark", role: "img", "aria-label": label,
  });
  svg.append(...shapes);
  return svg;
}

/** Lines through numbers, broken where one is missing. */
function paths(days, place) {
  const lines = [];
  let line = "";
  days.forEach((value, index) => {
    if (value === null) return void (line = "");
    const [x, y] = place(index, value);
    line = line ? `${line}L${x} ${y}` : `M${x} ${y}l0.01 0`;
    if (days[index + 1] === undefined || days[index + 1] === null) lines.push(line);
  });
  return lines.join("");
}

/** Seven days as a line, and the seven before as a fainter one. */
export function sparkline(days, label) {
  const known = days.filter((value) => value !== null);
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const room = high - low || Math.abs(high) || 1;
  const place = (index, value) => [2 + index * 16, Math.round(92 - (84 * (value - low)) / room)];
  const line = (part, kind) => shape("path", { d: paths(part, place), class: kind });
  return picture([line(days.slice(0, 7), "before"), line(days.slice(7), "now")], label);
}

/** Fourteen sums as bars, the first seven fainter. */
export function bars(days, label) {
  const most = Math.max(...days.map((value) => value ?? 0)) || 1;
  return picture(days.map((value, index) => shape("rect", {
    x: 1 + index * 7, width: 5, y: 98 - (96 * (value ?? 0)) / most, height: (96 * (value ?? 0)) / most,
    class: index < 7 ? "bar old" : "bar",
  })), label);
}

const rows = ["In bed", "Awake", "REM", "Asleep", "Core", "Deep"];

/** The stages of a night. */
export function night(all, label) {
  const stages = all.some(({ stage }) => stage !== "In bed") ? all.filter(({ stage }) => stage !== "In bed") : all;
  const present = rows.filter((row) => stages.some(({ stage }) => stage === row));
  const times = stages.map(({ start, end }) => [Date.parse(start), Date.parse(end)]);
  const [first, last] = [Math.min(...times.map(([start]) => start)), Math.max(...times.map(([, end]) => end))];
  const step = 100 / present.length;
  return picture(stages.map(({ stage }, index) => {
    const [start, end] = times[index];
    const made = shape("rect", {
      x: (100 * (start - first)) / (last - first), width: Math.max(0.5, (100 * (end - start)) / (last - first)),
      y: present.indexOf(stage) * step, height: step * 0.9,
    });
    made.style.fill = `var(--stage-${stage.toLowerCase().replace(" ", "-")})`;
    return made;
  }), label);
}

/** Puts a canvas in order for a drawing; gives its pen and its size. */
function begin(canvas) {
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  const dots = window.devicePixelRatio || 1;
  if (canvas.width !== Math.round(width * dots) || canvas.height !== Math.round(height * dots)) {
    canvas.width = Math.round(width * dots);
    canvas.height = Math.round(height * dots);
  }
  const pen = canvas.getContext("2d");
  pen.setTransform(dots, 0, 0, dots, 0, 0);
  pen.clearRect(0, 0, width, height);
  const style = getComputedStyle(canvas);
  const colour = (name) => style.getPropertyValue(`--${name}`).trim();
  const size = parseFloat(style.fontSize) * 0.8;
  pen.font = `${size}px ${style.fontFamily}`;
  pen.lineJoin = "round";
  return { pen, width, height, size, colour };
}

/** A number that a scale has for a tick: 1, 2 or 5 times a power of ten, so that few fit. */
export function step(range, most) {
  const rough = range / most;
  const power = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 5, 10].map((factor) => factor * power).find((value) => value >= rough);
}

/** Between what the pulse swings, whatever a jolt does: what is usual of parts that each hold a beat. A jolt of six
    seconds of ten changes nothing; after a longer one the newest parts count. */
export function swing(points) {
  const end = points.length ? points[points.length - 1][0] : 0;
  const parts = [];
  for (const [time, value] of points) {
    const index = Math.floor((end - time) / 1.5);
    const [low, high, count] = parts[index] ?? [value, value, 0];
    parts[index] = [Math.min(low, value), Math.max(high, value), count + 1];
  }
  const usual = (some) => [0, 1].map((side) => {
    const sorted = some.map((ends) => Math.abs(ends[side])).sort((a, b) => a - b);
    return Math.max(0.0003, sorted[Math.floor(some.length * 0.4)] ?? 0);
  });
  // A part that has only begun may hold no beat.
  const most = Math.max(...parts.map((part) => part?.[2] ?? 0));
  const known = parts.filter((part) => part && part[2] > most * 0.8);
  const [all, newest] = [usual(known), usual(known.slice(0, 2))];
  const [low, high] = newest[0] + newest[1] < (all[0] + all[1]) / 3 ? newest : all;
  return { low: -1.3 * low - 0.1 * high, high: 1.4 * high };
}

/** The pulse of the last seconds, with a dot on each beat. */
export function drawPulse(canvas, points, beats, seconds, { low, high }) {
  const { pen, width, height, size, colour } = begin(canvas);
  const [left, bottom] = [size * 4, height - size * 1.8];
  const end = points.length ? points[points.length - 1][0] : seconds;
  const x = (time) => left + ((time - end + seconds) / seconds) * (width - left - 4);
  const y = (value) => bottom - ((value - low) / (high - low)) * (bottom - 4);
  pen.fillStyle = colour("quiet");
  pen.strokeStyle = colour("line");
  pen.textAlign = "center";
  for (let second = -seconds; second <= 0; second += width < 400 ? 5 : 2) {
    pen.beginPath();
    pen.moveTo(x(end + second), 2);
    pen.lineTo(x(end + second), bottom);
    pen.stroke();
    const text = second === 0 ? "now" : `${second} s`;
    pen.textAlign = second === 0 ? "right" : second === -seconds ? "left" : "center";
    pen.fillText(text, x(end + second), height - size * 0.4);
  }
  pen.textAlign = "right";
  const tick = step(high - low, 4);
  for (let value = Math.ceil(low / tick) * tick; value <= high; value += tick) {
    pen.beginPath();
    pen.moveTo(left, y(value));
    pen.lineTo(width - 4, y(value));
    pen.stroke();
    const number = Math.round(value * 10000) / 100;
    pen.fillText(`${number} %`, left - size * 0.4, y(value) + size * 0.35);
  }
  pen.save();
  pen.beginPath();
  pen.rect(left, 0, width - left, bottom + 1);
  pen.clip();
  pen.strokeStyle = pen.fillStyle = colour("heart");
  pen.lineWidth = 2;
  pen.beginPath();
  points.forEach(([time, value], index) => {
    if (index && time - points[index - 1][0] < 0.2) pen.lineTo(x(time), y(value));
    else pen.moveTo(x(time), y(value));
  });
  pen.stroke();
  for (const beat of beats) {
    const near = points.find(([time]) => time >= beat - 1 / 60);
    if (!near || near[0] - beat > 0.1) continue;
    pen.beginPath();
    pen.arc(x(near[0]), y(near[1]), 4, 0, 7);
    pen.fill();
  }
  pen.restore();
}

/** The rate of a session with its interval as a band, and the times in which none was sure. */
export function drawHistory(canvas, rates, refused) {
  const { pen, width, height, size, colour } = begin(canvas);
  const [left, bottom] = [size * 3.2, height - size * 1.8];
  const end = Math.max(30, ...rates.slice(-1).map(({ time }) => time), ...refused.slice(-1).map((one) => one.end));
  const all = rates.flatMap(({ low, high }) => [low, high]);
  const middle = rates.length ? rates[rates.length - 1].rate : 70;
  const [least, most] = all.length
    ? [Math.max(Math.min(...all), middle - 60) - 3, Math.min(Math.max(...all), middle + 60) + 3] : [50, 100];
  const x = (time) => left + (time / end) * (width - left - 4);
  const y = (rate) => bottom - ((rate - least) / (most - least)) * (bottom - 4);
  pen.strokeStyle = colour("line");
  pen.fillStyle = colour("quiet");
  pen.textAlign = "right";
  const tick = step(most - least, 4);
  for (let rate = Math.ceil(least / tick) * tick; rate <= most && y(rate) > size; rate += tick) {
    pen.beginPath();
    pen.moveTo(left, y(rate));
    pen.lineTo(width - 4, y(rate));
    pen.stroke();
    pen.fillText(String(Math.round(rate)), left - size * 0.4, y(rate) + size * 0.35);
  }
  const every = [5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600].find((seconds) => end / seconds <= width / 80) ?? 7200;
  for (let time = 0; time <= end; time += every) {
    pen.textAlign = time === 0 ? "left" : x(time) > width - size * 2 ? "right" : "center";
    pen.fillText(`${Math.floor(time / 60)}:${String(time % 60).padStart(2, "0")}`, x(time), height - size * 0.4);
  }
  pen.fillStyle = colour("soft");
  for (const { start, end: until } of refused) pen.fillRect(x(start), 2, Math.max(1, x(until) - x(start)), bottom - 2);
  if (!rates.length) return;
  pen.save();
  pen.beginPath();
  pen.rect(left, 0, width - left, bottom);
  pen.clip();
  pen.fillStyle = pen.strokeStyle = colour("heart");
  pen.lineWidth = 2;
  // Where no number was shown for some seconds, there is none.
  const parts = [];
  rates.forEach((one, index) => {
    if (index && one.time - rates[index - 1].time < 3) parts[parts.length - 1].push(one);
    else parts.push([one]);
  });
  for (const part of parts) {
    pen.globalAlpha = 0.22;
    pen.beginPath();
    part.forEach(({ time, high }) => pen.lineTo(x(time), y(high)));
    [...part].reverse().forEach(({ time, low }) => pen.lineTo(x(time), y(low)));
    pen.fill();
    pen.globalAlpha = 1;
    pen.beginPath();
    part.forEach(({ time, rate }) => pen.lineTo(x(time), y(rate)));
    pen.stroke();
  }
  pen.restore();
}

/** Rows under heads, in place of what a table held. */
export function fill(table, heads, lines) {
  const head = element("tr");
  head.append(...heads.map((name) => element("th", name, { scope: "col" })));
  const top = element("thead");
  top.append(head);
  const body = element("tbody");
  for (const cells of lines) {
    const line = element("tr");
    line.append(...cells.map((cell) => cell instanceof Element ? cell : element("td", cell)));
    body.append(line);
  }
  table.replaceChildren(top, body);
}
