import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DRAWS, HEALTHY, scoreProposals } from '../../../test/targets-simulation.ts';
import { type AdaptationInput, energyAvailability, proposeAdaptation } from './targets.adaptation.rules.ts';
import type { ExpenditureEstimate } from './targets.expenditure.rules.ts';
import type { NutritionHealth } from './targets.screening.rules.ts';

const TODAY = '2026-11-26';
const uncertain = (value: number, sd: number) => ({ value, sd, low: value - 1.96 * sd, high: value + 1.96 * sd });

const estimateOf = (
  kcal: number,
  changes: Partial<ExpenditureEstimate> & { sd?: number } = {},
): ExpenditureEstimate => ({
  day: TODAY,
  weightKg: uncertain(70, 0.4),
  rateKg: uncertain(-0.3, 0.1),
  plateau: 0.05,
  used: { complete: 50, partial: 2, unlogged: 3, fasted: 1, days: 56, weighIns: 47, guessed: 40, leftOut: 0 },
  intakeKcal: 1750,
  ...changes,
  kcal: uncertain(kcal, changes.sd ?? 90),
});

/** A woman of 35 years, 170 cm and 70 kg: formula 2,211 kcal, target 1,770 kcal. */
const inputOf = (changes: Partial<AdaptationInput> = {}): AdaptationInput => ({
  target: {
    person: {
      dateOfBirth: '1991-03-02',
      gender: 'female',
      goalWeightKg: 62,
      heightCm: 170,
      weightKg: 70,
      bodyFatPercent: null,
    },
    health: HEALTHY,
    activity: 'moderate',
    loggedExpenditure: null,
    goal: { kind: 'lose', weeklyPercent: 0.5 },
    units: 'metric',
    today: TODAY,
  },
  currentKcal: 1800,
  lastChangedOn: '2026-11-12',
  estimate: estimateOf(2200),
  recent: { intakeKcal: 1750, exerciseKcal: 200, completeDays: 13 },
  limits: { withoutApproval: 100, lowest: null, highest: null },
  ...changes,
});
const health = (changes: Partial<NutritionHealth>): Partial<AdaptationInput> => ({
  target: { ...inputOf().target, health: { ...HEALTHY, ...changes } },
});

describe('a proposal', () => {
  it('keeps a target that fits', () => {
    expect(proposeAdaptation(inputOf())).toEqual({
      kind: 'keep',
      sentence:
        'Expenditure as logged is 2,200 kcal a day (likely range 2,020 kcal to 2,380 kcal), from 51 complete days and 47 weigh-ins. The target of 1,800 kcal still fits.',
    });
  });

  it('is applied within the coach’s limits and else waits for approval', () => {
    // 0.5 % of 70 kg a week are 385 kcal a day, so 2,095 kcal lead to 1,710.
    const small = proposeAdaptation(inputOf({ estimate: estimateOf(2095) }));
    expect(small).toMatchObject({ kind: 'apply', fromKcal: 1800, toKcal: 1710 });
    const asked = inputOf({ estimate: estimateOf(2095), limits: { withoutApproval: 50, lowest: null, highest: null } });
    expect(proposeAdaptation(asked)).toMatchObject({ kind: 'approve', toKcal: 1710 });
    const careful = inputOf({ ...health({ insulin: 'cleared' }), estimate: estimateOf(2095) });
    expect(proposeAdaptation(careful)).toMatchObject({ kind: 'approve', toKcal: 1710 });
  });

  it('changes by at most 150 kcal and shows interval and days', () => {
    expect(proposeAdaptation(inputOf({ estimate: estimateOf(1900, { plateau: 0.9 }) }))).toEqual({
      kind: 'approve',
      fromKcal: 1800,
      toKcal: 1650,
      expenditure: { kcal: 1900, low: 1900 - 1.96 * 90, high: 1900 + 1.96 * 90 },
      sentence:
        'Expenditure as logged is 1,900 kcal a day (likely range 1,720 kcal to 2,080 kcal), from 51 complete days and 47 weigh-ins. The weight has been stable for four weeks. Suggested target: 1,650 kcal instead of 1,800 kcal. One step is at most 150 kcal.',
    });
  });

  it('stays within 0.75 to 1.3 times the formula, and then always asks', () => {
    const high = inputOf({
      estimate: estimateOf(3500),
      currentKcal: 2400,
      limits: { withoutApproval: 150, lowest: null, highest: null },
    });
    // 1.3 times 2,211 are 2,874, and 385 below that is 2,490.
    expect(proposeAdaptation(high)).toMatchObject({ kind: 'approve', toKcal: 2490 });
  });

  it('stays within the coach’s lowest and highest target', () => {
    const limits = { withoutApproval: 0, lowest: 1750, highest: 1850 };
    const down = inputOf({ estimate: estimateOf(1900), limits });
    expect(proposeAdaptation(down)).toMatchObject({ kind: 'approve', toKcal: 1750 });
    expect(proposeAdaptation({ ...down, currentKcal: 1700 })).toMatchObject({ kind: 'keep' });
    expect(proposeAdaptation(inputOf({ estimate: estimateOf(2600), limits }))).toMatchObject({ toKcal: 1850 });
  });
});

