// A contest as tables and curves, whatever its kind.

import { curve, plain } from './curves.js';
import { button, h } from './dom.js';
import { signed } from './format.js';
import { t } from './words.js';

/**
 * @typedef {{score: number, score_low: number, score_high: number, elo: number | null, elo_error: number | null, elo_low: number | null, elo_high: number | null, los: number}} Estimate
 * @typedef {{games: number, elo: number | null, low: number | null, high: number | null, llr: number | null}} CoursePoint
 * @typedef {{number: number, first: string, second: string, winner: 'first' | 'second' | 'draw', plies: number, seconds: number, reason: string | null}} Row
 * @typedef {object} ContestView
 * @property {{contest: string, game: string, [key: string]: any}} terms
 * @property {{label: string, spec: string, limits: string}[]} entrants
 * @property {any} report as `arena … --json` writes it
 * @property {CoursePoint[]} course
 * @property {{engines: number[], cells: [number, number][][]} | null} cross
 * @property {any} tuning
 * @property {number} waiting
 * @property {number} games
 * @property {Row[]} rows
 * @property {string | null} error
 * @property {boolean} more
 * @property {string} revision
 */

const share = (/** @type {number} */ part) => `${(100 * part).toFixed(1)} %`;

/** An end of an interval; null is infinite. @param {number | null} value @param {string} infinite */
const end = (value, infinite) => (value === null ? infinite : signed(value, 1));

/** Elo with its interval. @param {Estimate} e */
export function eloText(e) {
  const [low, high] = [end(e.elo_low, '−∞'), end(e.elo_high, '+∞')];
  if (e.elo === null) return `${e.score > 0.5 ? '+∞' : '−∞'} (${t('elo.range', low, high)})`;
  if (e.elo_error === null) return `${signed(e.elo, 1)} (${t('elo.range', low, high)})`;
  return `${signed(e.elo, 1)} ± ${e.elo_error.toFixed(1)}`;
}

/** @param {string} name @param {...string} classes */
const head = (name, ...classes) => h('th', { class: classes.join(' '), scope: 'col' }, name);

/** @param {string | number | Node} value @param {Record<string, any>} [attributes] */
const cell = (value, attributes = {}) => h('td', { class: 'number', ...attributes }, value);

/** A table. @param {string} caption @param {Node[]} heads @param {Node[][]} rows */
function table(caption, heads, rows) {
  return h(
    'div',
    { class: 'scroll' },
    h(
      'table',
      { class: 'moves' },
      h('caption', {}, caption),
      h('thead', {}, h('tr', {}, heads)),
      h(
        'tbody',
        {},
        rows.map((cells) => h('tr', {}, cells)),
      ),
    ),
  );
}

/**
 * All that is known about a contest.
 * @param {ContestView} view @param {(game: number) => void} replay
 */
export function contest(view, replay) {
  const { report } = view;
  switch (view.terms.contest) {
    case 'tournament':
      return [crossTable(view), faultsByEngine(report)];
    case 'sweep':
      return [results(report.values, (row) => row.value, report.param)];
    case 'doublings':
      return [results(report.doublings, (row) => limitText(row.limits), t('limit'))];
    case 'tune':
      return tuning(view);
    default:
      return [
        entrants(view),
        verdict(view),
        courses(view),
        h('div', { class: 'beside' }, scores(report), pairs(report)),
        faults(report, replay),
      ];
  }
}

/** @param {ContestView} view */
function entrants(view) {
  return h(
    'dl',
    { class: 'entrants' },
    view.entrants.slice(0, 2).map((entrant, i) => [
      h('dt', {}, 'AB'[i]),
      h(
        'dd',
        {},
        h('b', {}, entrant.label),
        entrant.spec === entrant.label ? ' ' : h('code', {}, ` ${entrant.spec} `),
        h('span', { class: 'help' }, limitOf(view.terms.engines[i], entrant.limits)),
      ),
    ]).flat(),
  );
}

/** Elo, and the state of a test, in large letters. @param {ContestView} view */
function verdict({ report }) {
  /** @type {Estimate | null} */
  const estimate = report.estimate;
  const test = report.test;
  return h(
    'div',
    { class: 'figures' },
    estimate
      ? h(
          'p',
          { 'data-contest': 'elo' },
          h('span', { class: 'help' }, t('elo.of.a')),
          h('b', {}, eloText(estimate)),
          h('span', { class: 'help' }, t('los', share(estimate.los))),
        )
      : h('p', { class: 'help' }, t('no.games')),
    test
      ? h(
          'p',
          { 'data-contest': 'test' },
          h('span', { class: 'help' }, t('test', test.elo0, test.elo1)),
          h('b', {}, test.verdict ? t(`verdict.${test.verdict}`) : t('verdict.none')),
          h(
            'span',
            { class: 'help' },
            t('llr', signed(test.llr, 2), signed(test.low, 2), signed(test.high, 2)),
          ),
        )
      : null,
  );
}

