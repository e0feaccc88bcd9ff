// Analyse: every legal move with its value, the expected line, exact results, and the
// review of the whole game.

import { button, choice, field, h, replace } from './dom.js';
import { moveName, percent, proofText, seconds, short, unitName, valueText } from './format.js';
import { Reviewer } from './review.js';
import { t } from './words.js';

/** @typedef {import('./types.js').Decision} Decision */

/** Milliseconds that the pointer rests on a move before its line is looked for, and time of that look. */
const [LOOK_AFTER, LOOK_FOR] = [120, 150];

export class Analyse {
  /** @param {import('./app.js').App} app */
  constructor(app) {
    this.app = app;
    this.spec = app.description.strategies[0].name;
    this.time = '3000';
    /** @type {import('./engine.js').Job | null} */
    this.job = null;
    /** @type {Decision | null} */
    this.decision = null;
    this.status = '';
    this.hovered = '';
    this.showsLine = false;
    /** While the table is replaced, its focus comes and goes. */
    this.drawing = false;
    this.element = h('div', { class: 'panel' });
    this.controls = h('div', {});
    this.result = h('div', { class: 'result' });
    this.lineText = h('span', { 'data-analyse': 'moves' });
    this.reviewer = new Reviewer(
      app,
      () => this.spec,
      () => {
        this.halt();
        this.build();
      },
    );
    /** Lines of moves that were looked for. @type {Map<string, import('./types.js').Played[]>} */
    this.lines = new Map();
    this.waiting = 0;
  }

  enter() {
    this.build();
    this.changed();
  }

  leave() {
    this.halt();
    this.reviewer.halt();
    this.hovered = '';
    this.showsLine = false;
  }

  build() {
    const { description, game } = this.app;
    const isOver = Boolean(game.view?.outcome);
    this.element.dataset.thinking = String(this.job !== null || this.reviewer.job !== null);
    const names = description.strategies.map(
      (strategy) => /** @type {[string, string]} */ ([strategy.name, strategy.name]),
    );
    const times = /** @type {[string, string][]} */ ([
      ...[1, 3, 10, 60].map((n) => [String(1000 * n), t('used', n)]),
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
          : button(t('start'), () => this.start(), { class: 'primary', disabled: isOver, 'data-analyse': 'start' }),
        button(t('solve'), () => this.solve(), { disabled: isOver, 'data-analyse': 'solve' }),
      ),
    );
    replace(this.element, this.controls, this.result, this.reviewer.element);
    this.reviewer.show();
  }

