import type { StoredFile } from '@stridewell/contract/files/files';
import type { FilePurpose } from '@stridewell/contract/files/files.rules';
import { and, asc, eq, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { isCovered, isRelationshipWith } from '../../core/relationships/relationships.data.ts';
import { relationships } from '../../core/relationships/relationships.table.ts';
import type { CaptureScope, ClientScope, CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { SystemScope } from '../../platform/db/scope.ts';
import { files } from './files.table.ts';

type PersonTx = Tx<CoachScope | ClientScope>;
export type FileRow = typeof files.$inferSelect;
type NewFile = Pick<FileRow, 'id' | 'clientId' | 'kind' | 'purpose' | 'name' | 'contentType' | 'reserved'>;

export const toStoredFile = ({ id, kind, name, bytes, width, height }: FileRow): StoredFile => ({
  id,
  kind,
  name,
  bytes,
  width,
  height,
});

/** The relationship with its seat; undefined when the scope has none with this client. */
export async function findRelationship(tx: PersonTx, clientId: string) {
  const [row] = await tx
    .select({ status: relationships.status, covered: isCovered(tx.scope.coachId) })
    .from(relationships)
    .where(isRelationshipWith(tx, clientId));
  return row;
}

type ReaderTx = Tx<CoachScope | ClientScope | CaptureScope>;

const isFile = (tx: ReaderTx, id: string) => and(eq(files.coachId, tx.scope.coachId), eq(files.id, id));

/** Reserves the row of an upload, or returns the existing one. Undefined when the row belongs to another sender. */
export async function reserveFile(tx: PersonTx, file: NewFile, now: Date): Promise<FileRow | undefined> {
  const { coachId, userId } = tx.scope;
  const [made] = await tx
    .insert(files)
    .values({ ...file, coachId, uploadedBy: userId, createdAt: now })
    .onConflictDoNothing()
    .returning();
  if (made) return made;
  const [known] = await tx.select().from(files).where(isFile(tx, file.id)).for('update');
  if (!known || known.uploadedBy !== userId || known.clientId !== file.clientId) return undefined;
  if (known.status === 'ready') return known;
  const [again] = await tx
    .update(files)
    .set({
      ...file,
      attempt: sql`${files.attempt} + 1`,
      // Earlier attempts may still be writing.
      reserved: sql`${files.reserved} + ${file.reserved}`,
      createdAt: now,
    })
    .where(isFile(tx, file.id))
    .returning();
  return again;
}

type Content = Pick<FileRow, 'kind' | 'name' | 'contentType' | 'attempt' | 'bytes' | 'width' | 'height' | 'sha256'>;

/** Makes the content of an attempt the file, unless another was first. @returns the file and the number of attempts */
export async function completeFile(tx: PersonTx, id: string, content: Content) {
  const [known] = await tx.select().from(files).where(isFile(tx, id)).for('update');
  if (known?.status !== 'pending') return known && { file: known, attempts: known.attempt };
  const [file] = await tx
    .update(files)
    .set({ ...content, status: 'ready', reserved: 0 })
    .where(isFile(tx, id))
    .returning();
  return file && { file, attempts: known.attempt };
}

/** A complete file that the scope may read. */
export async function findFile(tx: ReaderTx, id: string): Promise<FileRow | undefined> {
  const [row] = await tx
    .select()
    .from(files)
    .where(and(isFile(tx, id), eq(files.status, 'ready')));
  return row;
}

export type FilePage = { clientId: string; limit: number; offset: number };

/** Complete files of a client that the scope may read, by name and then by age. */
export const selectFiles = (tx: PersonTx, { clientId, limit, offset }: FilePage): Promise<FileRow[]> =>
  tx
    .select()
    .from(files)
    .where(and(eq(files.coachId, tx.scope.coachId), eq(files.clientId, clientId), eq(files.status, 'ready')))
    .orderBy(asc(files.name), asc(files.id))
    .limit(limit)
    .offset(offset);

type Attempt = Pick<FileRow, 'id' | 'attempt' | 'reserved'>;

/** Deletes the reservation of an attempt. If a later attempt uses the row, only frees its space. */
export async function dropReserved(tx: PersonTx, { id, attempt, reserved }: Attempt): Promise<void> {
  const isPending = and(isFile(tx, id), eq(files.status, 'pending'));
  await tx.delete(files).where(and(isPending, eq(files.attempt, attempt)));
  await tx
    .update(files)
    .set({ reserved: sql`greatest(0, ${files.reserved} - ${reserved})` })
    .where(isPending);
}

export type FileUse = { clientId: string | null; ids: readonly string[]; purpose: FilePurpose; now: Date };

/** Marks unused files that the sender uploaded for this purpose as used. @returns the marked files */
export async function markAttached(tx: PersonTx, { clientId, ids, purpose, now }: FileUse): Promise<FileRow[]> {
  if (ids.length === 0) return [];
  return tx
    .update(files)
    .set({ attachedAt: now })
    .where(
      and(
        eq(files.coachId, tx.scope.coachId),
        clientId === null ? isNull(files.clientId) : eq(files.clientId, clientId),
        inArray(files.id, [...ids]),
        eq(files.uploadedBy, tx.scope.userId),
        eq(files.purpose, purpose),
        eq(files.status, 'ready'),
        isNull(files.attachedAt),
      ),
    )
    .returning();
}

/** Marks files that the sender uploaded for this purpose as unused. */
export async function markReleased(tx: PersonTx, { clientId, ids, purpose, now }: FileUse): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(files)
    // Restarts the time, so that a device that still shows the photo can add it again.
    .set({ attachedAt: null, createdAt: now })
    .where(
      and(
        eq(files.coachId, tx.scope.coachId),
        clientId === null ? isNull(files.clientId) : eq(files.clientId, clientId),
        inArray(files.id, [...ids]),
        eq(files.uploadedBy, tx.scope.userId),
        eq(files.purpose, purpose),
      ),
    );
}

/** Statement that marks a file as unused, since its upload. */
export const unattached = ({ coachId, id }: Pick<FileRow, 'coachId' | 'id'>): SQL =>
  sql`update ${files} set attached_at = null where coach_id = ${coachId} and id = ${id}`;

type SweepTx = Tx<SystemScope<'files'>>;

const isUnused = (before: Date) => and(isNull(files.attachedAt), lt(files.createdAt, before));

export type UnusedFile = Pick<FileRow, 'coachId' | 'id' | 'createdAt'>;
/** Cursor in the list of unused files. */
export type UnusedPlace = { createdAt: string; coachId: string; id: string };

/** Files of all coaches that have been unused since before `before`, oldest first. */
export const selectUnused = (
  tx: SweepTx,
  { before, after, limit }: { before: Date; after: UnusedPlace | undefined; limit: number },
): Promise<UnusedFile[]> =>
  tx
    .select({ coachId: files.coachId, id: files.id, createdAt: files.createdAt })
    .from(files)
    .where(
      and(
        isUnused(before),
        after &&
          sql`(${files.createdAt}, ${files.coachId}, ${files.id})
            > (${after.createdAt}::timestamptz, ${after.coachId}::uuid, ${after.id}::uuid)`,
      ),
    )
    .orderBy(asc(files.createdAt), asc(files.coachId), asc(files.id))
    .limit(limit);

/** Hides a file that is still unused, so that a later run can finish its deletion. @returns false when it is used */
export async function hideUnused(tx: SweepTx, { coachId, id }: UnusedFile, before: Date): Promise<boolean> {
  const { rowCount } = await tx
    .update(files)
    .set({ status: 'pending' })
    .where(and(eq(files.coachId, coachId), eq(files.id, id), isUnused(before)));
  return rowCount === 1;
}

/** Deletes the row of a hidden file, unless it was uploaded again meanwhile. */
export async function deleteHidden(tx: SweepTx, file: { coachId: string; id: string }, before: Date): Promise<void> {
  await tx
    .delete(files)
    .where(
      and(
        eq(files.coachId, file.coachId),
        eq(files.id, file.id),
        eq(files.status, 'pending'),
        lt(files.createdAt, before),
      ),
    );
}
