// Curves over a number: strength and evidence over the games of a match, parameters over the
// steps of a tuning, columns of a training.

import { s } from './dom.js';
import { t } from './words.js';

/**
 * @typedef {object} Chart
 * @property {string} label name of the values
 * @property {string} over name of what they are drawn over
 * @property {[number, number][]} points
 * @property {[number, number][]} [second] a second curve
 * @property {[number, number | null, number | null][]} [band] an interval; null is infinite
 * @property {{value: number, label: string}[]} [bounds] lines across
 * @property {[number, number]} [range] values that are always shown
 */

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [440, 180, 48, 14, 10, 26];

/** Draws a chart. @param {Chart} chart */
export function curve({ label, over, points, second = [], band = [], bounds = [], range }) {
  const finite = points.filter(([x, y]) => Number.isFinite(x) && Number.isFinite(y));
  const other = second.filter(([x, y]) => Number.isFinite(x) && Number.isFinite(y));
  const last = finite.at(-1);
  const name = last ? t('curve.name', label, over, plain(last[0]), plain(last[1])) : t('curve.none', label);
  const xs = [...finite, ...other, ...band].map(([x]) => x);
  const [left, right] = spread(xs.length ? xs : [0, 1]);
  const inner = [...[...finite, ...other].map(([, y]) => y), ...bounds.map(({ value }) => value), ...(range ?? [])];
  const [low, high] = spread(inner.length ? [...inner, ...near(band, inner)] : [0, 1]);
  const x = (/** @type {number} */ value) =>
    LEFT + ((WIDTH - LEFT - RIGHT) * (value - left)) / (right - left || 1);
  const y = (/** @type {number} */ value) => {
    const part = Math.max(0, Math.min(1, (value - low) / (high - low || 1)));
    return TOP + (HEIGHT - TOP - BOTTOM) * (1 - part);
  };
  const at = (/** @type {number} */ a, /** @type {number} */ b) => `${x(a).toFixed(1)} ${y(b).toFixed(1)}`;
  const path = (/** @type {[number, number][]} */ list) =>
    list.map(([a, b], i) => `${i ? 'L' : 'M'}${at(a, b)}`).join('');
  const upper = band.map(([a, , b]) => at(a, b ?? high));
  const lower = band.map(([a, b]) => at(a, b ?? low)).reverse();
  return s(
    'svg',
    { class: 'curves', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': name },
    s('rect', {
      class: 'back',
      x: LEFT,
      y: TOP,
      width: WIDTH - LEFT - RIGHT,
      height: HEIGHT - TOP - BOTTOM,
      rx: 4,
    }),
    ticks(low, high, 4)
      .map((value) => [
        s('path', { class: value === 0 ? 'tick zero' : 'tick', d: `M${LEFT} ${y(value)}H${WIDTH - RIGHT}` }),
        s('text', { class: 'axis', x: LEFT - 6, y: y(value) + 4 }, plain(value)),
      ])
      .flat(),
    ticks(left, right, 6).map((value) =>
      s('text', { class: 'axis over', x: x(value), y: HEIGHT - 8 }, plain(value)),
    ),
    band.length > 1 ? s('path', { class: 'band', d: `M${[...upper, ...lower].join('L')}Z` }) : null,
    bounds
      .map(({ value, label: text }) => [
        s('path', { class: 'bound', d: `M${LEFT} ${y(value)}H${WIDTH - RIGHT}` }),
        s('text', { class: 'bound-name', x: LEFT + 6, y: y(value) + (y(value) < HEIGHT / 2 ? 14 : -6) }, text),
      ])
      .flat(),
    other.length > 0 ? s('path', { class: 'curve second', d: path(other) }) : null,
    s('path', { class: 'curve', d: path(finite) }),
    finite.length === 1 ? s('circle', { class: 'point', cx: x(finite[0][0]), cy: y(finite[0][1]), r: 3 }) : null,
  );
}

/** The ends of a band that are not far from the values. @param {Chart['band'] & {}} band @param {number[]} inner */
function near(band, inner) {
  const [low, high] = spread(inner);
  const room = 2 * (high - low) + 100;
  const ends = band.slice(Math.floor(band.length / 4)).flatMap(([, a, b]) => [a, b]);
  return ends.filter((value) => value !== null && value > low - room && value < high + room).map(Number);
}

/** Least and greatest value, never the same. @param {number[]} values @returns {[number, number]} */
function spread(values) {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  const room = low === high ? Math.abs(low) / 10 || 1 : 0;
  return [low - room, high + room];
}

/** Round numbers between two ends. @param {number} low @param {number} high @param {number} most */
function ticks(low, high, most) {
  const raw = (high - low) / most;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= raw) ?? raw;
  const found = [];
  for (let i = Math.ceil(low / step); i * step <= high && found.length < 20; i++) {
    found.push(i === 0 ? 0 : i * step);
  }
  return found;
}

/** A number with at most four digits. @param {number} value */
export function plain(value) {
  if (value === 0) return '0';
  const size = Math.abs(value);
  if (size >= 1e6) return `${+(value / 1e6).toPrecision(3)}M`;
  if (size >= 1e4) return `${+(value / 1e3).toPrecision(3)}k`;
  return String(+value.toPrecision(size >= 100 ? 4 : 3)).replace('-', '−');
}
