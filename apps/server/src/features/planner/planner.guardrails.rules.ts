import { brokenConstraints } from '@stridewell/contract/meals/meals.constraints.rules';
import type { MealPlan, MealPlanDay, PlanAim } from '@stridewell/contract/meals/meals.plan.rules';
import { choicesOf } from '@stridewell/contract/meals/meals.plan.rules';
import {
  allergyWarnings,
  dietWarning,
  type FoodsById,
  totalsOfDay,
} from '@stridewell/contract/meals/meals.totals.rules';
import { fatFreeMass, weeklyPercent } from '../targets/targets.energy.rules.ts';
import { KCAL_PER_GRAM, LEAST_FAT_SHARE, MOST_PROTEIN_PER_FAT_FREE_KG } from '../targets/targets.macros.rules.ts';
import { type Basis, FASTEST_LOSS } from '../targets/targets.rules.ts';
import { gramsText, kcalText, percentText } from '../targets/targets.wording.rules.ts';
import type { Diner } from './planner.dishes.rules.ts';

/** The limits that a drafted meal plan is checked against. `basis`: the client's body; null while it is not known. */
export type MealLimits = Diner & {
  aim: PlanAim;
  days: number;
  /** The lowest energy of a day in kcal. */
  leastKcal: number;
  /** Least fiber of a day in grams; null without a target. */
  fibre: number | null;
  basis: Pick<Basis, 'body' | 'expenditure'> | null;
};

export const HARD_MEAL_CODES = [
  'wrong_days',
  'empty_meal',
  'unknown_food',
  'allergen',
  'allergen_unknown',
  'diet',
  'constraint',
  'off_target',
  'below_floor',
  'too_fast',
  'low_fat',
  'high_protein',
] as const;
const MEAL_WARNING_CODES = ['protein', 'fibre', 'repeated', 'batch'] as const;
type HardCode = (typeof HARD_MEAL_CODES)[number];
type WarningCode = (typeof MEAL_WARNING_CODES)[number];

/** A broken rule of science D. A plan with a hard one reaches no coach. */
export type MealViolation = {
  code: HardCode | WarningCode;
  hard: boolean;
  text: string;
  dayKey?: string;
  foodId?: string;
};

/** The most protein of a day in grams [science D 4]. */
export const mostProtein = ({ basis }: Pick<MealLimits, 'basis'>): number =>
  basis ? MOST_PROTEIN_PER_FAT_FREE_KG * fatFreeMass(basis.body).kg : Number.POSITIVE_INFINITY;

type Draft = { plan: Pick<MealPlan, 'days' | 'constraints'>; limits: MealLimits; foods: FoodsById };
/** `day`: for a rule about one day. */
type Finding = Omit<MealViolation, 'code' | 'hard'>;
type DayDraft = Draft & { day: MealPlanDay; totals: ReturnType<typeof totalsOfDay> };

/** Energy off the target [D 4], protein off it [D 5], and the share of fiber that is enough [D 5]. */
const MOST_OFF_TARGET = 0.05;
const MOST_PROTEIN_OFF = 0.1;
const ENOUGH_FIBRE = 0.8;
/** Sums of rounded portions may miss a limit by less than a kitchen can weigh. */
const SLACK = 1e-6;
/** Days a week on which the same dish may be the same meal [K]. */
const MOST_REPEATS = 4;

const aboutFoods = ({ plan, foods }: Draft, about: (foodId: string, name: string) => string | null): Finding[] => {
  const seen = new Map(choicesOf(plan).map(({ foodId, name }) => [foodId, foods.get(foodId)?.name ?? name]));
  return [...seen].flatMap(([foodId, name]) => {
    const text = about(foodId, name);
    return text === null ? [] : [{ text, foodId }];
  });
};

const aboutAllergens = (draft: Draft, answer: 'yes' | 'unknown', verb: string): Finding[] =>
  aboutFoods(draft, (foodId, name) => {
    const food = draft.foods.get(foodId);
    const warnings = food ? allergyWarnings(food, draft.limits.allergies).filter((one) => one.answer === answer) : [];
    return warnings.length > 0 ? `${name} ${verb} ${warnings.map(({ about }) => about).join(', ')}.` : null;
  });

const aboutDay = ({ day }: DayDraft, isBroken: boolean, text: string): Finding[] =>
  isBroken ? [{ text: `${day.name}: ${text}`, dayKey: day.key }] : [];

/** Rules about the whole plan. */
const PLAN_RULES: readonly { code: HardCode | WarningCode; find: (draft: Draft) => Finding[] }[] = [
  {
    code: 'wrong_days',
    find: ({ plan, limits }) =>
      plan.days.length === limits.days
        ? []
        : [{ text: `The plan has ${plan.days.length} days instead of ${limits.days}.` }],
  },
  {
    code: 'unknown_food',
    find: (draft) =>
      aboutFoods(draft, (foodId) => (draft.foods.has(foodId) ? null : 'A food is not in the collection of foods.')),
  },
  { code: 'allergen', find: (draft) => aboutAllergens(draft, 'yes', 'contains') },
  { code: 'allergen_unknown', find: (draft) => aboutAllergens(draft, 'unknown', 'may contain') },
  {
    code: 'diet',
    find: (draft) =>
      aboutFoods(draft, (foodId, name) => {
        const food = draft.foods.get(foodId);
        const found = food && dietWarning(food, draft.limits.constraints.diet);
        return found ? `${name} ${found.answer === 'no' ? 'breaks' : 'may break'} the ${found.diet} diet.` : null;
      }),
  },
  { code: 'repeated', find: repeatedDishes },
];

