import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ORPCError } from '@orpc/server';
import { COACH_PLAN_FULL } from '@stridewell/contract/billing.rules';
import type { FileUpload, StoredFile } from '@stridewell/contract/files';
import {
  DETECTION_BYTES,
  detectFileKind,
  FILE_MAX_BYTES,
  type FileKind,
  type FileProblem,
  fileName,
  kindProblem,
  tooLarge,
} from '@stridewell/contract/files.rules';
import type { ClientScope, CoachScope } from '../../core/tenancy/scope.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { ImageRefused, remakeImage } from '../../platform/files/images.ts';
import type { FileStore } from '../../platform/files/store.ts';
import {
  completeFile,
  deleteHidden,
  dropReserved,
  type FileRow,
  type FileUse,
  findFile,
  findRelationship,
  hideForgotten,
  markAttached,
  reserveFile,
  toStoredFile,
} from './files.data.ts';
import { sweepScope } from './files.policy.ts';

export type FileDeps = { db: Database; files: FileStore; now: () => Date };
export type FileScope = CoachScope | ClientScope;
type Place = Pick<FileRow, 'coachId' | 'id'>;

/** Long enough for a check-in that is begun and sent days later; what is then still unused was given up. */
const FORGOTTEN_AFTER_MS = 7 * 24 * 3_600_000;
const CONTENT_TYPE: Record<FileKind, string> = { image: 'image/webp', pdf: 'application/pdf' };

const folderOf = ({ coachId, id }: Place): string => `${coachId}/${id}`;
const attemptFolder = (file: Place, attempt: number): string => `${folderOf(file)}/${attempt}`;
const refuse = (status: number, { code, message }: FileProblem) => new ORPCError(code, { status, message });

/**
 * Takes a file from `body` as far as it is allowed to go, and keeps what it is made into. The same id again is the same
 * file. What of `body` is left after an error stays unread.
 * @throws ORPCError saying what is wrong with the file or the sender.
 */
export async function receiveFile(
  deps: FileDeps,
  scope: FileScope,
  upload: FileUpload,
  body: Readable,
): Promise<StoredFile> {
  const { head, rest } = await readHead(body);
  const kind = detectFileKind(head);
  const problem = kindProblem(kind, upload.purpose);
  const reserved = await deps.db.write(scope, async (tx) => {
    const { id, clientId = null, purpose, name } = upload;
    // A coach's own photo asks for no relationship.
    if (clientId !== null) await requireOpen(tx, clientId);
    if (problem || kind === null || kind === 'heic') throw refuse(415, problem ?? tooLarge('image'));
    const file = { id, clientId, purpose, kind, name: fileName(name, kind), contentType: CONTENT_TYPE[kind] };
    return reserveFile(tx, file, deps.now());
  });
  if (!reserved) throw refuse(404, { code: 'NOT_FOUND', message: 'We could not find that.' });
  if (reserved.status === 'ready') return toStoredFile(reserved);
  const done = await finishAttempt(deps, scope, reserved, head, rest);
  // The content is in use from here on: what fails now must not take it away.
  for (let other = 1; other <= Math.max(done.attempts, reserved.attempt); other += 1) {
    if (other !== done.file.attempt) await deps.files.deleteFolder(attemptFolder(reserved, other));
  }
  return toStoredFile(done.file);
}

/** Keeps the content of an attempt, unless another one was first; answers the file as it is, and how many tried. */
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
    const done = await db.write(scope, (tx) => completeFile(tx, id, content));
    if (!done) throw new Error('a file was deleted while it came');
    return done;
  } catch (error) {
    await files.deleteFolder(attemptFolder(reserved, attempt));
    // Another attempt may have been first, and taken away what this one was working on.
    const stored = await db.write(scope, async (tx) => {
      await dropReserved(tx, id, attempt);
      return findFile(tx, id);
    });
    if (stored) return { file: stored, attempts: attempt };
    throw error instanceof ImageRefused ? refuse(422, { code: 'IMAGE_REFUSED', message: error.message }) : error;
  }
}

