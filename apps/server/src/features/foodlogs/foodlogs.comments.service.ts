import type { FoodComment } from '@stridewell/contract/foodlogs/foodlogs';
import { record } from '../../core/events/events.ts';
import { refuse } from '../../core/refusals.ts';
import { isOpenRelationship, lockRelationship } from '../../core/relationships/relationships.data.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { publish } from '../../platform/realtime/live.ts';
import { notify } from '../notifications/notifications.service.ts';
import { findComment, insertComment } from './foodlogs.comments.data.ts';
import { selectDays, selectEntries } from './foodlogs.data.ts';

type CommentInput = { clientId: string; day: string; comment: Omit<FoodComment, 'at' | 'day'> };

/**
 * Comments on a day, a meal or an entry, and notifies a current client. The notification does not say what was eaten,
 * because it outlives the log. Idempotent by id.
 * @throws NOT_FOUND for a day without a log, an unknown meal or entry, or when a comment elsewhere has the id
 */
export async function commentOnFoodDay(
  tx: Tx<CoachScope>,
  { clientId, day, comment }: CommentInput,
  { now, coach }: { now: Date; coach: { fullName: string } },
): Promise<FoodComment> {
  const range = { from: day, to: day };
  const [client, [log], rows] = await Promise.all([
    lockRelationship(tx, clientId),
    selectDays(tx, clientId, range),
    selectEntries(tx, clientId, range),
  ]);
  const entries = rows.filter(({ deleted }) => !deleted);
  const { entryId, meal } = comment;
  const isThere =
    (entryId === null || entries.some(({ id }) => id === entryId)) &&
    (meal === null || entries.some((entry) => entry.meal === meal));
  if (!client || !log || !isThere) throw refuse('NOT_FOUND');
  const added = await insertComment(tx, clientId, { ...comment, day, at: now });
  if (!added) {
    const known = await findComment(tx, clientId, { day, id: comment.id });
    if (!known) throw refuse('NOT_FOUND');
    return known;
  }
  await record(tx, { type: 'food.commented', clientId, subjectId: added.id, occurredAt: now, data: { day } });
  // A former client can still read.
  await publish(tx, [client.personId], { event: 'food_comment', coachId: tx.scope.coachId, day });
  if (client.personId && isOpenRelationship(client)) {
    await notify(tx, {
      userId: client.personId,
      type: 'food_comment',
      title: `${coach.fullName} commented on your food log`,
      message: 'Open your nutrition page to read it.',
      metadata: { client_id: clientId, coach_id: tx.scope.coachId },
    });
  }
  return added;
}
