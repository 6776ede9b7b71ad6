// Reading a chart: by pointer, touch, wheel and keys.
import { bands, pictureOf } from "./drawing.js";
import { by, put, show } from "./dom.js";
import { spanText, times, whenText } from "./text.js";

const hour = 3_600_000;

/** A chart in its frame. Its listener is asked for other times: `zoom(from, to)`, `shift(way)`, `whole()`, and
    `enter(start, end)` for what one mark stands for. */
export class ChartReader {
  #chart = {};
  #marks = [];
  #mark = -1;

  // In milliseconds: the ends of the plot.
  #plot = { start: 0, end: 0 };

  // What was read, for the marks that come.
  #held;
  #ask;
  #frame = by("frame");

  constructor(ask) {
    this.#ask = ask;
    this.#listen();
  }

  show(chart) {
    this.#chart = chart;
    this.#plot = times({ start: chart.plot?.from, end: chart.plot?.to });
    this.#marks = (chart.plot && chart.marks || []).map((mark) => ({ ...times(mark), text: mark.text }));
    put("bands", bands(chart));
    Object.assign(by("chart"), pictureOf(chart));
    this.#frame.ariaLabel = `${chart.title}; arrow keys read it`;
    this.#frame.ariaValueMax = Math.max(0, this.#marks.length - 1);
    this.#frame.ariaValueText = chart.explanation;
    this.#leave();
    if (this.#held) this.#read(this.#nearest(this.#held));
    this.#held = undefined;
  }

  #leave() {
    this.#mark = -1;
    show(false, "cursor", "reading", "selection");
  }

  /** How large a point of the chart is; where a moment lies, and back. */
  get #scale() { return by("chart").clientWidth / this.#chart.width; }

  #place(time) {
    const { left, width } = this.#chart.plot;
    const share = (time - this.#plot.start) / (this.#plot.end - this.#plot.start);
    return this.#scale * (left + width * Math.max(0, Math.min(1, share)));
  }

