use game::Rng;

use super::*;

/// All forms, against loops that follow the definition.
#[test]
fn forward_and_gradient_follow_the_definition() {
    let mut rng = Rng::with_seed(3);
    let mut forms = vec![Form::Portable];
    forms.extend(
        [Form::Avx2, Form::Avx512]
            .iter()
            .filter(|&&f| Form::detect() == f || f == Form::Avx2 && Form::detect() == Form::Avx512),
    );
    let mut compared = 0;
    for (rows, columns, inputs, outputs) in [(9, 9, 6, 16), (4, 5, 24, 24), (1, 12, 32, 32), (3, 2, 2, 48)] {
        let grid = Grid::new(rows, columns);
        let mut numbers = |count| (0..count).map(|_| rng.f32() - 0.5).collect::<Vec<_>>();
        let (weights, bias) = (numbers(9 * inputs * outputs), numbers(outputs));
        let mut input = vec![0.0; grid.padded() * inputs];
        let mut error = vec![0.0; grid.padded() * outputs];
        for cell in grid.cells() {
            input[cell * inputs..][..inputs].copy_from_slice(&numbers(inputs));
            error[cell * outputs..][..outputs].copy_from_slice(&numbers(outputs));
        }
        let conv = Conv { grid, inputs, outputs, weights: &weights };
        let mut expected = vec![0.0; grid.padded() * outputs];
        let mut slope = vec![0.0; weights.len()];
        for row in 0..rows {
            for column in 0..columns {
                let cell = grid.cell(row, column);
                for output in 0..outputs {
                    let mut sum = bias[output];
                    for tap in 0..9 {
                        let neighbour = (row + tap / 3) * grid.stride() + column + tap % 3;
                        for channel in 0..inputs {
                            let place = (tap * inputs + channel) * outputs + output;
                            sum += input[neighbour * inputs + channel] * weights[place];
                            slope[place] +=
                                input[neighbour * inputs + channel] * error[cell * outputs + output];
                        }
                    }
                    expected[cell * outputs + output] = sum;
                }
            }
        }
        for &form in &forms {
            let mut output = vec![0.0; expected.len()];
            conv.forward(form, &input, &bias, &mut output);
            let mut gradient = vec![0.0; weights.len()];
            conv.gradient(form, &input, &error, &mut gradient);
            for (a, b) in output.iter().zip(&expected).chain(gradient.iter().zip(&slope)) {
                assert!((a - b).abs() < 1e-3, "{form:?}: {a} instead of {b}");
                compared += 1;
            }
        }
    }
    assert!(compared > 10_000);
}
