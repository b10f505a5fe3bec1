// Draws the board, and lets what moved from one cell to the next glide there.

import * as server from "./server.js";

const GLIDE = 90; // milliseconds
const MOST_GLIDING = 60;
const ROOMY = 36; // boards of so few cells have large ones
const LARGEST = { few: 150, many: 84 };
const TEXT = { large: 0.62, small: 0.26 };
const FONT = "system-ui, sans-serif";

export class Board {
  constructor(canvas, room) {
    this.canvas = canvas;
    this.room = room;
    this.context = canvas.getContext("2d", { alpha: false });
    this.cursor = null;
    this.still = matchMedia("(prefers-reduced-motion: reduce)");
    new ResizeObserver(() => this.board && this.refit()).observe(room);
  }

  // Shows a state of the game; gliding is only from one state of the same game to another.
  async show(state) {
    const before = this.version === state.sheet ? this.board : null;
    this.board = state.board;
    this.playing = state.status === "playing";
    this.pieces = state.pictured;
    this.blamed = state.hopeless?.cells ?? [];
    this.pointed = null;
    this.version = state.sheet;
    this.measure();
    await this.load();
    if (this.board !== state.board) return;
    this.gliding = before && !this.still.matches ? moved(before, this.board) : [];
    this.begun = performance.now();
    if (this.gliding.length) requestAnimationFrame(() => this.glide());
    else this.draw(1);
  }

  async refit() {
    const cell = this.cell;
    this.measure();
    if (cell === this.cell && this.canvas.width === this.pixels.width) return;
    await this.load();
    this.draw(1);
  }

  // Finds the largest cells, in whole pixels of the screen, that there is room for.
  measure() {
    const { width, height, lines } = this.board;
    this.ratio = devicePixelRatio || 1;
    const grows = getComputedStyle(this.room).flexGrow === "0"; // with the board, in narrow windows
    const across = this.room.clientWidth;
    const down = grows ? innerHeight * 0.62 : this.room.clientHeight;
    const most = width * height <= ROOMY ? LARGEST.few : LARGEST.many;
    const fitting = Math.min(across / (width + 0.2), down / (height + 0.2), most);
    this.cell = Math.max(4, Math.floor(fitting * this.ratio));
    this.thin = lines ? Math.max(1, Math.round(this.cell / 40)) : 0;
    this.thick = lines ? Math.max(this.thin + 1, Math.round(this.cell / 14)) : 0;
    this.pixels = {
      width: width * this.cell + this.thick,
      height: height * this.cell + this.thick,
    };
  }

  get isDrawn() { return !this.canvas.hidden; }

  get wanted() {
    return `${this.version}/${this.cell}`;
  }

  async load() {
    const { wanted } = this;
    if (this.loaded === wanted) return;
    const image = await server.sheet(this.version, this.cell);
    if (wanted !== this.wanted) return;
    this.sheet = image;
    this.loaded = wanted;
    this.side = image.width / this.board.sheet.columns;
  }

  glide() {
    const passed = (performance.now() - this.begun) / GLIDE;
    this.draw(Math.min(1, passed));
    if (passed < 1) requestAnimationFrame(() => this.glide());
  }

  draw(progress) {
    if (this.loaded !== this.wanted) return; // whoever waits for the sheet draws then
    const { canvas, context, board, pixels } = this;
    if (canvas.width !== pixels.width || canvas.height !== pixels.height) {
      Object.assign(canvas, pixels);
      canvas.style.width = `${pixels.width / this.ratio}px`;
      canvas.style.height = `${pixels.height / this.ratio}px`;
    }
    canvas.hidden = false;
    const gliding = progress < 1 ? this.gliding : [];
    const arriving = new Set(gliding.map(({ to }) => to));
    board.cells.forEach((cell, place) => {
      this.put(arriving.has(place) ? under(board, place) : cell, ...this.corner(place));
    });
    for (const { from, to } of gliding) {
      const [x0, y0] = this.corner(from);
      const [x1, y1] = this.corner(to);
      const part = (start, end) => Math.round(start + (end - start) * progress);
      this.put(board.cells[to], part(x0, x1), part(y0, y1));
    }
    if (this.pieces && this.playing && !this.thick) this.edges();
    for (const mark of board.marks) this.mark(mark);
    if (this.thick) this.lines();
    for (const [x, y] of this.blamed) this.frame({ x, y }, "#f0382b");
    if (this.pointed) this.frame(this.pointed, "#27c03d");
    if (this.cursor && this.playing) this.frame(this.cursor, "#ff9d1c");
    context.setTransform(1, 0, 0, 1, 0, 0);
  }

  corner(place) {
    const { width } = this.board;
    const margin = this.thick >> 1;
    return [(place % width) * this.cell + margin, Math.floor(place / width) * this.cell + margin];
  }

