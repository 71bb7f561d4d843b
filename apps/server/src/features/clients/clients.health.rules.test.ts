import { ENGAGEMENT_PARTS, type ScorePart, scoreOfParts } from '@stridewell/contract/clients/clients.labels.rules';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { healthItems } from './clients.health.rules.ts';

const part = (name: ScorePart['part'], weight: number, share: number): ScorePart => ({ part: name, weight, share });
const totalOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
const scoreOf = (parts: readonly ScorePart[]) => scoreOfParts(parts) ?? 0;

describe('the items of a score', () => {
  it('say how many points each gives, and how that changed', () => {
    const before = [part('workouts', 0.3, 1), part('check_ins', 0.25, 1), part('visits', 0.1, 0.5)];
    const now = [part('workouts', 0.3, 0.5), part('check_ins', 0.25, 1), part('visits', 0.1, 1)];
    expect(healthItems(now, before)).toEqual([
      { part: 'workouts', share: 50, points: 23, most: 46, change: -23 },
      { part: 'check_ins', share: 100, points: 39, most: 39, change: 0 },
      { part: 'visits', share: 100, points: 15, most: 15, change: 8 },
    ]);
  });

  it('keep an item that has nothing due any more, because its points are gone', () => {
    const before = [part('workouts', 0.3, 1), part('check_ins', 0.25, 0.4)];
    expect(healthItems([part('check_ins', 0.25, 0.4)], before)).toEqual([
      { part: 'workouts', share: null, points: 0, most: 0, change: -55 },
      { part: 'check_ins', share: 40, points: 40, most: 100, change: 22 },
    ]);
  });

  it('have no change without a score a week ago', () => {
    expect(healthItems([part('check_ins', 0.25, 1)], [])).toMatchObject([{ points: 100, change: null }]);
  });

  it('add up to the score and to its change, whatever was due and done', () => {
    const parts = fc
      .subarray([...ENGAGEMENT_PARTS], { minLength: 1 })
      .chain((names) =>
        fc.tuple(
          ...names.map((name) =>
            fc
              .tuple(fc.constantFrom(0.1, 0.15, 0.25, 0.3, 0.45), fc.double({ min: 0, max: 1, noNaN: true }))
              .map(([weight, share]) => part(name, weight, share)),
          ),
        ),
      );
    // Half a point but for the last digit, where the order of a sum decides how it is rounded.
    const half = [
      part('workouts', 0.3, 0.9999999999999999),
      part('check_ins', 0.15, 0),
      part('nutrition', 0.1, 0),
      part('plan_answer', 0.1, 0),
      part('visits', 0.15, 0),
    ];
    fc.assert(
      fc.property(parts, parts, (now, before) => {
        const items = healthItems(now, before);
        expect(totalOf(items.map(({ points }) => points))).toBe(scoreOf(now));
        expect(totalOf(items.map(({ most }) => most))).toBe(100);
        expect(totalOf(items.map(({ change }) => change ?? 0))).toBe(scoreOf(now) - scoreOf(before));
      }),
      { examples: [[half, [part('plan_answer', 0.1, 0)]]] },
    );
  });
});
