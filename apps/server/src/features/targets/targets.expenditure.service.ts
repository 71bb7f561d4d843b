import type { TargetBasis, TargetChange } from '@stridewell/contract/targets/targets';
import { type Activity, changeOn } from '@stridewell/contract/targets/targets.rules';
import { addDays } from '@stridewell/contract/time';
import type { ClientScope, CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { type DailyIntake, dailyIntakes } from '../foodlogs/foodlogs.service.ts';
import { listWeights } from '../progress/progress.service.ts';
import { sumTrainingMinutes } from '../workouts/workouts.training.service.ts';
import {
  type Adaptation,
  type AdaptationLimits,
  proposeAdaptation,
  type RecentEnergy,
  reliableExpenditure,
} from './targets.adaptation.rules.ts';
import type { TargetClient } from './targets.client.service.ts';
import { selectChanges } from './targets.data.ts';
import type { EnergyDay } from './targets.days.rules.ts';
import { formulaExpenditure } from './targets.energy.rules.ts';
import { type ExpenditureEstimate, estimateExpenditure, usedDays } from './targets.expenditure.rules.ts';
import { openGapText, ownGapText } from './targets.gaps.rules.ts';
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

/**
 * Energy of a workout above rest, in kcal per kg and hour: 3.5 MET of resistance training less 1 of rest [K, Compendium of
 * Physical Activities 2011]. The lower figure, so that no alarm comes from a guess.
 */
const WORKOUT_KCAL_PER_KG_HOUR = 2.5;

/** The last two weeks of logs. `minutes`: those of finished workouts in them. */
function recentOf(intakes: readonly DailyIntake[], weightKg: number, minutes: number): RecentEnergy {
  const days = intakes.slice(-RECENT_DAYS).filter(isComplete);
  const total = days.reduce((sum, { kcal }) => sum + (kcal ?? 0), 0);
  return {
    intakeKcal: total / Math.max(days.length, 1),
    exerciseKcal: (WORKOUT_KCAL_PER_KG_HOUR * weightKg * minutes) / 60 / RECENT_DAYS,
    completeDays: days.length,
  };
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

type OfClient = Pick<TargetClient, 'facts'> & { history: readonly TargetChange[] };
type Choices = Pick<TargetBasis, 'goal' | 'weeklyPercent' | 'activity'>;

/** Logged energy and weight of each day. Days before the first logged one say nothing, so they are left out. */
function energyDays(intakes: readonly DailyIntake[], weighIns: ReadonlyMap<string, number>): EnergyDay[] {
  const first = intakes.findIndex(({ status }) => status !== 'unlogged');
  return (first < 0 ? [] : intakes.slice(first)).map(({ date, status, kcal }) => {
    return { day: date, status, intakeKcal: kcal, weightKg: weighIns.get(date) ?? null };
  });
}

/** Expenditure at the end of a day, as the client logs it. */
async function estimateFor(
  tx: Tx<CoachScope>,
  clientId: string,
  { facts, history }: OfClient,
  { until, assumed, goal, weeklyPercent, activity }: Choices & { until: string; assumed?: Assumed | undefined },
): Promise<Omit<Observed, 'current'>> {
  const from = addDays(until, -DAYS_READ);
  const recentDays = { from: addDays(until, 1 - RECENT_DAYS), to: until };
  const [logged, weights, minutes] = await Promise.all([
    dailyIntakes(tx, { clientId, from, to: until }),
    listWeights(tx, clientId, from),
    sumTrainingMinutes(tx, clientId, recentDays),
  ]);
  const intakes = logged.map((one) =>
    one.date === assumed?.day ? { ...one, status: 'complete' as const, kcal: assumed.kcal } : one,
  );
  const weighIns = new Map(weights.filter(({ day }) => day <= until).map(({ day, weightKg }) => [day, weightKg]));
  const weightKg = [...weighIns.values()].at(-1) ?? facts.person.weightKg;
  const input: TargetInput = {
    ...facts,
    person: { ...facts.person, weightKg },
    today: addDays(until, 1),
    activity,
    goal: { kind: goal, weeklyPercent },
  };
  const { blocks, basis } = screenTarget(input);
  if (!basis) return { ...NOTHING, sentence: blocks.map(({ sentence }) => sentence).join(' ') };
  const days = energyDays(intakes, weighIns);
  const formulaKcal = formulaExpenditure(basis.body, activity);
  const estimate = estimateExpenditure(days, { formulaKcal, dietStarts: dietStarts(history) });
  const sentence = estimate ? '' : whyNone(days, input.today);
  return { input, estimate, recent: recentOf(intakes, basis.body.weightKg, minutes), sentence };
}

/** The consequence of a gap in the caller's log for their target; null without one, and with enough days after it. */
export async function findOwnGap(tx: Tx<ClientScope>, today: string): Promise<string | null> {
  const { clientId } = tx.scope;
  const [from, until] = [addDays(today, -1 - DAYS_READ), addDays(today, -1)];
  const [intakes, weights, history] = await Promise.all([
    dailyIntakes(tx, { clientId, from, to: until }),
    listWeights(tx, clientId, from),
    selectChanges(tx, clientId),
  ]);
  const weighIns = new Map(weights.filter(({ day }) => day <= until).map(({ day, weightKg }) => [day, weightKg]));
  return ownGapText(usedDays(energyDays(intakes, weighIns), dietStarts(history)), today);
}

function whyNone(days: readonly EnergyDay[], today: string): string {
  const { gap, since } = usedDays(days);
  return gap && since === null
    ? openGapText(gap, today)
    : 'The estimate begins with weigh-ins and days whose food is logged completely.';
}

const NOTHING = { input: null, estimate: null, recent: null };

/** Expenditure at the end of the day `until`, under the target of the day `on`, which is the same day by default. */
export async function observe(
  tx: Tx<CoachScope>,
  clientId: string,
  client: OfClient,
  { until, on = until, assumed }: { until: string; on?: string; assumed?: Assumed | undefined },
): Promise<Observed> {
  const current = changeOn(client.history, on);
  if (!current?.target || !current.basis) return { ...NOTHING, current, sentence: 'Set a target first.' };
  const { goal, weeklyPercent, activity } = current.basis;
  return { current, ...(await estimateFor(tx, clientId, client, { until, assumed, goal, weeklyPercent, activity })) };
}

/**
 * The client's data with the expenditure that their log shows, where it is reliable. Otherwise the formula counts, for
 * which the data stay as they are.
 */
export async function withLoggedExpenditure(
  tx: Tx<CoachScope>,
  clientId: string,
  client: OfClient,
  activity: Activity,
): Promise<TargetClient['facts']> {
  const { facts } = client;
  const choices = { goal: 'maintain' as const, weeklyPercent: null, activity };
  const { input, estimate } = await estimateFor(tx, clientId, client, { until: addDays(facts.today, -1), ...choices });
  const { basis } = input ? screenTarget(input) : { basis: null };
  const logged = estimate && basis && reliableExpenditure(estimate, formulaExpenditure(basis.body, activity));
  return logged ? { ...facts, loggedExpenditure: logged.kcal, loggedSource: logged.source } : facts;
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
