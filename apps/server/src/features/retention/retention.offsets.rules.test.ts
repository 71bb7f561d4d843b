import { describe, expect, it } from 'vitest';
import { drawOf } from '../../../test/retention-rows.ts';
import { fitOffsets, type OffsetWeek } from './retention.offsets.rules.ts';

/** Weeks of a coach whose clients leave with this chance, where the platform expects 5 %. */
const weeksOf = (coachId: string, weeks: number, chance: number): OffsetWeek[] =>
  Array.from({ length: weeks }, (_, week) => ({
    coachId,
    clientId: `${coachId} ${week % 10}`,
    score: Math.log(0.05 / 0.95),
    left: drawOf(coachId, week) < chance,
  }));

/** Coaches whose clients stay, and as many whose clients leave twice as often as expected. */
const usual = [
  ...Array.from({ length: 4 }, (_, coach) => weeksOf(`stay ${coach}`, 2000, 0.025)),
  ...Array.from({ length: 4 }, (_, coach) => weeksOf(`leave ${coach}`, 2000, 0.1)),
].flat();

describe('the offset of a coach', () => {
  it('approaches the truth with many weeks, and counts what it rests on', () => {
    const offset = fitOffsets(usual).get('leave 1');
    expect(offset?.logOdds).toBeGreaterThan(0.5);
    expect(offset?.logOdds).toBeLessThan(0.95);
    expect(offset?.clients).toBe(10);
    expect(offset?.left).toBeGreaterThan(100);
  });

  it('stays near the platform with few weeks', () => {
    const few = weeksOf('few', 12, 0.05).map((week, index) => ({ ...week, left: index < 2 }));
    const many = weeksOf('many', 1200, 0.05).map((week, index) => ({ ...week, left: index < 200 }));
    const offsets = fitOffsets([...usual, ...few, ...many]);
    // Both lose a client in each sixth week.
    expect(offsets.get('few')?.logOdds).toBeGreaterThan(0);
    expect(offsets.get('few')?.logOdds).toBeLessThan((offsets.get('many')?.logOdds ?? 0) / 1.5);
  });

  it('is none for the only coach, and where coaches do not differ', () => {
    expect(fitOffsets(weeksOf('alone', 500, 0.2)).get('alone')?.logOdds).toBe(0);
    expect(fitOffsets([])).toEqual(new Map());
    const equal = Array.from({ length: 8 }, (_, coach) => weeksOf(`equal ${coach}`, 2000, 0.05)).flat();
    for (const { logOdds } of fitOffsets(equal).values()) expect(Math.abs(logOdds)).toBeLessThan(0.15);
  });

  it('does not depend on the order of the weeks', () => {
    const inOrder = fitOffsets(usual);
    const shuffled = fitOffsets([...usual.slice(3000), ...usual.slice(0, 3000)]);
    for (const [coachId, { logOdds }] of inOrder) expect(shuffled.get(coachId)?.logOdds).toBeCloseTo(logOdds, 9);
  });

  it('holds when all clients of a coach leave, or none', () => {
    const offsets = fitOffsets([...usual, ...weeksOf('all', 10, 1), ...weeksOf('none', 400, 0)]);
    expect(offsets.get('all')?.logOdds).toBeGreaterThan(0);
    expect(offsets.get('none')?.logOdds).toBeLessThan(0);
    for (const { logOdds } of offsets.values()) expect(Number.isFinite(logOdds)).toBe(true);
  });
});
