import type { ClientNote } from '@stridewell/contract/clients';
import { NOTE_PAGE } from '@stridewell/contract/clients.timeline.rules';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { clientExists } from './clients.data.ts';
import { markNoteRemoved, purgeNotes, selectNotes, upsertNote } from './clients.notes.data.ts';
import { readPlace } from './clients.timeline.service.ts';

/** How long a note that was taken away can be brought back. */
const KEPT_REMOVED_MS = 86_400_000;

const toCursor = ({ pinned, createdAt, id }: ClientNote) => `${pinned ? 1 : 0}.${Date.parse(createdAt)}.${id}`;

export async function listNotes(
  tx: Tx<CoachScope>,
  { clientId, q, cursor }: { clientId: string; q: string; cursor?: string | undefined },
): Promise<{ notes: ClientNote[]; nextCursor: string | null } | undefined> {
  const after = cursor ? { pinned: cursor.startsWith('1.'), ...readPlace(cursor) } : null;
  const [exists, found] = await Promise.all([clientExists(tx, clientId), selectNotes(tx, clientId, { q, after })]);
  if (!exists) return undefined;
  const notes = found.slice(0, NOTE_PAGE);
  const last = notes.at(-1);
  return { notes, nextCursor: last && found.length > notes.length ? toCursor(last) : null };
}

/** Undefined when there is no such client, or the id is taken. */
export async function saveNote(
  tx: Tx<CoachScope>,
  { clientId, ...note }: { clientId: string; id: string; text: string; day: string; pinned: boolean },
  now: Date,
): Promise<ClientNote | undefined> {
  if (!(await clientExists(tx, clientId))) return undefined;
  return upsertNote(tx, clientId, note, now);
}

export async function deleteNote(
  tx: Tx<CoachScope>,
  { clientId, id, removed }: { clientId: string; id: string; removed: boolean },
  now: Date,
): Promise<boolean> {
  await purgeNotes(tx, new Date(now.getTime() - KEPT_REMOVED_MS));
  return markNoteRemoved(tx, clientId, id, removed ? now : null);
}
