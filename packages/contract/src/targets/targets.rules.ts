import { isoWeekday } from '../time.ts';

export const GOAL_KINDS = ['lose', 'maintain', 'gain'] as const;
export type GoalKind = (typeof GOAL_KINDS)[number];
export const GOAL_LABELS: Record<GoalKind, string> = {
  lose: 'Lose weight',
  maintain: 'Keep weight',
  gain: 'Gain weight',
};

export const ACTIVITIES = ['sedentary', 'light', 'moderate', 'active', 'very_active'] as const;
export type Activity = (typeof ACTIVITIES)[number];
export const ACTIVITY_LABELS: Record<Activity, string> = {
  sedentary: 'mostly sitting',
  light: 'lightly active',
  moderate: 'moderately active',
  active: 'active',
  very_active: 'very active',
};

/** `ended`: no target from this day on. */
export const TARGET_SOURCES = ['calculated', 'override', 'adaptive', 'ended'] as const;
export type TargetSource = (typeof TARGET_SOURCES)[number];
export const TARGET_SOURCE_LABELS: Record<TargetSource, string> = {
  calculated: 'Calculated',
  override: 'Set by hand',
  adaptive: 'Adapted to the log',
  ended: 'Ended',
};

/** `rules`: within limits that the coach set. */
export const TARGET_AUTHORS = ['coach', 'rules'] as const;

/** Why a client gets no number, or not this one. */
export const BLOCK_CODES = [
  'missing',
  'under_age',
  'low_weight',
  'low_goal',
  'pregnancy',
  'eating',
  'insulin',
  'weight_loss',
  'chest_pain',
  'fainting',
  'words',
  'low_availability',
  'too_fast',
  'too_low',
  'too_little_fat',
  'too_much_protein',
  'no_sum',
  'no_note',
  'no_room',
] as const;
export type BlockCode = (typeof BLOCK_CODES)[number];

/**
 * The outcome of a weekly review. `refer`: signs of harm, which lead to a referral. `withheld`: no proposal for now.
 * `keep`: the target fits. `apply` and `approve`: another target, within the coach's limits or not.
 */
export const REVIEW_KINDS = ['refer', 'withheld', 'keep', 'apply', 'approve'] as const;

/** `none`: nothing to decide. `replaced`: the target has changed since, or a newer review has come. */
export const REVIEW_STATUSES = ['none', 'open', 'applied', 'approved', 'dismissed', 'replaced'] as const;
export type ReviewStatus = (typeof REVIEW_STATUSES)[number];

/** The largest change that a coach can let happen without approval, in kcal: one step of a proposal. */
export const MOST_AUTOMATIC_KCAL = 150;

/** Days of the picture of target, intake and weight. */
export const PICTURE_DAYS = 84;

/** Limits of what a coach can type. The safety rules are narrower. Energy in kcal, macros in g, rate in percent a week. */
export const TARGET_BOUNDS = {
  kcal: { min: 0, max: 10_000 },
  grams: { min: 0, max: 1_500 },
  weeklyPercent: { min: 0.05, max: 5 },
  swing: { min: 0, max: 2_000 },
  note: 1_000,
} as const;

/** Days ahead on which a target can start. */
export const TARGET_DAYS_AHEAD = 28;

/** Energy in kcal, macros in g. */
export type Energy = { kcal: number; protein: number; fat: number; carbohydrate: number };

type Daily = Energy & { week: { days: readonly Energy[] } | null };

/** The numbers of one day: those of its weekday where training and rest days differ. */
export function energyOn({ week, kcal, protein, fat, carbohydrate }: Daily, day: string): Energy {
  return week?.days[isoWeekday(day) - 1] ?? { kcal, protein, fat, carbohydrate };
}

type Started = { startsOn: string; number: number };

/**
 * The change that decides about a day: the newest of those that have started by then. So a new target also replaces one
 * that was planned for later.
 */
export const changeOn = <Change extends Started>(changes: readonly Change[], day: string): Change | null =>
  changes
    .filter(({ startsOn }) => startsOn <= day)
    .reduce<Change | null>((newest, one) => (newest && newest.number > one.number ? newest : one), null);
