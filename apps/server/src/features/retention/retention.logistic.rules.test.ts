import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawOf, normalOf } from '../../../test/retention-rows.ts';
import { fitLogistic, type Matrix, probabilityOf, scoreRows } from './retention.logistic.rules.ts';

const matrixOf = (rows: readonly (readonly number[])[]): Matrix => ({
  values: Float64Array.from(rows.flat()),
  rows: rows.length,
  columns: rows[0]?.length ?? 0,
});

/** Rows whose label follows known coefficients. */
function drawRows(count: number, coefficients: readonly number[], intercept: number) {
  const rows = Array.from({ length: count }, (_, row) => coefficients.map((_, column) => normalOf(row, column)));
  const labels = rows.map((row, index) => {
    const odds = row.reduce((sum, value, column) => sum + value * (coefficients[column] ?? 0), intercept);
    return drawOf('label', index) < probabilityOf(odds) ? 1 : 0;
  });
  return { matrix: matrixOf(rows), labels: Uint8Array.from(labels) };
}

describe('a fit', () => {
  it('finds the coefficients that made the labels', () => {
    const { matrix, labels } = drawRows(8000, [0.8, -0.5, 0], -1);
    const { intercept, coefficients, iterations } = fitLogistic(matrix, labels, { l2: 1e-6 });
    // Each has a standard error of about .03.
    expect(intercept).toBeCloseTo(-1, 0);
    for (const [index, wanted] of [0.8, -0.5, 0].entries()) {
      expect(Math.abs((coefficients[index] ?? 0) - wanted)).toBeLessThan(0.12);
    }
    expect(iterations).toBeLessThan(12);
  });

  it('ends where no coefficient can be better, whatever the rows are', () => {
    const row = fc.tuple(fc.double({ min: -5, max: 5, noNaN: true }), fc.double({ min: -5, max: 5, noNaN: true }));
    fc.assert(
      fc.property(
        fc.array(fc.tuple(row, fc.boolean()), { minLength: 4, maxLength: 40 }),
        fc.double({ min: 0.01, max: 10, noNaN: true }),
        (drawn, l2) => {
          const labels = Uint8Array.from(drawn, ([, label]) => Number(label));
          fc.pre(labels.includes(0) && labels.includes(1));
          const matrix = matrixOf(drawn.map(([values]) => values));
          const fit = fitLogistic(matrix, labels, { l2 });
          const residuals = [...scoreRows(matrix, fit)].map(
            (score, index) => (labels[index] ?? 0) - probabilityOf(score),
          );
          const slopeOf = (column: number) =>
            residuals.reduce((sum, residual, index) => sum + residual * (drawn[index]?.[0][column] ?? 0), 0);
          expect(residuals.reduce((sum, residual) => sum + residual, 0)).toBeCloseTo(0, 5);
          for (const column of [0, 1]) expect(slopeOf(column)).toBeCloseTo(l2 * (fit.coefficients[column] ?? 0), 5);
        },
      ),
    );
  });

  it('stays finite where a column tells the labels apart, and where two columns are the same', () => {
    const labels = Uint8Array.from([0, 0, 0, 1, 1, 1]);
    const rows = [-3, -2, -1, 1, 2, 3].map((value) => [value, value]);
    const { intercept, coefficients } = fitLogistic(matrixOf(rows), labels, { l2: 1 });
    expect(intercept).toBeCloseTo(0);
    expect(coefficients[0]).toBeCloseTo(coefficients[1] ?? 0);
    expect(coefficients[0]).toBeGreaterThan(0.2);
    const free = fitLogistic(matrixOf(rows), labels, { l2: 0 });
    expect(free.coefficients.every(Number.isFinite)).toBe(true);
  });

  it('refuses labels that are all equal, or too few', () => {
    const rows = matrixOf([[1], [2]]);
    expect(() => fitLogistic(rows, Uint8Array.from([1, 1]), { l2: 1 })).toThrow('both labels have to occur');
    expect(() => fitLogistic(rows, Uint8Array.from([1]), { l2: 1 })).toThrow('2 rows have 1 labels');
  });
});
