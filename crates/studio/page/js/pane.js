// One watched search: its settings, the current step in words, the tree, and the moves at
// the root.

import { check, choice, field, h, number, replace } from './dom.js';
import { steps } from './explain.js';
import { formula } from './formula.js';
import { percent, short, signed } from './format.js';
import { tree } from './tree.js';
import { t } from './words.js';

const BUGS = ['integerExploration', 'integerMean', 'noSignChange', 'drawsLose', 'noFlips'];

export class Pane {
  /** @param {import('./app.js').App} app @param {number} id @param {string} name @param {() => void} changed */
  constructor(app, id, name, changed) {
    this.app = app;
    this.id = id;
    this.name = name;
    this.changed = changed;
    /** @type {import('./types.js').GlassOptions} */
    this.options = { c: 1.4, rule: 'ucb1', playout: 'uniform', solver: true, seed: 1, bugs: {} };
    /** @type {import('./types.js').Watched | null} */
    this.watched = null;
    /** @type {import('./explain.js').Step[]} */
    this.steps = [];
    this.at = 0;
    /** Moves of the playout that are on the board. */
    this.revealed = 0;
    this.timer = 0;
    this.text = h('div', { class: 'explain', role: 'status', 'data-glass': `explain-${id}` });
    this.picture = h('div', { class: 'scroll tree-box' });
    this.table = h('div', { class: 'scroll' });
    /** The settings: open where they leave space for the tree. */
    this.isOpen = matchMedia('(min-width: 861px)').matches;
  }

  get isOver() {
    return this.watched?.proven ?? true;
  }

  build() {
    const { options } = this;
    const set = (/** @type {Partial<import('./types.js').GlassOptions>} */ change) => {
      Object.assign(options, change);
      summary.textContent = this.settingsText();
      this.changed();
    };
    const summary = h('summary', {}, this.settingsText());
    const words = (/** @type {string} */ prefix, /** @type {string[]} */ names) =>
      names.map((name) => /** @type {[string, string]} */ ([name, t(`${prefix}.${name}`)]));
    const bugs = BUGS.filter((bug) => bug !== 'noFlips' || this.app.engine.game === 'othello');
    const fields = h(
      'div',
      { class: 'row' },
      field(
        t('glass.c'),
        number(t('glass.c'), options.c, { min: 0, max: 10, step: 0.1 }, (c) => set({ c })),
      ),
      field(
        t('glass.rule'),
        choice(
          t('glass.rule'),
          words('rule', ['ucb1', 'tuned', 'puct', 'rave']),
          options.rule,
          (rule) => set({ rule }),
          { 'data-glass': `rule-${this.id}` },
        ),
      ),
      field(
        t('glass.playout'),
        choice(t('glass.playout'), words('playout', ['uniform', 'mast']), options.playout, (playout) =>
          set({ playout }),
        ),
      ),
      field(
        t('glass.seed'),
        number(t('glass.seed'), options.seed, { min: 0, max: 1e9 }, (seed) => set({ seed })),
      ),
      check(t('glass.solver'), options.solver, (solver) => set({ solver })),
    );
    const settings = h(
      'details',
      {
        open: this.isOpen,
        'data-glass': `settings-${this.id}`,
        ontoggle: () => (this.isOpen = /** @type {HTMLDetailsElement} */ (settings).open),
      },
      summary,
      fields,
    );
    const faults = h(
      'details',
      { open: Object.values(options.bugs).some(Boolean), 'data-glass': `bugs-${this.id}` },
      h('summary', {}, t('bugs')),
      h('p', { class: 'help' }, t('bugs.help')),
      bugs.map((bug) =>
        check(t(`bug.${bug}`), options.bugs[bug] ?? false, (on) =>
          set({ bugs: { ...options.bugs, [bug]: on } }),
        ),
      ),
    );
    this.show();
    return h(
      'section',
      { class: 'pane', 'aria-label': t(this.name) },
      h('h3', {}, t(this.name)),
      settings,
      faults,
      this.text,
      this.picture,
      this.table,
    );
  }

  /** The settings in one line. */
  settingsText() {
    const { rule, c, playout, seed } = this.options;
    return t('glass.settings', t(`rule.${rule}`), c, t(`playout.${playout}`), seed);
  }

  clear() {
    this.watched = null;
    this.steps = [];
    this.show();
  }

