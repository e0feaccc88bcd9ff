// The types of requests and replies; crates/studio/src/request.rs has the requests.

/**
 * @typedef {[number, number]} Place row from the top, column from the left
 * @typedef {{move: string, place: Place | null, side: number}} Played
 * @typedef {{start: string, moves: string[]}} At
 * @typedef {{outcome: 'win' | 'draw' | 'loss', plies: number}} Proof
 * @typedef {{ms?: number, count?: number}} Limit
 *
 * @typedef {object} View
 * @property {string} game
 * @property {string} start
 * @property {string} text
 * @property {number} rows
 * @property {number} columns
 * @property {boolean} drops
 * @property {string[]} labels
 * @property {string} cells
 * @property {[number, number]} counts
 * @property {number} side
 * @property {Played[]} legal
 * @property {Played[]} history
 * @property {{winner: number | null, score: number | null} | null} outcome
 *
 * @typedef {{name: string, about: string, default: string, kind: string, range: [number, number] | null, choices: string[] | null}} Param
 * @typedef {{name: string, about: string, work: 'simulations' | 'nodes' | 'nothing', params: Param[]}} Strategy
 * @typedef {{name: string, each: number, first: number, margin: number}} Judge
 *
 * @typedef {object} Description
 * @property {string} name
 * @property {Strategy[]} strategies
 * @property {string[]} formats
 * @property {Judge[]} judges
 * @property {{rows: [number, number], columns: [number, number]} | null} sizes
 * @property {boolean} forbidden
 * @property {boolean} randomBoard
 *
 * @typedef {object} MoveReport
 * @property {string} move
 * @property {Place | null} place
 * @property {number} visits
 * @property {number} value
 * @property {'exact' | 'upper' | 'lower' | 'unknown'} bound
 * @property {{points: number, unit: string, isMargin: boolean} | null} score
 * @property {Proof | null} proof
 * @property {boolean} solved
 * @property {number | null} prior
 * @property {Played[]} [line] the expected line, where the engine knows it
 *
 * @typedef {object} Decision
 * @property {Played} chosen
 * @property {number} value
 * @property {Proof | null} proof
 * @property {Played[]} line
 * @property {MoveReport[]} moves
 * @property {number} simulations
 * @property {number} nodes
 * @property {number} depth
 * @property {number} ms
 *
 * @typedef {{amount: number, unit: string, exact: boolean, atLeast: boolean}} Loss
 * @typedef {{ply: number, side: number, played: MoveReport, best: MoveReport, line: Played[], loss: Loss | null, class: 'inaccuracy' | 'mistake' | 'blunder' | null}} Reviewed
 * @typedef {{moves: number, mistakes: [number, number, number], average: number | null}} Summary
 * @typedef {{measure: string, values: [number, number][], moves: Reviewed[], summary: [Summary, Summary]}} Review
 *
 * @typedef {{value: number | null, score: number | null, ms: number | null, comment: string | null}} Note
 * @typedef {{number: number, players: [string | null, string | null], start: string, moves: Played[], notes: Note[], outcome: number | null, reason: string | null, comment: string | null, error?: string}} RecordedGame
 *
 * @typedef {{move?: string, place?: Place | null, visits: number, value: number, proof: Proof | null, children: TreeNode[]}} TreeNode
 * @typedef {{move: string, place: Place | null, visits: number, value: number, score: number | null, prior: number | null, sums: [number, number], proof: Proof | null}} ScoredMove
 * @typedef {{visits: number, value: number, side: number, moves: ScoredMove[], chosen: Played}} Level
 * @typedef {{levels: Level[], leaf: 'open' | 'proven' | 'terminal' | 'solved', leafCells: string, expanded: number | null, playout: Played[], value: number, proven: {depth: number, proof: Proof}[]}} Simulation
 * @typedef {{simulations: number, nodes: number, proven: boolean, chosen: Played | null, tree: TreeNode, last?: Simulation | null}} Watched
 * @typedef {{c: number, rule: string, playout: string, solver: boolean, seed: number, bugs: Record<string, boolean>}} GlassOptions
 */

export {};
