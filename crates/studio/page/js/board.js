// The board in SVG: one group per cell, which mouse, touch and keyboard can play.

import { s } from './dom.js';
import { gameName, sideName, t } from './words.js';

/**
 * @typedef {import('./types.js').View} View
 * @typedef {import('./types.js').Place} Place
 * @typedef {import('./types.js').Played} Played
 *
 * @typedef {object} Marks
 * @property {string} [cells] stones to draw instead of those of the position
 * @property {Place | null} [last] the last move
 * @property {boolean} [legal] mark the legal moves
 * @property {Map<number, {text: string, detail?: string, prior?: number, tone: string}>} [labels] texts on cells
 * @property {Played[]} [line] moves as numbered stones
 * @property {Played[]} [path] moves of a descent, as rings
 * @property {Place | null} [hint]
 */

const CELL = 100;

export class Board {
  /** @param {(index: number) => void} onplay called with the number of a cell @param {(index: number) => void} onhover called with the cell under the mouse; −1: none */
  constructor(onplay, onhover) {
    this.onplay = onplay;
    this.onhover = onhover;
    this.element = s('svg', { class: 'board', role: 'grid' });
    /** @type {SVGElement[]} */
    this.cells = [];
    this.shape = '';
    this.focused = 0;
    this.element.addEventListener('keydown', (event) => this.onkey(/** @type {KeyboardEvent} */ (event)));
  }

  /** Draws a position. @param {View} view @param {Marks} [marks] */
  draw(view, marks = {}) {
    const shape = `${view.game} ${view.rows} ${view.columns} ${view.labels[0]}`;
    if (shape !== this.shape) {
      this.shape = shape;
      this.build(view);
    }
    this.view = view;
    const { columns } = view;
    const index = (/** @type {Place} */ place) => place[0] * columns + place[1];
    const stones = marks.cells ?? view.cells;
    const legal = new Map(view.legal.flatMap((m) => (m.place ? [[index(m.place), m]] : [])));
    /** @type {Map<number, {number: number, side: number}>} */
    const line = new Map();
    (marks.line ?? []).forEach(
      (m, i) =>
        m.place && !line.has(index(m.place)) && line.set(index(m.place), { number: i + 1, side: m.side }),
    );
    const path = new Map((marks.path ?? []).flatMap((m, i) => (m.place ? [[index(m.place), i]] : [])));
    this.element.setAttribute('aria-label', t('board', gameName(view.game)));
    this.cells.forEach((group, i) => {
      const stone = stones[i];
      const isLegal = legal.has(i);
      const isLast = marks.last ? index(marks.last) === i : false;
      const label = marks.labels?.get(i);
      const step = line.get(i);
      const parts = [s('rect', { class: 'hit', x: 2, y: 2, width: CELL - 4, height: CELL - 4, rx: 8 })];
      if (view.game.startsWith('connect4') && stone === '.')
        parts.push(s('circle', { class: 'hole', cx: 50, cy: 50, r: 40 }));
      if (stone === '#') parts.push(s('path', { class: 'blocked', d: 'M28 28 L72 72 M72 28 L28 72' }));
      if (stone === 'x' || stone === 'o') parts.push(...this.stone(view.game, stone === 'x' ? 0 : 1, ''));
      else if (step) parts.push(...this.stone(view.game, step.side, 'ghost'));
      else if (isLegal && marks.legal && !label)
        parts.push(s('circle', { class: 'legal', cx: 50, cy: 50, r: 9 }));
      if (isLast) parts.push(s('circle', { class: `last on-${stone}`, cx: 50, cy: 50, r: 12 }));
      if (path.has(i)) parts.push(s('circle', { class: 'path', cx: 50, cy: 50, r: 44 }));
      if (marks.hint && index(marks.hint) === i)
        parts.push(s('circle', { class: 'hint', cx: 50, cy: 50, r: 42 }));
      if (step) parts.push(s('text', { class: `number side-${step.side}`, x: 50, y: 52 }, step.number));
      else if (label) {
        parts.push(
          s('rect', {
            class: `pill ${label.tone}`,
            x: 6,
            y: label.detail ? 14 : 26,
            width: 88,
            height: label.detail ? (label.prior === undefined ? 72 : 78) : 48,
            rx: 14,
          }),
        );
        parts.push(s('text', { class: `value ${label.tone}`, x: 50, y: label.detail ? 42 : 51 }, label.text));
        if (label.detail)
          parts.push(s('text', { class: `detail ${label.tone}`, x: 50, y: 70 }, label.detail));
        if (label.detail && label.prior !== undefined)
          parts.push(s('rect', { class: `prior ${label.tone}`, x: 14, y: 83, width: 72 * label.prior, height: 5 }));
      }
      group.replaceChildren(...parts);
      group.setAttribute('aria-label', this.name(view, i, stone, isLegal, isLast, label));
      group.classList.toggle('is-legal', isLegal);
    });
  }

  /** Name of a cell for a screen reader. @param {View} view @param {number} i @param {string} stone @param {boolean} legal @param {boolean} last @param {{text: string, detail?: string}} [label] */
  name(view, i, stone, legal, last, label) {
    const what = [
      stone === 'x'
        ? sideName(view.game, 0)
        : stone === 'o'
          ? sideName(view.game, 1)
          : stone === '#'
            ? t('blocked')
            : t('empty'),
    ];
    if (legal) what.push(t('legal'));
    if (last) what.push(t('last'));
    if (label) what.push(label.text, ...(label.detail ? [t('visits.name', label.detail)] : []));
    const row = Math.floor(i / view.columns);
    return view.drops
      ? t('cell.drop', view.labels[i], view.rows - row, what.join(', '))
      : t('cell', view.labels[i], what.join(', '));
  }

