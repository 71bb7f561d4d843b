import { bmi, HEALTH_TOPICS, type HealthAnswers } from '@stridewell/contract/onboarding/onboarding.health.rules';
import { ACTIVITIES, GOAL_KINDS } from '@stridewell/contract/targets/targets.rules';
import { ageOn } from '@stridewell/contract/time';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HEALTHY } from '../../../test/targets-simulation.ts';
import { energyFloor, fatFreeMass, formulaSex, restingEnergy } from './targets.energy.rules.ts';
import { macroKcal } from './targets.macros.rules.ts';
import { type OwnTarget, overrideTarget } from './targets.override.rules.ts';
import { calculateTarget, type TargetInput } from './targets.rules.ts';
import { type NutritionHealth, nutritionHealth, type Person } from './targets.screening.rules.ts';

const TODAY = '2026-11-26';

/** A woman of 35 years, 170 cm and 70 kg. */
const WOMAN: Person = {
  dateOfBirth: '1991-03-02',
  gender: 'female',
  goalWeightKg: 65,
  heightCm: 170,
  weightKg: 70,
  bodyFatPercent: null,
};

const inputOf = (
  changes: { person?: Partial<Person>; health?: Partial<NutritionHealth> } & Partial<
    Omit<TargetInput, 'person' | 'health'>
  > = {},
): TargetInput => ({
  activity: 'moderate',
  loggedExpenditure: null,
  goal: { kind: 'lose', weeklyPercent: null },
  units: 'metric',
  today: TODAY,
  ...changes,
  person: { ...WOMAN, ...changes.person },
  health: { ...HEALTHY, ...changes.health },
});

function targetOf(changes: Parameters<typeof inputOf>[0] = {}) {
  const result = calculateTarget(inputOf(changes));
  if (!result.target) throw new Error(`Blocked: ${result.blocks.map(({ sentence }) => sentence).join(' ')}`);
  return result;
}
const codesOf = (changes: Parameters<typeof inputOf>[0]) =>
  calculateTarget(inputOf(changes)).blocks.map(({ code }) => code);

describe('resting energy', () => {
  const body = { sex: 'female', ageYears: 35, heightCm: 170, weightKg: 70, bodyFatPercent: null } as const;

  it.each([
    ['female', 1426.5],
    ['male', 1592.5],
    [null, 1509.5],
  ] as const)('of %s is by Mifflin-St Jeor, and the mean where the sex is not given', (sex, kcal) => {
    expect(restingEnergy({ ...body, sex })).toEqual({ kcal, formula: 'Mifflin-St Jeor' });
  });

  it('is by Katch-McArdle where body fat is known', () => {
    expect(restingEnergy({ ...body, bodyFatPercent: 25 })).toEqual({ kcal: 1504, formula: 'Katch-McArdle' });
  });
});

