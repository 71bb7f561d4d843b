import { readAllergies, withAllergens } from '@stridewell/contract/meals/meals.allergies.rules';
import { mealPlan } from '@stridewell/contract/meals/meals.plan';
import {
  type MealPlan,
  NO_CONSTRAINTS,
  type PlanAim,
  type PlannedMeal,
} from '@stridewell/contract/meals/meals.plan.rules';
import type { PlanFood } from '@stridewell/contract/meals/meals.totals.rules';
import type { BlockCode } from '@stridewell/contract/targets/targets.rules';
import { describe, expect, it } from 'vitest';
import { aMealProfile, MEAL_FOODS, mealClients } from '../../../test/meal-profiles.ts';
import { blockSentences, screenMeals } from './planner.eligibility.rules.ts';
import { checkMealDraft, HARD_MEAL_CODES, type MealLimits, type MealViolation } from './planner.guardrails.rules.ts';
import { generateMeals } from './planner.meals.rules.ts';

const foods = MEAL_FOODS;
const source = { foods, prefix: 'gen001' };
/** Energy below the expenditure of the client of these tests, and above the floor. */
const aim: PlanAim = { kcal: 1800, protein: 100, carbohydrate: null, fat: null };

const made = (profile = aMealProfile()) => {
  const result = generateMeals(profile, source);
  if (result.outcome === 'impossible') throw new Error(result.sentences.join(' '));
  return result.made;
};
const idOf = (name: string): string => {
  const found = [...foods.values()].find((food) => food.name === name);
  if (!found) throw new Error(`no food ${name}`);
  return found.id;
};
const eaten = (name: string, grams: number, key = 'badf01') => ({
  key,
  foodId: idOf(name),
  name,
  amount: { value: grams, measure: 'g' as const },
  swaps: [],
});
type Change = (meal: PlannedMeal) => PlannedMeal;
const changeFirst = (plan: MealPlan, change: Change): MealPlan => ({
  ...plan,
  days: plan.days.map((day, index) =>
    index === 0 ? { ...day, meals: day.meals.map((meal, at) => (at === 0 ? change(meal) : meal)) } : day,
  ),
});
const withFoods = (plan: MealPlan, some: ReturnType<typeof eaten>[]): MealPlan =>
  changeFirst(plan, (meal) => ({ ...meal, options: [{ key: 'bado01', name: '', foods: some }] }));

describe('200 seeded clients', () => {
  const clients = mealClients(200);
  const screened = clients.map((client) => ({ client, screening: screenMeals(client.person, client.profile.aim) }));
  const drafts = screened
    .filter(({ screening }) => screening.blocks.length === 0)
    .map(({ client, screening }) => {
      const profile = { ...client.profile, basis: screening.basis, leastKcal: screening.leastKcal };
      return { profile, result: generateMeals(profile, source) };
    });

  it('get no plan with a broken rule', () => {
    const broken = drafts.flatMap(({ profile, result }) =>
      result.outcome === 'made' ? checkMealDraft(result.made.plan, profile, foods).filter(({ hard }) => hard) : [],
    );
    expect(broken).toEqual([]);
  });

  it('get a plan that the contract accepts, or a sentence about what to allow', () => {
    for (const { result } of drafts) {
      if (result.outcome === 'made') expect(mealPlan.safeParse(result.made.plan).error).toBeUndefined();
      else expect(result.sentences.join(' ')).toMatch(/^No .+ fits?/);
    }
  });

  it('mostly get one that meets the energy and the protein', () => {
    const plans = drafts.filter(({ result }) => result.outcome === 'made');
    const fitting = plans.filter(
      ({ result }) => result.outcome === 'made' && result.made.sentences.every(({ fits }) => fits),
    );
    expect(plans.length).toBeGreaterThan(100);
    expect(fitting.length / plans.length).toBeGreaterThan(0.8);
  });

  it('are refused with a referral and never get a plan, where the red-flag set says so', () => {
    const refused = screened.filter(({ client }) => client.isRedFlag);
    expect(refused.length).toBeGreaterThan(20);
    for (const { screening, client } of refused) {
      expect(screening.blocks.length, JSON.stringify(client.person.facts.health)).toBeGreaterThan(0);
      expect(blockSentences(screening.blocks).at(-1)).toContain('Refer them to a doctor');
    }
  });
});

describe('each red flag is refused', () => {
  const healthy = mealClients(200).find(({ isRedFlag, person }) => {
    const { blocks, basis } = screenMeals(person, aim);
    return !isRedFlag && blocks.length === 0 && basis !== null && basis.expenditure > aim.kcal + 50;
  });
  if (!healthy) throw new Error('every client is refused');
  const { facts } = healthy.person;
  type Person = typeof facts.person;
  type Health = typeof facts.health;
  const rows: [BlockCode, { person?: Partial<Person>; health?: Partial<Health>; aim?: Partial<PlanAim> }][] = [
    ['under_age', { person: { dateOfBirth: '2010-05-01' } }],
    ['low_weight', { person: { weightKg: 45, heightCm: 175 } }],
    ['low_goal', { person: { goalWeightKg: 40 } }],
    ['pregnancy', { health: { pregnancy: 'cleared' } }],
    ['eating', { health: { eating: 'cleared' } }],
    ['eating', { health: { scoff: 2 } }],
    ['insulin', { health: { insulin: 'open' } }],
    ['weight_loss', { health: { weightLoss: 'open' } }],
    ['chest_pain', { health: { chestPain: 'open' } }],
    ['fainting', { health: { fainting: 'open' } }],
    ['words', { health: { alarming: true } }],
    ['too_much_protein', { health: { kidney: true }, aim: { protein: 300 } }],
    ['too_low', { aim: { kcal: 900 } }],
  ];

  it.each(rows)('%s', (code, { person = {}, health = {}, aim: other = {} }) => {
    const client = { ...facts, person: { ...facts.person, ...person }, health: { ...facts.health, ...health } };
    const found = screenMeals({ ...healthy.person, facts: client }, { ...aim, ...other });
    expect(found.blocks.map((block) => block.code)).toContain(code);
    const isReferred = blockSentences(found.blocks).at(-1)?.includes('Refer them to a doctor');
    expect(isReferred).toBe(found.blocks.some(({ refer }) => refer));
  });

  it('a pregnancy also where the body is not known, which counts as a deficit', () => {
    const unknown = {
      ...facts,
      person: { ...facts.person, heightCm: null },
      health: { ...facts.health, pregnancy: 'open' as const },
    };
    const { blocks, cautions, basis } = screenMeals({ ...healthy.person, facts: unknown }, aim);
    expect(basis).toBeNull();
    expect(blocks.map(({ code }) => code)).toEqual(['pregnancy']);
    expect(cautions.join(' ')).toContain('height');
  });
});

