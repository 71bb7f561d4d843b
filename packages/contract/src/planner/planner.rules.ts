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

/** Why the rules drafted a program although a model is configured. */
export const DRAFT_FALLBACKS = [
  'unavailable',
  'rate_limited',
  'timeout',
  'unusable',
  'cap_reached',
  'daily_limit',
  'platform_cap',
  'turned_off',
] as const;
export type DraftFallback = (typeof DRAFT_FALLBACKS)[number];
export const DRAFT_FALLBACK_TEXTS: Record<DraftFallback, string> = {
  unavailable: 'The model could not be reached, so the training rules drafted this program.',
  rate_limited: 'The model is busy, so the training rules drafted this program. Try again in a few minutes.',
  timeout: 'The model took too long, so the training rules drafted this program.',
  unusable: 'The model’s answers broke the training rules, so the rules drafted this program.',
  cap_reached: 'The model’s budget for this month is used up, so the training rules drafted this program.',
  daily_limit: 'You have used up today’s model drafts, so the training rules drafted this program.',
  platform_cap: 'The model has reached its limit for this month, so the training rules drafted this program.',
  turned_off: SWITCH_TEXTS.ai_drafting.off,
};
