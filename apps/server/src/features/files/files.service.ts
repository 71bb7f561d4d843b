import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { COACH_PLAN_FULL } from '@stridewell/contract/billing/billing.rules';
import type { FileUpload, Storage, StoredFile } from '@stridewell/contract/files/files';
import {
  DETECTION_BYTES,
  detectFileKind,
  FILE_MAX_BYTES,
  type FileKind,
  type FileProblem,
  fileName,
  kindProblem,
  storageBytes,
  storageProblem,
  tooLarge,
  videoType,
} from '@stridewell/contract/files/files.rules';
import { sql } from 'drizzle-orm';
import { Refusal, refuse } from '../../core/refusals.ts';
import { isCurrentStatus } from '../../core/relationships/relationships.data.ts';
import type { CoachKey } from '../../core/tenancy/placement.ts';
import type { CaptureScope, ClientScope, CoachScope } from '../../core/tenancy/scope.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { errorMessage } from '../../platform/describe-error.ts';
import { type ByteRange, type FileStore, isGone } from '../../platform/files/store.ts';
import type { Logger } from '../../platform/logger.ts';
import { eachDue } from '../../platform/queue/each-due.ts';
import { defineScheduledJob, EVERY_HOUR, type Queue } from '../../platform/queue/queue.ts';
import { fileExport } from './files.copy.ts';
import {
  completeFile,
  deleteHidden,
  dropReserved,
  type FilePage,
  type FileRow,
  type FileUse,
  findFile,
  findRelationship,
  hideUnused,
  markAttached,
  markReleased,
  reserveFile,
  selectFiles,
  selectUnused,
  toStoredFile,
  type UnusedFile,
  type UnusedPlace,
  unattached,
} from './files.data.ts';
import { ImageRefused, remakeImage } from './files.images.service.ts';
import { sweepScope } from './files.scopes.ts';
import { findCoachPlan, lockUse, sumUse } from './files.storage.data.ts';

/** Deletes files that stayed unused for a week, including their content. */
export const sweepFilesJob = defineScheduledJob('files.sweep', { schedule: EVERY_HOUR });

export type FileDeps = { db: Database; files: FileStore; now: () => Date };
export type FileScope = CoachScope | ClientScope;
type ReaderScope = FileScope | CaptureScope;
type Place = Pick<FileRow, 'coachId' | 'id'>;

/**
 * The files of a client by name.
 * @throws NOT_FOUND
 */
export async function listFiles(tx: Tx<FileScope>, page: FilePage): Promise<{ files: StoredFile[] }> {
  if (!(await findRelationship(tx, page.clientId))) throw refuse('NOT_FOUND');
  return { files: (await selectFiles(tx, page)).map(toStoredFile) };
}

/** Long enough for a check-in draft that is submitted days later. */
const UNUSED_AFTER_MS = 7 * 24 * 3_600_000;
const SWEEP_BATCH = 200;
const CONTENT_TYPE: Record<FileKind, string> = { image: 'image/webp', pdf: 'application/pdf', video: 'video/mp4' };

const folderOf = ({ coachId, id }: Place): string => `${coachId}/${id}`;
const attemptFolder = (file: Place, attempt: number): string => `${folderOf(file)}/${attempt}`;
const refuseFile = (status: number, { code, message }: FileProblem) => new Refusal(code, { status, message });

/**
 * Stores an upload. Stops reading `body` at the size limit or after an error. Repeating the id returns the stored file.
 * @param length bytes of the body, if the sender states it
 * @throws Refusal for a problem of the file or the sender
 */
export async function receiveFile(
  deps: FileDeps,
  scope: FileScope,
  upload: FileUpload,
  body: Readable,
  length?: number,
): Promise<StoredFile> {
  const { head, rest } = await readHead(body);
  const found = detectFileKind(head);
  const problem = kindProblem(found, upload.purpose);
  // Only its pixels are stored.
  const kind = found === 'svg' ? 'image' : found;
  const reserved = await deps.db.write(scope, async (tx) => {
    const { id, clientId = null, purpose, name } = upload;
    // A file without a client needs no relationship.
    if (clientId !== null) await requireOpen(tx, clientId);
    if (problem || kind === null || kind === 'heic') throw refuseFile(415, problem ?? tooLarge('image'));
    const file = {
      id,
      clientId,
      purpose,
      kind,
      name: fileName(name, kind),
      contentType: videoType(head) ?? CONTENT_TYPE[kind],
      reserved: Math.min(length ?? FILE_MAX_BYTES[kind], FILE_MAX_BYTES[kind]),
    };
    const row = await reserveFile(tx, file, deps.now());
    if (row?.status === 'pending') await requireSpace(tx, clientId);
    // The row sums the space of all attempts. This attempt frees only its part.
    return row && { ...row, reserved: file.reserved };
  });
  if (!reserved) throw refuse('NOT_FOUND');
  if (reserved.status === 'ready') return toStoredFile(reserved);
  const done = await finishAttempt(deps, scope, reserved, head, rest);
  // From here on the content is in use, so a later failure must not delete it.
  for (let other = 1; other <= Math.max(done.attempts, reserved.attempt); other += 1) {
    if (other !== done.file.attempt) await deps.files.deleteFolder(attemptFolder(reserved, other));
  }
  return toStoredFile(done.file);
}

