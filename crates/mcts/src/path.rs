//! The path of a simulation, and the kind of leaf at its end.

/// One level of a path: the chosen edge and the node behind it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    pub edge: u32,
    pub node: u32,
}

/// The path of a simulation from the root, and the moves it played.
#[derive(Debug)]
pub struct Path<M> {
    pub(crate) steps: Vec<Step>,
    /// Moves of the descent and of the playout, if they are recorded.
    pub trace: Vec<M>,
    /// The node that the descent expanded.
    pub(crate) expanded: Option<u32>,
    /// Change of the sum at the end of the path by new bounds.
    pub(crate) correction: f64,
    /// Is it one of several unfinished simulations? Then every step adds a virtual loss.
    pub(crate) shared: bool,
}

impl<M> Path<M> {
    /// A path of a simulation of a batch, or of one alone.
    pub fn new(shared: bool) -> Self {
        Path { steps: Vec::with_capacity(64), trace: Vec::new(), expanded: None, correction: 0.0, shared }
    }

    /// Goes back to the root.
    #[cfg(feature = "parallel")]
    pub(crate) fn restart(&mut self) {
        self.steps.clear();
        self.trace.clear();
        self.steps.push(Step { edge: 0, node: 0 });
    }

    /// Goes to a child.
    #[cfg(feature = "parallel")]
    pub(crate) fn push(&mut self, step: Step, played: M) {
        self.steps.push(step);
        self.trace.push(played);
    }

    /// Goes back to the parent.
    #[cfg(feature = "parallel")]
    pub(crate) fn pop(&mut self) {
        self.steps.pop();
        self.trace.pop();
    }
}

/// The kind of leaf at which a descent ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leaf {
    /// A state that a playout has to evaluate.
    Open,
    /// A proven node.
    Proven,
    /// A new terminal state, or a state that the guide has just proven.
    Terminal,
    /// A node whose children have new bounds: a terminal state one move ahead, or
    /// a shared node that was proven through another edge.
    Solved,
}
