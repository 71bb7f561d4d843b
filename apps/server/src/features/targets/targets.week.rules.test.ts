import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { macroKcal } from './targets.macros.rules.ts';
import { type WeekDay, weekTargets } from './targets.week.rules.ts';

const DAILY = { kcal: 2000, protein: 140, fat: 62, carbohydrate: 221 };
const day = (isTraining: boolean, lockedKcal: number | null = null): WeekDay => ({ isTraining, lockedKcal });
const WEEK = [true, false, true, false, true, false, false].map((isTraining) => day(isTraining));

function kcalOf(week: readonly WeekDay[], swing: number, floor = 1400): number[] {
  const result = weekTargets(DAILY, { floor, week, swing });
  if (!result.days) throw new Error(result.blocks[0]?.sentence);
  return result.days.map(({ kcal }) => kcal);
}

describe('a week', () => {
  it('gives training days more, within one budget', () => {
    expect(kcalOf(WEEK, 350)).toEqual([2200, 1850, 2200, 1850, 2200, 1850, 1850]);
    expect(weekTargets(DAILY, { floor: 1400, week: WEEK, swing: 350 })).toMatchObject({
      sentence:
        '14,000 kcal for the week, 2,000 kcal a day on average. Training days have about 350 kcal more than rest days.',
    });
    expect(kcalOf(WEEK, 0)).toEqual([2000, 2000, 2000, 2000, 2000, 2000, 2000]);
  });

  it('leaves locked days as they are', () => {
    const week = WEEK.map((one, index) => (index === 6 ? day(false, 2600) : one));
    expect(kcalOf(week, 300)).toEqual([2050, 1750, 2050, 1750, 2050, 1750, 2600]);
  });

  it('has a smaller swing where rest days would be too low', () => {
    expect(kcalOf(WEEK, 3000)).toEqual([2800, 1400, 2800, 1400, 2800, 1400, 1400]);
  });

  it('puts the swing into carbohydrate', () => {
    const { days } = weekTargets(DAILY, { floor: 1400, week: WEEK, swing: 350 });
    expect(days?.[0]).toEqual({ kcal: 2200, protein: 140, fat: 62, carbohydrate: 271, isLocked: false });
    expect(days?.[1]).toEqual({ kcal: 1850, protein: 140, fat: 57, carbohydrate: 194, isLocked: false });
  });

  it('says when locked days leave too little, or are too low', () => {
    const heavy = WEEK.map((one, index) => (index < 3 ? day(true, 3500) : one));
    expect(weekTargets(DAILY, { floor: 1400, week: heavy, swing: 0 }).blocks).toEqual([
      {
        code: 'no_room',
        refer: false,
        sentence: 'The locked days leave 3,500 kcal for 4 other days, which need at least 1,400 kcal each.',
      },
    ]);
    const low = WEEK.map((one, index) => (index === 0 ? day(true, 1000) : one));
    expect(weekTargets(DAILY, { floor: 1400, week: low, swing: 0 }).blocks[0]?.sentence).toBe(
      'A locked day has 1,000 kcal; the lowest day of this client is 1,400 kcal.',
    );
    const all = WEEK.map(() => day(true, 2100));
    expect(weekTargets(DAILY, { floor: 1400, week: all, swing: 0 }).blocks[0]?.sentence).toBe(
      'The locked days add up to 14,700 kcal, and the week has 14,000 kcal.',
    );
  });

  it('keeps budget, floor and fat, whatever is locked', () => {
    const anyDay = fc.record({
      isTraining: fc.boolean(),
      lockedKcal: fc.option(fc.integer({ min: 500, max: 4000 }), { freq: 4 }),
    });
    const anyDaily = fc.integer({ min: 80, max: 400 }).map((tens) => {
      const kcal = tens * 10;
      const fat = Math.ceil((0.2 * kcal) / 9);
      const protein = Math.round((0.3 * kcal) / 4);
      return { kcal, fat, protein, carbohydrate: Math.round((kcal - 9 * fat - 4 * protein) / 4) };
    });
    fc.assert(
      fc.property(
        anyDaily,
        fc.array(anyDay, { minLength: 7, maxLength: 7 }),
        fc.integer({ min: 0, max: 1200 }),
        fc.integer({ min: 1200, max: 2400 }),
        (daily, week, swing, floor) => {
          const { days } = weekTargets(daily, { floor, week, swing });
          if (!days) return;
          expect(days.reduce((sum, { kcal }) => sum + kcal, 0)).toBe(7 * daily.kcal);
          days.forEach(({ kcal, protein, fat, carbohydrate }, index) => {
            expect(kcal).toBeGreaterThanOrEqual(Math.max(800, Math.min(floor, daily.kcal)));
            const locked = week[index]?.lockedKcal ?? null;
            if (locked !== null) expect(Math.abs(kcal - locked)).toBeLessThanOrEqual(5);
            expect(Math.abs(macroKcal({ protein, fat, carbohydrate }) - kcal)).toBeLessThanOrEqual(20);
            expect(fat * 9).toBeGreaterThanOrEqual(0.15 * kcal - 1e-6);
            expect(Math.min(protein, carbohydrate)).toBeGreaterThanOrEqual(0);
          });
        },
      ),
      { numRuns: 3000, seed: 13 },
    );
  });
});
