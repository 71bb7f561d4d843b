import {
  type AdjustmentChange,
  keepsRules,
  NO_CHANGE,
} from '@stridewell/contract/adjustments/adjustments.changes.rules';
import {
  ADJUSTMENT_RULES,
  type AdjustmentFacts,
  changeableDays,
  type PlannedDay,
} from '@stridewell/contract/adjustments/adjustments.rules';
import { dayOf, namesText, weekdayName } from '@stridewell/contract/adjustments/adjustments.wording.rules';
import type { Exercise } from '@stridewell/contract/exercises/exercises';
import type { ProgramDay, ProgramExercise } from '@stridewell/contract/programs/programs';
import { isWorkingSet, keysOf } from '@stridewell/contract/programs/programs.rules';
import { programDays, withMoves } from '@stridewell/contract/programs/programs.schedule.rules';
import { dayTitle } from '@stridewell/contract/programs/programs.wording.rules';
import { addDays, daysBetween, isoWeekday } from '@stridewell/contract/time';
import { exerciseRef } from '@stridewell/contract/workouts/workouts.records.rules';
import { isHurting } from './adjustments.pain.rules.ts';

/** A rule's proposal, still without a cause. */
export type Suggested = { kind: 'move' | 'join' | 'skip'; change: AdjustmentChange; reason: string };

type Context = { facts: AdjustmentFacts; planned: readonly PlannedDay[]; find: (id: string) => Exercise | undefined };

/** Primary muscles of a day. Exercises outside of the library count by name. */
function loadOf(exercises: readonly ProgramExercise[], find: Context['find']): Set<string> {
  return new Set(
    exercises.flatMap((exercise) => {
      const facts = exercise.exerciseId === null ? undefined : find(exercise.exerciseId);
      return facts ? facts.primary : [exerciseRef(exercise)];
    }),
  );
}

/** Whether the same muscles rest long enough between a day and these exercises on `day`. */
function isRested(day: string, exercises: readonly ProgramExercise[], other: PlannedDay, find: Context['find']) {
  const otherDay = other.status === 'open' ? other.day : other.doneOn;
  if (Math.abs(daysBetween(day, otherDay)) >= ADJUSTMENT_RULES.restDays) return true;
  const load = loadOf(other.content.workout.exercises, find);
  return [...loadOf(exercises, find)].every((part) => !load.has(part));
}

/** Days that were not done need no recovery. */
const isTrained = ({ status }: PlannedDay): boolean => status !== 'missed' && status !== 'excused';

type Move = AdjustmentChange['moves'][number];

/**
 * Whether days can move to these dates: within their week, each date once, not before today, after the muscles have
 * rested, and not on a weekday that stays free.
 */
export function canMove(moves: readonly Move[], { facts, planned, find }: Context): boolean {
  const { followed, today, guardrails } = facts;
  const moved = withMoves(followed, moves);
  const dates = new Map(programDays({ ...followed, moved }).map(({ dayKey, day }) => [dayKey, day]));
  const places = planned.map((one) => ({ ...one, day: dates.get(one.dayKey) ?? one.day }));
  return moves.every(({ dayKey, to }) => {
    const own = places.find((one) => one.dayKey === dayKey);
    if (!own || own.day !== to || to < today || to > followed.endDay) return false;
    if (guardrails.freeWeekdays.includes(isoWeekday(to))) return false;
    const isMoved = (other: PlannedDay) => moves.some((move) => move.dayKey === other.dayKey);
    return places
      .filter((other) => other.dayKey !== dayKey && (isTrained(other) || isMoved(other)))
      .every((other) => {
        const { exercises } = own.content.workout;
        return isRested(to, exercises, isMoved(other) ? { ...other, status: 'open' } : other, find);
      });
  });
}

/** Open days of the same week after the missed one. */
const laterInWeek = (missed: PlannedDay, planned: readonly PlannedDay[]): PlannedDay[] =>
  planned.filter(
    ({ weekNumber, day, status }) => weekNumber === missed.weekNumber && day > missed.day && status === 'open',
  );

const WEEK = 7;
const nextDays = Array.from({ length: WEEK - 1 }, (_, index) => index + 1);

/** Dates of its week to which a missed day can move. */
export const datesFor = ({ dayKey, day: from }: PlannedDay, context: Context): string[] =>
  nextDays.map((count) => addDays(from, count)).filter((to) => canMove([{ dayKey, from, to }], context));

/** Moves only the missed day to another date. */
export function moveTo({ dayKey, day: from, content }: PlannedDay, to: string): Suggested {
  const reason = `${dayOf(from, content)} was missed; ${weekdayName(to)} is free, so it moves there.`;
  return { kind: 'move', change: { ...NO_CHANGE, moves: [{ dayKey, from, to }] }, reason };
}

/** Moves only the missed day, to the next free day of its week. */
function moveAlone(missed: PlannedDay, context: Context): Suggested | undefined {
  const [to] = datesFor(missed, context);
  return to === undefined ? undefined : moveTo(missed, to);
}

const countDays = (count: number): string => (count === 1 ? 'one day' : `${count} days`);

