import type { CheckInDraft } from '@stridewell/contract/checkins';
import { dayInZone } from '@stridewell/contract/time';
import type { Tx } from '../../platform/db/database.ts';
import type { ClientScope } from '../../platform/db/scope.ts';
import { findRelationship } from './checkins.data.ts';
import { deleteDraft, findDraft, selectReplies, upsertDraft } from './checkins.own.data.ts';
import { type Answered, LIST_LIMIT, listCheckIns, type StoredCheckIn, submitCheckIn } from './checkins.service.ts';

/** What is answered so far, as it was last saved from any device. */
export const readDraft = (tx: Tx<ClientScope>): Promise<CheckInDraft | null> => findDraft(tx);

/** Keeps what is answered so far. */
export async function saveDraft(
  tx: Tx<ClientScope>,
  { id, templateId, version, answers }: Omit<CheckInDraft, 'savedAt'>,
  now: Date,
): Promise<{ savedAt: string }> {
  await upsertDraft(tx, { id, templateId, version, answers }, now);
  return { savedAt: now.toISOString() };
}

/** The client sends a check-in, and what was begun is ended. */
export async function sendCheckIn(tx: Tx<ClientScope>, input: Answered, now: Date): Promise<StoredCheckIn> {
  const result = await submitCheckIn(tx, input, now);
  if (result.kind === 'stored') await deleteDraft(tx, input.id);
  return result;
}

/** The client's check-ins as they were sent, with what the coach wrote back. */
export async function readHistory(tx: Tx<ClientScope>, now: Date) {
  const { clientId } = tx.scope;
  const [relationship, { checkIns, forms }, replies] = await Promise.all([
    findRelationship(tx, clientId),
    listCheckIns(tx, clientId),
    selectReplies(tx, LIST_LIMIT),
  ]);
  if (!relationship) throw new Error('the relationship in scope is not readable');
  const replyTo = new Map(replies.map(({ checkInId, body, at }) => [checkInId, { body, at: at.toISOString() }]));
  return {
    checkIns: checkIns.map((checkIn) => ({ ...checkIn, reply: replyTo.get(checkIn.id) ?? null })),
    forms,
    today: dayInZone(now, relationship.timeZone),
  };
}