  put(number, x, y) {
    const { columns } = this.board.sheet;
    const left = (number % columns) * this.side;
    const top = Math.floor(number / columns) * this.side;
    this.context.drawImage(this.sheet, left, top, this.side, this.side, x, y, this.cell, this.cell);
  }

  // Tells the pieces of a picture apart.
  edges() {
    const { context, board, cell } = this;
    const wide = Math.max(1, Math.round(cell / 50));
    context.lineWidth = wide;
    board.values.forEach((value, place) => {
      if (!value) return;
      const [x, y] = this.corner(place);
      context.strokeStyle = "#000a";
      context.strokeRect(x + wide / 2, y + wide / 2, cell - wide, cell - wide);
      context.strokeStyle = "#fff5";
      context.strokeRect(x + wide * 1.5, y + wide * 1.5, cell - wide * 3, cell - wide * 3);
    });
  }

  lines() {
    const { context, board, pixels, thin, thick } = this;
    context.fillStyle = board.line;
    const [columns, rows] = board.lines;
    for (const [count, every, across] of [[board.width, columns, true], [board.height, rows, false]]) {
      for (let border = 0; border <= count; border += 1) {
        const wide = border % every === 0 || border === count ? thick : thin;
        const at = border * this.cell + (thick >> 1) - (wide >> 1);
        if (across) context.fillRect(at, 0, wide, pixels.height);
        else context.fillRect(0, at, pixels.width, wide);
      }
    }
  }

  mark(mark) {
    const { context, cell } = this;
    const [x, y] = this.corner(mark.y * this.board.width + mark.x);
    if (mark.fill) {
      context.fillStyle = mark.fill;
      context.fillRect(x, y, cell, cell);
    }
    if (mark.frame) this.frame(mark, mark.frame);
    if (!mark.text) return;
    const large = mark.place === null;
    const column = large ? 1 : mark.place % 3;
    const row = large ? 1 : Math.floor(mark.place / 3);
    context.fillStyle = mark.color;
    context.font = `${large ? 500 : 400} ${cell * (large ? TEXT.large : TEXT.small)}px ${FONT}`;
    context.textAlign = "center";
    context.textBaseline = "alphabetic";
    const size = context.measureText(mark.text);
    const middle = (size.actualBoundingBoxAscent - size.actualBoundingBoxDescent) / 2;
    context.fillText(mark.text, x + ((column + 0.5) * cell) / 3, y + ((row + 0.5) * cell) / 3 + middle);
  }

  frame({ x, y }, color) {
    const [left, top] = this.corner(y * this.board.width + x);
    const wide = Math.max(2, Math.round(this.cell / 14));
    this.context.strokeStyle = color;
    this.context.lineWidth = wide;
    const inset = wide / 2 + (this.thick >> 1);
    this.context.strokeRect(left + inset, top + inset, this.cell - 2 * inset, this.cell - 2 * inset);
  }

  // The cell at a point of the screen; null beside the board.
  cellAt(clientX, clientY) {
    const box = this.canvas.getBoundingClientRect();
    const margin = this.thick >> 1;
    const at = (offset) => Math.floor((offset * this.ratio - margin) / this.cell);
    const [x, y] = [at(clientX - box.left), at(clientY - box.top)];
    const { width, height } = this.board;
    return x >= 0 && y >= 0 && x < width && y < height ? [x, y] : null;
  }

  // Frames the cell that an event clicks.
  point(event) {
    if (!Array.isArray(event)) return;
    const [, x, y] = event;
    this.pointed = { x, y };
    this.draw(1);
  }

  refuse() {
    this.canvas.classList.remove("refused");
    void this.canvas.offsetWidth; // begins the animation anew
    this.canvas.classList.add("refused");
  }
}

// What is drawn where something arrives: the ground, with the mark of its goal.
function under(board, place) {
  const cell = board.cells[place];
  return cell < board.kinds ? cell - board.values[place] : 0;
}

// Pairs each thing that is now where it was not with the next cell in which it was before.
function moved(before, after) {
  if (before.width !== after.width || before.height !== after.height) return [];
  const { width } = after;
  const changed = (place) => before.values[place] !== after.values[place];
  const left = new Set();
  const found = [];
  after.values.forEach((value, to) => {
    if (!value || !changed(to)) return;
    const column = to % width;
    const near = [to - width, to + width];
    if (column) near.push(to - 1);
    if (column < width - 1) near.push(to + 1);
    const from = near.find((place) =>
      before.values[place] === value && changed(place) && !left.has(place));
    if (from === undefined) return;
    left.add(from);
    found.push({ from, to });
  });
  return found.length > MOST_GLIDING ? [] : found;
}
