import { SWITCH_TEXTS } from '../settings/settings.rules.ts';

export const PROGRAM_GOALS = ['general', 'strength', 'muscle', 'fat_loss', 'power', 'endurance'] as const;
export type ProgramGoal = (typeof PROGRAM_GOALS)[number];
export const PROGRAM_GOAL_LABELS: Record<ProgramGoal, string> = {
  general: 'General fitness',
  strength: 'Strength',
  muscle: 'Muscle growth',
  fat_loss: 'Fat loss',
  power: 'Power',
  endurance: 'Muscular endurance',
};

/** Limits of a generated program. `minutes`: of one workout; `reasons`: in one list; `seed`: the highest. */
export const GENERATION_BOUNDS = {
  days: { min: 1, max: 7 },
  minutes: { min: 20, max: 120 },
  weeks: { min: 1, max: 16 },
  reasons: 200,
  seed: 2_147_483_647,
} as const;

/** Steps of drafting a program, in order. */
export const DRAFT_STEPS = ['screening', 'record', 'split', 'exercises', 'numbers', 'check'] as const;
export type DraftStep = (typeof DRAFT_STEPS)[number];
export const DRAFT_STEP_LABELS: Record<DraftStep, string> = {
  screening: 'Screening',
  record: 'Record',
  split: 'Split',
  exercises: 'Exercises',
  numbers: 'Sets and loads',
  check: 'Check',
};

/** Why the rules made a draft although a model is configured. */
export const DRAFT_FALLBACKS = [
  'unavailable',
  'rate_limited',
  'timeout',
  'unusable',
  'cap_reached',
  'daily_limit',
  'platform_cap',
  'turned_off',
  'no_consent',
] as const;
export type DraftFallback = (typeof DRAFT_FALLBACKS)[number];
export const DRAFT_FALLBACK_TEXTS: Record<DraftFallback, string> = {
  unavailable: 'The model could not be reached, so the rules made this draft.',
  rate_limited: 'The model is busy, so the rules made this draft. Try again in a few minutes.',
  timeout: 'The model took too long, so the rules made this draft.',
  unusable: 'The model’s answers broke the rules, so the rules made this draft.',
  cap_reached: 'The model’s budget for this month is used up, so the rules made this draft.',
  daily_limit: 'You have used up today’s model drafts, so the rules made this draft.',
  platform_cap: 'The model has reached its limit for this month, so the rules made this draft.',
  turned_off: SWITCH_TEXTS.ai_drafting.off,
  no_consent: 'The client has not agreed to the use of a language model, so the rules made this draft.',
};

/** Limits of a generated meal plan. `dislike`: characters. */
export const MEAL_GENERATION = {
  days: { min: 1, max: 14 },
  meals: { min: 2, max: 6 },
  dislikes: 20,
  dislike: 60,
} as const;

/** Steps of drafting a meal plan, in order. */
export const MEAL_STEPS = ['screening', 'foods', 'dishes', 'portions', 'check'] as const;
export type MealStep = (typeof MEAL_STEPS)[number];
export const MEAL_STEP_LABELS: Record<MealStep, string> = {
  screening: 'Screening',
  foods: 'Foods that fit',
  dishes: 'Dishes',
  portions: 'Portions',
  check: 'Check',
};