/** Stores the content of an attempt, unless another was first. @returns the file and the number of attempts */
async function finishAttempt(
  { db, files }: FileDeps,
  scope: FileScope,
  reserved: FileRow,
  head: Buffer,
  rest: AsyncIterable<Buffer>,
) {
  const { id, attempt } = reserved;
  try {
    const content = await keepContent(files, reserved, head, rest);
    const done = await db.write(scope, async (tx) => {
      // The coaching may have ended during the upload.
      if (scope.role === 'client') await requireCurrent(tx, scope.clientId);
      return completeFile(tx, id, content);
    });
    if (!done) throw new Error('a file was deleted during its upload');
    return done;
  } catch (error) {
    const drop = async () => {
      await files.deleteFolder(attemptFolder(reserved, attempt));
      // Another attempt may have finished first and deleted this one's content.
      return db.write(scope, async (tx) => {
        await dropReserved(tx, reserved);
        return findFile(tx, id);
      });
    };
    const stored = await drop().catch((failure: unknown) => {
      throw new AggregateError([error, failure], `an upload failed, and so did removing it: ${errorMessage(failure)}`);
    });
    if (stored) return { file: stored, attempts: attempt };
    throw error instanceof ImageRefused ? refuseFile(422, { code: 'IMAGE_REFUSED', message: error.message }) : error;
  }
}

/** @throws NOT_FOUND, RELATIONSHIP_CLOSED */
async function requireCurrent(tx: Tx<FileScope>, clientId: string) {
  const relationship = await findRelationship(tx, clientId);
  if (!relationship) throw refuse('NOT_FOUND');
  if (!isCurrentStatus(relationship.status)) {
    throw refuseFile(409, {
      code: 'RELATIONSHIP_CLOSED',
      message: 'This coaching has ended, so the file was not saved.',
    });
  }
  return relationship;
}

/** @throws NOT_FOUND, RELATIONSHIP_CLOSED, COACH_PLAN_FULL */
async function requireOpen(tx: Tx<FileScope>, clientId: string): Promise<void> {
  const relationship = await requireCurrent(tx, clientId);
  if (tx.scope.role === 'client' && !relationship.covered) {
    throw refuseFile(403, { code: 'COACH_PLAN_FULL', message: COACH_PLAN_FULL });
  }
}

/**
 * Checks the space after writing the upload's row, so that it is counted. Of two uploads for the last space, one is
 * refused.
 * @throws STORAGE_FULL
 */
async function requireSpace(tx: Tx<FileScope>, clientId: string | null): Promise<void> {
  await lockUse(tx);
  const plan = await findCoachPlan(tx);
  const problem = storageProblem(await sumUse(tx, clientId), plan, tx.scope.role);
  if (problem) throw refuseFile(409, problem);
}

/** Space used by the files of the coach in scope and their clients, and the plan's limit. */
export async function getStorage(tx: Tx<CoachScope>): Promise<Storage> {
  const { ofCoach } = await sumUse(tx, null);
  return { usedBytes: ofCoach, limitBytes: storageBytes(await findCoachPlan(tx)) };
}

/** Splits off the first bytes. Stopping early keeps `body` open, because its connection carries the response. */
async function readHead(body: Readable): Promise<{ head: Buffer; rest: AsyncIterable<Buffer> }> {
  const chunks: AsyncIterator<Buffer> = body.iterator({ destroyOnReturn: false });
  const rest = { [Symbol.asyncIterator]: () => ({ next: () => chunks.next() }) };
  let head = Buffer.alloc(0);
  for await (const chunk of rest) {
    head = Buffer.concat([head, chunk]);
    if (head.length >= DETECTION_BYTES) break;
  }
  return { head, rest };
}

/** Writes the content of an attempt: pictures re-encoded and scaled down, PDFs and videos unchanged. */
async function keepContent(store: FileStore, file: FileRow, head: Buffer, rest: AsyncIterable<Buffer>) {
  const { kind, name, contentType, attempt } = file;
  const made = { kind, name, contentType, attempt };
  const folder = attemptFolder(file, attempt);
  const hash = createHash('sha256');
  let bytes = 0;
  async function* limited() {
    for await (const chunk of joined(head, rest)) {
      bytes += chunk.length;
      if (bytes > FILE_MAX_BYTES[kind]) throw refuseFile(413, tooLarge(kind));
      hash.update(chunk);
      yield chunk;
    }
  }
  if (kind !== 'image') {
    await store.put(`${folder}/full`, Readable.from(limited()));
    return { ...made, bytes, sha256: hash.digest('hex'), width: null, height: null };
  }
  await store.put(`${folder}/came/original`, Readable.from(limited()));
  const image = await remakeImage(file.uploadedBy, async () => buffer(await store.get(`${folder}/came/original`)));
  // Waits for all three even if one fails, so that none writes after the attempt was removed.
  const outcomes = await Promise.allSettled([
    store.put(`${folder}/full`, Readable.from([image.full])),
    store.put(`${folder}/thumb`, Readable.from([image.thumb])),
    store.deleteFolder(`${folder}/came`),
  ]);
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  const sha256 = createHash('sha256').update(image.full).digest('hex');
  return { ...made, bytes: image.full.length, sha256, width: image.width, height: image.height };
}

