import type { ClientNote } from '@stridewell/contract/clients/clients.overview.rules';
import { NOTE_PAGE } from '@stridewell/contract/clients/clients.timeline.rules';
import { and, desc, eq, getTableColumns, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Cursor } from '../../platform/db/cursor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { clientNotes } from './clients.table.ts';

export type NotePosition = Cursor & { pinned: boolean };

const toNote = ({ id, text, day, pinned, createdAt }: typeof clientNotes.$inferSelect): ClientNote => ({
  id,
  text,
  day,
  pinned,
  createdAt: createdAt.toISOString(),
});

const ofClient = (tx: Tx<CoachScope>, clientId: string) =>
  and(eq(clientNotes.coachId, tx.scope.coachId), eq(clientNotes.clientId, clientId));

/** Notes that contain `q`, pinned ones first, then newest first. Reads one more than a page. */
export async function selectNotes(
  tx: Tx<CoachScope>,
  clientId: string,
  { q, after }: { q: string; after: NotePosition | undefined },
): Promise<ClientNote[]> {
  const rows = await tx
    .select()
    .from(clientNotes)
    .where(
      and(
        ofClient(tx, clientId),
        isNull(clientNotes.removedAt),
        q ? sql`strpos(lower(${clientNotes.text}), lower(${q})) > 0` : undefined,
        after
          ? sql`(${clientNotes.pinned}, ${clientNotes.createdAt}, ${clientNotes.id})
            < (${after.pinned}, ${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`
          : undefined,
      ),
    )
    .orderBy(desc(clientNotes.pinned), desc(clientNotes.createdAt), desc(clientNotes.id))
    .limit(NOTE_PAGE + 1);
  return rows.map(toNote);
}

/** The newest pinned notes about a client. */
export async function selectPinnedNotes(tx: Tx<CoachScope>, clientId: string, limit: number): Promise<ClientNote[]> {
  const rows = await tx
    .select()
    .from(clientNotes)
    .where(and(ofClient(tx, clientId), isNull(clientNotes.removedAt), eq(clientNotes.pinned, true)))
    .orderBy(desc(clientNotes.createdAt), desc(clientNotes.id))
    .limit(limit);
  return rows.map(toNote);
}

/** @returns undefined when the id belongs to another client's note or to a deleted one */
export async function upsertNote(
  tx: Tx<CoachScope>,
  clientId: string,
  note: { id: string; text: string; day: string; pinned: boolean },
  now: Date,
): Promise<{ note: ClientNote; isNew: boolean } | undefined> {
  const { text, day, pinned } = note;
  const [row] = await tx
    .insert(clientNotes)
    .values({ coachId: tx.scope.coachId, clientId, ...note, createdAt: now })
    .onConflictDoUpdate({
      target: [clientNotes.coachId, clientNotes.id],
      set: { text, day, pinned },
      setWhere: sql`${clientNotes.clientId} = ${clientId} and ${clientNotes.removedAt} is null`,
    })
    .returning({ ...getTableColumns(clientNotes), isNew: sql<boolean>`xmax = 0` });
  return row && { note: toNote(row), isNew: row.isNew };
}

/** Marks a note as deleted, or restores it with null. @returns false when there is none */
export async function updateRemovedAt(
  tx: Tx<CoachScope>,
  clientId: string,
  id: string,
  removedAt: Date | null,
): Promise<boolean> {
  const result = await tx
    .update(clientNotes)
    .set({ removedAt })
    .where(and(ofClient(tx, clientId), eq(clientNotes.id, id)));
  return result.rowCount === 1;
}

/** Deletes the rows of notes that were deleted before `until`. */
export async function deleteRemovedNotes(tx: Tx<CoachScope>, until: Date): Promise<void> {
  await tx
    .delete(clientNotes)
    .where(
      and(
        eq(clientNotes.coachId, tx.scope.coachId),
        isNotNull(clientNotes.removedAt),
        lt(clientNotes.removedAt, until),
      ),
    );
}
