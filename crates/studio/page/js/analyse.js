// Analyse: every legal move with its value, the expected line, exact results, and the
// review of the whole game.

import { button, choice, field, h, replace } from './dom.js';
import { moveName, percent, proofText, seconds, short, signed, unitName, valueText } from './format.js';
import { sideName, t } from './words.js';

/** @typedef {import('./types.js').Decision} Decision */

export class Analyse {
  /** @param {import('./app.js').App} app */
  constructor(app) {
    this.app = app;
    this.spec = app.description.strategies[0].name;
    this.time = '3000';
    this.reviewTime = '200';
    /** @type {import('./engine.js').Job | null} */
    this.job = null;
    /** @type {Decision | null} */
    this.decision = null;
    this.status = '';
    this.hovered = '';
    this.showsLine = false;
    this.element = h('div', { class: 'panel' });
    this.controls = h('div', {});
    this.result = h('div', { class: 'result' });
    this.reviewed = h('div', {});
  }

  enter() {
    this.build();
    this.changed();
  }

  leave() {
    this.halt();
  }

  build() {
    const { description } = this.app;
    this.element.dataset.thinking = String(this.job !== null);
    const names = description.strategies.map(
      (strategy) => /** @type {[string, string]} */ ([strategy.name, strategy.name]),
    );
    const times = /** @type {[string, string][]} */ ([
      ['1000', '1 s'],
      ['3000', '3 s'],
      ['10000', '10 s'],
      ['60000', '60 s'],
      ['0', t('until.stopped')],
    ]);
    replace(
      this.controls,
      h(
        'div',
        { class: 'row' },
        field(
          t('strategy'),
          choice(
            t('strategy'),
            names,
            this.spec,
            (value) => {
              this.spec = value;
              this.changed();
            },
            { 'data-analyse': 'strategy' },
          ),
        ),
        field(
          t('analyse.for'),
          choice(
            t('analyse.for'),
            times,
            this.time,
            (value) => {
              this.time = value;
              this.changed();
            },
            { 'data-analyse': 'time' },
          ),
        ),
      ),
      h(
        'div',
        { class: 'actions' },
        this.job
          ? button(t('stop'), () => this.stopped(), { class: 'primary', 'data-analyse': 'stop' })
          : button(t('start'), () => this.start(), { class: 'primary', 'data-analyse': 'start' }),
        button(t('solve'), () => this.solve(), { 'data-analyse': 'solve' }),
      ),
    );
    replace(this.element, this.controls, this.result, this.reviewed);
    this.showReview();
  }

  changed() {
    this.halt();
    this.decision = null;
    this.status = '';
    this.hovered = '';
    this.app.sayTurn();
    if (this.app.game.view && !this.app.game.view.outcome) this.start();
    else this.show();
  }

  halt() {
    const job = this.job;
    this.job = null;
    job?.stop();
  }

  stopped() {
    this.halt();
    this.status = t('stopped');
    this.build();
    this.show();
  }

  start() {
    const ms = Number(this.time);
    return this.think(ms > 0 ? { ms } : {}, '');
  }

  solve() {
    this.spec = this.app.description.strategies[0].name;
    return this.think({}, t('solving'));
  }

  /** @param {import('./types.js').Limit} limit @param {string} status */
  async think(limit, status) {
    this.halt();
    const { game } = this.app;
    const show = (/** @type {Decision} */ report) => {
      this.decision = report;
      this.show();
    };
    const job = this.app.run({ do: 'think', at: game.at, spec: this.spec, limit, purpose: 'analyse' }, show);
    this.job = job;
    this.status = status;
    this.build();
    this.show();
    const decision = await this.app.guard(job.done);
    if (this.job !== job) return;
    this.job = null;
    if (decision) this.decision = decision;
    const best = this.decision?.moves[0];
    this.status = !status ? '' : best?.proof ? t('solved', `${best.move} ${proofText(best)}`) : t('unsolved');
    this.build();
    this.show();
  }

