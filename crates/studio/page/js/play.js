// Play: people and engines, in any combination.

import { button, choice, field, h, replace } from './dom.js';
import { seconds } from './format.js';
import { boardForm } from './boards.js';
import { SetUp } from './setup.js';
import { judgeOf, levelsOf, limitOf, strategyOf } from './players.js';
import { specForm } from './spec.js';
import { about, sideName, t } from './words.js';

export class Play {
  /** @param {import('./app.js').App} app */
  constructor(app) {
    this.app = app;
    this.judge = judgeOf(app.description);
    /** @type {import('./engine.js').Job | null} */
    this.job = null;
    /** @type {import('./types.js').Decision | null} */
    this.best = null;
    this.hint = /** @type {import('./types.js').Played | null} */ (null);
    this.seed = Math.floor(Math.random() * 1e9);
    /** Milliseconds of each side for its moves, and when the current move began. */
    this.used = [0, 0];
    this.since = performance.now();
    this.timer = 0;
    this.setup = new SetUp(app, () => this.app.redraw());
    this.element = h('div', { class: 'panel' });
    this.rows = h('div', { class: 'players' });
    this.actions = h('div', { class: 'actions' });
    this.details = h('div', {});
  }

  enter() {
    this.timer = window.setInterval(() => this.tick(), 100);
    this.since = performance.now();
    this.build();
    this.changed();
  }

  leave() {
    window.clearInterval(this.timer);
    this.halt();
    this.setup.open = false;
  }

  build() {
    const { game, description } = this.app;
    const engines = new Set(this.app.players.map(({ who }) => who).filter((who) => who !== 'you'));
    replace(
      this.rows,
      [0, 1].map((side) => this.row(side)),
      [...engines].map((who) => h('p', { class: 'help' }, t('engine.about', who, this.about(who) ?? '?'))),
    );
    replace(
      this.details,
      boardForm(this.app, (start) => this.begin(start)),
      h(
        'details',
        {},
        h('summary', {}, t('params')),
        [0, 1].map((side) => {
          const player = this.app.players[side];
          return player.who === 'you'
            ? null
            : h(
                'div',
                {},
                h('h4', {}, sideName(game.engine.game, side)),
                specForm(description, player.who, (spec) => {
                  player.who = spec;
                  this.seated();
                }),
              );
        }),
      ),
    );
    replace(this.element, this.rows, this.actions, this.setup.element, this.details);
  }

  /** The row of a side: player, level, clock. @param {number} side */
  row(side) {
    const { description, engine } = this.app;
    const player = this.app.players[side];
    const name = sideName(engine.game, side);
    const known = description.strategies.some((strategy) => strategy.name === player.who);
    /** @type {[string, string][]} */
    const who = [
      ['you', t('you')],
      ...description.strategies.map(
        (strategy) => /** @type {[string, string]} */ ([strategy.name, strategy.name]),
      ),
    ];
    if (!known && player.who !== 'you') who.push([player.who, player.who]);
    return h(
      'div',
      { class: 'player' },
      h('span', { class: `dot dot-${side} ${engine.game}`, 'aria-hidden': 'true' }),
      h('span', { class: 'name' }, name),
      choice(
        t('player', name),
        who,
        player.who,
        (value) => {
          player.who = value;
          this.seated();
        },
        { 'data-player': side, title: this.about(player.who) },
      ),
      player.who === 'you'
        ? h('span', { class: 'level' })
        : choice(
            t('level.of', name),
            levelsOf(description, player.who),
            player.level,
            (value) => {
              player.level = value;
              this.seated();
            },
            { class: 'level', 'data-level': side },
          ),
      h('span', { class: 'clock', role: 'timer', 'aria-label': t('clock'), 'data-clock': side }, '0.0'),
    );
  }

  /** What the player is. @param {string} spec */
  about(spec) {
    const strategy = strategyOf(this.app.description, spec);
    return strategy ? about(strategy.about) : null;
  }

  /** After every change of the players. */
  seated() {
    const { players, description } = this.app;
    for (const player of players) {
      const levels = levelsOf(description, player.who).map(([level]) => level);
      if (!levels.includes(player.level)) player.level = 'ms:1000';
    }
    this.halt();
    this.build();
    this.changed();
    this.app.keepAddress();
  }

  /** Starts a new game. @param {string} [start] */
  async begin(start = this.app.game.start) {
    this.halt();
    this.seed = Math.floor(Math.random() * 1e9);
    this.used = [0, 0];
    await this.app.load(start, []);
  }

  /** After every change of the game. */
  changed() {
    const { game } = this.app;
    this.halt();
    this.hint = null;
    this.since = performance.now();
    const view = game.view;
    if (!view) return;
    const engine = this.app.players[view.side].who;
    if (!view.outcome && engine !== 'you' && game.ply === game.moves.length && !this.setup.open) this.think();
    this.show();
  }

