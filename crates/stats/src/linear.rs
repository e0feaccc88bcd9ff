//! Linear equations by Gaussian elimination.

/// Solves `left · x = right` for every column of `right` at once. Both are
/// lists of rows; `left` is square. Returns the solutions in the same layout as
/// `right`, or `None` if the equations have no unique solution.
pub fn solve(mut left: Vec<Vec<f64>>, mut right: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    let n = left.len();
    for column in 0..n {
        let pivot = (column..n).max_by(|&i, &j| left[i][column].abs().total_cmp(&left[j][column].abs()))?;
        left.swap(column, pivot);
        right.swap(column, pivot);
        let divisor = left[column][column];
        if divisor == 0.0 {
            return None;
        }
        for x in left[column].iter_mut().chain(right[column].iter_mut()) {
            *x /= divisor;
        }
        let (pivot, value) = (left[column].clone(), right[column].clone());
        for row in (0..n).filter(|row| *row != column) {
            let factor = left[row][column];
            left[row].iter_mut().zip(&pivot).for_each(|(x, y)| *x -= factor * y);
            right[row].iter_mut().zip(&value).for_each(|(x, y)| *x -= factor * y);
        }
    }
    Some(right)
}

/// Inverts a square matrix; `None` if it has no inverse.
pub fn inverse(matrix: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    let n = matrix.len();
    let identity = (0..n).map(|i| (0..n).map(|j| f64::from(u8::from(i == j))).collect()).collect();
    solve(matrix, identity)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equations_are_solved_and_singular_ones_refused() {
        let solution = solve(vec![vec![0.0, 2.0], vec![4.0, 1.0]], vec![vec![6.0], vec![11.0]]);
        assert_eq!(solution, Some(vec![vec![2.0], vec![3.0]]));
        assert_eq!(solve(vec![vec![1.0, 2.0], vec![2.0, 4.0]], vec![vec![1.0], vec![1.0]]), None);
        assert_eq!(
            inverse(vec![vec![0.0, 2.0], vec![4.0, 0.0]]),
            Some(vec![vec![0.0, 0.25], vec![0.5, 0.0]])
        );
    }
}
