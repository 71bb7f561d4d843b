import type { CheckInDraft } from '@stridewell/contract/checkins';
import { and, desc, eq, notExists } from 'drizzle-orm';
import type { Tx } from '../../platform/db/database.ts';
import type { ClientScope } from '../../platform/db/scope.ts';
import { messages } from '../messages/messages.table.ts';
import { checkInDrafts, checkIns } from './checkins.table.ts';

const ownDraft = ({ scope }: Tx<ClientScope>) =>
  and(eq(checkInDrafts.userId, scope.userId), eq(checkInDrafts.coachId, scope.coachId));

/** What is begun. One that came after its check-in was sent, from a slow connection, is none any more. */
export async function findDraft(tx: Tx<ClientScope>): Promise<CheckInDraft | null> {
  const { coachId, clientId } = tx.scope;
  const sent = tx
    .select({ id: checkIns.id })
    .from(checkIns)
    .where(and(eq(checkIns.coachId, coachId), eq(checkIns.clientId, clientId), eq(checkIns.id, checkInDrafts.id)));
  const [row] = await tx
    .select()
    .from(checkInDrafts)
    .where(and(ownDraft(tx), notExists(sent)));
  if (!row) return null;
  const { id, templateId, version, answers, savedAt } = row;
  return { id, templateId, version, answers, savedAt: savedAt.toISOString() };
}

/** Replaces what was begun before. */
export async function upsertDraft(
  tx: Tx<ClientScope>,
  draft: Omit<CheckInDraft, 'savedAt'>,
  savedAt: Date,
): Promise<void> {
  const { userId, coachId } = tx.scope;
  const values = { ...draft, savedAt };
  await tx
    .insert(checkInDrafts)
    .values({ ...values, userId, coachId })
    .onConflictDoUpdate({ target: [checkInDrafts.userId, checkInDrafts.coachId], set: values });
}

export async function deleteDraft(tx: Tx<ClientScope>, id: string): Promise<void> {
  await tx.delete(checkInDrafts).where(and(ownDraft(tx), eq(checkInDrafts.id, id)));
}

/** What the coach wrote to the check-ins of the client, to the newest first. */
export function selectReplies(tx: Tx<ClientScope>, limit: number) {
  const { coachId, clientId } = tx.scope;
  return tx
    .select({ checkInId: checkIns.id, body: messages.body, at: messages.createdAt })
    .from(checkIns)
    .innerJoin(messages, and(eq(messages.coachId, checkIns.coachId), eq(messages.id, checkIns.replyId)))
    .where(and(eq(checkIns.coachId, coachId), eq(checkIns.clientId, clientId)))
    .orderBy(desc(checkIns.submittedAt), desc(checkIns.id))
    .limit(limit);
}
