// The review of a game: a value of each position, and the mistakes by size.

import { button, choice, field, h, replace } from './dom.js';
import { signed, unitName } from './format.js';
import { sideName, t } from './words.js';

/** @type {[string, string][]} */
const TIMES = [
  ['50', '0.05'],
  ['200', '0.2'],
  ['1000', '1'],
  ['5000', '5'],
];

export class Reviewer {
  /** @param {import('./app.js').App} app @param {() => string} spec the strategy @param {() => void} changed called when a review begins and when it ends */
  constructor(app, spec, changed) {
    this.app = app;
    this.spec = spec;
    this.changed = changed;
    this.time = '200';
    /** @type {import('./engine.js').Job | null} */
    this.job = null;
    /** What is drawn: it stays in place while nothing changes, and so does the focus. @type {unknown[]} */
    this.drawn = [];
    this.element = h('div', { class: 'review' });
  }

  halt() {
    const job = this.job;
    this.job = null;
    job?.stop();
  }

  stop() {
    this.halt();
    this.app.sayTurn();
    this.show();
    this.changed();
  }

  /** Reviews the whole game. */
  async run() {
    const { game } = this.app;
    const total = game.moves.length;
    const at = { start: game.start, moves: game.moves };
    const count = (/** @type {any} */ move) => this.app.say(t('reviewing', move.ply, total));
    const job = this.app.run({ do: 'review', at, spec: this.spec(), limit: { ms: Number(this.time) } }, count);
    this.job = job;
    this.changed();
    this.show();
    this.app.say(t('reviewing', 0, total));
    const review = await this.app.guard(job.done);
    if (this.job !== job) return;
    this.job = null;
    if (review && at.moves === game.moves) game.review = review;
    this.app.sayTurn();
    this.show();
    this.changed();
    this.app.redraw();
  }

  show() {
    const { game } = this.app;
    const now = [game.review, game.moves.length === 0, this.job, t('review')];
    if (now.every((part, i) => part === this.drawn[i])) return;
    this.drawn = now;
    const times = TIMES.map(
      ([ms, seconds]) => /** @type {[string, string]} */ ([ms, t('used', seconds)]),
    );
    const begin = h(
      'div',
      { class: 'row' },
      field(
        t('review.per'),
        choice(t('review.per'), times, this.time, (value) => (this.time = value), {
          'data-analyse': 'review-time',
        }),
      ),
      this.job
        ? button(t('stop'), () => this.stop(), { 'data-analyse': 'review-stop' })
        : button(t('review'), () => this.run(), {
            disabled: game.moves.length === 0,
            'data-analyse': 'review',
          }),
    );
    replace(
      this.element,
      h('h3', {}, t('mistakes')),
      begin,
      game.moves.length === 0 ? h('p', { class: 'help' }, t('review.empty')) : null,
      ...(game.review ? this.found(game.review) : []),
    );
  }

  /** The mistakes, the largest first, and a summary. @param {import('./types.js').Review} review @returns {Node[]} */
  found(review) {
    const { game, engine } = this.app;
    const loss = (/** @type {import('./types.js').Loss | null} */ l) =>
      l
        ? `${l.atLeast ? '≥ ' : ''}${l.unit === '%' ? Math.round(l.amount) : l.amount}${unitName(l.unit)}`
        : '';
    const faults = review.moves
      .filter((m) => m.class)
      .sort((a, b) => (b.loss?.amount ?? 0) - (a.loss?.amount ?? 0));
    const items = faults.map((m) =>
      h(
        'li',
        { class: m.class ?? '' },
        button(
          t(
            'mistake.text',
            m.ply,
            sideName(engine.game, m.side),
            m.played.place ? m.played.move : t('pass'),
            t(m.class ?? ''),
            loss(m.loss),
            m.best.place ? m.best.move : t('pass'),
          ),
          () => game.go(m.ply - 1),
        ),
      ),
    );
    const summaries = review.summary.map((side, i) =>
      h(
        'p',
        {},
        t(
          'review.summary',
          sideName(engine.game, i),
          ...side.mistakes,
          side.average === null ? '–' : signed(-side.average, 1).replace('−', '') + unitName(review.measure),
        ),
      ),
    );
    return [
      ...summaries,
      items.length ? h('ol', { class: 'faults' }, items) : h('p', {}, t('no.mistakes')),
    ];
  }
}