describe('a proposal is withheld', () => {
  const used = estimateOf(1900).used;
  it.each([
    ['before 21 days', { estimate: estimateOf(1900, { used: { ...used, days: 20 } }) }, 'few_days'],
    ['with few complete days', { estimate: estimateOf(1900, { used: { ...used, complete: 12 } }) }, 'few_days'],
    ['with few weigh-ins', { estimate: estimateOf(1900, { used: { ...used, weighIns: 7 } }) }, 'few_days'],
    ['within a week of a change', { estimate: estimateOf(1900), lastChangedOn: '2026-11-20' }, 'recent'],
    ['where the interval is wide', { estimate: estimateOf(1900, { sd: 260 }) }, 'uncertain'],
    ['where the change is within chance', { estimate: estimateOf(2095, { sd: 120 }) }, 'uncertain'],
    ['while pregnant', { ...health({ pregnancy: 'open' }), estimate: estimateOf(1900) }, 'expecting'],
  ] as const)('%s', (_, changes, why) => {
    const input = inputOf(changes);
    const maintained =
      why === 'expecting'
        ? { ...input, target: { ...input.target, goal: { kind: 'maintain', weeklyPercent: null } as const } }
        : input;
    expect(proposeAdaptation(maintained)).toMatchObject({ kind: 'withheld', why });
  });

  it('with few days, in words that say which were used and how many it takes', () => {
    const sentenceOf = (changes: Partial<ExpenditureEstimate>) => {
      const estimate = { ...estimateOf(1900), day: '2026-11-22', ...changes };
      return proposeAdaptation(inputOf({ estimate })).sentence;
    };
    const few = { ...used, days: 8, complete: 6, fasted: 0, weighIns: 1 };
    const needs = 'A proposal needs 21 days, 14 of them with a complete log, and 8 weigh-ins.';
    expect(sentenceOf({ used: { ...few, leftOut: 0 } })).toBe(
      `Since Sun, Nov 15 there are 8 days, 6 of them complete, and 1 weigh-in. ${needs}`,
    );
    expect(sentenceOf({ used: { ...few, leftOut: 7 } })).toBe(
      `Since Sun, Nov 8 there are 8 days, 6 of them complete, and 1 weigh-in. The first days of the diet are left out. ${needs}`,
    );
    const gap = { from: '2026-10-12', to: '2026-11-14' };
    expect(sentenceOf({ used: { ...few, leftOut: 0 }, gap })).toBe(
      `No day from Mon, Oct 12 to Sat, Nov 14 has a complete log, so the estimate started again after it. Since Sun, Nov 15 there are 8 days, 6 of them complete, and 1 weigh-in. ${needs}`,
    );
    // A gap that is long over needs no words.
    expect(sentenceOf({ gap })).toMatch(/^Expenditure as logged is/);
  });

  it('when the loss is too fast, which is never praised', () => {
    const fast = estimateOf(1900, { rateKg: uncertain(-0.9, 0.1) });
    expect(proposeAdaptation(inputOf({ estimate: fast }))).toEqual({
      kind: 'withheld',
      why: 'too_fast',
      sentence:
        'Expenditure as logged is 1,900 kcal a day (likely range 1,720 kcal to 2,080 kcal), from 51 complete days and 47 weigh-ins. Weight is falling by 1.3% a week, above the limit of 1%. Ask how eating is going; the target is not lowered.',
    });
    const more = estimateOf(2500, { rateKg: uncertain(-0.9, 0.1) });
    expect(proposeAdaptation(inputOf({ estimate: more }))).toMatchObject({ kind: 'approve', toKcal: 1950 });
  });
});

describe('a referral takes the place of a number', () => {
  it('for low energy availability over two weeks', () => {
    // By Deurenberg, 35.7 % of 70 kg are fat, so 45 kg are not.
    const body = { sex: 'female', ageYears: 35, heightCm: 170, weightKg: 70, bodyFatPercent: null } as const;
    const low = { intakeKcal: 1500, exerciseKcal: 200, completeDays: 12 };
    expect(energyAvailability(body, low)).toBeCloseTo(
      1300 / (70 * (1 - 0.01 * (1.2 * (70 / 1.7 ** 2) + 0.23 * 35 - 5.4))),
      6,
    );
    expect(proposeAdaptation(inputOf({ recent: low }))).toMatchObject({
      kind: 'refer',
      blocks: [{ code: 'low_availability', refer: true }],
      sentence: 'Over two weeks, intake left too little energy beside exercise. Refer to a doctor or sports dietitian.',
    });
    expect(energyAvailability(body, { ...low, completeDays: 9 })).toBeNull();
  });

  it.each([
    ['an eating disorder', { eating: 'cleared' }],
    ['insulin', { insulin: 'open' }],
    ['unintended loss', { weightLoss: 'open' }],
    ['a deficit in pregnancy', { pregnancy: 'open' }],
    ['alarming words', { alarming: true }],
  ] as const)('for %s', (_, changes) => {
    const input = inputOf({ ...health(changes), estimate: estimateOf(1900) });
    expect(proposeAdaptation(input).kind).toBe('refer');
  });
});