describe('a target', () => {
  it('for loss is 20 % below a small expenditure', () => {
    const { target, expenditure, reasons } = targetOf();
    expect(expenditure).toBeCloseTo(2211.075, 6);
    expect(target).toMatchObject({ kcal: 1770, protein: 140, fat: 55, carbohydrate: 179, fibre: 25, waterLiters: 2 });
    expect(target.weeklyPercent).toBeCloseTo(-0.573, 3);
    expect(reasons).toEqual({
      expenditure:
        'Resting energy is 1,430 kcal (Mifflin-St Jeor: 70 kg, 170 cm, 35 years), times 1.55 for a person who is moderately active.',
      kcal: '440 kcal below expenditure, which is 20%.',
      protein: '2 g for each kg of 70 kg, to keep muscle while losing. About 18 g in a meal is enough to use it well.',
      fat: '28% of the energy; the usual range is 20 to 35%.',
      carbohydrate: 'The 715 kcal that protein and fat leave, at 4 kcal a gram.',
      fibre: '14 g for each 1,000 kcal.',
      water: '2 L a day, and 0.4 to 0.8 L more for each hour of exercise.',
    });
  });

  const man: Partial<Person> = {
    gender: 'male',
    dateOfBirth: '1986-01-01',
    heightCm: 180,
    weightKg: 90,
    goalWeightKg: null,
  };

  it('for loss is 500 kcal below a large one', () => {
    const { target, reasons } = targetOf({ person: man, activity: 'active' });
    expect(target.kcal).toBe(2660);
    expect(reasons.kcal).toBe('500 kcal below expenditure, the usual deficit.');
  });

  it('follows a rate up to the largest deficit', () => {
    const slow = targetOf({ person: man, activity: 'active', goal: { kind: 'lose', weeklyPercent: 0.6 } });
    expect(slow.target.kcal).toBe(2570);
    const fast = targetOf({ person: man, activity: 'active', goal: { kind: 'lose', weeklyPercent: 1 } });
    expect(fast.target.kcal).toBe(2410);
    expect(fast.reasons.kcal).toBe('750 kcal below expenditure, the largest deficit; 1% a week would take 990 kcal.');
  });

  it('for gain is 10 % above expenditure, within 0.5 % a week', () => {
    const { target } = targetOf({ person: man, activity: 'active', goal: { kind: 'gain', weeklyPercent: null } });
    expect(target.kcal).toBe(3470);
    const fast = targetOf({ person: man, activity: 'active', goal: { kind: 'gain', weeklyPercent: 2 } });
    expect(fast.target.kcal).toBe(3630);
    expect(fast.reasons.kcal).toBe('470 kcal above expenditure (15%), the most that adds little fat.');
  });

  it('keeps the weight once the goal weight is reached', () => {
    const { target, reasons } = targetOf({ person: { goalWeightKg: 72 } });
    expect(target.kcal).toBe(2210);
    expect(reasons.kcal).toBe('The goal weight of 72 kg is reached, so the target keeps it.');
  });

  it('never falls below resting energy or the floor', () => {
    const small = targetOf({ activity: 'sedentary', goal: { kind: 'lose', weeklyPercent: 0.9 } });
    expect(small.target.kcal).toBe(1430);
    expect(small.reasons.kcal).toMatch(/Raised to 1,430 kcal, resting energy, which a target stays above\.$/);
    const old = { dateOfBirth: '1944-01-01', heightCm: 150, weightKg: 45, goalWeightKg: null };
    const floor = targetOf({ person: old, activity: 'sedentary' });
    expect(floor.target.kcal).toBe(1200);
    expect(floor.cautions[0]).toMatch(/^The lowest target is 220 kcal above expenditure/);
    expect(targetOf({ person: { ...old, gender: null }, activity: 'sedentary' }).target.kcal).toBe(1500);
  });

  it('counts protein and fat by adjusted weight from a body mass index of 30', () => {
    const { target, reasons } = targetOf({ person: { heightCm: 165, weightKg: 110, goalWeightKg: 90 } });
    expect(target.protein).toBe(157);
    expect(reasons.protein).toMatch(/^2 g for each kg of 78\.5 kg adjusted weight/);
  });

  it('uses expenditure as the client logs it, and the units of the coach', () => {
    const { target, reasons } = targetOf({ loggedExpenditure: 2000, units: 'imperial' });
    expect(target.kcal).toBe(1600);
    expect(reasons.expenditure).toBe('Expenditure is 2,000 kcal a day as the client logs it.');
    expect(reasons.protein).toMatch(/154\.3 lb/);
    expect(targetOf({ units: 'imperial' }).reasons.expenditure).toMatch(/154\.3 lb, 5 ft 7 in, 35 years/);
  });

  it('has less protein with kidney disease, and enough with a GLP-1 drug', () => {
    expect(targetOf({ health: { kidney: true } }).target.protein).toBe(56);
    const glp1 = targetOf({ health: { glp1: true } });
    expect(glp1.target.protein).toBe(112);
    expect(glp1.cautions[0]).toMatch(/small meals/);
  });
});