  /** The table of moves. */
  show() {
    const { decision } = this;
    if (!decision) {
      replace(this.result, this.status ? h('p', { class: 'status', role: 'status' }, this.status) : null);
      return this.app.redraw();
    }
    const hover = (/** @type {string} */ move) => {
      this.hovered = move;
      this.app.redraw();
    };
    const hasPrior = decision.moves.some((m) => m.prior !== null);
    const hasVisits = decision.moves.some((m) => m.visits > 0);
    const rows = decision.moves.map((m, i) =>
      h(
        'tr',
        {
          class: i === 0 ? 'best' : '',
          onmouseenter: () => hover(m.move),
          onmouseleave: () => hover(''),
          onclick: () => this.app.guard(this.app.game.play(m.move)),
        },
        h(
          'td',
          {},
          h(
            'button',
            {
              type: 'button',
              class: 'plain',
              'aria-label': moveName(m),
              onfocus: () => hover(m.move),
              onblur: () => hover(''),
              'data-move': m.move,
            },
            m.place ? m.move : t('pass'),
          ),
        ),
        h(
          'td',
          { class: 'number' },
          m.bound === 'unknown' ? '–' : m.score ? valueText(m) + unitName(m.score.unit) : percent(m.value),
        ),
        hasVisits ? h('td', { class: 'number' }, short(m.visits)) : null,
        hasPrior
          ? h('td', { class: 'number' }, m.prior === null ? '' : `${(100 * m.prior).toFixed(0)}%`)
          : null,
        h('td', {}, proofText(m)),
      ),
    );
    const line = h(
      'p',
      {
        class: 'line',
        tabindex: 0,
        onmouseenter: () => this.setLine(true),
        onmouseleave: () => this.setLine(false),
        onfocus: () => this.setLine(true),
        onblur: () => this.setLine(false),
        'data-analyse': 'line',
      },
      h('b', {}, t('line')),
      ' ',
      decision.line.map((m) => (m.place ? m.move : t('pass'))).join(' '),
    );
    const work =
      decision.simulations > 0
        ? t('summary.sims', short(decision.simulations), short(decision.nodes), seconds(decision.ms))
        : t('summary.nodes', short(decision.nodes), decision.depth, seconds(decision.ms));
    // The focus stays on its move while the table is updated.
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset?.move;
    replace(
      this.result,
      h('p', { class: 'status', role: 'status' }, this.status || work),
      line,
      h(
        'div',
        { class: 'scroll' },
        h(
          'table',
          { class: 'moves' },
          h(
            'thead',
            {},
            h(
              'tr',
              {},
              h('th', {}, t('col.move')),
              h('th', { class: 'number' }, t('col.value')),
              hasVisits ? h('th', { class: 'number' }, t('col.visits')) : null,
              hasPrior ? h('th', { class: 'number' }, t('col.prior')) : null,
              h('th', {}, t('col.result')),
            ),
          ),
          h('tbody', {}, rows),
        ),
      ),
    );
    if (focused)
      /** @type {HTMLElement | null} */ (
        this.result.querySelector(`[data-move="${CSS.escape(focused)}"]`)
      )?.focus();
    this.app.redraw();
  }

  /** @param {boolean} on */
  setLine(on) {
    this.showsLine = on;
    this.app.redraw();
  }

  /** Reviews the whole game. */
  async review() {
    this.halt();
    const { game } = this.app;
    const total = game.moves.length;
    const at = { start: game.start, moves: game.moves };
    const count = (/** @type {any} */ move) => this.app.say(t('reviewing', move.ply, total));
    const job = this.app.run(
      { do: 'review', at, spec: this.spec, limit: { ms: Number(this.reviewTime) } },
      count,
    );
    this.job = job;
    this.build();
    this.app.say(t('reviewing', 0, total));
    const review = await this.app.guard(job.done);
    if (this.job !== job) return;
    this.job = null;
    if (review) game.review = review;
    this.app.sayTurn();
    this.build();
    this.app.redraw();
  }

  showReview() {
    const { game, engine } = this.app;
    const { review } = game;
    const times = /** @type {[string, string][]} */ ([
      ['50', '0.05 s'],
      ['200', '0.2 s'],
      ['1000', '1 s'],
      ['5000', '5 s'],
    ]);
    const begin = h(
      'div',
      { class: 'row' },
      field(
        t('review.per'),
        choice(
          t('review.per'),
          times,
          this.reviewTime,
          (value) => {
            this.reviewTime = value;
          },
          { 'data-analyse': 'review-time' },
        ),
      ),
      button(t('review'), () => this.review(), {
        disabled: game.moves.length === 0,
        'data-analyse': 'review',
      }),
    );
    if (!review)
      return replace(
        this.reviewed,
        h('h3', {}, t('mistakes')),
        begin,
        game.moves.length === 0 ? h('p', { class: 'help' }, t('review.empty')) : null,
      );
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
            m.played.move,
            t(m.class ?? ''),
            loss(m.loss),
            m.best.move,
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
    replace(
      this.reviewed,
      h('h3', {}, t('mistakes')),
      begin,
      summaries,
      items.length ? h('ol', { class: 'faults' }, items) : h('p', {}, t('no.mistakes')),
    );
  }

  /** @returns {import('./board.js').Marks} */
  marks() {
    const view = this.app.game.view;
    const { decision } = this;
    if (!view || !decision) return { legal: true };
    if (this.showsLine) return { line: decision.line };
    if (this.hovered)
      return {
        line: decision.moves
          .filter((m) => m.move === this.hovered)
          .flatMap((m) =>
            m.move === decision.line[0]?.move
              ? decision.line
              : (m.line ?? [{ move: m.move, place: m.place, side: view.side }]),
          ),
      };
    const labels = new Map(
      decision.moves.flatMap((m, i) => {
        if (!m.place || m.bound === 'unknown') return [];
        const tone = i === 0 ? 'best' : m.proof ? m.proof.outcome : '';
        return [
          [
            m.place[0] * view.columns + m.place[1],
            { text: valueText(m), detail: m.visits > 0 ? short(m.visits) : undefined, tone },
          ],
        ];
      }),
    );
    return { labels, legal: true };
  }
}
