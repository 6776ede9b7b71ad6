// Lines and bars of an overview, what lies behind a chart, and the two moving pictures of a session.
import { element } from "./dom.js";
import { count, span, spanText, times } from "./text.js";

function shape(name, attributes, ...content) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...content);
  return made;
}

const picture = (shapes, label) => shape("svg", {
  viewBox: "0 0 100 100", preserveAspectRatio: "none", class: "spark", role: "img", "aria-label": label,
}, ...shapes);

/** Seven days as a line, dashed to a day that is not over, and the seven before fainter. */
export function sparkline(days, isOver, label) {
  const known = days.filter((value) => value !== null);
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const room = high - low || Math.abs(high) || 1;
  const line = (part, kind) => shape("polyline", {
    class: kind,
    points: part.map((value, index) =>
      value === null ? "" : `${2 + index * 16},${Math.round(92 - (84 * (value - low)) / room)}`).join(" "),
  });
  const now = days.slice(7);
  const whole = isOver ? now : now.with(6, null);
  const last = whole.findLastIndex((day) => day !== null);
  return picture([
    line(days.slice(0, 7), "before"), line(whole, ""), line(now.fill(null, 0, Math.max(0, last)), "open"),
  ], label);
}

/** Fourteen sums as bars, the first seven fainter. */
export function bars(days, isOver, label) {
  const most = Math.max(...days) || 1;
  return picture(days.map((value, index) => {
    const height = (96 * value) / most;
    const kind = index < 7 || index > 12 && !isOver ? "bar old" : "bar";
    return shape("rect", { x: 1 + index * 7, width: 5, y: 98 - height, height, class: kind });
  }), label);
}

