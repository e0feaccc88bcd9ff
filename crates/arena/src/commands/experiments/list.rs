//! The experiments.

/// The reports, as the page introduces them.
pub const REPORTS: &str = "\
The named strategies come from five course reports, seed 000 to seed 004:

| report | game and judge | strategy here |
|---|---|---|
| seed 000 | Othello, tree search (UCT) on Botzone | `uct` of othello |
| seed 001 | Connect-4, tree search whose playouts win, block and weight columns | `uct-weighted` of connect4 |
| seed 002 | NoGo, tree search that counts rights (moves that only one side can make) | `uct-rights` of nogo |
| seed 003 | Connect-4, tree search with nodes in a pool, on Saiblo | `uct-pool` of connect4 |
| seed 004 | Tic-tac-toe, textbook tree search (MCTS) | `uct-plain` of tictactoe |
";

/// An experiment: matches that test a claim.
pub struct Experiment {
    /// Name of its picture.
    pub name: &'static str,
    /// Title.
    pub title: &'static str,
    /// The reported result, in our words.
    pub claim: &'static str,
    /// Command lines, without the name of the program.
    pub lines: &'static [&'static str],
}

/// All experiments.
pub const EXPERIMENTS: &[Experiment] = &[
    Experiment {
        name: "connect4-weighted-c",
        title: "Connect-4: c of a search whose playouts win and block",
        claim: "Reported: 90 to 96 wins in 100 games for every c from 0.5 to 1.2, and 1.0 chosen for its 96.",
        lines: &[
            "sweep connect4 uct-weighted --param c=0.5..1.2/0.1 --against alphabeta:depth=4 --boards random --sims-a 100 --nodes-b 100 --games 200",
        ],
    },
    Experiment {
        name: "connect4-pool-c",
        title: "Connect-4: c of a search with random playouts",
        claim: "Reported from 20 games each: 90, 90, 80, 70, 100 and 70 % for these values, and 0.9 chosen for its 100 %.",
        lines: &[
            "sweep connect4 uct-pool --param c=0.5,0.6,0.707,0.8,0.9,1.0 --against alphabeta:depth=2 --boards random --sims-a 100 --nodes-b 100 --games 300",
        ],
    },
    Experiment {
        name: "nogo-c",
        title: "NoGo: c of a search that counts rights",
        claim: "Reported: 1.5 is the best c between 1.0 and 2.0.",
        lines: &[
            "sweep nogo uct-rights --param c=1.0..2.0/0.2 --against uct --sims 100 --games 100 --openings 2",
        ],
    },
    Experiment {
        name: "nogo-plies",
        title: "NoGo: length of the playouts before rights are counted",
        claim: "Reported: playouts of exactly 6 plies were chosen.",
        lines: &[
            "sweep nogo uct-rights --param plies=0..12/2 --against uct --sims 100 --games 100 --openings 2",
        ],
    },
    Experiment {
        name: "nogo-value",
        title: "NoGo: the ratio of rights, or the hyperbolic tangent of its logarithm",
        claim: "Reported: tanh(ln ratio) was tried and was weaker than the ratio. (A bare ratio has no bound; \
                share is tanh(½·ln ratio).)",
        lines: &[
            "sweep nogo uct-rights --param value=share,tanh --against uct --sims 100 --games 200 --openings 2",
        ],
    },
    Experiment {
        name: "tictactoe",
        title: "Tic-tac-toe: simulations and exploration",
        claim: "Reported from 100 games each: 200 simulations beat 10 by far; 500 against 100 is 7 wins, 1 loss \
                and 92 draws; at 100 simulations c = 1.4 and c = 0 are about equal.",
        lines: &[
            "match tictactoe uct-plain:sims=200 uct-plain:sims=10 --sims 1000 --openings 0 --games 1000",
            "match tictactoe uct-plain:sims=500 uct-plain:sims=100 --sims 1000 --openings 0 --games 1000",
            "match tictactoe uct-plain:c=1.4 uct-plain:c=0 --sims 100 --openings 0 --games 1000",
        ],
    },
    Experiment {
        name: "othello",
        title: "Othello: tree search against a table of squares",
        claim: "Reported: the tree search lost most games against the program with a table of squares, by about \
                2 : 1 in discs, and its author suspected bugs.",
        lines: &[
            "match othello uct positional --sims 100 --games 200 --openings 8",
            "match othello uct positional --sims 400 --games 200 --openings 8",
            "match othello uct positional:depth=3 --sims 400 --games 200 --openings 8",
        ],
    },
];
