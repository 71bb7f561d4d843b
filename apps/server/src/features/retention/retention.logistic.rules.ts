/** Rows of numbers in one block: the value of column c in row r stands at `r * columns + c`. */
export type Matrix = { values: Float64Array; rows: number; columns: number };

/** Log-odds of a row: `intercept` plus the sum of coefficient times value. */
export type LogisticFit = { intercept: number; coefficients: readonly number[]; iterations: number };

export type LogisticOptions = {
  /** Weight of the squared coefficients against the summed loss. The intercept is not held back. */
  l2: number;
};

const MAX_ITERATIONS = 50;
/** A fit has ended when no coefficient moves by more. */
const TOLERANCE = 1e-9;
const MAX_HALVINGS = 20;
/** Beyond these log-odds a probability is 0 or 1 in floating point, and its row would lose all weight. */
const MAX_LOG_ODDS = 30;
const MIN_WEIGHT = 1e-10;

export const probabilityOf = (logOdds: number): number => 1 / (1 + Math.exp(-logOdds));
export const logOddsOf = (probability: number): number => Math.log(probability / (1 - probability));

/**
 * Fits a logistic regression by Newton's method (iteratively reweighted least squares) with an L2 penalty. Columns should
 * have mean 0 and deviation 1, so that the penalty means the same for all. The same rows give the same coefficients.
 * @param labels 1 where the event happened, else 0
 * @throws RangeError when rows and labels differ in number, or all labels are equal
 */
export function fitLogistic(matrix: Matrix, labels: Uint8Array, { l2 }: LogisticOptions): LogisticFit {
  const { rows, columns } = matrix;
  if (labels.length !== rows) throw new RangeError(`${rows} rows have ${labels.length} labels`);
  const positives = labels.reduce((sum, label) => sum + label, 0);
  if (positives === 0 || positives === rows) throw new RangeError('both labels have to occur');
  const size = columns + 1;
  let beta = new Float64Array(size);
  let loss = lossOf(matrix, labels, beta, { l2 });
  for (let iteration = 1; iteration <= MAX_ITERATIONS; iteration += 1) {
    const { gradient, hessian } = slopes(matrix, labels, beta, { l2 });
    const step = solve(hessian, gradient, size);
    const moved = lineSearch(beta, step, loss, (next) => lossOf(matrix, labels, next, { l2 }));
    // No smaller loss can be told apart from this one.
    if (!moved) return asFit(beta, iteration);
    beta = moved.beta;
    loss = moved.loss;
    if (moved.largest < TOLERANCE) return asFit(beta, iteration);
  }
  return asFit(beta, MAX_ITERATIONS);
}

const asFit = (beta: Float64Array, iterations: number): LogisticFit => ({
  intercept: beta[0] ?? 0,
  coefficients: [...beta.subarray(1)],
  iterations,
});

/** Log-odds of each row. */
export function scoreRows({ values, rows, columns }: Matrix, { intercept, coefficients }: LogisticFit): Float64Array {
  const scores = new Float64Array(rows);
  const beta = Float64Array.from(coefficients);
  for (let row = 0; row < rows; row += 1) {
    let sum = intercept;
    const start = row * columns;
    for (let column = 0; column < columns; column += 1) sum += at(beta, column) * at(values, start + column);
    scores[row] = sum;
  }
  return scores;
}

const at = (values: Float64Array, index: number): number => values[index] as number;

const logOdds = ({ values, columns }: Matrix, beta: Float64Array, row: number): number => {
  let sum = at(beta, 0);
  const start = row * columns;
  for (let column = 0; column < columns; column += 1) sum += at(beta, column + 1) * at(values, start + column);
  return Math.max(-MAX_LOG_ODDS, Math.min(MAX_LOG_ODDS, sum));
};

