import type { ClientTargets, TargetContent } from '@stridewell/contract/targets/targets';
import type { Activity, GoalKind } from '@stridewell/contract/targets/targets.rules';

type Typed = number | string;

/** A target as it is typed: weekdays are texts, and an empty number is an empty text. */
export type TargetValues = {
  source: TargetContent['source'];
  goal: GoalKind;
  rate: Typed;
  activity: Activity;
  kcal: Typed;
  protein: Typed;
  carbohydrate: Typed;
  fat: Typed;
  isSplit: boolean;
  trainingDays: string[];
  swing: Typed;
  locked: Typed[];
  startsOn: string;
  note: string;
};

const USUAL_DAYS = ['1', '3', '5'];
const USUAL_SWING = 200;

/** Carbohydrate in g that takes up a change of energy in kcal. */
const carbsFor = (kcal: number): number => Math.round(kcal / 4);

/**
 * The first values of the form: the target of today, or the proposal.
 * @param edited energy in kcal of a weekly review's proposal, as the coach's own number; carbohydrate takes the change
 */
export function valuesOf({ today, current, proposal, defaults }: ClientTargets, edited: number | null): TargetValues {
  const target = current?.target ?? proposal.target;
  const days = target?.week?.days;
  const training = days?.flatMap(({ isTraining }, index) => (isTraining ? [String(index + 1)] : []));
  return {
    source: edited !== null || current?.source === 'override' ? 'override' : 'calculated',
    goal: defaults.goal,
    rate: defaults.weeklyPercent ?? '',
    activity: defaults.activity,
    kcal: edited ?? target?.kcal ?? '',
    protein: target?.protein ?? '',
    carbohydrate: target ? Math.max(0, target.carbohydrate + carbsFor((edited ?? target.kcal) - target.kcal)) : '',
    fat: target?.fat ?? '',
    isSplit: days !== undefined,
    trainingDays: training ?? USUAL_DAYS,
    swing: target?.week?.swing ?? USUAL_SWING,
    locked: Array.from({ length: 7 }, (_, index) => (days?.[index]?.isLocked ? days[index].kcal : '')),
    startsOn: today,
    note: '',
  };
}

const orNull = (value: Typed): Typed | null => (value === '' ? null : value);

/** The values as the contract's schema reads them. */
export function toInput(values: TargetValues): unknown {
  const { source, goal, rate, activity, note, startsOn, isSplit, trainingDays, swing, locked } = values;
  const { kcal, protein, carbohydrate, fat } = values;
  const days = trainingDays.map(Number).sort((a, b) => a - b);
  const week = isSplit ? { trainingDays: days, swing, locked: locked.map(orNull) } : null;
  const isCalculated = source === 'calculated';
  const weeklyPercent = goal === 'maintain' || !isCalculated ? null : orNull(rate);
  const plan = { source, goal, weeklyPercent, activity, week, note };
  return { startsOn, content: isCalculated ? plan : { ...plan, kcal, protein, carbohydrate, fat } };
}

/** The field of a problem that the schema or the server finds. */
export const fieldFor = (path: string): string =>
  path
    .replace(/^content\./, '')
    .replace(/^week\./, '')
    .replace(/^weeklyPercent$/, 'rate');