describe('no target is calculated', () => {
  it.each([
    ['for a client under 18', { person: { dateOfBirth: '2008-11-27' } }, 'under_age'],
    ['for a body mass index below 18.5', { person: { weightKg: 53.4 } }, 'low_weight'],
    ['for a goal below it', { person: { goalWeightKg: 53.4 } }, 'low_goal'],
    ['for a deficit while pregnant', { health: { pregnancy: 'cleared' } }, 'pregnancy'],
    ['after an eating disorder, even with a doctor’s consent', { health: { eating: 'cleared' } }, 'eating'],
    ['for two SCOFF answers', { health: { scoff: 2 } }, 'eating'],
    ['with insulin', { health: { insulin: 'open' } }, 'insulin'],
    ['after unintended loss', { health: { weightLoss: 'open' } }, 'weight_loss'],
    ['with chest pain', { health: { chestPain: 'open' } }, 'chest_pain'],
    ['after fainting', { health: { fainting: 'open' } }, 'fainting'],
    ['for alarming words', { health: { alarming: true } }, 'words'],
    ['for a loss above 1 % a week', { goal: { kind: 'lose', weeklyPercent: 1.1 } }, 'too_fast'],
  ] as const)('%s', (_, changes, code) => expect(codesOf(changes)).toEqual([code]));

  it('without date of birth, height and weight, and names them', () => {
    const { blocks } = calculateTarget(inputOf({ person: { dateOfBirth: null, heightCm: null, weightKg: null } }));
    expect(blocks.map(({ sentence }) => sentence)).toEqual([
      "Add the client's date of birth, height, and weight to calculate a target.",
    ]);
  });

  it('but is on the birthday, at the healthy limit, and for maintenance while pregnant with energy for it', () => {
    expect(targetOf({ person: { dateOfBirth: '2008-11-26', weightKg: 53.5, goalWeightKg: null } }).target.kcal).toBe(
      1670,
    );
    const pregnant = targetOf({ health: { pregnancy: 'open' }, goal: { kind: 'maintain', weeklyPercent: null } });
    expect(pregnant.target.kcal).toBe(2720);
    expect(codesOf({ health: { weightLoss: 'open' }, goal: { kind: 'maintain', weeklyPercent: null } })).toEqual([]);
  });
});

describe('the health of a client', () => {
  const none = { said: 'no', details: '', cleared: null } as const;
  const answers = Object.fromEntries(HEALTH_TOPICS.map((topic) => [topic, none])) as HealthAnswers;

  it('is read from the answers and the words beside them', () => {
    const read = nutritionHealth(
      {
        ...answers,
        eating: { said: 'yes', details: 'as a teenager', cleared: 'yes' },
        chronic: { said: 'yes', details: 'Kidney disease, stage 3', cleared: 'no' },
        medication: { said: 'yes', details: 'Wegovy once a week', cleared: null },
        pregnancy: { ...none, said: 'unsaid' },
      },
      { texts: ['lose weight'], scoff: null },
    );
    expect(read).toMatchObject({ eating: 'cleared', kidney: true, glp1: true, pregnancy: 'unsaid', alarming: false });
    expect(nutritionHealth(answers, { texts: ['I take laxatives'], scoff: 1 })).toEqual({
      ...HEALTHY,
      alarming: true,
      scoff: 1,
    });
  });
});

/** Mostly healthy people, because one sign of harm in many keeps a person from every number. */
const status = fc.oneof(
  { weight: 15, arbitrary: fc.constant('no' as const) },
  { weight: 1, arbitrary: fc.constantFrom('open', 'cleared', 'unsaid' as const) },
);
const flag = fc.integer({ min: 0, max: 9 }).map((one) => one === 9);
const double = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const anyBody = fc
  .record({
    heightCm: fc.option(double(120, 215), { freq: 20 }),
    index: double(15, 48),
    goalIndex: fc.option(double(16, 40)),
    isWeighed: fc.integer({ min: 0, max: 20 }).map((one) => one > 0),
  })
  .map(({ heightCm, index, goalIndex, isWeighed }) => {
    const square = ((heightCm ?? 170) / 100) ** 2;
    return {
      heightCm,
      weightKg: isWeighed ? index * square : null,
      goalWeightKg: goalIndex === null ? null : goalIndex * square,
    };
  });
