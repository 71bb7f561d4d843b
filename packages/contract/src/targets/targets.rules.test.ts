import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changeOn, energyOn } from './targets.rules.ts';

const day = fc.integer({ min: 1, max: 9 }).map((number) => `2026-03-0${number}`);

describe('the target of a day', () => {
  it('is the newest one that has started', () => {
    fc.assert(
      fc.property(fc.array(day, { maxLength: 8 }), day, (starts, asked) => {
        const changes = starts.map((startsOn, index) => ({ startsOn, number: index + 1 }));
        const found = changeOn(changes.toReversed(), asked);
        const started = changes.filter(({ startsOn }) => startsOn <= asked);
        expect(found).toEqual(started.at(-1) ?? null);
      }),
    );
  });

  it('is that of its weekday where days differ', () => {
    const daily = { kcal: 2000, protein: 120, fat: 60, carbohydrate: 245 };
    const days = [1, 2, 3, 4, 5, 6, 7].map((number) => ({ ...daily, kcal: 1900 + number }));
    // A Wednesday and a Sunday.
    expect(energyOn({ ...daily, week: { days } }, '2026-03-04').kcal).toBe(1903);
    expect(energyOn({ ...daily, week: { days } }, '2026-03-08').kcal).toBe(1907);
    expect(energyOn({ ...daily, week: null }, '2026-03-08')).toEqual(daily);
  });
});
