import { describe, expect, it } from 'vitest';
import { drawOf, normalOf } from '../../../test/retention-rows.ts';
import { calibrate, chanceOf, MIN_ISOTONIC_EVENTS } from './retention.calibration.rules.ts';
import { probabilityOf } from './retention.logistic.rules.ts';

/** Scores that overstate their chances: the true log-odds are half of them, less one. */
function drawScores(count: number) {
  const scores = Float64Array.from({ length: count }, (_, row) => 2 * normalOf(row));
  const labels = Uint8Array.from(scores, (score, row) => (drawOf('left', row) < probabilityOf(score / 2 - 1) ? 1 : 0));
  return { scores, labels };
}

describe('calibration', () => {
  it.each([
    ['a line, with few events', 2000, 'platt'],
    ['steps, with many', 8000, 'isotonic'],
  ] as const)('corrects scores by %s', (_, count, kind) => {
    const { scores, labels } = drawScores(count);
    const calibration = calibrate(scores, labels);
    expect(calibration.kind).toBe(kind);
    for (const score of [-2, 0, 2]) {
      expect(Math.abs(chanceOf(score, calibration) - probabilityOf(score / 2 - 1))).toBeLessThan(0.06);
    }
  });

  it('never falls with the score, and never claims to be certain', () => {
    const { scores, labels } = drawScores(8000);
    const calibration = calibrate(scores, labels);
    const chances = Array.from({ length: 200 }, (_, step) => chanceOf(-10 + step / 10, calibration));
    expect(chances).toEqual(chances.toSorted((a, b) => a - b));
    expect(Math.min(...chances)).toBeGreaterThan(0);
    expect(Math.max(...chances)).toBeLessThan(1);
  });

  it('gives everybody the average chance when scores point the wrong way', () => {
    const labels = Uint8Array.from([1, 1, 1, 0, 0, 0, 0, 0]);
    const calibration = calibrate(Float64Array.from([1, 2, 3, 4, 5, 6, 7, 8]), labels);
    expect(chanceOf(-100, calibration)).toBeCloseTo(3 / 8);
    expect(chanceOf(100, calibration)).toBeCloseTo(3 / 8);
  });

  it('counts equal scores as one', () => {
    const events = MIN_ISOTONIC_EVENTS;
    const scores = new Float64Array(4 * events).fill(0.5);
    const labels = Uint8Array.from({ length: 4 * events }, (_, row) => Number(row < events));
    expect(chanceOf(0.5, calibrate(scores, labels))).toBeCloseTo(0.25, 3);
  });
});