it('never breaks a limit, whatever the estimate', () => {
  const kinds = new Set<string>();
  fc.assert(
    fc.property(
      fc.record({
        kcal: fc.integer({ min: 900, max: 4500 }),
        sd: fc.integer({ min: 20, max: 320 }),
        rate: fc.option(fc.double({ min: -2, max: 1, noNaN: true })),
        days: fc.integer({ min: 5, max: 120 }),
        current: fc.integer({ min: 80, max: 350 }).map((value) => value * 10),
        weightKg: fc.double({ min: 50, max: 120, noNaN: true }),
        intake: fc.integer({ min: 800, max: 3500 }),
        withoutApproval: fc.integer({ min: 0, max: 300 }),
        lowest: fc.option(fc.integer({ min: 900, max: 2000 })),
        highest: fc.option(fc.integer({ min: 2000, max: 3500 })),
        eating: fc.constantFrom('no', 'no', 'no', 'open' as const),
        kind: fc.constantFrom('lose', 'maintain', 'gain' as const),
        recent: fc.boolean(),
      }),
      (drawn) => {
        const { kcal, sd, rate, days, current, weightKg, intake, withoutApproval, lowest, highest } = drawn;
        const base = inputOf();
        const input = inputOf({
          currentKcal: current,
          limits: { withoutApproval, lowest, highest },
          recent: drawn.recent ? { intakeKcal: intake, exerciseKcal: 150, completeDays: 14 } : null,
          target: {
            ...base.target,
            person: { ...base.target.person, weightKg, goalWeightKg: null },
            health: { ...HEALTHY, eating: drawn.eating },
            goal: { kind: drawn.kind, weeklyPercent: null },
          },
          estimate: estimateOf(kcal, {
            sd,
            weightKg: uncertain(weightKg, 0.4),
            rateKg: rate === null ? null : uncertain(rate, 0.1),
            used: { ...estimateOf(0).used, days },
          }),
        });
        const result = proposeAdaptation(input);
        kinds.add(result.kind);
        expect(result.sentence).toMatch(/^[A-Z].*\.$/);
        expect(result.sentence).not.toMatch(/great|well done|congrat|good job|excellent|keep it up|amazing|awesome|!/i);
        if (drawn.eating === 'open') expect(result.kind).toBe('refer');
        if (result.kind !== 'apply' && result.kind !== 'approve') return;
        const change = result.toKcal - current;
        expect(days).toBeGreaterThanOrEqual(21);
        expect(sd).toBeLessThanOrEqual(250);
        expect(Math.abs(change)).toBeLessThanOrEqual(150);
        expect(Math.abs(change % 10)).toBe(0);
        // A target falls to the floor of 1,200 kcal at most.
        if (change < 0) expect(result.toKcal).toBeGreaterThanOrEqual(Math.max(1200, lowest ?? 0));
        if (change > 0 && highest !== null) expect(result.toKcal).toBeLessThanOrEqual(highest);
        if (rate !== null && -rate / weightKg > 0.01) expect(change).toBeGreaterThan(0);
        if (result.kind === 'apply') expect(Math.abs(change)).toBeLessThanOrEqual(withoutApproval);
      },
    ),
    { numRuns: 5000, seed: 31 },
  );
  expect([...kinds].sort()).toEqual(['apply', 'approve', 'keep', 'refer', 'withheld']);
});

describe('of 500 simulated clients whose target is from the formula', () => {
  it('nearly all changes point to the true target, and most who need one get one', () => {
    const early = scoreProposals(DRAWS, 29, 500);
    const later = scoreProposals(DRAWS, 57, 500);
    expect(early.right).toBeGreaterThanOrEqual(90);
    expect(later.right).toBeGreaterThanOrEqual(95);
    expect(later.acted).toBeGreaterThanOrEqual(85);
  });

  it('those with slow and large water wait for theirs', () => {
    const weak = scoreProposals({ ...DRAWS, water: { rho: [0.8, 0.8], sd: [1, 1] } }, 29, 500);
    expect(weak.acted).toBeLessThanOrEqual(40);
  });
});