describe('each guardrail', () => {
  const milk = withAllergens(readAllergies(['Milk']), []);
  const peanuts = readAllergies(['Peanuts']);
  const base = aMealProfile();
  const { plan } = made(base);
  const unknownFood = { ...eaten('Banana', 100), foodId: '0199aaaa-0000-7000-8000-00000000dead' };
  const heavy: MealLimits['basis'] = {
    body: { sex: 'female', ageYears: 40, heightCm: 165, weightKg: 60, bodyFatPercent: null },
    expenditure: 3200,
  };
  const rows: [MealViolation['code'], MealPlan, Partial<MealLimits>][] = [
    ['wrong_days', { ...plan, days: plan.days.slice(1) }, {}],
    ['empty_meal', withFoods(plan, []), {}],
    ['unknown_food', withFoods(plan, [unknownFood]), {}],
    ['allergen', withFoods(plan, [eaten('Milk, 2% fat', 250)]), { allergies: milk }],
    ['allergen_unknown', withFoods(plan, [eaten('Almond butter', 30)]), { allergies: peanuts }],
    ['diet', withFoods(plan, [eaten('Cod, cooked', 150)]), { constraints: { ...NO_CONSTRAINTS, diet: 'vegan' } }],
    ['constraint', plan, { constraints: { ...NO_CONSTRAINTS, mealsPerDay: 6 } }],
    ['off_target', withFoods(plan, [eaten('Olive oil', 150)]), {}],
    ['below_floor', plan, { leastKcal: 2500 }],
    ['too_fast', plan, { basis: heavy }],
    ['low_fat', lowFat(plan), {}],
    ['high_protein', withFoods(plan, [eaten('Cod, cooked', 900)]), { basis: { ...heavy, expenditure: 2000 } }],
    ['protein', withFoods(plan, [eaten('Cod, cooked', 400)]), {}],
    ['fibre', plan, { fibre: 90 }],
    ['repeated', { ...plan, days: plan.days.map((day, index) => sameDay(plan, day.key, index)) }, {}],
    ['batch', plan, { constraints: { ...NO_CONSTRAINTS, batch: true } }],
  ];

  it.each(rows)('%s', (code, changed, limits) => {
    const before = checkMealDraft(plan, base, foods).map((one) => one.code);
    expect(before).not.toContain(code);
    const found = checkMealDraft(changed, { ...base, ...limits }, foods).filter((one) => one.code === code);
    expect(found.length).toBeGreaterThan(0);
    expect(found[0]?.hard).toBe(HARD_MEAL_CODES.some((one) => one === code));
    expect(found[0]?.text).toMatch(/^\S.*\.$/);
  });

  it('sees an allergen in another option and in a swap', () => {
    const option = { key: 'bado02', name: '', foods: [eaten('Milk, 2% fat', 250)] };
    const inOption = changeFirst(plan, (meal) => ({ ...meal, options: [...meal.options, option] }));
    const { key: _, swaps: __, ...swap } = eaten('Milk, 2% fat', 250);
    const inSwap = withFoods(plan, [{ ...eaten('Oat drink', 250), swaps: [swap] as never[] }]);
    for (const changed of [inOption, inSwap]) {
      const codes = checkMealDraft(changed, { ...base, allergies: milk }, foods).map(({ code }) => code);
      expect(codes).toContain('allergen');
    }
  });
});

function sameDay(plan: MealPlan, key: string, index: number): MealPlan['days'][number] {
  const [first] = plan.days;
  if (!first) throw new Error('the plan has no day');
  return { ...first, key, name: `Day ${index + 1}` };
}

/** A day of rice alone. */
function lowFat(plan: MealPlan): MealPlan {
  const [first, ...rest] = plan.days;
  if (!first) throw new Error('the plan has no day');
  const meals = first.meals.map((meal, index) => ({
    ...meal,
    options: [
      { key: `bado1${index}`, name: '', foods: [eaten('White rice, long-grain, cooked', 380, `badf1${index}`)] },
    ],
  }));
  return { ...plan, days: [{ ...first, meals }, ...rest] };
}

it('a coach’s edit of a food’s allergens counts from the next plan', () => {
  const [banana] = [...foods.values()].filter(({ name }) => name === 'Banana');
  const edited: PlanFood = { ...(banana as PlanFood), allergens: { yes: ['sesame'], no: [] } };
  const changed = new Map([...foods, [edited.id, edited]]);
  const profile = aMealProfile({ allergies: readAllergies(['Sesame']) });
  const result = generateMeals(profile, { foods: changed, prefix: 'gen001' });
  if (result.outcome === 'impossible') throw new Error('no plan');
  expect(JSON.stringify(result.made.plan)).not.toContain(edited.id);
});
