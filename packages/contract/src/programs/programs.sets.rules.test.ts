import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SET_KINDS } from './programs.rules.ts';
import { setProblem } from './programs.sets.rules.ts';
import type { SetTarget } from './programs.ts';
import { setTarget } from './programs.workout.rules.ts';

const number = fc.oneof(
  fc.integer({ min: -2, max: 5000 }),
  fc.integer({ min: -3, max: 25 }).map((halves) => halves / 2),
  fc.integer({ min: -500, max: 2000 }).map((hundredths) => hundredths / 100),
);
const reps = fc.oneof(
  fc.constantFrom('8-10', 'AMRAP', '400 m', '30 sec', '', '   ', '0', '-5', '9999', 'a\nb', '\ud800', 'x'.repeat(200)),
  fc.string({ maxLength: 60 }),
  fc.integer({ min: 1, max: 5000 }).map(String),
);
const set: fc.Arbitrary<SetTarget> = fc.record({
  count: fc.oneof(fc.integer({ min: 1, max: 10 }), number),
  reps,
  kind: fc.constantFrom(...SET_KINDS),
  load: fc.option(fc.record({ unit: fc.constantFrom('percent', 'kg'), value: number })),
  effort: fc.option(fc.record({ scale: fc.constantFrom('rir', 'rpe'), value: number })),
  tempo: fc.option(fc.constantFrom('3-1-1-0', '3-X-1-0', '31X0', '3-1-1', '3-1-1-0-0', '')),
  rest: fc.option(number),
});

describe('a set that is typed', () => {
  it('is refused for what the contract refuses it for, and otherwise accepted', () => {
    fc.assert(
      fc.property(set, (typed) => {
        const issues = setTarget.safeParse(typed).error?.issues ?? [];
        const found = setProblem(typed);
        expect(found?.field).toBe(issues[0]?.path[0]);
        if (!found || found.field === 'tempo' || found.problem === 'use steps of a half') return;
        expect(found.problem).toBe(issues[0]?.message);
      }),
      { numRuns: 2000 },
    );
  });
});
