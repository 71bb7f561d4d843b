import type { workoutComment } from '@stridewell/contract/workouts/workouts';
import { and, asc, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { PersonTx } from './workouts.data.ts';
import { workoutComments } from './workouts.table.ts';

export type WorkoutComment = z.infer<typeof workoutComment>;

const COMMENTS_MAX = 500;

const COMMENT = {
  id: workoutComments.id,
  setId: workoutComments.setId,
  text: workoutComments.text,
  at: workoutComments.createdAt,
};
const toComment = ({ at, ...row }: Omit<WorkoutComment, 'at'> & { at: Date }): WorkoutComment => ({
  ...row,
  at: at.toISOString(),
});

type Place = { clientId: string; logId: string };

const isOn = (tx: PersonTx, { clientId, logId }: Place) =>
  and(
    eq(workoutComments.coachId, tx.scope.coachId),
    eq(workoutComments.clientId, clientId),
    eq(workoutComments.logId, logId),
  );

/** Comments on a workout, oldest first. */
export async function selectComments(tx: PersonTx, place: Place): Promise<WorkoutComment[]> {
  const rows = await tx
    .select(COMMENT)
    .from(workoutComments)
    .where(isOn(tx, place))
    .orderBy(asc(workoutComments.createdAt), asc(workoutComments.id))
    .limit(COMMENTS_MAX);
  return rows.map(toComment);
}

/** @returns undefined when a comment with this id exists */
export async function insertComment(
  tx: Tx<CoachScope>,
  place: Place,
  { at, ...comment }: Omit<WorkoutComment, 'at'> & { at: Date },
): Promise<WorkoutComment | undefined> {
  const [row] = await tx
    .insert(workoutComments)
    .values({ ...comment, ...place, coachId: tx.scope.coachId, createdAt: at })
    .onConflictDoNothing()
    .returning(COMMENT);
  return row && toComment(row);
}

/** The comment with this id on this workout. */
export async function findComment(tx: Tx<CoachScope>, place: Place, id: string): Promise<WorkoutComment | undefined> {
  const [row] = await tx
    .select(COMMENT)
    .from(workoutComments)
    .where(and(isOn(tx, place), eq(workoutComments.id, id)));
  return row && toComment(row);
}
