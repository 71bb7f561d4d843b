import type { TargetChange } from '@stridewell/contract/targets/targets';
import { addDays, startOfDay } from '@stridewell/contract/time';
import { record } from '../../core/events/events.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { findNewest, insertChange, type NewChange } from './targets.data.ts';
import { replaceOpen, setReviewDue } from './targets.reviews.data.ts';

/** Days from a change of the target to its review, and from one review to the next. */
export const REVIEW_DAYS = 7;

/**
 * Adds a change to the history of a locked client, and records it for the timeline. Proposals for the former target no
 * longer fit, and the next review waits for a week of the new one.
 */
export async function addChange(
  tx: Tx<CoachScope>,
  change: Omit<NewChange, 'number'>,
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<TargetChange> {
  const { clientId, id: subjectId, by, target, startsOn } = change;
  const newest = await findNewest(tx, clientId);
  const stored = await insertChange(tx, { ...change, number: (newest?.number ?? 0) + 1 }, now);
  await replaceOpen(tx, clientId, now);
  await setReviewDue(tx, clientId, target && startOfDay(addDays(startsOn, REVIEW_DAYS), timeZone));
  const actor = by === 'coach' ? ('coach' as const) : ('system' as const);
  await record(tx, { type: 'target.changed', clientId, subjectId, actor, occurredAt: now });
  return stored;
}
