//! Proof that the CPU has newer instructions.
//!
//! The same program runs on any x86-64 CPU. A function that is compiled for newer
//! instructions takes an [`Avx2`], which only [`Avx2::detect`] makes, so that it cannot be
//! called on a CPU without them.

/// A CPU with AVX2, BMI1, BMI2, LZCNT and POPCNT: most x86-64 CPUs since 2013.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Avx2(());

impl Avx2 {
    /// Asks the CPU; `None` if an instruction is missing, and on other kinds of CPU.
    #[inline]
    pub fn detect() -> Option<Avx2> {
        #[cfg(target_arch = "x86_64")]
        let has_all = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        #[cfg(not(target_arch = "x86_64"))]
        let has_all = false;
        has_all.then_some(Avx2(()))
    }
}