/** What a picture needs to show a chart. */
export const pictureOf = ({ svg, title, width }) =>
  ({ src: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`, alt: title, width });

/** What a person did meanwhile, as bands behind a chart. */
export function bands({ context, plot, width, height }) {
  const [from, to] = [plot?.from, plot?.to].map(Date.parse);
  const percent = (part, whole) => `${(100 * part) / whole}%`;
  return plot && context.map(({ name, group, ...range }) => {
    const { start, end } = times(range);
    const [first, last] = [start, end].map((time) => Math.max(0, Math.min(1, (time - from) / (to - from))) * plot.width);
    return element("div", {
      class: "band", "data-group": group, title: `${name}, ${spanText(start, end)}`,
      "--left": percent(plot.left + first, width), "--width": percent(last - first, width),
      "--top": percent(plot.top, height), "--height": percent(plot.height, height),
    }, element("span", {}, name.split(",")[0]));
  });
}

/** The stages of a night. */
export const night = (stages, label) => picture(stages.map(({ stage, ...place }) => {
  const made = shape("rect", place);
  made.style.fill = `var(--stage-${stage.toLowerCase().replace(" ", "-")})`;
  return made;
}), label);

/** The step of a scale: 1, 2 or 5 times a power of ten, so that few fit. */
function tickOf(range, most) {
  const power = 10 ** Math.floor(Math.log10(range / most));
  return [1, 2, 5, 10].map((factor) => factor * power).find((value) => value >= range / most);
}

/** Clears a canvas and draws both axes. Gives a pen within them, the places of times and values, and the colors. */
function begin(canvas, { from, to, every, time }, { low, high, value }) {
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  const dots = window.devicePixelRatio || 1;
  [canvas.width, canvas.height] = [Math.round(width * dots), Math.round(height * dots)];
  const pen = canvas.getContext("2d");
  const style = getComputedStyle(canvas);
  const color = (name) => style.getPropertyValue(`--${name}`).trim();
  const size = parseFloat(style.fontSize) * 0.8;
  const [left, right, bottom] = [size * 4, width - 4, height - size * 1.8];
  const x = (time) => left + ((time - from) / (to - from)) * (right - left);
  const y = (value) => bottom - ((value - low) / (high - low)) * (bottom - 4);
  const rule = (...ends) => {
    pen.beginPath();
    for (const end of ends) pen.lineTo(...end);
    pen.stroke();
  };
  pen.scale(dots, dots);
  pen.font = `${size}px ${style.fontFamily}`;
  pen.lineJoin = "round";
  pen.fillStyle = color("quiet");
  pen.strokeStyle = color("line");
  for (let place = from; place <= to; place += every) {
    rule([x(place), 2], [x(place), bottom]);
    pen.textAlign = place === from ? "left" : x(place) > width - size * 2 ? "right" : "center";
    pen.fillText(time(place), x(place), height - size * 0.4);
  }
  pen.textAlign = "right";
  const tick = tickOf(high - low, 4);
  for (let place = Math.ceil(low / tick) * tick; place <= high && y(place) > size; place += tick) {
    rule([left, y(place)], [right, y(place)]);
    pen.fillText(value(place), left - size * 0.4, y(place) + size * 0.35);
  }
  pen.rect(left, 0, width - left, bottom + 1);
  pen.clip();
  pen.beginPath();
  pen.strokeStyle = pen.fillStyle = color("heart");
  pen.lineWidth = 2;
  return { pen, x, y, bottom, color, rule };
}

/** The pulse of the last seconds, with a tick below each beat. */
export function drawPulse(canvas, points, beats, seconds, scale) {
  const to = points.at(-1)?.[0] ?? seconds;
  const { pen, x, y, bottom, rule } = begin(canvas, {
    from: to - seconds, to: to + 1e-6, every: canvas.clientWidth < 400 ? 5 : 2,
    time: (place) => to - place < 0.1 ? "now" : `${Math.round(place - to)} s`,
  }, { ...scale, value: (place) => `${count(place * 100, 2)}%` });
  // Through the middles of its steps the line has no corners; it breaks where time is missing.
  points.forEach(([time, value], index) => {
    const [before, height] = points[index - 1] ?? [];
    if (time - before < 0.2) pen.quadraticCurveTo(x(before), y(height), x((before + time) / 2), y((height + value) / 2));
    else pen.moveTo(x(time), y(value));
  });
  pen.stroke();
  for (const beat of beats) if (beat >= points[0]?.[0]) rule([x(beat), bottom], [x(beat), bottom - 10]);
}

const steps = [5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600, 7200];

/** A session's rate with its interval as a band, and the times without a sure one. */
export function drawHistory(canvas, rates, refused) {
  const to = Math.max(30, rates.at(-1)?.time ?? 0, refused.at(-1)?.end ?? 0);
  const all = rates.flatMap(({ low, high }) => [low, high]);
  const middle = rates.at(-1)?.rate;
  const scale = all.length
    ? { low: Math.max(Math.min(...all), middle - 60) - 3, high: Math.min(Math.max(...all), middle + 60) + 3 }
    : { low: 50, high: 100 };
  const every = steps.find((seconds) => to / seconds <= canvas.clientWidth / 80) ?? 7200;
  const { pen, x, y, bottom, color, rule } = begin(
    canvas, { from: 0, to, every, time: span }, { ...scale, value: Math.round });
  // Where no number was shown for some seconds, there is none.
  const parts = [];
  rates.forEach((one, index) => {
    if (one.time - rates[index - 1]?.time < 3) parts.at(-1).push(one);
    else parts.push([one]);
  });
  pen.fillStyle = color("soft");
  for (const { start, end } of refused) pen.fillRect(x(start), 2, x(end) - x(start), bottom - 2);
  pen.fillStyle = color("heart");
  for (const part of parts) {
    pen.globalAlpha = 0.22;
    pen.beginPath();
    for (const { time, high } of part) pen.lineTo(x(time), y(high));
    for (const { time, low } of part.toReversed()) pen.lineTo(x(time), y(low));
    pen.fill();
    pen.globalAlpha = 1;
    rule(...part.map(({ time, rate }) => [x(time), y(rate)]));
  }
}