  /** @param {string} game @param {number} side @param {string} extra */
  stone(game, side, extra) {
    const names = `stone side-${side} ${extra}`;
    if (game !== 'tictactoe')
      return [s('circle', { class: names, cx: 50, cy: 50, r: game.startsWith('connect4') ? 40 : 42 })];
    return side === 0
      ? [s('path', { class: `${names} cross`, d: 'M24 24 L76 76 M76 24 L24 76' })]
      : [s('circle', { class: `${names} ring`, cx: 50, cy: 50, r: 28 })];
  }

  /** Makes the cells, lines and coordinates. @param {View} view */
  build(view) {
    const { rows, columns, game, labels } = view;
    const [width, height] = [columns * CELL, rows * CELL];
    // Coordinates have the same size on the page, whatever the board.
    const scale = Math.max(0.4, Math.max(rows, columns) / 8);
    const [LEFT, TOP, RIGHT, BOTTOM] = [44 * scale, 8, 8, 44 * scale];
    this.element.setAttribute('viewBox', `0 0 ${LEFT + width + RIGHT} ${TOP + height + BOTTOM}`);
    this.element.setAttribute('class', `board ${game}`);
    this.element.style.setProperty('--ratio', String((LEFT + width + RIGHT) / (TOP + height + BOTTOM)));
    const ground = s(
      'g',
      { transform: `translate(${LEFT} ${TOP})`, 'aria-hidden': 'true' },
      s('rect', { class: 'ground', x: -4, y: -4, width: width + 8, height: height + 8, rx: 10 }),
      s('path', { class: 'lines', d: lines(game, rows, columns) }),
    );
    const names = labels.map((label) => /^([A-Za-z]+)(\d+)$/.exec(label));
    const column = (/** @type {number} */ i) => names[i]?.[1] ?? labels[i];
    const row = (/** @type {number} */ i) => names[i * columns]?.[2] ?? String(rows - i);
    const edge = s(
      'g',
      { class: 'edge', 'aria-hidden': 'true', 'font-size': 26 * scale },
      [...Array(columns).keys()].map((i) =>
        s('text', { x: LEFT + (i + 0.5) * CELL, y: TOP + height + 26 * scale }, column(i)),
      ),
      [...Array(rows).keys()].map((i) =>
        s('text', { x: LEFT - 22 * scale, y: TOP + (i + 0.5) * CELL + 2 }, row(i)),
      ),
    );
    this.cells = [];
    const field = s(
      'g',
      { transform: `translate(${LEFT} ${TOP})` },
      [...Array(rows).keys()].map((r) =>
        s(
          'g',
          { role: 'row' },
          [...Array(columns).keys()].map((c) => {
            const i = r * columns + c;
            const cell = s('g', {
              role: 'gridcell',
              class: 'cell',
              tabindex: i === 0 ? 0 : -1,
              transform: `translate(${c * CELL} ${r * CELL})`,
              onclick: () => this.press(i),
              onfocus: () => this.focus(i),
              onpointerenter: (/** @type {PointerEvent} */ event) => event.pointerType === 'mouse' && this.onhover(i),
              onpointerleave: (/** @type {PointerEvent} */ event) => event.pointerType === 'mouse' && this.onhover(-1),
              'data-cell': i,
            });
            this.cells.push(cell);
            return cell;
          }),
        ),
      ),
    );
    this.focused = 0;
    this.element.replaceChildren(ground, edge, field);
  }

  /** @param {number} i */
  focus(i) {
    this.cells[this.focused]?.setAttribute('tabindex', '-1');
    this.focused = i;
    this.cells[i].setAttribute('tabindex', '0');
  }

  /** @param {number} i */
  press(i) {
    this.onplay(i);
  }

  /** @param {KeyboardEvent} event */
  onkey(event) {
    if (!this.view || event.ctrlKey || event.metaKey || event.altKey) return;
    const { rows, columns } = this.view;
    const [row, column] = [Math.floor(this.focused / columns), this.focused % columns];
    /** @type {Record<string, [number, number]>} */
    const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
    const step = steps[event.key];
    if (step) {
      const [r, c] = [row + step[0], column + step[1]];
      if (r >= 0 && r < rows && c >= 0 && c < columns)
        /** @type {any} */ (this.cells[r * columns + c]).focus();
    } else if (event.key === 'Enter' || event.key === ' ') this.press(this.focused);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

/** The lines of a board. @param {string} game @param {number} rows @param {number} columns */
function lines(game, rows, columns) {
  const [width, height] = [columns * CELL, rows * CELL];
  let path = '';
  if (game.startsWith('connect4')) return path;
  if (game === 'nogo') {
    for (let r = 0; r < rows; r++) path += `M50 ${r * CELL + 50}H${width - 50}`;
    for (let c = 0; c < columns; c++) path += `M${c * CELL + 50} 50V${height - 50}`;
    return path;
  }
  const first = game === 'tictactoe' ? 1 : 0;
  for (let r = first; r <= rows - first; r++) path += `M0 ${r * CELL}H${width}`;
  for (let c = first; c <= columns - first; c++) path += `M${c * CELL} 0V${height}`;
  return path;
}
