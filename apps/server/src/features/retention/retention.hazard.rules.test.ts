import { describe, expect, it } from 'vitest';
import { simulateCoachWeeks } from '../../../test/retention-rows.ts';
import { fitHazard, monthlyChances } from './retention.hazard.rules.ts';

const [FIRST] = simulateCoachWeeks({ clients: 1, seed: 'first' });
const firstWeeks = (seed: string, effectOf?: (coach: number) => number) =>
  simulateCoachWeeks({ clients: 6000, seed, coaches: 12, ...(effectOf && { effectOf }) }).filter(
    ({ day }) => day === FIRST?.day,
  );

describe('the weekly hazard', () => {
  it('promises the known chance of simulated clients, within the sampling error', () => {
    const model = fitHazard(simulateCoachWeeks({ clients: 6000, seed: 'learned' }), firstWeeks('calibrated'));
    const tested = firstWeeks('tested');
    const chances = monthlyChances(tested, model);
    const ordered = tested
      .map((row, index) => ({ ...row, promised: chances[index] ?? 0 }))
      .sort((a, b) => a.promised - b.promised);
    const size = ordered.length / 10;
    let square = 0;
    for (let band = 0; band < 10; band += 1) {
      const some = ordered.slice(band * size, (band + 1) * size);
      const sum = (value: (row: (typeof some)[number]) => number) => some.reduce((all, row) => all + value(row), 0);
      const expected = sum(({ promised }) => promised);
      const variance = sum(({ promised }) => promised * (1 - promised));
      square += (sum(({ leftInMonth }) => Number(leftInMonth)) - expected) ** 2 / variance;
      expect(Math.abs(expected - sum(({ chance }) => chance)) / size).toBeLessThan(0.03);
    }
    // The 99.9 % quantile of chi-square with ten degrees of freedom.
    expect(square).toBeLessThan(29.6);
  });

  it('finds how much the clients of coaches differ, and calibrates with it', () => {
    const effectOf = (coach: number) => (coach - 5.5) / 6;
    const learned = simulateCoachWeeks({ clients: 6000, seed: 'coaches', coaches: 12, effectOf });
    const model = fitHazard(learned, firstWeeks('later', effectOf));
    const known = [...model.offsets].map(([id, { logOdds }]) => [logOdds, effectOf(Number(id.slice(6)))] as const);
    const errors = known.map(([found, effect]) => Math.abs(found - effect));
    expect(errors.reduce((sum, error) => sum + error, 0) / errors.length).toBeLessThan(0.15);
    const tested = firstWeeks('coaches tested', effectOf);
    const missOf = (chances: readonly number[]) =>
      chances.reduce((sum, chance, index) => sum + Math.abs(chance - (tested[index]?.chance ?? 0)), 0) / chances.length;
    const withOffsets = missOf(monthlyChances(tested, model));
    expect(withOffsets).toBeLessThan(missOf(monthlyChances(tested, { ...model, offsets: new Map() })));
  });
});
