//! Configuration of the property tests.

use proptest::prelude::ProptestConfig;
use proptest::test_runner::FileFailurePersistence;

/// Runs `cases` cases, and keeps the seeds of failures beside the test file: proptest's
/// default finds no place for tests outside of `src`.
pub fn with_cases(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: Some(Box::new(FileFailurePersistence::WithSource("proptest-regressions"))),
        ..ProptestConfig::default()
    }
}
