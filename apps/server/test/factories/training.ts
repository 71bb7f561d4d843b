import { randomUUID } from 'node:crypto';
import { ADDED_PREFIX } from '@stridewell/contract/exercises/exercises.rules';
import type { Program } from '@stridewell/contract/programs/programs';
import { datedDays } from '@stridewell/contract/programs/programs.schedule.rules';
import { addDays } from '@stridewell/contract/time';
import { sql } from 'drizzle-orm';
import { adjustments } from '../../src/features/adjustments/adjustments.table.ts';
import { coachExercises, curatedExercises } from '../../src/features/exercises/exercises.table.ts';
import { clientPrograms, programs } from '../../src/features/programs/programs.table.ts';
import { workoutLogs } from '../../src/features/workouts/workouts.table.ts';
import type { TestApp } from '../app.ts';
import type { Pair } from '../people.ts';
import { aProgram } from '../program-samples.ts';
import { anExercise } from '../security-cases-exercises.ts';
import { aHead } from '../workout-samples.ts';
import { insertMany, NEW_ID } from './many.ts';

type Stored = Pick<TestApp, 'owner'>;

type NewClientProgram = Partial<typeof clientPrograms.$inferInsert> & { of: Pair; content?: Program };
export type ClientProgram = Pair & { id: string; days: readonly { day: string; dayKey: string }[] };

const weeksOf = ({ phases }: Program) => phases.flatMap(({ weeks }) => weeks);

/**
 * A program that the client `of` follows from 2026-01-05 on, on Mondays and Thursdays.
 * @returns its id, and its workouts by their days
 */
export async function aClientProgram({ owner }: Stored, { of, ...options }: NewClientProgram): Promise<ClientProgram> {
  const { coachId, clientId } = of;
  const { id = randomUUID(), content = aProgram(), startDay = '2026-01-05', weekdays = [1, 4] } = options;
  await owner.insert(clientPrograms).values({
    name: content.name,
    template: content,
    endDay: addDays(startDay, 7 * weeksOf(content).length - 1),
    assignedAt: new Date(),
    ...options,
    coachId,
    clientId,
    id,
    content,
    startDay,
    weekdays,
  });
  const moved = options.moved ?? {};
  return { coachId, clientId, id, days: datedDays({ weeks: weeksOf(content), startDay, weekdays, moved }) };
}

type NewAdjustment = Partial<typeof adjustments.$inferInsert> & { of: ClientProgram };

/** An open proposal for a program that changes nothing, because of a missed day. */
export async function anAdjustment({ owner }: Stored, { of, ...options }: NewAdjustment): Promise<string> {
  const { id = randomUUID(), createdAt = new Date() } = options;
  await owner.insert(adjustments).values({
    cause: id,
    kind: 'skip',
    status: 'open',
    reason: 'Monday was missed.',
    lines: [],
    change: { moves: [], days: [], deloads: [] },
    held: [],
    programVersion: 1,
    dates: { startDay: '2026-01-05', weekdays: [1, 4], moved: {} },
    ...options,
    coachId: of.coachId,
    clientId: of.clientId,
    clientProgramId: of.id,
    id,
    createdAt,
    changedAt: createdAt,
  });
  return id;
}

type NewWorkout = Partial<typeof workoutLogs.$inferInsert> & { by: Pair };

/** A stored workout of the client `by`, not finished, outside of any program. */
export async function aWorkout({ owner }: Stored, { by, ...options }: NewWorkout): Promise<string> {
  const { id = randomUUID(), head = aHead() } = options;
  const { day = head.day } = options;
  const { startedAt = new Date(`${day}T18:00:00Z`) } = options;
  await owner.insert(workoutLogs).values({
    name: head.name,
    deleted: head.deleted,
    subjectId: randomUUID(),
    sets: 1,
    volumeKg: 480,
    records: 0,
    pains: 0,
    changedAt: startedAt,
    updatedAt: startedAt,
    ...options,
    coachId: by.coachId,
    clientId: by.clientId,
    id,
    head,
    day,
    startedAt,
  });
  return id;
}

/** A finished workout of one day of a program. */
export function aPlannedWorkout(
  test: Stored,
  { of, dayKey, day, ...options }: Omit<NewWorkout, 'by'> & { of: ClientProgram; dayKey: string; day: string },
): Promise<string> {
  const finishedAt = options.startedAt ?? new Date(`${day}T18:00:00Z`);
  const planned = { id: `${of.id}.${dayKey}.${day}`, clientProgramId: of.id, dayKey, day };
  return aWorkout(test, { by: of, finishedAt, ...options, ...planned });
}

type SomeOfCoach = { of: { id: string }; count: number };

/** Exercises in the library of the coach `of`. */
export const someExercises = (test: Stored, { of, count }: SomeOfCoach): Promise<void> =>
  insertMany(test, coachExercises, count, {
    coachId: of.id,
    id: sql`${NEW_ID}::text`,
    exercise: anExercise,
    version: 1,
  });

/** Hidden exercises that operators have added for all coaches. */
export const someCuratedExercises = (test: Stored, { count }: { count: number }): Promise<void> => {
  const added = { id: sql`${ADDED_PREFIX} || ${NEW_ID}`, exercise: anExercise, changedAt: new Date() };
  return insertMany(test, curatedExercises, count, { ...added, hidden: true, version: 1 });
};

/** Templates of the coach `of`, all with the same content. */
export const somePrograms = (test: Stored, { of, count }: SomeOfCoach): Promise<void> => {
  const content = aProgram();
  return insertMany(test, programs, count, {
    coachId: of.id,
    id: NEW_ID,
    name: sql`'Program ' || n`,
    description: '',
    frequency: content.frequency,
    split: '',
    weeks: weeksOf(content).length,
    content,
    folder: '',
    tags: [],
    updatedAt: new Date(),
  });
};
