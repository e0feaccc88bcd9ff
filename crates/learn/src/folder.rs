//! The folder of a training: its options, and the files of its rounds.
//!
//! | file | what it holds |
//! |---|---|
//! | `options.toml` | the options, fixed when the training begins |
//! | `0000.model`, `0001.model`, … | the network after each round, as training continues from it |
//! | `0001-00.games`, `0001-01.games`, … | shards of the games of a round |
//! | `0000.net`, `0001.net`, … | the network after each round, with integers, as bots use it |
//! | `player.net` | the network that plays: the last one that passed its test |
//! | `rounds.csv` | one line per round |
//!
//! Every file is written whole or not at all. A step does nothing if its file exists, so a
//! training that was killed continues where it was, and several machines can share the
//! shards of a round.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use net::{Network, Shape};
use serde::{Deserialize, Serialize};
use stdx::files::replace;

use crate::games::PlayOptions;
use crate::gumbel;
use crate::subject::Subject;
use crate::trainer::Model;
use crate::trial;

/// Options of a training.
#[derive(Args, Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Options {
    /// Channels of the network: 16, 24, 32, 48 or 64
    #[arg(long, default_value_t = 24)]
    pub channels: usize,
    /// Residual blocks of the network
    #[arg(long, default_value_t = 2)]
    pub blocks: usize,
    /// Hidden units of the value
    #[arg(long, default_value_t = 32)]
    pub hidden: usize,
    /// Games per round
    #[arg(long, default_value_t = 800)]
    pub games: u64,
    /// Games per shard
    #[arg(long, default_value_t = 50)]
    pub shard_games: u64,
    /// Simulations per move of self-play
    #[arg(long, default_value_t = 40)]
    pub simulations: u32,
    /// Moves that a search of self-play compares
    #[arg(long, default_value_t = 12)]
    pub candidates: usize,
    /// Most random moves at the start of a game
    #[arg(long, default_value_t = 8)]
    pub opening: usize,
    /// Most rounds whose games are learned from; while there are few, the newer half
    #[arg(long, default_value_t = 12)]
    pub window: u32,
    /// How often each new position is learned from, on average
    #[arg(long, default_value_t = 3.0)]
    pub reuse: f64,
    /// Learning rate
    #[arg(long, default_value_t = 0.001)]
    pub rate: f32,
    /// Rounds after which the learning rate is halved; 0: never
    #[arg(long, default_value_t = 0)]
    pub half_life: u32,
    /// Weight of the next position's target in the target of a value; the rest is the search's value
    #[arg(long, default_value_t = 0.95)]
    pub lambda: f32,
    /// Most games of the test that a new network must pass to play; 0: every one plays
    #[arg(long, default_value_t = 60)]
    pub gate: u64,
    /// Seed of the random numbers
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
}

impl Options {
    /// Tests what the types do not.
    fn check(&self) -> Result<()> {
        ensure!(self.games > 0 && self.shard_games > 0, "a round and a shard need at least one game");
        ensure!(self.simulations > 0 && self.candidates > 0, "a search needs simulations and candidates");
        ensure!((0.0..=1.0).contains(&self.lambda), "lambda is {}; it must be 0 to 1", self.lambda);
        ensure!(self.reuse > 0.0 && self.reuse.is_finite(), "reuse is {}; it must be above 0", self.reuse);
        ensure!(self.rate > 0.0 && self.rate < 1.0, "rate is {}; it must be above 0 and below 1", self.rate);
        ensure!(self.window > 0, "the window needs at least one round");
        let shape = self.shape(1);
        ensure!(
            shape.is_valid(),
            "{} channels, {} blocks, {} hidden units; channels are 16, 24, 32, 48 or 64, blocks at most 32, hidden units 1 to 256",
            self.channels,
            self.blocks,
            self.hidden
        );
        Ok(())
    }

    /// The shape of the network, with this number of input planes.
    pub fn shape(&self, planes: usize) -> Shape {
        Shape { planes, channels: self.channels, blocks: self.blocks, hidden: self.hidden }
    }

    /// How games are played.
    pub fn play(&self) -> PlayOptions {
        let search = gumbel::Options { simulations: self.simulations, candidates: self.candidates };
        PlayOptions { search, opening: self.opening }
    }