/** Negative log likelihood with the penalty. */
function lossOf(matrix: Matrix, labels: Uint8Array, beta: Float64Array, { l2 }: LogisticOptions): number {
  let loss = 0;
  for (let row = 0; row < matrix.rows; row += 1) {
    const odds = logOdds(matrix, beta, row);
    const signed = labels[row] ? odds : -odds;
    loss += Math.log1p(Math.exp(-signed));
  }
  for (let index = 1; index < beta.length; index += 1) loss += (l2 / 2) * at(beta, index) ** 2;
  return loss;
}

function slopes(matrix: Matrix, labels: Uint8Array, beta: Float64Array, { l2 }: LogisticOptions) {
  const { values, rows, columns } = matrix;
  const size = columns + 1;
  const gradient = new Float64Array(size);
  const hessian = new Float64Array(size * size);
  const row1 = new Float64Array(size);
  row1[0] = 1;
  for (let row = 0; row < rows; row += 1) {
    const chance = probabilityOf(logOdds(matrix, beta, row));
    const residual = (labels[row] ?? 0) - chance;
    const curvature = Math.max(chance * (1 - chance), MIN_WEIGHT);
    row1.set(values.subarray(row * columns, row * columns + columns), 1);
    for (let i = 0; i < size; i += 1) {
      const value = at(row1, i);
      // Most values of categories are 0.
      if (value === 0) continue;
      gradient[i] = at(gradient, i) + residual * value;
      const scaled = curvature * value;
      const start = i * size;
      for (let j = 0; j <= i; j += 1) hessian[start + j] = at(hessian, start + j) + scaled * at(row1, j);
    }
  }
  for (let i = 1; i < size; i += 1) {
    gradient[i] = at(gradient, i) - l2 * at(beta, i);
    hessian[i * size + i] = at(hessian, i * size + i) + l2;
  }
  return { gradient, hessian };
}

/** Half the step, and half again, until the loss falls: a full step can overshoot when labels are nearly separated. */
function lineSearch(beta: Float64Array, step: Float64Array, loss: number, lossAt: (beta: Float64Array) => number) {
  for (let halving = 0; halving < MAX_HALVINGS; halving += 1) {
    const share = 0.5 ** halving;
    const next = beta.map((value, index) => value + share * at(step, index));
    const nextLoss = lossAt(next);
    if (nextLoss <= loss) {
      return {
        beta: next,
        loss: nextLoss,
        largest: step.reduce((most, one) => Math.max(most, Math.abs(share * one)), 0),
      };
    }
  }
  return null;
}

/**
 * Solves `matrix x = right` for a symmetric positive definite matrix, of which the lower half is read, by Cholesky's
 * decomposition. A column that repeats others without a penalty gets 0.
 */
function solve(matrix: Float64Array, right: Float64Array, size: number): Float64Array {
  const lower = new Float64Array(size * size);
  for (let i = 0; i < size; i += 1) {
    for (let j = 0; j <= i; j += 1) {
      let sum = at(matrix, i * size + j);
      for (let k = 0; k < j; k += 1) sum -= at(lower, i * size + k) * at(lower, j * size + k);
      const pivot = at(lower, j * size + j);
      if (i !== j) lower[i * size + j] = pivot === 0 ? 0 : sum / pivot;
      else lower[i * size + i] = sum > 1e-12 * at(matrix, i * size + i) ? Math.sqrt(sum) : 0;
    }
  }
  const forward = new Float64Array(size);
  for (let i = 0; i < size; i += 1) {
    let sum = at(right, i);
    for (let k = 0; k < i; k += 1) sum -= at(lower, i * size + k) * at(forward, k);
    const pivot = at(lower, i * size + i);
    forward[i] = pivot === 0 ? 0 : sum / pivot;
  }
  const solution = new Float64Array(size);
  for (let i = size - 1; i >= 0; i -= 1) {
    let sum = at(forward, i);
    for (let k = i + 1; k < size; k += 1) sum -= at(lower, k * size + i) * at(solution, k);
    const pivot = at(lower, i * size + i);
    solution[i] = pivot === 0 ? 0 : sum / pivot;
  }
  return solution;
}