  changed() {
    this.halt();
    this.reviewer.halt();
    this.decision = null;
    this.status = '';
    this.hovered = '';
    this.lines.clear();
    this.app.sayTurn();
    if (this.app.game.view && !this.app.game.view.outcome) return this.start();
    this.build();
    this.show();
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
    this.reviewer.halt();
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
    const hasPrior = decision.moves.some((m) => m.prior !== null);
    // Priors are a distribution; RAVE begins with estimates of win chances instead.
    const isEstimate = decision.moves.reduce((sum, m) => sum + (m.prior ?? 0), 0) > 1.05;
    const hasVisits = decision.moves.some((m) => m.visits > 0);
    const rows = decision.moves.map((m, i) =>
      h(
        'tr',
        {
          class: i === 0 ? 'best' : '',
          onmouseenter: () => this.look(m.move),
          onmouseleave: () => this.look(''),
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
              'aria-label': moveName(m, this.lineOf(m.move)),
              onfocus: () => this.look(m.move),
              onblur: () => this.look(''),
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
      this.lineText,
    );
    this.writeLine();
    const work =
      decision.simulations > 0
        ? t('summary.sims', short(decision.simulations), short(decision.nodes), seconds(decision.ms))
        : t('summary.nodes', short(decision.nodes), decision.depth, seconds(decision.ms));
    // The focus stays on its move while the table is updated.
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset?.move;
    this.drawing = true;
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
              hasPrior ? h('th', { class: 'number' }, t(isEstimate ? 'col.estimate' : 'col.prior')) : null,
              h('th', {}, t('col.result')),
            ),
          ),
          h('tbody', {}, rows),
        ),
      ),
      h('p', { class: 'help' }, t(`board.key${hasPrior ? (isEstimate ? '.estimate' : '.prior') : hasVisits ? '.visits' : ''}`)),
    );
    if (focused)
      /** @type {HTMLElement | null} */ (
        this.result.querySelector(`[data-move="${CSS.escape(focused)}"]`)
      )?.focus();
    this.drawing = false;
    this.app.redraw();
  }

  /** The line of a move: of the best one the principal variation, of others what the search or a look has found. @param {string} move */
  lineOf(move) {
    const { decision } = this;
    const report = decision?.moves.find((m) => m.move === move);
    if (!decision || !report) return [];
    if (move === decision.line[0]?.move) return decision.line;
    const side = this.app.game.view?.side ?? 0;
    return report.line ?? this.lines.get(move) ?? [{ move, place: report.place, side }];
  }

  /** Shows the line of a move, or of none. @param {string} move */
  look(move) {
    if (move === this.hovered || this.drawing) return;
    this.hovered = move;
    window.clearTimeout(this.waiting);
    this.writeLine();
    this.app.redraw();
    // A pointer that only passes by asks nothing.
    if (move && this.lineOf(move).length < 2)
      this.waiting = window.setTimeout(() => this.findLine(move), LOOK_AFTER);
  }

  /** Asks for the line of a move; the search of the position goes on meanwhile. @param {string} move */
  async findLine(move) {
    const { game, engine } = this.app;
    const { changes } = game;
    const { spec } = this;
    const report = this.decision?.moves.find((m) => m.move === move);
    if (!report || this.lines.has(move)) return;
    const first = { move, place: report.place, side: game.view?.side ?? 0 };
    const at = { start: game.start, moves: [...game.at.moves, move] };
    // Without an answer the move alone is shown.
    const rest = await engine.ask({ do: 'line', at, spec, ms: LOOK_FOR }).catch(() => []);
    if (changes !== game.changes || spec !== this.spec) return;
    this.lines.set(move, [first, ...rest]);
    if (this.hovered !== move) return;
    this.writeLine();
    this.app.redraw();
  }

  /** Writes the line that the board shows, or that of the best move. */
  writeLine() {
    const line = this.hovered ? this.lineOf(this.hovered) : (this.decision?.line ?? []);
    this.lineText.textContent = line.map((m) => (m.place ? m.move : t('pass'))).join(' ');
  }

  /** The pointer is on a cell, or on none. @param {number} index */
  hover(index) {
    const { view } = this.app.game;
    const found = this.decision?.moves.find(
      (m) => view && m.place && m.place[0] * view.columns + m.place[1] === index,
    );
    this.look(found?.move ?? '');
  }

  /** @param {boolean} on */
  setLine(on) {
    this.showsLine = on;
    this.app.redraw();
  }

  /** @returns {import('./board.js').Marks} */
  marks() {
    const view = this.app.game.view;
    const { decision } = this;
    if (!view || !decision) return { legal: true };
    if (this.showsLine) return { line: decision.line };
    if (this.hovered) return { line: this.lineOf(this.hovered) };
    const labels = new Map(
      decision.moves.flatMap((m, i) => {
        if (!m.place || m.bound === 'unknown') return [];
        const tone = i === 0 ? 'best' : m.proof ? m.proof.outcome : '';
        return [
          [
            m.place[0] * view.columns + m.place[1],
            {
              text: valueText(m),
              detail: m.visits > 0 ? short(m.visits) : undefined,
              prior: m.prior ?? undefined,
              tone,
            },
          ],
        ];
      }),
    );
    return { labels, legal: true };
  }
}
