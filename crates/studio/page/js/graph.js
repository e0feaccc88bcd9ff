// Graph of the values over a game; a click shows the ply.

import { s } from './dom.js';
import { t } from './words.js';
import { signed, unitName } from './format.js';

/**
 * @typedef {{unit: string, points: [number, number][]}} Own values of a player by itself, for the first player
 *
 * @typedef {object} Plot
 * @property {number} plies
 * @property {number} ply the ply that is shown
 * @property {string} unit
 * @property {[number, number][]} values ply and value for the first player
 * @property {{ply: number, class: string}[]} mistakes
 * @property {Own[]} own of each player; another unit than that of the graph has its scale on the right
 * @property {string} label
 */

const [WIDTH, HEIGHT, LEFT, RIGHT, BOTTOM, TOP] = [600, 150, 40, 40, 20, 8];

/** @param {Plot} plot @param {(ply: number) => void} onply */
export function graph(plot, onply) {
  const chance = plot.unit === '%';
  // The largest values that are drawn, from the middle on: of discs, and of chances.
  const sizes = [{ unit: plot.unit, points: plot.values }, ...plot.own]
    .filter(({ unit }) => unit !== '%')
    .flatMap(({ points }) => points.map(([, value]) => Math.abs(value)));
  const most = Math.max(8, ...sizes);
  const right = plot.own.some(({ unit, points }) => points.length > 0 && (unit === '%') !== chance) ? RIGHT : 10;
  const wide = WIDTH - LEFT - right;
  const plies = Math.max(1, plot.plies);
  const x = (/** @type {number} */ ply) => LEFT + wide * (ply / plies);
  const y = (/** @type {number} */ value, ofChance = chance) => {
    const part = Math.max(-1, Math.min(1, ofChance ? (value - 50) / 50 : value / most));
    return TOP + ((HEIGHT - TOP - BOTTOM) * (1 - part)) / 2;
  };
  const middle = y(chance ? 50 : 0);
  const line = plot.values
    .map(([ply, value], i) => `${i ? 'L' : 'M'}${x(ply).toFixed(1)} ${y(value).toFixed(1)}`)
    .join('');
  const area =
    plot.values.length > 1
      ? `${line}L${x(plot.values.at(-1)?.[0] ?? 0).toFixed(1)} ${middle}L${x(plot.values[0][0]).toFixed(1)} ${middle}Z`
      : '';
  const at = new Map(plot.values);
  /** @param {boolean} ofChance @returns {[number, string][]} */
  const ticks = (ofChance) =>
    ofChance
      ? [
          [0, '0'],
          [50, '50%'],
          [100, '100'],
        ]
      : [-most, 0, most].map((value) => [value, signed(value)]);
  const text = (/** @type {number} */ value) =>
    chance ? `${Math.round(value)}%` : signed(value, 1) + unitName(plot.unit);
  const clicked = (/** @type {MouseEvent} */ event) => {
    const box = svg.getBoundingClientRect();
    const part = (((event.clientX - box.left) / box.width) * WIDTH - LEFT) / wide;
    onply(Math.round(Math.max(0, Math.min(1, part)) * plies));
  };
  const keyed = (/** @type {KeyboardEvent} */ event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    onply(plot.ply + step);
  };
  const now = at.get(plot.ply);
  const svg = s(
    'svg',
    {
      class: 'graph',
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      role: 'slider',
      tabindex: 0,
      onclick: clicked,
      onkeydown: keyed,
      'aria-label': plot.label,
      'aria-valuemin': 0,
      'aria-valuemax': plies,
      'aria-valuenow': plot.ply,
      'aria-valuetext': t('graph.ply', plot.ply, now === undefined ? '–' : text(now)),
    },
    s('rect', {
      class: 'back',
      x: LEFT,
      y: TOP,
      width: wide,
      height: HEIGHT - TOP - BOTTOM,
      rx: 4,
    }),
    ticks(chance)
      .map(([value, label]) => [
        s('path', { class: 'tick', d: `M${LEFT} ${y(value)}H${LEFT + wide}` }),
        s('text', { class: 'axis', x: LEFT - 6, y: y(value) + 4 }, label),
      ])
      .flat(),
    right === RIGHT
      ? ticks(!chance).map(([value, label]) =>
          s('text', { class: 'axis right', x: WIDTH - RIGHT + 6, y: y(value, !chance) + 4 }, label),
        )
      : null,
    s('path', { class: 'area', d: area }),
    s('path', { class: 'curve', d: line }),
    plot.own
      .map(({ unit, points }, side) =>
        points.map(([ply, value]) =>
          s('circle', { class: `own own-${side}`, cx: x(ply), cy: y(value, unit === '%'), r: 3 }),
        ),
      )
      .flat(),
    plot.mistakes.map((m) =>
      s(
        'circle',
        { class: `fault ${m.class}`, cx: x(m.ply), cy: y(at.get(m.ply) ?? (chance ? 50 : 0)), r: 5.5 },
        s('title', {}, t(m.class)),
      ),
    ),
    s('path', { class: 'now', d: `M${x(plot.ply)} ${TOP}V${HEIGHT - BOTTOM}` }),
  );
  [0, Math.round(plies / 2), plies].forEach((ply) =>
    svg.append(s('text', { class: 'axis ply', x: x(ply), y: HEIGHT - 5 }, ply)),
  );
  return svg;
}