    /// Number of shards of a round.
    pub fn shards(&self) -> u64 {
        self.games.div_ceil(self.shard_games)
    }

    /// Learning rate of a round.
    pub fn rate_of(&self, round: u32) -> f32 {
        match self.half_life {
            0 => self.rate,
            half => self.rate * 0.5f32.powf(round as f32 / half as f32),
        }
    }
}

/// The options file: the game and the options.
#[derive(Serialize, Deserialize)]
struct OptionsFile {
    game: String,
    #[serde(flatten)]
    options: Options,
}

/// The folder of a training.
pub struct Folder {
    path: PathBuf,
    pub options: Options,
}

impl Folder {
    /// Begins a training: writes the options and a network with random weights. Opens the
    /// folder if it has the same options already. With `from`, training continues from that
    /// network.
    pub fn begin<G: Subject>(path: &Path, options: &Options, from: Option<&Path>) -> Result<Folder> {
        options.check()?;
        if path.join("options.toml").exists() {
            let folder = Folder::open::<G>(path)?;
            ensure!(
                folder.options == *options,
                "{} was begun with other options; leave them out, or begin in another folder",
                path.display()
            );
            return Ok(folder);
        }
        let model = match from {
            None => Model::new(options.shape(G::PLANES), options.seed),
            Some(file) => {
                let network = trial::load(file)?;
                let (found, wanted) = (network.shape(), options.shape(G::PLANES));
                ensure!(found == wanted, "{} has {found:?}, not {wanted:?}", file.display());
                Model::from_network(&network)
            }
        };
        fs::create_dir_all(path).with_context(|| format!("cannot create {}", path.display()))?;
        let folder = Folder { path: path.into(), options: options.clone() };
        folder.write_network(&folder.player(), &model.network())?;
        folder.write_network(&folder.network(0), &model.network())?;
        model.save(&folder.model(0))?;
        let text = toml::to_string(&OptionsFile { game: G::NAME.into(), options: options.clone() })?;
        // Last: with this file the folder is complete.
        replace(&path.join("options.toml"), text.as_bytes())?;
        Ok(folder)
    }

    /// Opens a folder.
    pub fn open<G: Subject>(path: &Path) -> Result<Folder> {
        // NFS remembers that a name was missing. Opening the folder makes it ask the server again,
        // so that the files of other machines are seen at once.
        let _ = fs::read_dir(path);
        let file = path.join("options.toml");
        let text = fs::read_to_string(&file).with_context(|| {
            format!("{} has no options.toml; `learn begin {}` writes it", path.display(), G::NAME)
        })?;
        let found: OptionsFile = toml::from_str(&text).with_context(|| format!("{}", file.display()))?;
        if found.game != G::NAME {
            bail!("{} learns {}, not {}", path.display(), found.game, G::NAME);
        }
        found.options.check().with_context(|| format!("{}", file.display()))?;
        Ok(Folder { path: path.into(), options: found.options })
    }

    /// The model after a round.
    pub fn model(&self, round: u32) -> PathBuf {
        self.path.join(format!("{round:04}.model"))
    }

    /// The network after a round.
    pub fn network(&self, round: u32) -> PathBuf {
        self.path.join(format!("{round:04}.net"))
    }

    /// The network that plays.
    pub fn player(&self) -> PathBuf {
        self.path.join("player.net")
    }

    /// A shard of a round's games.
    pub fn games(&self, round: u32, shard: u64) -> PathBuf {
        self.path.join(format!("{round:04}-{shard:02}.games"))
    }

    /// All shards of a round.
    pub fn all_games(&self, round: u32) -> Vec<PathBuf> {
        (0..self.options.shards()).map(|shard| self.games(round, shard)).collect()
    }

    /// The table of rounds.
    pub fn table(&self) -> PathBuf {
        self.path.join("rounds.csv")
    }

    /// The plots of the table.
    pub fn curves(&self) -> PathBuf {
        self.path.join("rounds.svg")
    }

    /// The round that is next: the first one without a model.
    pub fn next_round(&self) -> u32 {
        (0..).find(|&round| !self.model(round).exists()).unwrap_or(u32::MAX)
    }