const anyInput: fc.Arbitrary<TargetInput> = fc.record({
  person: fc
    .record({
      body: anyBody,
      dateOfBirth: fc.option(
        fc.integer({ min: 1925, max: 2012 }).map((year) => `${year}-06-15`),
        { freq: 20 },
      ),
      gender: fc.constantFrom('female', 'male', 'non_binary', 'other', null),
      bodyFatPercent: fc.option(double(2, 75)),
    })
    .map(({ body, ...rest }) => ({ ...rest, ...body })),
  health: fc.record({
    pregnancy: status,
    eating: status,
    insulin: status,
    weightLoss: status,
    chestPain: status,
    fainting: status,
    kidney: flag,
    glp1: flag,
    alarming: flag,
    scoff: fc.option(fc.constantFrom(0, 0, 0, 0, 0, 1, 1, 2, 5)),
  }),
  activity: fc.constantFrom(...ACTIVITIES),
  loggedExpenditure: fc.option(double(700, 5500), { freq: 1 }),
  goal: fc.record({
    kind: fc.constantFrom(...GOAL_KINDS),
    weeklyPercent: fc.option(double(0.01, 1.5), { freq: 1 }),
  }),
  units: fc.constantFrom('metric', 'imperial'),
  today: fc.constant(TODAY),
});

/** Rules about the person alone, which every number has to pass. */
function expectAllowed({ person, health }: TargetInput) {
  const { dateOfBirth, heightCm, weightKg, goalWeightKg, gender, bodyFatPercent } = person;
  if (dateOfBirth === null || heightCm === null || weightKg === null) throw new Error('a target without a body');
  const ageYears = ageOn(dateOfBirth, TODAY) ?? 0;
  expect(ageYears).toBeGreaterThanOrEqual(18);
  expect(bmi(weightKg, heightCm)).toBeGreaterThanOrEqual(18.5);
  if (goalWeightKg !== null) expect(bmi(goalWeightKg, heightCm)).toBeGreaterThanOrEqual(18.5);
  expect(['no', 'unsaid']).toContain(health.eating);
  expect(health.scoff ?? 0).toBeLessThan(2);
  expect(health.alarming).toBe(false);
  for (const topic of ['insulin', 'chestPain', 'fainting'] as const) expect(health[topic]).not.toBe('open');
  return { sex: formulaSex(gender), ageYears, heightCm, weightKg, bodyFatPercent };
}

function expectSafe(input: TargetInput, target: { kcal: number; protein: number; fat: number; carbohydrate: number }) {
  const body = expectAllowed(input);
  const { health, activity, loggedExpenditure } = input;
  expect(target.kcal).toBeGreaterThanOrEqual(800);
  const expecting = health.pregnancy === 'open' || health.pregnancy === 'cleared';
  const formula =
    restingEnergy(body).kcal *
    { sedentary: 1.2, light: 1.375, moderate: 1.55, active: 1.725, very_active: 1.9 }[activity];
  const expenditure = expecting ? formula + 500 : (loggedExpenditure ?? formula);
  const loss = ((expenditure - target.kcal) * 7) / 7700;
  expect(loss).toBeLessThanOrEqual(0.01 * body.weightKg + 1e-9);
  if (expecting || health.weightLoss === 'open') expect(target.kcal).toBeGreaterThanOrEqual(expenditure - 5);
  expect(target.fat * 9).toBeGreaterThanOrEqual(0.15 * target.kcal - 1e-6);
  expect(target.protein).toBeLessThanOrEqual(3.1 * fatFreeMass(body).kg);
  if (health.kidney) expect(target.protein).toBeLessThanOrEqual(1.3 * body.weightKg);
  expect(Math.abs(macroKcal(target) - target.kcal)).toBeLessThanOrEqual(20);
  for (const grams of [target.protein, target.fat, target.carbohydrate]) expect(grams).toBeGreaterThanOrEqual(0);
  return body;
}