  #moment(x) {
    const { left, width } = this.#chart.plot;
    const share = Math.max(0, Math.min(1, (x / this.#scale - left) / width));
    return this.#plot.start + share * (this.#plot.end - this.#plot.start);
  }

  #read(index) {
    if (!this.#marks.length) return;
    this.#mark = Math.max(0, Math.min(this.#marks.length - 1, index));
    const { start, end, text } = this.#marks[this.#mark];
    const [left, right] = [this.#place(start), this.#place(end)];
    this.#box("cursor", left, Math.max(2, right - left));
    this.#say(`${spanText(start, end, end - start >= 23 * hour)}: ${text}`, (left + right) / 2);
    this.#frame.ariaValueNow = this.#mark;
  }

  /** Says a text beside a place of the plot. */
  #say(text, x) {
    put("reading", text);
    this.#frame.ariaValueText = text;
    show(true, "reading");
    const tip = by("reading");
    tip.style.left = `${Math.max(0, Math.min(this.#frame.clientWidth - tip.offsetWidth, x - tip.offsetWidth / 2))}px`;
  }

  #box(id, left, width) {
    const { top, height } = this.#chart.plot;
    Object.assign(by(id).style, {
      left: `${left}px`, width: `${width}px`, top: `${this.#scale * top}px`, height: `${this.#scale * height}px`,
    });
    show(true, id);
  }

  /** Reads the mark at a moment, or beside it. */
  #point(time) {
    const reach = (this.#plot.end - this.#plot.start) / 120;
    const { start, end } = this.#marks[this.#nearest(time)] ?? {};
    if (time > start - reach && time < end + reach) return this.#read(this.#nearest(time));
    show(false, "cursor");
    this.#say(`${whenText(time)}: no data`, this.#place(time));
  }

  /** The mark nearest to a moment. */
  #nearest(time) {
    const far = this.#marks.map(({ start, end }) =>
      Math.max(start - time, time - end, Math.abs(time - (start + end) / 2) * 1e-6));
    return far.indexOf(Math.min(...far));
  }

  #zoom(first, last) { if (last - first >= 60_000) this.#ask.zoom(first, last); }

  #magnify(factor, around) {
    const { start, end } = this.#plot;
    if ((end - start) * factor < 400 * 24 * hour) this.#zoom(around - (around - start) * factor, around + (end - around) * factor);
  }

  #enter(index) {
    const { start, end } = this.#marks[index] ?? {};
    if (end - start >= hour / 2) this.#ask.enter(start, end);
  }

  #listen() {
    const frame = this.#frame;
    const x = (event) => event.clientX - frame.getBoundingClientRect().left;
    // Where each finger, or the button, went down and is.
    const down = new Map();
    const letGo = (event) => {
      down.delete(event.pointerId);
      show(false, "selection");
    };
    const listeners = {
      pointerdown: (event) => {
        if (event.button !== 0 || !this.#chart.plot) return;
        const before = this.#mark;
        down.set(event.pointerId, { start: x(event), x: x(event), time: event.timeStamp, before });
        if (event.pointerType === "touch") this.#read(this.#nearest(this.#moment(x(event))));
        else if (event.isTrusted) frame.setPointerCapture(event.pointerId);
      },
      pointermove: (event) => {
        if (!this.#chart.plot) return;
        const own = down.get(event.pointerId);
        if (own) own.x = x(event);
        if (down.size < 2) this.#point(this.#moment(x(event)));
        const way = own && event.pointerType !== "touch" ? x(event) - own.start : 0;
        if (Math.abs(way) > 6) this.#box("selection", Math.min(own.start, x(event)), Math.abs(way));
      },
      pointerup: (event) => {
        const [all, own] = [[...down.values()], down.get(event.pointerId)];
        letGo(event);
        if (!own) return;
        if (all.length === 2) {
          down.clear();
          const [before, after] = [all[0].start - all[1].start, all[0].x - all[1].x].map(Math.abs);
          return this.#magnify(before / Math.max(1, after), this.#moment((all[0].start + all[1].start) / 2));
        }
        const [end, way] = [x(event), Math.abs(x(event) - own.start)];
        const isTouch = event.pointerType === "touch";
        if (isTouch && way > 60 && event.timeStamp - own.time < 500) return this.#ask.shift(end > own.start ? -1 : 1);
        if (way > 6) return isTouch ? undefined : this.#zoom(this.#moment(Math.min(own.start, end)), this.#moment(Math.max(own.start, end)));
        // A first touch reads, a second one goes in.
        if (this.#mark >= 0 && (!isTouch || own.before === this.#mark)) this.#enter(this.#mark);
      },
      pointercancel: letGo,
      pointerleave: (event) => {
        if (event.pointerType !== "touch" && document.activeElement !== frame) this.#leave();
      },
      // The wheel scrolls the page, unless the chart is chosen.
      wheel: (event) => {
        if (!event.ctrlKey && document.activeElement !== frame) return;
        event.preventDefault();
        this.#magnify(event.deltaY < 0 ? 0.7 : 1.4, this.#moment(x(event)));
      },
      keydown: (event) => {
        const last = this.#marks.length - 1;
        const { start, end } = this.#marks[this.#mark] ?? this.#plot;
        const middle = this.#held ?? (start + end) / 2;
        const hold = () => { if (this.#mark >= 0) this.#held = middle; };
        const step = (way) => this.#read(this.#mark < 0 ? last : this.#mark + way);
        const keys = {
          ArrowLeft: () => step(-1), ArrowRight: () => step(1), Home: () => this.#read(0), End: () => this.#read(last),
          PageUp: () => this.#ask.shift(-1), PageDown: () => this.#ask.shift(1), Escape: () => this.#ask.whole(),
          Enter: () => this.#enter(this.#mark),
          "+": () => { hold(); this.#magnify(0.5, middle); }, "-": () => { hold(); this.#magnify(2, middle); },
        };
        if (!keys[event.key]) return;
        event.preventDefault();
        keys[event.key]();
      },
    };
    for (const [name, work] of Object.entries(listeners)) frame.addEventListener(name, work, { passive: false });
  }
}
