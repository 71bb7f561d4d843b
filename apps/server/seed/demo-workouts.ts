import type { ProgramExercise, SetTarget, Workout } from '@stridewell/contract/programs/programs';
import { repsOf } from '@stridewell/contract/programs/programs.reps.rules';
import { weeksOf } from '@stridewell/contract/programs/programs.rules';
import { type DatedDay, programDays } from '@stridewell/contract/programs/programs.schedule.rules';
import { addDays, instantAtWallClock } from '@stridewell/contract/time';
import type { LoggedSet, PainFlag, WorkoutLog } from '@stridewell/contract/workouts/workouts';
import { type Best, bestOf } from '@stridewell/contract/workouts/workouts.records.rules';
import { plannedSetId, workoutId } from '@stridewell/contract/workouts/workouts.rules';
import { v7 as uuidv7 } from 'uuid';
import { logRowOf, setRowsOf } from '../src/features/workouts/workouts.columns.rules.ts';
import { workoutComments, workoutLogs, workoutSets } from '../src/features/workouts/workouts.table.ts';
import { DEMO_ZONE, type DemoClient } from './demo-clients.ts';
import type { Booked } from './demo-coach.ts';
import { wobble } from './demo-history.ts';
import type { Assigned } from './demo-programs.ts';
import { importedLogs, withSwap } from './demo-workout-history.ts';
import type { OwnerDb } from './factories.ts';

/** Starting loads in kg of a client who weighs 75 kg. Other exercises have no load. */
const START_KG: Readonly<Record<string, number>> = {
  'back-squat': 60,
  'bench-press': 50,
  'dumbbell-row': 20,
  'romanian-deadlift': 60,
  'dumbbell-shoulder-press': 14,
  'lat-pulldown': 45,
  'goblet-squat': 20,
  'seated-cable-row': 42.5,
  'farmers-carry': 24,
  'barbell-row': 50,
  'lateral-raise': 7.5,
  'barbell-curl': 22.5,
  'lying-leg-curl': 35,
  'standing-calf-raise': 50,
  'incline-dumbbell-press': 18,
  'triceps-pushdown': 20,
  deadlift: 80,
  'leg-press': 110,
  'hip-thrust': 60,
};
const PLATE_KG = 2.5;
/** Share of the load added each week. */
const WEEKLY_GAIN = 0.025;
/** Reps of an as-many-as-possible set in the first week. */
const OPEN_REPS = 10;

/** Starts at six in the evening and takes 50 minutes. */
const START_MINUTE = 1080;
const WORKOUT_MS = 50 * 60_000;
const SET_MS = 3 * 60_000;
/** Index of the second client, who runs. */
const SORE_CLIENT = 1;
/** How many days of low adherence clients with a recent drop report. */
const LATELY_DAYS = 14;

type Scene = {
  coachId: string;
  cast: readonly DemoClient[];
  people: readonly Booked[];
  programs: readonly Assigned[];
  today: string;
};

const loadOf = (exerciseId: string | null, week: number, bodyKg: number): number | null => {
  const start = START_KG[exerciseId ?? ''];
  if (start === undefined) return null;
  return Math.max(PLATE_KG, Math.round((start * (bodyKg / 75) * (1 + WEEKLY_GAIN * week)) / PLATE_KG) * PLATE_KG);
};

/** Reps or seconds within the target. The last set of an exercise is the hardest. */
function effortOf(reps: string, week: number, isLast: boolean): Pick<LoggedSet, 'reps' | 'seconds'> {
  const target = repsOf(reps);
  if (!('min' in target)) return { reps: OPEN_REPS + week, seconds: null };
  if (target.kind === 'time') return { reps: null, seconds: target.max };
  return { reps: isLast ? target.min : target.max, seconds: null };
}

type Session = { week: number; bodyKg: number; startedAt: Date };

function setsOf({ key: exerciseKey, exerciseId, sets }: ProgramExercise, { week, bodyKg, startedAt }: Session) {
  const targets: SetTarget[] = sets.flatMap((line) => Array.from({ length: line.count }, () => line));
  return targets.map(({ kind, reps }, position): LoggedSet => {
    const isLast = position === targets.length - 1;
    return {
      id: plannedSetId(exerciseKey, position),
      exerciseKey,
      position,
      kind,
      metres: null,
      note: '',
      ...effortOf(reps, week, isLast),
      weightKg: loadOf(exerciseId, week, bodyKg),
      rir: isLast ? 1 : 2,
      done: true,
      deleted: false,
      changedAt: new Date(startedAt.getTime() + position * SET_MS).toISOString(),
    };
  });
}

/** The log of a workout done as planned. */
function logOf(clientProgramId: string, dated: DatedDay, workout: Workout, session: Session): WorkoutLog {
  const { day, dayKey, weekNumber, name } = dated;
  const finishedAt = new Date(session.startedAt.getTime() + WORKOUT_MS).toISOString();
  return {
    id: workoutId(clientProgramId, dayKey, day),
    head: {
      clientProgramId,
      dayKey,
      weekNumber,
      day,
      name,
      groups: workout.groups,
      finishedAt,
      note: '',
      pains: [],
      exercises: workout.exercises.map((exercise) => ({ ...exercise, swappedFrom: null })),
      startedAt: session.startedAt.toISOString(),
      changedAt: finishedAt,
      deleted: false,
      changes: { finish: finishedAt, note: finishedAt, exercises: finishedAt },
    },
    sets: workout.exercises.flatMap((exercise) => setsOf(exercise, session)),
  };
}