/** Wins, draws and losses of A. @param {any} report */
function scores(report) {
  const row = (/** @type {string} */ name, /** @type {any} */ counts) => {
    const { wins, draws, losses } = counts;
    const games = wins + draws + losses;
    return [
      h('th', { scope: 'row' }, name),
      cell(wins),
      cell(draws),
      cell(losses),
      cell(games ? share((wins + draws / 2) / games) : '–'),
    ];
  };
  const estimate = report.estimate;
  const interval = estimate
    ? t('score.range', share(estimate.score_low), share(estimate.score_high))
    : '';
  return h(
    'div',
    {},
    table(
      t('results.of.a'),
      [head(''), ...['wins', 'draws', 'losses', 'score'].map((name) => head(t(`col.${name}`), 'number'))],
      [
        row(t('all.games'), report.results),
        row(t('a.first'), report.results_first),
        row(t('a.second'), report.results_second),
      ],
    ),
    interval ? h('p', { class: 'help' }, interval) : null,
  );
}

/** Pairs of games by their points for A: the pentanomial distribution. @param {any} report */
function pairs(report) {
  /** @type {number[]} */
  const counts = report.pentanomial;
  const most = Math.max(1, ...counts);
  const total = counts.reduce((sum, count) => sum + count, 0);
  const names = ['0', '½', '1', '1½', '2'];
  return h(
    'figure',
    { class: 'pairs', 'data-contest': 'pairs' },
    h('figcaption', {}, t('pairs')),
    h(
      'div',
      { class: 'bars', role: 'img', 'aria-label': t('pairs.name', counts.join(', ')) },
      counts.map((count, i) =>
        h(
          'div',
          { class: `pair pair-${i}` },
          h('span', { class: 'count' }, count),
          h('span', { class: 'bar', style: `height:${Math.round((64 * count) / most)}px` }),
          h('span', { class: 'points' }, names[i]),
        ),
      ),
    ),
    report.unpaired ? h('p', { class: 'help' }, t('unpaired', report.unpaired)) : null,
    total === 0 ? h('p', { class: 'help' }, t('no.pairs')) : null,
  );
}

/** The curves of a match and of a test. @param {ContestView} view */
function courses({ course, report }) {
  if (course.length === 0) return null;
  const known = course.filter((point) => point.elo !== null);
  const test = report.test;
  return h(
    'div',
    { class: 'courses' },
    test
      ? figure(
          t('curve.llr'),
          'llr',
          curve({
            label: 'LLR',
            over: t('games'),
            points: course.map((point) => [point.games, point.llr ?? 0]),
            bounds: [
              { value: test.high, label: t('bound.stronger', test.elo1) },
              { value: test.low, label: t('bound.not', test.elo0) },
            ],
            range: [test.low * 1.1, test.high * 1.1],
          }),
        )
      : null,
    figure(
      t('curve.elo'),
      'course',
      curve({
        label: 'Elo',
        over: t('games'),
        points: known.map((point) => [point.games, point.elo ?? 0]),
        band: course.map((point) => [point.games, point.low, point.high]),
        range: [0, 0],
      }),
    ),
  );
}

/** @param {string} caption @param {string} name @param {Node} picture */
const figure = (caption, name, picture) =>
  h('figure', { 'data-curve': name }, h('figcaption', {}, caption), picture);

/** Faults of a match by kind, and the first of them. @param {any} report @param {(game: number) => void} replay */
function faults(report, replay) {
  const kinds = Object.keys(report.a.faults).filter((kind) => report.a.faults[kind] + report.b.faults[kind] > 0);
  if (kinds.length === 0) return h('p', { class: 'help', 'data-contest': 'faults' }, t('no.faults'));
  const rows = kinds.map((kind) => [
    h('th', { scope: 'row' }, t(`fault.${kind}`)),
    cell(report.a.faults[kind]),
    cell(report.b.faults[kind]),
  ]);
  return h(
    'div',
    { 'data-contest': 'faults' },
    table(t('faults'), [head(''), head('A', 'number'), head('B', 'number')], rows),
    h(
      'ul',
      { class: 'fault-list' },
      report.faults
        .slice(0, 8)
        .map((/** @type {{game: number, engine: string, kind: string, text: string}} */ fault) =>
          h(
            'li',
            {},
            button(t('game.number', fault.game), () => replay(fault.game)),
            h('span', {}, `${fault.engine}: ${t(`fault.${fault.kind}`)}: ${fault.text.slice(0, 200)}`),
          ),
        ),
    ),
  );
}