describe('whatever the input', () => {
  it('no calculated target breaks a safety rule, and each number has its reason', () => {
    let calculated = 0;
    fc.assert(
      fc.property(anyInput, (input) => {
        const result = calculateTarget(input);
        if (!result.target) {
          expect(result.blocks.length).toBeGreaterThan(0);
          for (const { sentence } of result.blocks) expect(sentence).toMatch(/^[A-Z].*\.$/);
          return;
        }
        calculated += 1;
        const body = expectSafe(input, result.target);
        expect(result.target.kcal % 10).toBe(0);
        expect(result.target.kcal).toBeGreaterThanOrEqual(energyFloor(body.sex));
        expect(result.target.kcal).toBeGreaterThanOrEqual(restingEnergy(body).kcal);
        for (const sentence of Object.values(result.reasons))
          expect(sentence).toMatch(/^[A-Z0-9].*\d.*\.$|^As much as/);
      }),
      { numRuns: 4000, seed: 11 },
    );
    expect(calculated).toBeGreaterThan(500);
  });

  it('no override breaks a hard rule', () => {
    let accepted = 0;
    const own: fc.Arbitrary<OwnTarget> = fc
      .record({
        kcal: fc.integer({ min: 600, max: 4500 }),
        protein: double(0.05, 0.6),
        fat: double(0.1, 0.5),
        note: fc.constantFrom('', 'Agreed with the dietitian.', 'Race week.'),
      })
      .map(({ kcal, note, ...shares }) => {
        const [protein, fat] = [Math.round((shares.protein * kcal) / 4), Math.round((shares.fat * kcal) / 9)];
        return { kcal, note, protein, fat, carbohydrate: Math.max(0, Math.round((kcal - 4 * protein - 9 * fat) / 4)) };
      });
    fc.assert(
      fc.property(anyInput, own, (input, target) => {
        const result = overrideTarget(input, target);
        if (!result.target) return;
        accepted += 1;
        expectSafe(input, result.target);
        expect(result.target.note.trim()).not.toBe('');
      }),
      { numRuns: 15_000, seed: 12 },
    );
    expect(accepted).toBeGreaterThan(500);
  });
});

describe('an override', () => {
  const own: OwnTarget = { kcal: 1150, protein: 110, fat: 40, carbohydrate: 88, note: 'Agreed with the dietitian.' };
  const codes = (target: Partial<OwnTarget>, changes: Parameters<typeof inputOf>[0] = {}) =>
    overrideTarget(inputOf(changes), { ...own, ...target }).blocks.map(({ code }) => code);

  it('may be below floor and resting energy, with a note, and says so', () => {
    const lightly = inputOf({ activity: 'sedentary' });
    const result = overrideTarget(lightly, own);
    expect(result.target?.kcal).toBe(1150);
    expect(result.target && result.cautions).toEqual([
      'This is below the usual floor of 1,200 kcal.',
      'This is below resting energy, 1,430 kcal.',
    ]);
    expect(overrideTarget(lightly, { ...own, note: ' ' }).blocks.map(({ code }) => code)).toEqual(['no_note']);
  });

  it.each([
    ['below 800 kcal', { kcal: 790, protein: 60, fat: 30, carbohydrate: 70 }, { loggedExpenditure: 1200 }, 'too_low'],
    ['faster than 1 % a week', {}, { activity: 'active' as const }, 'too_fast'],
    ['with less than 15 % fat', { fat: 15, carbohydrate: 144 }, { loggedExpenditure: 1500 }, 'too_little_fat'],
    ['whose macros do not add up', { carbohydrate: 100 }, { loggedExpenditure: 1500 }, 'no_sum'],
    [
      'with more than 3.1 g of protein for each kg of fat-free mass',
      { kcal: 1500, protein: 170, fat: 40, carbohydrate: 115 },
      { loggedExpenditure: 1700, person: { bodyFatPercent: 25 } },
      'too_much_protein',
    ],
    [
      'with much protein and kidney disease',
      {},
      { loggedExpenditure: 1500, health: { kidney: true } },
      'too_much_protein',
    ],
    ['of a client with an eating disorder', {}, { loggedExpenditure: 1500, health: { eating: 'open' } }, 'eating'],
    [
      'with a deficit in pregnancy',
      { kcal: 2500, fat: 50, carbohydrate: 402 },
      { health: { pregnancy: 'open' } },
      'pregnancy',
    ],
  ] as const)('%s is refused', (_, target, changes, code) => expect(codes(target, changes)).toEqual([code]));
});