function repeatedDishes({ plan }: Draft): Finding[] {
  if (plan.constraints.batch) return [];
  const counts = new Map<string, number>();
  for (const { meals } of plan.days) {
    for (const { name, options } of meals) {
      const dish = (options[0]?.foods ?? []).map((food) => food.foodId).sort();
      counts.set(`${name} ${dish.join(' ')}`, (counts.get(`${name} ${dish.join(' ')}`) ?? 0) + 1);
    }
  }
  const most = Math.max(0, ...counts.values());
  return most > MOST_REPEATS ? [{ text: `A dish is the same meal on ${most} days. Few meals fit the limits.` }] : [];
}

/** Rules about each day. Totals are computed from the foods, never taken from a draft. */
const DAY_RULES: readonly { code: HardCode | WarningCode; find: (draft: DayDraft) => Finding[] }[] = [
  {
    code: 'empty_meal',
    find: (draft) => {
      const isEmpty = draft.day.meals.length === 0 || draft.day.meals.some(({ options: [one] }) => !one?.foods.length);
      return aboutDay(draft, isEmpty, 'a meal has no food.');
    },
  },
  {
    code: 'constraint',
    find: ({ day, plan, foods }) =>
      brokenConstraints(day, plan, foods)
        .filter(({ constraint }) => constraint !== 'batch')
        .map(({ sentence, dayKey }) => ({ text: sentence, dayKey })),
  },
  {
    code: 'batch',
    find: ({ day, plan, foods }) =>
      brokenConstraints(day, plan, foods)
        .filter(({ constraint }) => constraint === 'batch')
        .map(({ sentence, dayKey }) => ({ text: sentence, dayKey })),
  },
  {
    code: 'off_target',
    find: (draft) => {
      const { kcal } = draft.limits.aim;
      const isOff = Math.abs(draft.totals.kcal - kcal) > MOST_OFF_TARGET * kcal + SLACK;
      return aboutDay(draft, isOff, `${kcalText(draft.totals.kcal)} instead of ${kcalText(kcal)}.`);
    },
  },
  {
    code: 'below_floor',
    find: (draft) => {
      const { leastKcal, aim } = draft.limits;
      const isBelow = aim.kcal < leastKcal || draft.totals.kcal < leastKcal - SLACK;
      return aboutDay(draft, isBelow, `below the lowest energy of ${kcalText(leastKcal)}.`);
    },
  },
  {
    code: 'too_fast',
    find: (draft) => {
      const { basis, aim } = draft.limits;
      const loss = basis ? weeklyPercent(basis.expenditure - aim.kcal, basis.body.weightKg) : 0;
      return aboutDay(draft, loss > FASTEST_LOSS + SLACK, `a loss of ${percentText(loss, 2)} of body weight a week.`);
    },
  },
  {
    code: 'low_fat',
    find: (draft) => {
      const { kcal, fat } = draft.totals;
      const isLow = fat * KCAL_PER_GRAM.fat < LEAST_FAT_SHARE * kcal - SLACK;
      return aboutDay(draft, isLow, `fat is under ${percentText(LEAST_FAT_SHARE * 100, 0)} of the energy.`);
    },
  },
  {
    code: 'high_protein',
    find: (draft) => {
      const most = mostProtein(draft.limits);
      return aboutDay(draft, draft.totals.protein > most + SLACK, `protein is above ${gramsText(most)}.`);
    },
  },
  {
    code: 'protein',
    find: (draft) => {
      const { protein } = draft.limits.aim;
      const isOff = protein !== null && Math.abs(draft.totals.protein - protein) > MOST_PROTEIN_OFF * protein + SLACK;
      return aboutDay(
        draft,
        isOff,
        `${gramsText(draft.totals.protein)} of protein; the target is ${gramsText(protein ?? 0)}.`,
      );
    },
  },
  {
    code: 'fibre',
    find: (draft) => {
      const { fibre } = draft.limits;
      const isLow = fibre !== null && draft.totals.fibre < ENOUGH_FIBRE * fibre;
      return aboutDay(
        draft,
        isLow,
        `${gramsText(draft.totals.fibre)} of fiber; the target is ${gramsText(fibre ?? 0)}.`,
      );
    },
  },
];

const isHard = (code: MealViolation['code']): boolean => HARD_MEAL_CODES.some((one) => one === code);

/** Checks a drafted meal plan, from rules or a model, against every guardrail of science D. Trusts nothing in it. */
export function checkMealDraft(
  plan: Pick<MealPlan, 'days' | 'constraints'>,
  limits: MealLimits,
  foods: FoodsById,
): MealViolation[] {
  const draft = { plan: { days: plan.days, constraints: limits.constraints }, limits, foods };
  const ofPlan = PLAN_RULES.flatMap(({ code, find }) =>
    find(draft).map((one) => ({ code, hard: isHard(code), ...one })),
  );
  const ofDays = plan.days.flatMap((day) => {
    const ofDay = { ...draft, day, totals: totalsOfDay(day, foods) };
    return DAY_RULES.flatMap(({ code, find }) => find(ofDay).map((one) => ({ code, hard: isHard(code), ...one })));
  });
  return [...ofPlan, ...ofDays];
}
