import type { ClientNote } from '@stridewell/contract/clients/clients.overview.rules';
import { NOTE_PAGE } from '@stridewell/contract/clients/clients.timeline.rules';
import { record } from '../../core/events/events.ts';
import { refuse } from '../../core/refusals.ts';
import { relationshipExists } from '../../core/relationships/relationships.data.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import { readCursor } from '../../platform/db/cursor.ts';
import type { Tx } from '../../platform/db/database.ts';
import {
  deleteRemovedNotes,
  type NotePosition,
  selectNotes,
  updateRemovedAt,
  upsertNote,
} from './clients.notes.data.ts';

/** How long a deleted note can be restored. */
const RESTORABLE_MS = 86_400_000;

const toCursor = ({ pinned, createdAt, id }: ClientNote) => `${pinned ? 1 : 0}.${Date.parse(createdAt)}.${id}`;

/** Parses a cursor of `toCursor`; undefined for any other text. */
function readPosition(text: string): NotePosition | undefined {
  const cursor = readCursor(text.slice(2));
  return cursor && { ...cursor, pinned: text.startsWith('1.') };
}

/** @throws NOT_FOUND */
export async function listNotes(
  tx: Tx<CoachScope>,
  { clientId, q, cursor }: { clientId: string; q: string; cursor?: string | undefined },
): Promise<{ notes: ClientNote[]; nextCursor: string | null }> {
  const after = cursor ? readPosition(cursor) : undefined;
  const [exists, found] = await Promise.all([
    relationshipExists(tx, clientId),
    selectNotes(tx, clientId, { q, after }),
  ]);
  if (!exists) throw refuse('NOT_FOUND');
  const notes = found.slice(0, NOTE_PAGE);
  const last = notes.at(-1);
  return { notes, nextCursor: last && found.length > notes.length ? toCursor(last) : null };
}

/** @throws NOT_FOUND when the client is unknown or the id is taken */
export async function saveNote(
  tx: Tx<CoachScope>,
  { clientId, ...note }: { clientId: string; id: string; text: string; day: string; pinned: boolean },
  now: Date,
): Promise<ClientNote> {
  const saved = (await relationshipExists(tx, clientId)) && (await upsertNote(tx, clientId, note, now));
  if (!saved) throw refuse('NOT_FOUND');
  const data = { day: note.day };
  if (saved.isNew) await record(tx, { type: 'note.created', clientId, subjectId: note.id, occurredAt: now, data });
  return saved.note;
}

/**
 * Deletes a note, or restores it within a day.
 * @throws NOT_FOUND
 */
export async function deleteNote(
  tx: Tx<CoachScope>,
  { clientId, id, removed }: { clientId: string; id: string; removed: boolean },
  now: Date,
): Promise<void> {
  await deleteRemovedNotes(tx, new Date(now.getTime() - RESTORABLE_MS));
  if (!(await updateRemovedAt(tx, clientId, id, removed ? now : null))) throw refuse('NOT_FOUND');
}