/** @throws NOT_FOUND, CONVERSATION_CLOSED, COACH_PLAN_FULL */
async function requireOpen(tx: Tx<FileScope>, clientId: string): Promise<void> {
  const relationship = await findRelationship(tx, clientId);
  if (!relationship) throw refuse(404, { code: 'NOT_FOUND', message: 'We could not find that.' });
  if (!['active', 'paused'].includes(relationship.status)) {
    throw refuse(409, { code: 'RELATIONSHIP_CLOSED', message: 'You are not working together at the moment.' });
  }
  if (tx.scope.role === 'client' && !relationship.covered) {
    throw refuse(403, { code: 'COACH_PLAN_FULL', message: COACH_PLAN_FULL });
  }
}

/** The first bytes and what follows them, which may end early without ending `body`: it still carries the answer. */
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

/** Writes the content of one attempt: a picture made anew and small, everything else as it came. */
async function keepContent(store: FileStore, file: FileRow, head: Buffer, rest: AsyncIterable<Buffer>) {
  const { kind, name, contentType, attempt } = file;
  const made = { kind, name, contentType, attempt };
  const folder = attemptFolder(file, attempt);
  const hash = createHash('sha256');
  let bytes = 0;
  async function* limited() {
    for await (const chunk of joined(head, rest)) {
      bytes += chunk.length;
      if (bytes > FILE_MAX_BYTES[kind]) throw refuse(413, tooLarge(kind));
      hash.update(chunk);
      yield chunk;
    }
  }
  if (kind === 'pdf') {
    await store.put(`${folder}/full`, Readable.from(limited()));
    return { ...made, bytes, sha256: hash.digest('hex'), width: null, height: null };
  }
  await store.put(`${folder}/came/original`, Readable.from(limited()));
  const image = await remakeImage(async () => buffer(await store.get(`${folder}/came/original`)));
  await Promise.all([
    store.put(`${folder}/full`, Readable.from([image.full])),
    store.put(`${folder}/thumb`, Readable.from([image.thumb])),
    store.deleteFolder(`${folder}/came`),
  ]);
  const sha256 = createHash('sha256').update(image.full).digest('hex');
  return { ...made, bytes: image.full.length, sha256, width: image.width, height: image.height };
}

async function* joined(head: Buffer, rest: AsyncIterable<Buffer>) {
  yield head;
  yield* rest;
}

/** What is known of a file and how to get its content; undefined where there is none for this scope. */
export async function openFile({ db, files }: Pick<FileDeps, 'db' | 'files'>, scope: FileScope, id: string) {
  const file = await db.read(scope, (tx) => findFile(tx, id));
  if (!file) return undefined;
  const content = (size: 'full' | 'thumb') =>
    files.get(`${attemptFolder(file, file.attempt)}/${file.kind === 'image' ? size : 'full'}`);
  return { file, content };
}

/**
 * Lets something use files that the person of `tx` has uploaded for it, in the order of `ids`; undefined when one of
 * them is not there, is another's or is used already. From then on they stay.
 */
export async function attachFiles(tx: Tx<FileScope>, use: FileUse): Promise<StoredFile[] | undefined> {
  const rows = new Map((await markAttached(tx, use)).map((row) => [row.id, row]));
  const attached = use.ids.flatMap((id) => rows.get(id) ?? []).map(toStoredFile);
  return attached.length === use.ids.length ? attached : undefined;
}

/** Deletes what nothing uses since a day, and what an upload left behind that never ended. */
export async function sweepFiles({ db, files, now }: FileDeps): Promise<void> {
  const before = new Date(now().getTime() - FORGOTTEN_AFTER_MS);
  for (;;) {
    const hidden = await db.write(sweepScope, (tx) => hideForgotten(tx, before));
    if (hidden.length === 0) return;
    for (const file of hidden) {
      await files.deleteFolder(folderOf(file));
      await db.write(sweepScope, (tx) => deleteHidden(tx, file, before));
    }
  }
}