  async begin() {
    this.steps = [];
    this.at = 0;
    this.watched = await this.app.engine.ask({
      do: 'watch',
      id: this.id,
      at: this.app.game.at,
      options: this.options,
    });
    this.show();
  }

  /** @param {number} count */
  async simulate(count) {
    if (!this.watched || this.isOver) return;
    this.watched = await this.app.engine.ask({ do: 'simulate', id: this.id, count });
    this.steps = this.watched?.last ? steps(this.watched.last, this.app.engine.game, this.options) : [];
    this.at = Math.max(0, this.steps.length - 1);
    this.show();
  }

  /** Goes to the next step, or to the first one of a new simulation. */
  async advance() {
    if (this.at + 1 < this.steps.length) {
      this.at++;
      this.reveal();
      return this.show();
    }
    await this.simulate(1);
    if (this.steps.length > 1) this.at = 0;
    this.show();
  }

  /** Plays the playout on the board, move by move. */
  reveal() {
    window.clearInterval(this.timer);
    const playout = this.step?.kind === 'simulate' ? this.step.playout : [];
    this.revealed = playout.length > 0 ? 1 : 0;
    if (playout.length === 0) return;
    this.timer = window.setInterval(
      () => {
        if (++this.revealed >= playout.length || this.step?.playout !== playout)
          window.clearInterval(this.timer);
        this.app.redraw();
      },
      Math.min(120, 1200 / playout.length),
    );
  }

  get step() {
    return this.steps[this.at] ?? null;
  }

  show() {
    const { watched, step } = this;
    const kinds = ['select', 'expand', 'simulate', 'backup'];
    const marks = h(
      'ol',
      { class: 'phases', 'aria-hidden': 'true' },
      kinds.map((kind) =>
        h(
          'li',
          { class: step?.kind === kind ? 'on' : '' },
          `${{ select: '①', expand: '②', simulate: '③', backup: '④' }[kind]} ${t(`kind.${kind}`)}`,
        ),
      ),
    );
    const stats = watched ? t('glass.stats', short(watched.simulations), short(watched.nodes)) : '';
    const chosen = watched?.chosen ? t('glass.chosen', watched.chosen.move) : '';
    replace(
      this.text,
      marks,
      h('p', { class: 'sentence' }, step?.text ?? t('phase.start')),
      h('p', { class: 'formula' }, formula(this.options)),
      step?.numbers ? h('p', { class: 'formula', 'data-glass': `numbers-${this.id}` }, step.numbers) : null,
      h('p', { class: 'help' }, stats, t('space'), chosen, t('space'), watched?.proven ? t('glass.proven') : ''),
    );
    replace(
      this.picture,
      watched
        ? tree(
            watched.tree,
            (step?.path ?? []).map((m) => m.move),
            t('tree', t(this.name)),
          )
        : null,
    );
    this.showRoot();
  }

  /** The moves at the root, as they were when the last simulation chose. */
  showRoot() {
    const { watched } = this;
    const level = watched?.last?.levels[0];
    const moves = level ? [...level.moves].sort((a, b) => b.visits - a.visits).slice(0, 12) : [];
    const most = Math.max(1, ...moves.map((m) => m.visits));
    replace(
      this.table,
      moves.length === 0
        ? null
        : h(
            'table',
            { class: 'moves root' },
            h('caption', {}, t('root.moves')),
            h(
              'tbody',
              {},
              moves.map((m) =>
                h(
                  'tr',
                  { class: m.move === level?.chosen.move ? 'best' : '' },
                  h('td', {}, m.move),
                  h(
                    'td',
                    { class: 'bar' },
                    h('span', { style: `width:${((100 * m.visits) / most).toFixed(0)}%` }),
                  ),
                  h('td', { class: 'number' }, short(m.visits)),
                  h('td', { class: 'number' }, m.visits ? percent(m.value) : '–'),
                  h(
                    'td',
                    { class: 'number' },
                    m.score === null ? (m.proof ? t(`proof.${m.proof.outcome}`) : '∞') : signed(m.score, 2),
                  ),
                ),
              ),
            ),
          ),
    );
  }

  /** @returns {import('./board.js').Marks} */
  marks() {
    const { step } = this;
    const view = this.app.game.view;
    if (!step || !view) return {};
    if (step.kind === 'simulate')
      return { line: [...step.path, ...step.playout.slice(0, this.revealed)], path: step.path };
    return { line: step.path, path: step.path };
  }
}