async function* joined(head: Buffer, rest: AsyncIterable<Buffer>) {
  yield head;
  yield* rest;
}

/**
 * A file with access to its content.
 * @throws NOT_FOUND, and again from `content` when the store has lost it
 */
export async function openFile({ db, files }: Pick<FileDeps, 'db' | 'files'>, scope: ReaderScope, id: string) {
  const file = await db.read(scope, (tx) => findFile(tx, id));
  if (!file) throw refuse('NOT_FOUND');
  const content = (size: 'full' | 'thumb', range?: ByteRange) =>
    files
      .get(`${attemptFolder(file, file.attempt)}/${file.kind === 'image' ? size : 'full'}`, range)
      .catch((error: unknown) => {
        throw isGone(error) ? refuse('NOT_FOUND') : error;
      });
  return { file, content };
}

/**
 * Attaches uploaded files of the person in scope, in the order of `ids`, which protects them from the sweep. Undefined
 * when one is missing, belongs to another person or is in use; each caller refuses with its own code.
 */
export async function attachFiles(tx: Tx<FileScope>, use: FileUse): Promise<StoredFile[] | undefined> {
  const rows = new Map((await markAttached(tx, use)).map((row) => [row.id, row]));
  const attached = use.ids.flatMap((id) => rows.get(id) ?? []).map(toStoredFile);
  return attached.length === use.ids.length ? attached : undefined;
}

/** The list of files in copies of people's data. */
/** Releases attached files of the person in scope to the sweep, because they are no longer shown. */
export { fileExport, markReleased as releaseFiles };

/** Releases a photo to the sweep that is no longer shown, whichever side uploaded it. */
export async function releasePhoto(tx: Tx<FileScope>, id: string): Promise<void> {
  await tx.sendAs(sweepScope, [unattached({ coachId: tx.scope.coachId, id })]);
}

/** A complete file that the scope may read. */
export async function describeFile(tx: Tx<FileScope>, id: string): Promise<StoredFile | undefined> {
  const file = await findFile(tx, id);
  return file && toStoredFile(file);
}

/** Identifies a file in another feature's query. `fileId` is the SQL name of a column. */
type FileReference = { coachId: CoachKey; fileId: string };

/** A column for queries of other features: a value of the file `f`, null when the scope cannot read it. */
const ofFile =
  <T>(value: string) =>
  ({ coachId, fileId }: FileReference) =>
    sql<T>`(select ${sql.raw(value)} from files f where f.coach_id = ${coachId} and f.id = ${sql.raw(fileId)})`;

export const storedFileOf = ofFile<StoredFile>(`json_build_object('id', f.id, 'kind', f.kind, 'name', f.name,
  'bytes', f.bytes, 'width', f.width, 'height', f.height)`);
export const fileKindOf = ofFile<FileKind>('f.kind');
export const readableFileOf = ofFile<string | null>('f.id');

/** Starts a sweep with the transaction instead of on schedule. */
export const requestSweep = (queue: Queue, tx: Tx): Promise<void> => queue.send(sweepFilesJob, {}, tx);

/**
 * Deletes files that stayed unused for a week, and the remains of unfinished uploads. A failure does not hold up the
 * others.
 */
export async function sweepFiles(deps: FileDeps & { log: Logger }): Promise<void> {
  const before = new Date(deps.now().getTime() - UNUSED_AFTER_MS);
  await eachDue({
    name: 'files',
    log: deps.log,
    failure: 'an unused file was not deleted',
    read: (after: UnusedPlace | undefined) =>
      deps.db.read(sweepScope, (tx) => selectUnused(tx, { before, after, limit: SWEEP_BATCH })),
    size: SWEEP_BATCH,
    place: ({ createdAt, coachId, id }) => ({ createdAt: createdAt.toISOString(), coachId, id }),
    work: (file) => sweepFile(deps, file, before),
  });
}

/** Deletes the row last, so that after an interruption the next sweep finds the file again. */
async function sweepFile({ db, files }: FileDeps, file: UnusedFile, before: Date): Promise<void> {
  if (!(await db.write(sweepScope, (tx) => hideUnused(tx, file, before)))) return;
  await files.deleteFolder(folderOf(file));
  await db.write(sweepScope, (tx) => deleteHidden(tx, file, before));
}
