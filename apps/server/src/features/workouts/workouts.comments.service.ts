import { refuse } from '../../core/refusals.ts';
import { isOpenRelationship, lockRelationship } from '../../core/relationships/relationships.data.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { publish } from '../../platform/realtime/live.ts';
import { notify } from '../notifications/notifications.service.ts';
import { findComment, insertComment, type WorkoutComment } from './workouts.comments.data.ts';
import { findLog, selectSets } from './workouts.data.ts';

type CommentInput = {
  clientId: string;
  logId: string;
  comment: Pick<WorkoutComment, 'id' | 'setId' | 'text'>;
};

/**
 * Comments on a workout or on one of its sets, and notifies a current client. Idempotent by id.
 * @throws NOT_FOUND for an unknown or deleted workout or set, or when a comment elsewhere has the id
 */
export async function commentOnWorkout(
  tx: Tx<CoachScope>,
  { clientId, logId, comment }: CommentInput,
  { now, coach }: { now: Date; coach: { fullName: string } },
): Promise<WorkoutComment> {
  const place = { clientId, logId };
  const [client, log, sets] = await Promise.all([
    lockRelationship(tx, clientId),
    findLog(tx, clientId, logId),
    selectSets(tx, clientId, [logId]),
  ]);
  const set = sets.find(({ id, deleted }) => id === comment.setId && !deleted);
  const isThere = comment.setId === null || set !== undefined;
  if (!client || !log || log.head.deleted || !isThere) throw refuse('NOT_FOUND');
  const added = await insertComment(tx, place, { ...comment, at: now });
  if (!added) {
    const known = await findComment(tx, place, comment.id);
    if (!known) throw refuse('NOT_FOUND');
    return known;
  }
  // A former client can still read.
  await publish(tx, [client.personId], { event: 'workout_comment', coachId: tx.scope.coachId, logId });
  if (client.personId && isOpenRelationship(client)) {
    await notify(tx, {
      userId: client.personId,
      type: 'workout_comment',
      title: `${coach.fullName} commented on your workout`,
      message: set ? `${log.head.name}: ${set.exerciseName}` : log.head.name,
      metadata: { client_id: clientId, coach_id: tx.scope.coachId },
    });
  }
  return added;
}
