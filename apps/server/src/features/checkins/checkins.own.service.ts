import type { CheckInDraft } from '@stridewell/contract/checkins';
import { areAnswersEqual } from '@stridewell/contract/checkins.forms.rules';
import { dayInZone } from '@stridewell/contract/time';
import type { ClientScope, UserScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { holdClient } from '../clients/clients.record.service.ts';
import { findCheckIn, findRelationship } from './checkins.data.ts';
import {
  deleteDraft,
  deleteOwnDraft,
  findDraft,
  type OwnDraft,
  selectOwnDrafts,
  selectReplies,
  upsertDraft,
} from './checkins.own.data.ts';
import { type Answered, LIST_LIMIT, listCheckIns, type StoredCheckIn, submitCheckIn } from './checkins.service.ts';

/** What is answered so far, as it was last saved from any device. */
export const readDraft = (tx: Tx<ClientScope>): Promise<CheckInDraft | null> => findDraft(tx);

/** The same for every coach that somebody ever had. */
export const listDrafts = (tx: Tx<UserScope>): Promise<OwnDraft[]> => selectOwnDrafts(tx);

export const deleteCheckInDraft = (tx: Tx<UserScope>, id: string): Promise<void> => deleteOwnDraft(tx, id);

type Draft = Omit<CheckInDraft, 'savedAt'>;
type Based = { basedOn?: string | null | undefined };
type Newer = { kind: 'newer'; draft: CheckInDraft };

/**
 * What another device has saved since; null when nothing would be lost. The same answers again are no other ones. Of two
 * devices at once the second waits, and sees what the first one saved.
 */
async function findNewer(tx: Tx<ClientScope>, { basedOn, ...own }: Draft & Based): Promise<Newer | null> {
  if (basedOn === undefined) return null;
  await holdClient(tx, tx.scope.clientId);
  const draft = await findDraft(tx);
  if (!draft || (basedOn !== null && Date.parse(draft.savedAt) <= Date.parse(basedOn))) return null;
  return draft.id === own.id && areAnswersEqual(draft.answers, own.answers) ? null : { kind: 'newer', draft };
}

/** Keeps what is answered so far, but not over what is newer. */
export async function saveDraft(
  tx: Tx<ClientScope>,
  { basedOn, id, templateId, version, answers }: Draft & Based,
  now: Date,
): Promise<{ kind: 'saved'; savedAt: string } | Newer> {
  const draft = { id, templateId, version, answers };
  const newer = await findNewer(tx, { ...draft, basedOn });
  if (newer) return newer;
  await upsertDraft(tx, draft, now);
  return { kind: 'saved', savedAt: now.toISOString() };
}

/** The client sends a check-in, and what was begun is ended. */
export async function sendCheckIn(
  tx: Tx<ClientScope>,
  { basedOn, ...input }: Answered & Based,
  now: Date,
): Promise<StoredCheckIn | Newer | { kind: 'sent_before' }> {
  const isStored = (await findCheckIn(tx, tx.scope.clientId, input.id)) !== undefined;
  const newer = isStored ? null : await findNewer(tx, { ...input, basedOn });
  if (newer) return newer;
  const result = await submitCheckIn(tx, input, now);
  if (result.kind !== 'stored') return result;
  await deleteDraft(tx, input.id);
  const isAnother = !result.isNew && !areAnswersEqual(result.checkIn.answers, input.answers);
  return isAnother && basedOn !== undefined ? { kind: 'sent_before' } : result;
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