/** @param {any} report */
function faultsByEngine(report) {
  const lost = report.engines.filter((/** @type {any} */ engine) => engine.faults > 0);
  if (lost.length === 0) return h('p', { class: 'help', 'data-contest': 'faults' }, t('no.faults'));
  return h(
    'ul',
    { 'data-contest': 'faults' },
    lost.map((/** @type {any} */ engine) =>
      h('li', {}, t('faults.of', engine.name ?? engine.spec, engine.faults)),
    ),
  );
}

/** @param {ContestView} view */
function crossTable({ report, cross, entrants: all }) {
  if (!cross) return null;
  const rows = cross.engines.map((engine, i) => {
    const row = report.engines[i];
    const elo = row.elo === null ? '–' : `${signed(row.elo, 1)} ± ${row.elo_error.toFixed(1)}`;
    return [
      cell(i + 1),
      h('th', { scope: 'row', title: all[engine].spec }, all[engine].label),
      cell(elo),
      cell(row.games ? share(row.score) : '–'),
      cell(row.games),
      ...cross.cells[i].map(([points, games], j) =>
        cell(games ? (100 * points) / games < 99.95 ? ((100 * points) / games).toFixed(1) : '100' : '·', {
          class: `number cross${i === j ? ' self' : ''}`,
          title: games ? t('cross.cell', plain(points), games) : null,
        }),
      ),
    ];
  });
  return h(
    'div',
    { 'data-contest': 'cross' },
    table(
      t('cross'),
      [
        head('#', 'number'),
        head(t('engine')),
        head('Elo', 'number'),
        head(t('col.score'), 'number'),
        head(t('order.games'), 'number'),
        ...cross.engines.map((_, i) => head(String(i + 1), 'number')),
      ],
      rows,
    ),
    h('p', { class: 'help' }, report.bounded ? t('cross.help') + t('space') + t('cross.bounded') : t('cross.help')),
  );
}

/** The limits of an engine; those with a bank as the log has them. @param {any} engine @param {string} text */
const limitOf = (engine, text) => (engine.bank_seconds ? text : limitText(engine));

/** @param {any} limits */
const limitText = (limits) =>
  [
    limits.seconds ? t('time.s', limits.seconds) : '',
    limits.simulations ? t('count.simulations', limits.simulations) : '',
    limits.nodes ? t('count.nodes', limits.nodes) : '',
  ]
    .filter((text) => text !== '')
    .join(', ');

/** A row per value of a parameter or limit. @param {any[]} list @param {(row: any) => string} name @param {string} what */
function results(list, name, what) {
  const best = Math.max(...list.map((row) => row.estimate?.score ?? -1));
  const rows = list.map((row) => [
    h('th', { scope: 'row' }, name(row)),
    cell(row.games),
    cell(row.wins),
    cell(row.draws),
    cell(row.losses),
    cell(row.estimate ? share(row.estimate.score) : '–', {
      class: row.estimate?.score === best ? 'number strong' : 'number',
    }),
    cell(row.estimate ? `${share(row.estimate.score_low)} – ${share(row.estimate.score_high)}` : ''),
    cell(row.estimate ? eloText(row.estimate) : ''),
  ]);
  const heads = ['order.games', 'col.wins', 'col.draws', 'col.losses', 'col.score', 'col.range'];
  return h(
    'div',
    { 'data-contest': 'values' },
    table(t('values'), [head(what), ...heads.map((key) => head(t(key), 'number')), head('Elo', 'number')], rows),
  );
}

/** @param {ContestView} view */
function tuning(view) {
  const { tuning: tuned } = view;
  const rows = tuned.params.map((/** @type {any} */ param) => [
    h('th', { scope: 'row' }, param.name),
    cell(plain(param.start)),
    cell(plain(param.path.at(-1)[1])),
    cell(plain(param.settled), { class: 'number strong' }),
    cell(`${plain(param.range[0])} … ${plain(param.range[1])}`),
  ]);
  return [
    h('p', { 'data-contest': 'steps' }, t('steps', tuned.steps, tuned.steps_wanted)),
    table(
      t('tuned'),
      [head(t('params')), ...['start', 'now', 'settled', 'range'].map((key) => head(t(`tune.${key}`), 'number'))],
      rows,
    ),
    h('p', { class: 'help' }, t('tune.help')),
    h('p', { class: 'line' }, h('code', {}, tuned.settled)),
    h(
      'div',
      { class: 'courses' },
      tuned.params.map((/** @type {any} */ param) =>
        figure(
          param.name,
          'param',
          curve({ label: param.name, over: t('steps.over'), points: param.path, range: param.range }),
        ),
      ),
    ),
  ];
}
