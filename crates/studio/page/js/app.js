// The page of one game: header, board, moves, graph, and the panel of a tab.

import { writeAddress } from './address.js';
import { Analyse } from './analyse.js';
import { Board } from './board.js';
import { button, choice, h, replace } from './dom.js';
import { Game } from './game.js';
import { UnderGlass } from './glass.js';
import { graph } from './graph.js';
import { Matches } from './matches.js';
import { Play } from './play.js';
import { usualPlayers, writePlayers } from './players.js';
import { Replay } from './replay.js';
import { explained, gameName, has, sideName, t } from './words.js';

/**
 * @typedef {object} Tab
 * @property {HTMLElement} element
 * @property {() => void} enter
 * @property {() => void} leave
 * @property {() => void} changed after every change of the game
 * @property {() => import('./board.js').Marks} marks
 * @property {(index: number) => boolean} [press] true if the cell was used by the tab
 * @property {(index: number) => void} [hover] the mouse is on a cell, or on none (−1)
 * @property {() => void} [back] the server answers again
 *
 * @typedef {object} Home what the page as a whole does
 * @property {(game: string) => void} openGame
 * @property {(game: string, found: any) => Promise<void>} showRecord
 * @property {(game: string) => Promise<import('./engine.js').Engine>} borrow
 * @property {() => void} release closes the engines that were borrowed
 * @property {() => void} switchLanguage
 * @property {() => void} switchTheme
 * @property {string[]} games
 * @property {string} log the log that is shown
 */

export const TABS = ['play', 'analyse', 'glass', 'replay', 'matches'];

/** What the page is laid out for. @param {string} tab */
const layout = (tab) => (tab === 'glass' ? 'wide' : tab === 'matches' ? 'whole' : '');

export class App {
  /** @param {Home} home @param {import('./engine.js').Engine} engine @param {import('./types.js').Description} description */
  constructor(home, engine, description) {
    this.home = home;
    this.engine = engine;
    this.description = description;
    this.game = new Game(engine);
    this.players = usualPlayers(description);
    this.board = new Board(
      (index) => this.press(index),
      (index) => this.current.hover?.(index),
    );
    /** @type {Record<string, Tab>} */
    this.tabs = {};
    this.tab = 'play';
    this.status = h('p', { class: 'turn', role: 'status', 'aria-live': 'polite', 'data-status': true });
    this.banner = h('div', { class: 'banner', role: 'alert' });
    this.moveList = h('ol', { class: 'move-list', 'aria-label': t('moves') });
    this.steps = h('div', { class: 'steps' });
    this.graphBox = h('div', { class: 'graph-box' });
    this.panel = h('div', { class: 'side', role: 'tabpanel', id: 'panel' });
    this.game.listeners.add(() => this.changed());
  }

  /** Draws the whole page. @param {Element} root */
  render(root) {
    const { home } = this;
    const games = home.games.map((name) => /** @type {[string, string]} */ ([name, gameName(name)]));
    const header = h(
      'header',
      {},
      h('h1', {}, h('img', { src: 'icon.svg', alt: '', width: 26, height: 26 }), h('span', {}, 'Tesuji')),
      choice(t('game'), games, this.engine.game, (name) => home.openGame(name), { 'data-game': true }),
      h(
        'nav',
        { role: 'tablist', class: 'tabs' },
        TABS.map((name) =>
          button(t(`tab.${name}`), () => this.open(name), {
            role: 'tab',
            'aria-selected': name === this.tab,
            'aria-controls': 'panel',
            'data-tab': name,
          }),
        ),
      ),
      h(
        'div',
        { class: 'switches' },
        button(t('switch'), () => home.switchLanguage(), {
          'aria-label': t('switch.name'),
          'data-switch': 'language',
        }),
        button('◐', () => home.switchTheme(), {
          'aria-label': t('theme'),
          title: t('theme'),
          'data-switch': 'theme',
        }),
      ),
    );
    this.moveList.setAttribute('aria-label', t('moves'));
    const stage = h(
      'div',
      { class: 'stage' },
      this.status,
      h('div', { class: 'board-box' }, this.board.element),
      this.steps,
      this.graphBox,
      h('div', { class: 'moves-box' }, this.moveList),
      has(`rules.${this.engine.game}`)
        ? h('p', { class: 'help rules' }, t(`rules.${this.engine.game}`))
        : null,
    );
    replace(
      root,
      header,
      this.banner,
      h('main', { class: layout(this.tab) }, stage, this.panel),
    );
    this.main = /** @type {HTMLElement} */ (root.querySelector('main'));
    document.documentElement.lang = t('language') === '中文' ? 'zh-CN' : 'en';
    document.title = `${gameName(this.engine.game)} · Tesuji`;
    const tab = this.current;
    replace(this.panel, tab.element);
    tab.enter();
    this.redraw();
  }

