// The game on the page: starting position, moves, and the ply that is shown. All tabs
// share it; each listener is called after every change.

/**
 * @typedef {import('./types.js').View} View
 * @typedef {import('./types.js').Note} Note
 */

export class Game {
  /** @param {import('./engine.js').Engine} engine */
  constructor(engine) {
    this.engine = engine;
    this.start = 'start';
    /** @type {string[]} */
    this.moves = [];
    this.ply = 0;
    /** @type {View | null} */
    this.view = null;
    /** The whole game, for the list of moves. @type {import('./types.js').Played[]} */
    this.played = [];
    /** What a recorded game says about its moves. @type {Note[]} */
    this.notes = [];
    /** @type {[string | null, string | null]} */
    this.players = [null, null];
    /** @type {import('./types.js').Review | null} */
    this.review = null;
    /** @type {Set<() => void>} */
    this.listeners = new Set();
    this.changes = 0;
  }

  /** The position that is shown. @returns {import('./types.js').At} */
  get at() {
    return { start: this.start, moves: this.moves.slice(0, this.ply) };
  }

  /** Loads a game; an error leaves everything as it was. @param {string} start @param {string[]} moves @param {number} [ply] */
  async load(start, moves, ply = moves.length) {
    const whole = await this.engine.ask({ do: 'view', at: { start, moves } });
    Object.assign(this, {
      start,
      moves,
      played: whole.history,
      review: null,
      notes: [],
      players: [null, null],
    });
    await this.go(ply);
  }

  /** Shows a ply. @param {number} ply */
  async go(ply) {
    this.ply = Math.max(0, Math.min(ply, this.moves.length));
    const change = ++this.changes;
    const view = await this.engine.ask({ do: 'view', at: this.at });
    // A newer change has been faster.
    if (change !== this.changes) return;
    this.view = view;
    this.listeners.forEach((listener) => listener());
  }

  /** Plays a move after the shown ply; later moves are dropped, unless it is the next one. @param {string} move */
  async play(move) {
    if (this.moves[this.ply] === move) return this.go(this.ply + 1);
    const moves = [...this.moves.slice(0, this.ply), move];
    const view = await this.engine.ask({ do: 'view', at: { start: this.start, moves } });
    Object.assign(this, { moves, ply: moves.length, played: view.history, view, review: null });
    this.notes = this.notes.slice(0, this.ply - 1);
    this.changes++;
    this.listeners.forEach((listener) => listener());
  }
}