const kneePain = ({ startedAt, finishedAt }: WorkoutLog['head']): PainFlag => ({
  id: uuidv7(),
  part: 'knee',
  level: 'mild',
  exerciseKey: null,
  note: 'Only going down the stairs',
  at: finishedAt ?? startedAt,
  deleted: false,
  changedAt: finishedAt ?? startedAt,
});

/** Whether the client trained on a day: never while away or silent, otherwise according to their adherence. */
function isDone(client: DemoClient, { course }: Booked, day: string, today: string, seed: number): boolean {
  if (course.silentFrom !== null && day >= course.silentFrom) return false;
  if (course.pauses.some(({ from, until }) => from <= day && day < until)) return false;
  const isLately = client.lately !== undefined && day > addDays(today, -LATELY_DAYS);
  return (wobble(seed) + 1) * 50 < (isLately ? (client.lately ?? 0) : client.adherence);
}

/** The workouts of one client before today, oldest first. */
function logsOf({ id, index, ...schedule }: Assigned, client: DemoClient, booked: Booked, today: string): WorkoutLog[] {
  const workouts = new Map(
    weeksOf(schedule.program).flatMap(({ week }) => week.days.map(({ key, workout }) => [key, workout] as const)),
  );
  return programDays({ ...schedule, moved: {} }).flatMap((dated, place) => {
    const workout = workouts.get(dated.dayKey);
    if (!workout || dated.day >= today || !isDone(client, booked, dated.day, today, index * 31 + place)) return [];
    const startedAt = instantAtWallClock(dated.day, START_MINUTE, DEMO_ZONE);
    return logOf(id, dated, workout, { week: dated.weekNumber - 1, bodyKg: client.startKg, startedAt });
  });
}

/** Stores the workouts of one client, each with its records. */
async function insertLogs(db: OwnerDb, row: { coachId: string; clientId: string }, logs: readonly WorkoutLog[]) {
  if (logs.length === 0) return;
  const bests = new Map<string, Best>();
  const sets: (typeof workoutSets.$inferInsert)[] = [];
  const rows: (typeof workoutLogs.$inferInsert)[] = [];
  for (const log of logs) {
    const own = setRowsOf(log, []);
    const columns = logRowOf(log, own, bests);
    rows.push({
      ...row,
      ...columns,
      subjectId: uuidv7(),
      completedAt: columns.finishedAt,
      updatedAt: columns.changedAt,
    });
    sets.push(...own.map((set) => ({ ...row, ...set })));
    for (const [exercise, list] of Map.groupBy(own, (set) => set.exercise)) {
      const [best, known] = [bestOf(list), bests.get(exercise)];
      bests.set(exercise, {
        oneRepMaxKg: highest(best.oneRepMaxKg, known?.oneRepMaxKg),
        weightKg: highest(best.weightKg, known?.weightKg),
      });
    }
  }
  await db.insert(workoutLogs).values(rows);
  await db.insert(workoutSets).values(sets);
}

const highest = (one: number | null, other: number | null | undefined): number | null =>
  one === null && other == null ? null : Math.max(one ?? 0, other ?? 0);

/**
 * Seeds the logged workouts of the clients' programs. One client has a sore knee, and the first one has a comment.
 * @returns workouts by program id
 */
export async function seedWorkouts(
  db: OwnerDb,
  { coachId, cast, people, programs, today }: Scene,
): Promise<ReadonlyMap<string, readonly WorkoutLog[]>> {
  const all = new Map<string, readonly WorkoutLog[]>();
  for (const assigned of programs) {
    const [client, booked] = [cast[assigned.index], people[assigned.index]];
    if (!client || !booked) continue;
    const done = logsOf(assigned, client, booked, today);
    // The first client trained with another app before, and once swapped an exercise.
    const isFirst = assigned.index === 0;
    const own = isFirst ? [...done.slice(0, -1), ...done.slice(-1).map(withSwap)] : done;
    const logs = isFirst ? [...importedLogs(assigned.startDay, DEMO_ZONE), ...own] : own;
    const last = logs.at(-1);
    if (last && assigned.index === SORE_CLIENT) last.head.pains.push(kneePain(last.head));
    const row = { coachId, clientId: booked.clientId };
    await insertLogs(db, row, logs);
    all.set(assigned.id, own);
    if (last && isFirst) {
      const text = 'Good work. Keep these loads next week and leave two reps in reserve.';
      const createdAt = new Date(Date.parse(last.head.finishedAt ?? last.head.startedAt) + WORKOUT_MS);
      await db.insert(workoutComments).values({ ...row, id: uuidv7(), logId: last.id, text, createdAt });
    }
  }
  return all;
}
