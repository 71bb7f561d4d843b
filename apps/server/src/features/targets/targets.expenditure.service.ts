import type { TargetBasis, TargetChange } from '@stridewell/contract/targets/targets';
import { changeOn } from '@stridewell/contract/targets/targets.rules';
import { addDays } from '@stridewell/contract/time';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { type DailyIntake, dailyIntakes } from '../foodlogs/foodlogs.service.ts';
import { listWeights } from '../progress/progress.service.ts';
import {
  type Adaptation,
  type AdaptationLimits,
  proposeAdaptation,
  type RecentEnergy,
} from './targets.adaptation.rules.ts';
import type { TargetClient } from './targets.client.service.ts';
import type { EnergyDay } from './targets.days.rules.ts';
import { formulaExpenditure } from './targets.energy.rules.ts';
import { type ExpenditureEstimate, estimateExpenditure } from './targets.expenditure.rules.ts';
import { screenTarget, type TargetInput } from './targets.rules.ts';

/** Days of log and weigh-ins that an estimate reads. */
const DAYS_READ = 182;
/** Days of the mean intake for energy availability. */
const RECENT_DAYS = 14;

/** A day as if it had been logged completely. */
export type Assumed = { day: string; kcal: number };

export type Observed = {
  current: TargetChange | null;
  input: TargetInput | null;
  estimate: ExpenditureEstimate | null;
  recent: RecentEnergy | null;
  /** Why there is no estimate; empty with one. */
  sentence: string;
};

const isComplete = ({ status, kcal }: DailyIntake): boolean =>
  status === 'fasted' || (status === 'complete' && kcal !== null);

/** The last two weeks. The energy of workouts is not known, so availability is at most this. */
function recentOf(intakes: readonly DailyIntake[]): RecentEnergy {
  const days = intakes.slice(-RECENT_DAYS).filter(isComplete);
  const total = days.reduce((sum, { kcal }) => sum + (kcal ?? 0), 0);
  return { intakeKcal: total / Math.max(days.length, 1), exerciseKcal: 0, completeDays: days.length };
}

/** The first days of diets: those of the first target, and of each with another goal. `history` newest first. */
function dietStarts(history: readonly TargetChange[]): string[] {
  let goal: TargetBasis['goal'] | null = null;
  return history.toReversed().flatMap(({ basis, startsOn }) => {
    const isNew = basis !== null && basis.goal !== goal;
    goal = basis?.goal ?? goal;
    return isNew ? [startsOn] : [];
  });
}

/**
 * Expenditure at the end of a day, as the client logs it. Days before the first logged one say nothing, so they are left
 * out.
 */
export async function observe(
  tx: Tx<CoachScope>,
  clientId: string,
  { facts, history }: Pick<TargetClient, 'facts'> & { history: readonly TargetChange[] },
  { until, assumed }: { until: string; assumed?: Assumed | undefined },
): Promise<Observed> {
  const current = changeOn(history, until);
  const nothing = { current, input: null, estimate: null, recent: null };
  if (!current?.target || !current.basis) return { ...nothing, sentence: 'Set a target first.' };
  const from = addDays(until, -DAYS_READ);
  const [logged, weights] = await Promise.all([
    dailyIntakes(tx, { clientId, from, to: until }),
    listWeights(tx, clientId, from),
  ]);
  const intakes = logged.map((one) =>
    one.date === assumed?.day ? { ...one, status: 'complete' as const, kcal: assumed.kcal } : one,
  );
  const weighIns = new Map(weights.filter(({ day }) => day <= until).map(({ day, weightKg }) => [day, weightKg]));
  const weightKg = [...weighIns.values()].at(-1) ?? facts.person.weightKg;
  const { goal, weeklyPercent, activity } = current.basis;
  const input: TargetInput = {
    ...facts,
    person: { ...facts.person, weightKg },
    today: addDays(until, 1),
    activity,
    goal: { kind: goal, weeklyPercent },
  };
  const { blocks, basis } = screenTarget(input);
  if (!basis) return { ...nothing, sentence: blocks.map(({ sentence }) => sentence).join(' ') };
  const first = intakes.findIndex(({ status }) => status !== 'unlogged');
  const days = (first < 0 ? [] : intakes.slice(first)).map(({ date, status, kcal }): EnergyDay => {
    return { day: date, status, intakeKcal: kcal, weightKg: weighIns.get(date) ?? null };
  });
  const formulaKcal = formulaExpenditure(basis.body, activity);
  const estimate = estimateExpenditure(days, { formulaKcal, dietStarts: dietStarts(history) });
  const sentence = estimate ? '' : 'The estimate begins with weigh-ins and days whose food is logged completely.';
  return { current, input, estimate, recent: recentOf(intakes), sentence };
}

/** The outcome of a review of this target; null without an estimate. */
export function decide({ current, input, estimate, recent }: Observed, limits: AdaptationLimits): Adaptation | null {
  if (!current?.target || !input || !estimate) return null;
  return proposeAdaptation({
    target: input,
    currentKcal: current.target.kcal,
    lastChangedOn: current.startsOn,
    estimate,
    recent,
    limits,
  });
}