    /// The round of a step that names it, or else the next round; `None` if the round has
    /// ended. So a step that is started again never does the work of another round.
    pub fn open_round(&self, named: Option<u32>) -> Result<Option<u32>> {
        let next = self.next_round();
        let round = named.unwrap_or(next);
        ensure!(round > 0, "round is 0; the first round is 1");
        ensure!(round <= next, "round {round} cannot begin: round {next} has not ended; `learn fit` ends it");
        Ok((round == next).then_some(round))
    }

    /// Writes a network, whole or not at all.
    pub fn write_network(&self, path: &Path, network: &Network) -> Result<()> {
        replace(path, &network.to_bytes()).with_context(|| format!("cannot write {}", path.display()))
    }
}

#[cfg(test)]
pub mod tests {
    use nogo::State;

    use super::*;

    /// A training that takes a second.
    pub const SMALL: Options = Options {
        channels: 16,
        blocks: 1,
        hidden: 4,
        games: 4,
        shard_games: 2,
        simulations: 4,
        candidates: 4,
        opening: 30,
        window: 3,
        reuse: 1.0,
        rate: 0.001,
        half_life: 4,
        lambda: 0.9,
        gate: 2,
        seed: 3,
    };

    /// An empty folder, which is removed in the end.
    pub struct Temporary(pub PathBuf);

    impl Temporary {
        pub fn new(name: &str) -> Self {
            let path = std::env::temp_dir().join(format!("learn-{name}-{}", std::process::id()));
            let _ = fs::remove_dir_all(&path);
            Temporary(path)
        }
    }

    impl Drop for Temporary {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn a_folder_keeps_its_options() {
        let place = Temporary::new("options");
        let missing = Folder::open::<State>(&place.0).err().unwrap().to_string();
        assert!(missing.ends_with("`learn begin nogo` writes it"), "{missing}");
        Folder::begin::<State>(&place.0, &SMALL, None).unwrap();
        assert_eq!(Folder::open::<State>(&place.0).unwrap().options, SMALL);
        assert_eq!(Folder::begin::<State>(&place.0, &SMALL, None).unwrap().next_round(), 1);
        let other = Options { games: 5, ..SMALL };
        let error = Folder::begin::<State>(&place.0, &other, None).err().unwrap().to_string();
        assert!(error.contains("was begun with other options"), "{error}");
        let file = place.0.join("options.toml");
        let text = fs::read_to_string(&file).unwrap();
        fs::write(&file, text.replace("nogo", "chess")).unwrap();
        let error = Folder::open::<State>(&place.0).err().unwrap().to_string();
        assert!(error.ends_with("learns chess, not nogo"), "{error}");
    }

    /// A task that a cluster starts again when its round has ended must not begin the next one.
    #[test]
    fn a_step_that_names_a_round_does_no_other_round() {
        let place = Temporary::new("round");
        let folder = Folder::begin::<State>(&place.0, &SMALL, None).unwrap();
        assert_eq!(folder.open_round(None).unwrap(), Some(1));
        assert_eq!(folder.open_round(Some(1)).unwrap(), Some(1));
        let early = folder.open_round(Some(2)).unwrap_err().to_string();
        assert!(early.starts_with("round 2 cannot begin: round 1 has not ended"), "{early}");
        assert_eq!(folder.open_round(Some(0)).unwrap_err().to_string(), "round is 0; the first round is 1");
        fs::copy(folder.model(0), folder.model(1)).unwrap();
        assert_eq!(folder.open_round(Some(1)).unwrap(), None);
        assert_eq!(folder.open_round(None).unwrap(), Some(2));
    }

    #[test]
    fn options_out_of_range_are_refused() {
        let place = Temporary::new("refused");
        let cases = [
            (Options { channels: 20, ..SMALL }, "20 channels"),
            (Options { games: 0, ..SMALL }, "at least one game"),
            (Options { lambda: 1.5, ..SMALL }, "lambda is 1.5"),
            (Options { rate: 0.0, ..SMALL }, "rate is 0"),
            (Options { reuse: f64::NAN, ..SMALL }, "reuse is NaN"),
        ];
        for (options, text) in cases {
            let error = Folder::begin::<State>(&place.0, &options, None).err().unwrap().to_string();
            assert!(error.contains(text), "{error}");
        }
        assert!(!place.0.exists());
    }
}
