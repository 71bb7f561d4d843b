import type { CheckInDraft } from '@stridewell/contract/checkins';
import { photosOf } from '@stridewell/contract/checkins.forms.rules';
import { dayInZone } from '@stridewell/contract/time';
import type { Tx } from '../../platform/db/database.ts';
import type { ClientScope } from '../../platform/db/scope.ts';
import { attachFiles } from '../files/files.service.ts';
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

/**
 * The client sends a check-in with its photos, and what was begun is ended. Where a photo is not there, the whole
 * transaction has to be given up.
 */
export async function sendCheckIn(tx: Tx<ClientScope>, input: Answered, now: Date): Promise<StoredCheckIn> {
  const result = await submitCheckIn(tx, input, now);
  if (result.kind !== 'stored') return result;
  await deleteDraft(tx, input.id);
  if (!result.isNew) return result;
  const photos = photosOf(result.checkIn.answers);
  const ids = photos.map(({ fileId }) => fileId);
  const attached = await attachFiles(tx, { clientId: tx.scope.clientId, ids, purpose: 'photo', now });
  if (attached) return result;
  const problem = 'A photo did not arrive. Please add it again.';
  return { kind: 'invalid', problems: Object.fromEntries(photos.map(({ questionId }) => [questionId, problem])) };
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