  /** Lets the engine of the side to move choose a move. */
  async think() {
    const { game } = this.app;
    const view = game.view;
    if (!view || view.outcome) return;
    const player = this.app.players[view.side];
    const spec = player.who === 'you' ? this.app.description.strategies[0].name : player.who;
    const job = this.app.run(
      { do: 'think', at: game.at, spec, limit: limitOf(this.app.description, player.level, game.ply), seed: this.seed },
      (report) => {
        this.best = report;
      },
    );
    this.job = job;
    this.best = null;
    this.show();
    const decision = await this.app.guard(job.done);
    // A stopped job belongs to an older position.
    if (this.job !== job) return;
    this.job = null;
    if (decision) await this.app.guard(game.play(decision.chosen.move));
    else this.show();
  }

  /** Ends the thought. */
  halt() {
    const job = this.job;
    this.job = null;
    job?.stop();
  }

  /** Plays the best move so far. */
  moveNow() {
    const best = this.best;
    this.halt();
    if (best) this.app.guard(this.app.game.play(best.chosen.move));
    else this.show();
  }

  /** Back to the last move of a person. @param {number} step */
  async undo(step) {
    const { game } = this.app;
    this.halt();
    const people = this.app.players.some((player) => player.who === 'you');
    let ply = game.ply + step;
    const first = game.played[0]?.side ?? 0;
    while (people && ply > 0 && ply < game.moves.length && this.app.players[(ply + first) % 2].who !== 'you')
      ply += step;
    await game.go(ply);
  }

  async showHint() {
    const { game, description } = this.app;
    const { changes } = game;
    const job = this.app.run({
      do: 'think',
      at: game.at,
      spec: description.strategies[0].name,
      limit: { ms: 600 },
      purpose: 'analyse',
    });
    const decision = await this.app.guard(job.done);
    // A hint for a position that is no longer shown is of no use.
    if (!decision || changes !== game.changes) return;
    this.hint = decision.chosen;
    this.app.say(t('hint.is', decision.chosen.place ? decision.chosen.move : t('pass')));
    this.app.redraw();
  }

  /** The buttons. */
  show() {
    const { game } = this.app;
    const view = game.view;
    if (!view) return;
    const thinking = this.job !== null;
    this.element.dataset.thinking = String(thinking);
    const turn = this.app.players[view.side].who;
    const pass = view.legal.find((m) => !m.place);
    replace(
      this.actions,
      pass && turn === 'you'
        ? button(t('pass'), () => this.app.guard(game.play(pass.move)), {
            class: 'primary',
            'data-action': 'pass',
          })
        : null,
      thinking || (turn !== 'you' && !view.outcome)
        ? button(t('move.now'), () => (thinking ? this.moveNow() : this.think()), {
            class: 'primary',
            'data-action': 'now',
          })
        : null,
      button(t('new'), () => this.begin(), { 'data-action': 'new' }),
      button(t('undo'), () => this.undo(-1), { disabled: game.ply === 0, 'data-action': 'undo' }),
      button(t('redo'), () => this.undo(1), {
        disabled: game.ply === game.moves.length,
        'data-action': 'redo',
      }),
      button(t('hint'), () => this.showHint(), {
        disabled: thinking || view.outcome !== null,
        'data-action': 'hint',
      }),
      button(
        t('swap'),
        () => {
          this.app.players.reverse();
          this.seated();
        },
        { 'data-action': 'swap' },
      ),
      button(
        t('setup'),
        () => {
          this.halt();
          this.setup.start();
          this.app.redraw();
        },
        { 'data-action': 'setup', 'aria-pressed': this.setup.open },
      ),
      button(t('share'), () => this.app.share(), { 'data-action': 'share' }),
    );
    if (thinking) this.app.say(t('thinking', sideName(game.engine.game, view.side)));
    else if (pass && turn === 'you') this.app.say(t('must.pass', sideName(game.engine.game, view.side)));
    else this.app.sayTurn();
  }

  /** The clocks. */
  tick() {
    const view = this.app.game.view;
    if (!view) return;
    for (const side of [0, 1]) {
      const clock = this.element.querySelector(`[data-clock="${side}"]`);
      const running = side === view.side && !view.outcome;
      if (running) this.used[side] = performance.now() - this.since;
      const limit =
        this.judge && this.app.players[side].level === 'judge'
          ? this.app.game.ply < 2
            ? this.judge.first
            : this.judge.each
          : null;
      if (!clock) continue;
      clock.textContent = limit
        ? t('used.of', seconds(this.used[side]), limit / 1000)
        : t('used', seconds(this.used[side]));
      clock.classList.toggle('running', running);
      clock.classList.toggle('late', limit !== null && this.used[side] > limit);
    }
  }

  /** @param {number} index @returns {boolean} true if the cell was used here */
  press(index) {
    if (this.setup.open) return this.setup.press(index);
    const view = this.app.game.view;
    return !view || this.app.players[view.side].who !== 'you';
  }

  /** @returns {import('./board.js').Marks} */
  marks() {
    if (this.setup.open) return this.setup.marks();
    const view = this.app.game.view;
    return { legal: view ? this.app.players[view.side].who === 'you' : false, hint: this.hint?.place };
  }
}
