//! √(ln n) from a table: the same bits on every machine, unlike a system's `ln`,
//! and faster than a logarithm per level of every descent.

/// Mantissa bits of the table's index: exact below 128, and above that the error
/// of ln n is below 1/64, far less than the precision to which c is tuned.
const MANTISSA: u32 = 6;
const SHIFT: u32 = 23 - MANTISSA;
const FIRST: usize = (1.0f32.to_bits() >> SHIFT) as usize;
const OCTAVES: usize = 33;

static SQRT_LN: [f32; OCTAVES << MANTISSA] = {
    let mut table = [0.0; OCTAVES << MANTISSA];
    let mut i = 0;
    while i < table.len() {
        let n = f32::from_bits(((i + FIRST) as u32) << SHIFT);
        table[i] = sqrt(ln(n as f64)) as f32;
        i += 1;
    }
    table
};

/// √(ln n); 0 for n ≤ 1.
#[inline]
pub fn sqrt_ln(n: u32) -> f32 {
    let index = (n.max(1) as f32).to_bits() >> SHIFT;
    SQRT_LN[index as usize - FIRST]
}

/// ln of a number ≥ 1: halves it into [1, 2), then sums the series of artanh.
const fn ln(mut x: f64) -> f64 {
    let mut twos = 0.0;
    while x >= 2.0 {
        x *= 0.5;
        twos += std::f64::consts::LN_2;
    }
    let y = (x - 1.0) / (x + 1.0);
    let (mut term, mut sum, mut k) = (y, 0.0, 1.0);
    while k < 60.0 {
        sum += term / k;
        term *= y * y;
        k += 2.0;
    }
    twos + 2.0 * sum
}

/// Newton's square root.
const fn sqrt(x: f64) -> f64 {
    if x <= 0.0 {
        return 0.0;
    }
    let (mut root, mut i) = (1.0 + x, 0);
    while i < 40 {
        root = 0.5 * (root + x / root);
        i += 1;
    }
    root
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_follows_the_logarithm() {
        for n in (1..10_000).chain((1..32).map(|k| u32::MAX >> k)).chain([u32::MAX]) {
            let (exact, table) = ((n as f64).ln(), (sqrt_ln(n) as f64).powi(2));
            let tolerance = if n < 128 { 1e-6 } else { 1.0 / 64.0 };
            assert!((exact - table).abs() <= tolerance, "ln {n}: {exact} and {table}");
        }
        assert_eq!(sqrt_ln(0), 0.0);
        assert_eq!(sqrt_ln(1), 0.0);
    }

    #[test]
    fn it_is_monotonic() {
        assert!((1..200_000).all(|n| sqrt_ln(n) <= sqrt_ln(n + 1)));
    }
}