  /** @returns {Tab} */
  get current() {
    return (this.tabs[this.tab] ??= this.make(this.tab));
  }

  /** @param {string} name @returns {Tab} */
  make(name) {
    switch (name) {
      case 'analyse':
        return new Analyse(this);
      case 'glass':
        return new UnderGlass(this);
      case 'replay':
        return new Replay(this);
      case 'matches':
        return new Matches(this);
      default:
        return new Play(this);
    }
  }

  /** Opens a tab. @param {string} name */
  open(name) {
    if (name !== this.tab) this.current.leave();
    this.tab = name;
    document
      .querySelectorAll('[data-tab]')
      .forEach((tab) => tab.setAttribute('aria-selected', String(tab.getAttribute('data-tab') === name)));
    if (this.main) this.main.className = layout(name);
    replace(this.panel, this.current.element);
    this.current.enter();
    this.redraw();
    this.keepAddress();
  }

  /** A long request. @param {object} request @param {(report: any) => void} [progress] */
  run(request, progress) {
    return this.engine.run(request, progress);
  }

  /** Waits for a promise; an error is shown. @template T @param {Promise<T>} promise @returns {Promise<T | undefined>} */
  async guard(promise) {
    try {
      const value = await promise;
      this.fail('');
      return value;
    } catch (error) {
      this.fail(error instanceof Error ? error.message : String(error));
      return undefined;
    }
  }

  /** Loads a game; false if it is wrong. @param {string} start @param {string[]} moves @param {number} [ply] */
  async load(start, moves, ply) {
    try {
      await this.game.load(start, moves, ply);
      this.fail('');
      return true;
    } catch (error) {
      this.fail(error instanceof Error ? error.message : String(error));
      return false;
    }
  }

  /** Shows an error, or none. @param {string} message */
  fail(message) {
    if (!message) return replace(this.banner);
    replace(
      this.banner,
      h('span', {}, explained(message).slice(0, 600)),
      button('×', () => this.fail(''), { 'aria-label': t('close') }),
    );
  }

  /** @param {string} text */
  say(text) {
    if (this.status.textContent !== text) this.status.textContent = text;
  }

  /** The side to move, or the result. */
  sayTurn() {
    const { view } = this.game;
    if (!view) return;
    const { outcome } = view;
    const name = (/** @type {number} */ side) => sideName(this.engine.game, side);
    const counts = this.engine.game === 'othello' ? ` · ${view.counts[0]} – ${view.counts[1]}` : '';
    if (!outcome) return this.say(t('to.move', name(view.side)) + counts);
    if (outcome.winner === null) return this.say(t('draw') + counts);
    this.say(
      (outcome.score
        ? t('wins.by', name(outcome.winner), Math.abs(outcome.score))
        : t('wins', name(outcome.winner))) + counts,
    );
  }

  /** The server answers again: what the tab has asked for is asked again. */
  back() {
    this.fail('');
    if (this.current.back) this.current.back();
    else this.current.changed();
  }

  changed() {
    this.current.changed();
    this.redraw();
    this.keepAddress();
  }

  keepAddress() {
    const { start, moves, ply } = this.game;
    const address = writeAddress({
      game: this.engine.game,
      tab: this.tab,
      start,
      moves,
      ply,
      log: this.home.log,
      players: writePlayers(this.players, this.description),
    });
    if (address !== location.hash) history.replaceState(null, '', address);
  }

  async share() {
    try {
      await navigator.clipboard.writeText(location.href);
      this.say(t('copied'));
    } catch {
      window.prompt(t('share'), location.href);
    }
  }

  /** A cell was pressed. @param {number} index */
  press(index) {
    const { view } = this.game;
    if (!view || this.current.press?.(index)) return;
    const [row, column] = [Math.floor(index / view.columns), index % view.columns];
    const found = view.legal.find(
      (m) => m.place && m.place[1] === column && (view.drops || m.place[0] === row),
    );
    if (found) this.guard(this.game.play(found.move));
  }

  /** Draws board, moves and graph. */
  redraw() {
    const { view } = this.game;
    if (!view) return;
    const last = view.history.at(-1);
    this.board.draw(view, { last: last?.place, ...this.current.marks() });
    Object.assign(this.board.element.dataset, {
      ply: this.game.ply,
      over: view.outcome !== null,
      side: view.side,
    });
    this.showSteps();
    this.showMoves();
    this.showGraph();
  }

