import { type AdjustmentChange, changedKeys } from '@stridewell/contract/adjustments/adjustments.changes.rules';
import {
  type AdjustmentFacts,
  type AdjustmentKind,
  isRecent,
  type PlannedDay,
  plannedDays,
  SMALL_KINDS,
} from '@stridewell/contract/adjustments/adjustments.rules';
import { dayOf, weekdayName } from '@stridewell/contract/adjustments/adjustments.wording.rules';
import type { Exercise } from '@stridewell/contract/exercises/exercises';
import { addDays, daysBetween } from '@stridewell/contract/time';
import { adjustLoad, adjustMisses, adjustShort, isAfterMisses, type ProposalFacts } from './adjustments.load.rules.ts';
import { adjustMissed, canMove, datesFor, moveTo } from './adjustments.missed.rules.ts';
import { adjustPain } from './adjustments.pain.rules.ts';

/** A change that a coach can approve. Each cause has at most one. */
export type Proposal = {
  /** Identifies the cause, so that it is proposed only once. */
  cause: string;
  kind: AdjustmentKind;
  change: AdjustmentChange;
  reason: string;
  /** Days on hold until the coach decides. */
  held: string[];
  /** The guardrails allow it without the coach. */
  automatic: boolean;
};

const WEEK = 7;

/** Missed days whose week is not over. */
function missedThisWeek(planned: readonly PlannedDay[], { today, followed }: AdjustmentFacts): PlannedDay[] {
  const week = Math.floor(daysBetween(followed.startDay, today) / WEEK) + 1;
  return planned.filter(({ status, weekNumber }) => status === 'missed' && weekNumber === week);
}

function contextOf(facts: AdjustmentFacts, planned: readonly PlannedDay[]) {
  const byId = new Map(facts.exercises.map((exercise): [string, Exercise] => [exercise.id, exercise]));
  return { facts, planned, find: (id: string) => byId.get(id) };
}

const missedCause = ({ followed }: AdjustmentFacts, { dayKey, day }: PlannedDay): string =>
  `missed:${followed.id}.${dayKey}.${day}`;

/** The missed day of a cause; undefined for other causes. */
export const missedKeyOf = (cause: string): string | undefined =>
  cause.startsWith('missed:') ? cause.split('.')[1] : undefined;

/** The facts with days moved, so that two proposals do not take the same date. */
const withDates = (facts: AdjustmentFacts, moved: Record<string, string>): AdjustmentFacts => ({
  ...facts,
  followed: { ...facts.followed, moved: { ...facts.followed.moved, ...moved } },
});

function adjustAllMissed(facts: AdjustmentFacts): Omit<Proposal, 'automatic'>[] {
  const proposals: Omit<Proposal, 'automatic'>[] = [];
  let reserved: Record<string, string> = {};
  const known = plannedDays(facts);
  for (const missed of missedThisWeek(known, facts)) {
    const expected = withDates(facts, reserved);
    const suggested = adjustMissed(missed, contextOf(expected, plannedDays(expected)));
    if (!suggested) continue;
    const { change } = suggested;
    // A change of a day that an earlier proposal moves waits for the decision on that proposal.
    if (changedKeys(change).some((dayKey) => Object.hasOwn(reserved, dayKey))) continue;
    reserved = { ...reserved, ...Object.fromEntries(change.moves.map(({ dayKey, to }) => [dayKey, to])) };
    proposals.push({ ...suggested, cause: missedCause(facts, missed), held: [] });
  }
  return proposals;
}

/** Whether there was recent pain, after which some coaches want to decide everything. */
const hasPain = ({ workouts, today }: AdjustmentFacts): boolean =>
  workouts.some(({ pains, day }) => pains.length > 0 && (day === today || isRecent(day, today)));

/**
 * Derives proposals from a client's last days, in a fixed order. The same facts give the same proposals. Past and
 * started days are never changed.
 */
