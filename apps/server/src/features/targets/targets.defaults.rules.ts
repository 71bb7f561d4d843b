import type { ClientTargets, TargetChange } from '@stridewell/contract/targets/targets';
import type { Activity, GoalKind } from '@stridewell/contract/targets/targets.rules';
import type { Person } from './targets.screening.rules.ts';

/** A goal weight within this share of the weight means to keep it [K]. */
const NEAR_GOAL = 0.02;

/** Facts that a calculated target needs and the record does not have. */
export const missingFacts = (person: Person): ClientTargets['missing'] =>
  (['dateOfBirth', 'heightCm', 'weightKg'] as const).filter((fact) => person[fact] === null);

function goalOf({ goalWeightKg, weightKg }: Person): GoalKind {
  if (goalWeightKg === null || weightKg === null) return 'maintain';
  const way = (goalWeightKg - weightKg) / weightKg;
  if (Math.abs(way) <= NEAR_GOAL) return 'maintain';
  return way < 0 ? 'lose' : 'gain';
}

/** The usual activity of a person who trains so many days a week, with a job that is mostly sitting [K]. */
function activityOf(daysPerWeek: number | null): Activity {
  if (daysPerWeek === null || daysPerWeek <= 2) return 'light';
  return daysPerWeek <= 5 ? 'moderate' : 'active';
}

/** The choices of the newest target, or those that fit the record. `history` newest first. */
export function defaultsFor(
  person: Person,
  daysPerWeek: number | null,
  history: readonly TargetChange[],
): ClientTargets['defaults'] {
  const known = history.find(({ basis }) => basis !== null)?.basis;
  if (known) return { goal: known.goal, weeklyPercent: known.weeklyPercent, activity: known.activity };
  return { goal: goalOf(person), weeklyPercent: null, activity: activityOf(daysPerWeek) };
}
