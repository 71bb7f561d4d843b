import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  PROSPECT_STAGES,
  type ProspectStage,
  reachedAfter,
  SMALLEST_GROUP,
  stageAfter,
  stageAfterTouch,
  TOUCH_KINDS,
  wonRate,
} from './prospects.rules.ts';

const anyStage = fc.constantFrom(...PROSPECT_STAGES);
const anyTouch = fc.constantFrom(...TOUCH_KINDS);
const NOTHING = { demoReachedAt: null, trialReachedAt: null, wonAt: null };
const at = (day: number) => new Date(Date.UTC(2026, 2, day));

describe('a touch', () => {
  it.each([
    ['new', 'contact_form', 'new'],
    ['new', 'demo_request', 'new'],
    ['contacted', 'demo_booking', 'demo_booked'],
    ['demo_held', 'demo_booking', 'demo_held'],
    ['new', 'sign_up', 'trial'],
    ['won', 'sign_up', 'won'],
    ['demo_held', 'purchase', 'won'],
    ['lost', 'contact_form', 'lost'],
    ['lost', 'demo_booking', 'demo_booked'],
    ['lost', 'purchase', 'won'],
  ] as const)('of a prospect who is %s: %s makes %s', (stage, kind, expected) => {
    expect(stageAfterTouch(stage, kind)).toBe(expected);
  });

  it('never moves an open prospect back, and the same again changes nothing', () => {
    fc.assert(
      fc.property(anyStage, anyTouch, (stage, kind) => {
        const after = stageAfterTouch(stage, kind);
        expect(stageAfterTouch(after, kind)).toBe(after);
        if (stage !== 'lost') {
          expect(PROSPECT_STAGES.indexOf(after)).toBeGreaterThanOrEqual(PROSPECT_STAGES.indexOf(stage));
        }
        expect(stageAfter(stage, 'lost')).toBe(stage);
      }),
    );
  });
});

describe('what a prospect has reached', () => {
  it('keeps the first time, is corrected by moving back, and stays with a lost one', () => {
    const demo = reachedAfter(NOTHING, 'demo_booked', at(1));
    expect(demo).toEqual({ ...NOTHING, demoReachedAt: at(1) });
    expect(reachedAfter(demo, 'demo_held', at(2))).toEqual(demo);
    const trial = reachedAfter(demo, 'trial', at(3));
    expect(trial).toEqual({ demoReachedAt: at(1), trialReachedAt: at(3), wonAt: null });
    expect(reachedAfter(trial, 'lost', at(4))).toEqual(trial);
    expect(reachedAfter(trial, 'contacted', at(4))).toEqual(NOTHING);
  });

  it('leaves out stages that were skipped', () => {
    expect(reachedAfter(NOTHING, 'won', at(1))).toEqual({ ...NOTHING, wonAt: at(1) });
  });

  it('is never more than the stage says, on any path', () => {
    fc.assert(
      fc.property(fc.array(anyStage, { minLength: 1 }), (path) => {
        let reached = NOTHING as ReturnType<typeof reachedAfter>;
        path.forEach((stage, day) => {
          reached = reachedAfter(reached, stage, at(day));
        });
        const last: ProspectStage | undefined = path.at(-1);
        if (last !== 'won' && last !== 'lost') expect(reached.wonAt).toBeNull();
        if (last === 'new' || last === 'contacted') expect(reached).toEqual(NOTHING);
        if (last === 'demo_booked' || last === 'demo_held') expect(reached.demoReachedAt).not.toBeNull();
      }),
    );
  });
});

it.each([
  [{ prospects: SMALLEST_GROUP - 1, won: 9 }, null],
  [{ prospects: 0, won: 0 }, null],
  [{ prospects: SMALLEST_GROUP, won: 1 }, 10],
  [{ prospects: 30, won: 30 }, 100],
])('the share of winners of %o is %s', (counts, expected) => {
  expect(wonRate(counts)).toBe(expected);
});