export function proposeAdjustments(facts: ProposalFacts): Proposal[] {
  const { guardrails, followed, today } = facts;
  if (today < followed.startDay || today > followed.endDay) return [];
  const planned = plannedDays(facts);
  const { find } = contextOf(facts, planned);
  const shortens = guardrails.kinds.includes('shorten');
  const lighter = [
    shortens ? adjustShort(facts, planned, find) : undefined,
    guardrails.kinds.includes('deload') ? adjustLoad(facts, planned) : undefined,
  ].flatMap((suggested) => suggested ?? []);
  const misses = shortens && lighter.length === 0 ? adjustMisses(facts, planned, find) : undefined;
  const loads = [...lighter, ...(misses ? [misses] : [])].map((suggested) => ({ ...suggested, held: [] }));
  // A week that gets lighter gets no extra work.
  const missed = adjustAllMissed(facts).filter(({ kind }) => loads.length === 0 || kind === 'move');
  const pains = guardrails.kinds.includes('swap') ? adjustPain(facts, planned, find) : [];
  const isManual = guardrails.manualAfterPain && hasPain(facts);
  const small: readonly string[] = SMALL_KINDS.filter((kind) => guardrails.automatic.includes(kind));
  return [...pains, ...missed, ...loads].map((proposal) => ({
    ...proposal,
    automatic:
      !isManual && proposal.held.length === 0 && small.includes(proposal.kind) && !isAfterMisses(proposal.cause),
  }));
}

/** Moves a missed day to today; undefined when the guardrails or the muscles' rest do not allow it. */
export function moveToToday(facts: AdjustmentFacts, dayKey: string): Omit<Proposal, 'automatic'> | undefined {
  const planned = plannedDays(facts);
  const missed = missedThisWeek(planned, facts).find((one) => one.dayKey === dayKey);
  if (!missed || !facts.guardrails.clientMoves) return undefined;
  const moves = [{ dayKey, from: missed.day, to: facts.today }];
  if (!canMove(moves, contextOf(facts, planned))) return undefined;
  const reason = `${dayOf(missed.day, missed.content)} was missed and is done on ${weekdayName(facts.today)} instead.`;
  return {
    cause: missedCause(facts, missed),
    kind: 'move',
    change: { moves, days: [], deloads: [] },
    reason,
    held: [],
  };
}

/** The missed day of a change that moves only that day. */
function movedAlone({ moves }: AdjustmentChange, planned: readonly PlannedDay[]): PlannedDay | undefined {
  const [move, ...others] = moves;
  if (!move || others.length > 0) return undefined;
  return planned.find(({ dayKey, day, status }) => dayKey === move.dayKey && day === move.from && status === 'missed');
}

/** Dates that the coach can choose for a change that moves only the missed day; none for other changes. */
export function choosableDates(facts: AdjustmentFacts, change: AdjustmentChange): string[] {
  const planned = plannedDays(facts);
  const missed = movedAlone(change, planned);
  return missed ? datesFor(missed, contextOf(facts, planned)) : [];
}

/** The same change with a date that the coach chose; undefined when that date is not possible. */
export function chooseDate(
  facts: AdjustmentFacts,
  change: AdjustmentChange,
  to: string,
): Pick<Proposal, 'change' | 'reason'> | undefined {
  const planned = plannedDays(facts);
  const missed = movedAlone(change, planned);
  return missed && datesFor(missed, contextOf(facts, planned)).includes(to) ? moveTo(missed, to) : undefined;
}

/** Missed days that the client can move to today. */
export const daysForToday = (facts: AdjustmentFacts): string[] =>
  missedThisWeek(plannedDays(facts), facts)
    .map(({ dayKey }) => dayKey)
    .filter((dayKey) => moveToToday(facts, dayKey));

/** The day to wait for before the next review: the next training day, or today while a day is open. */
export function nextReviewDay(facts: AdjustmentFacts, hasOpen: boolean): string | null {
  const { today, followed } = facts;
  if (hasOpen && today <= followed.endDay) return addDays(today, 1);
  const next = plannedDays(facts).find(({ day, status }) => day >= today && status !== 'done');
  return next ? addDays(next.day, 1) : null;
}