  showSteps() {
    const { game } = this;
    const go = (/** @type {string} */ sign, /** @type {string} */ name, /** @type {number} */ ply) =>
      button(sign, () => game.go(ply), {
        'aria-label': t(name),
        title: t(name),
        disabled: ply < 0 || ply > game.moves.length || ply === game.ply,
        'data-step': name,
      });
    // Buttons stay in place, so that the focus does.
    const key = `${game.ply} ${game.moves.length} ${t('back')}`;
    if (this.steps.dataset.key === key) return;
    const focus = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset?.step;
    this.steps.dataset.key = key;
    replace(
      this.steps,
      go('«', 'first.ply', 0),
      go('‹', 'back', game.ply - 1),
      go('›', 'forward', game.ply + 1),
      go('»', 'last.ply', game.moves.length),
    );
    if (focus)
      /** @type {HTMLElement | null} */ (this.steps.querySelector(`[data-step="${focus}"]`))?.focus();
  }

  showMoves() {
    const { game } = this;
    const faults = new Map((game.review?.moves ?? []).filter((m) => m.class).map((m) => [m.ply, m.class]));
    const key = `${game.played.map((m) => m.move).join(' ')} ${game.ply} ${[...faults].join(' ')} ${t('pass')}`;
    if (this.moveList.dataset.key === key) return;
    this.moveList.dataset.key = key;
    replace(
      this.moveList,
      game.played.length === 0
        ? h('li', { class: 'help' }, t('no.moves'))
        : game.played.map((m, i) =>
            h(
              'li',
              {},
              h(
                'button',
                {
                  type: 'button',
                  class: `${faults.get(i + 1) ?? ''}`,
                  'aria-current': i + 1 === game.ply ? 'step' : null,
                  onclick: () => game.go(i + 1),
                  'data-ply': i + 1,
                },
                h('span', { class: `dot dot-${m.side} ${this.engine.game}`, 'aria-hidden': 'true' }),
                m.place ? m.move : t('pass'),
              ),
            ),
          ),
    );
    const now = /** @type {HTMLElement | null} */ (this.moveList.querySelector('[aria-current]'));
    if (now) this.moveList.scrollTop = now.offsetTop - this.moveList.offsetTop - 40;
  }

  showGraph() {
    const { game } = this;
    const { review } = game;
    // A player that writes discs is drawn in discs, another one as a win chance.
    const unitOf = (/** @type {number} */ side) =>
      game.notes.some((note, i) => game.played[i]?.side === side && note.score !== null) ? 'discs' : '%';
    /** @type {import('./graph.js').Own[]} */
    const own = [0, 1].map((side) => ({ unit: unitOf(side), points: [] }));
    game.notes.forEach((note, i) => {
      const side = game.played[i]?.side ?? 0;
      const sign = side === 0 ? 1 : -1;
      const { unit, points } = own[side];
      if (unit === '%' && note.value !== null) points.push([i + 1, 50 + 50 * sign * note.value]);
      else if (unit !== '%' && note.score !== null) points.push([i + 1, sign * note.score]);
    });
    const drawn = own.filter(({ points }) => points.length > 0);
    const unit = review?.measure ?? drawn[0]?.unit ?? '%';
    if (!review && drawn.length === 0) {
      if (this.graphBox.firstChild) replace(this.graphBox);
      return;
    }
    const label = t('graph', sideName(this.engine.game, 0));
    const mistakes = (review?.moves ?? []).flatMap((m) => (m.class ? [{ ply: m.ply, class: m.class }] : []));
    const legend = h(
      'p',
      { class: 'legend' },
      label,
      review ? h('span', { class: 'key curve' }, t('graph.studio')) : null,
      own.map(({ points, unit: ownUnit }, side) =>
        points.length
          ? h(
              'span',
              { class: `key own-${side}` },
              t(
                (ownUnit === '%') === (unit === '%') ? 'graph.own' : 'graph.own.right',
                game.players[side] ?? sideName(this.engine.game, side),
              ),
            )
          : null,
      ),
    );
    const hadFocus = this.graphBox.contains(document.activeElement);
    const svg = graph(
      { plies: game.moves.length, ply: game.ply, unit, values: review?.values ?? [], mistakes, own, label },
      (ply) => game.go(ply),
    );
    replace(this.graphBox, svg, legend);
    if (hadFocus) /** @type {any} */ (svg).focus();
  }
}