/** Moves the missed day and the later days of its week by the same number of days. */
function moveAll(missed: PlannedDay, context: Context): Suggested | undefined {
  const later = laterInWeek(missed, context.planned);
  if (later.length === 0) return undefined;
  for (const count of nextDays) {
    const moves = [missed, ...later].map(({ dayKey, day }) => ({ dayKey, from: day, to: addDays(day, count) }));
    if (!canMove(moves, context)) continue;
    const rest = later.length === 1 ? 'the day after it' : `the ${later.length} days after it`;
    const reason = `${dayOf(missed.day, missed.content)} was missed, so it and ${rest} move ${countDays(count)} later.`;
    return { kind: 'move', change: { ...NO_CHANGE, moves }, reason };
  }
  return undefined;
}

/** A key similar to `key` that is not taken in the program. */
function freeKey(key: string, taken: ReadonlySet<string>): string {
  let number = 1;
  while (taken.has(`${key.slice(0, 20)}j${number}`)) number += 1;
  return `${key.slice(0, 20)}j${number}`;
}

/** A lift for another day: a few of its working sets, outside of any group. */
function joining(lift: ProgramExercise, taken: ReadonlySet<string>): ProgramExercise {
  const first = lift.sets.find(isWorkingSet);
  const sets = first ? [{ ...first, count: Math.min(first.count, ADJUSTMENT_RULES.joinedSets) }] : lift.sets;
  return { ...lift, key: freeKey(lift.key, taken), group: '', sets };
}

/** Adds a lift to the day before its first isolation exercise, between groups. */
function withLift(day: ProgramDay, lift: ProgramExercise, find: Context['find']): ProgramDay {
  const { exercises } = day.workout;
  const at = exercises.findIndex(
    ({ exerciseId, group }, index) =>
      exerciseId !== null &&
      find(exerciseId)?.mechanic === 'isolation' &&
      (group === '' || group !== exercises[index - 1]?.group),
  );
  const place = at === -1 ? exercises.length : at;
  return { ...day, workout: { ...day.workout, exercises: exercises.toSpliced(place, 0, lift) } };
}

/** Multi-joint lifts with working sets that strain no painful part, in the order of the workout. */
const mainLifts = ({ workout }: ProgramDay, { facts, find }: Context): ProgramExercise[] =>
  workout.exercises
    .filter((exercise) => {
      const known = exercise.exerciseId === null ? undefined : find(exercise.exerciseId);
      return known?.mechanic === 'compound' && exercise.sets.some(isWorkingSet) && !isHurting(exercise, facts, find);
    })
    .slice(0, ADJUSTMENT_RULES.mainLifts);

const hasExercise = (day: ProgramDay, lift: ProgramExercise): boolean =>
  day.workout.exercises.some((exercise) => exerciseRef(exercise) === exerciseRef(lift));

/** Whether no other day near `target` trains the muscles of a lift. */
const canJoin = (lift: ProgramExercise, target: PlannedDay, { planned, find }: Context): boolean =>
  planned
    .filter((other) => other.dayKey !== target.dayKey && isTrained(other))
    .every((other) => isRested(target.day, [lift], other, find));

/** Adds the main lifts of the missed day to the next days, each to the first that the rules allow. */
function joinOthers(missed: PlannedDay, context: Context): Suggested | undefined {
  const { facts, planned, find } = context;
  const targets = changeableDays(planned, facts.today);
  const taken = new Set(keysOf(facts.followed.program));
  const names: string[] = [];
  const hosts = new Set<string>();
  let change = NO_CHANGE;
  for (const lift of mainLifts(missed.content, context)) {
    const added = joining(lift, taken);
    for (const target of targets) {
      const known = change.days.find(({ before }) => before.key === target.dayKey);
      const current = known?.after ?? target.content;
      if (hasExercise(current, lift) || !canJoin(lift, target, context)) continue;
      const others = change.days.filter((day) => day !== known);
      const days = [...others, { before: target.content, after: withLift(current, added, find) }];
      if (!keepsRules({ ...change, days }, { facts, planned })) continue;
      change = { ...change, days };
      names.push(lift.name);
      hosts.add(`${weekdayName(target.day)}’s ${dayTitle(target.content)}`);
      taken.add(added.key);
      break;
    }
  }
  if (names.length === 0) return undefined;
  const joins = names.length === 1 ? 'joins' : 'join';
  const reason = `${dayOf(missed.day, missed.content)} was missed and no day is free, so ${namesText(names)} ${joins} ${namesText([...hosts])}.`;
  return { kind: 'join', change, reason };
}

/** The proposal for a missed day of this week, within the coach's guardrails. */
export function adjustMissed(missed: PlannedDay, context: Context): Suggested | undefined {
  const { kinds } = context.facts.guardrails;
  const moved = kinds.includes('move') ? (moveAlone(missed, context) ?? moveAll(missed, context)) : undefined;
  const joined = !moved && kinds.includes('join') ? joinOthers(missed, context) : undefined;
  if (moved || joined || !kinds.includes('move')) return moved ?? joined;
  const reason = `${dayOf(missed.day, missed.content)} was missed and fits no other day of its week, so it is skipped.`;
  return { kind: 'skip', change: NO_CHANGE, reason };
}
