import { Readable } from 'node:stream';
import { OWN_DATA_PATH } from '@stridewell/contract/notifications/notifications.rules';
import { EXPORT_DAYS } from '@stridewell/contract/privacy/privacy.rules';
import { longDate } from '@stridewell/contract/time';
import { listNumbersOff } from '../../core/relationships/coachings.data.ts';
import type { Services } from '../../core/services.ts';
import { defineMail } from '../../platform/mail/mail.ts';
import { listOwnCoachings } from '../coaches/coaches.service.ts';
import { notifySelf } from '../notifications/notifications.service.ts';
import { type ArchiveFile, writeArchive } from './privacy.archive.service.ts';
import { type ExportPart, filesOfPart, partsOf } from './privacy.contents.service.ts';
import {
  closeExport,
  completed,
  type ExportRow,
  findPerson,
  findStatus,
  isCoach,
  startAttempt,
} from './privacy.data.ts';
import { writeExportJob } from './privacy.jobs.ts';
import { readmeOf } from './privacy.readme.content.ts';
import { exportScope, scopeOfPerson } from './privacy.scopes.ts';

export const dataReadyMail = defineMail('data-ready', async () => {
  const { dataReadySubject: subject, DataReadyMail: Body } = await import('./privacy.mail.tsx');
  return { subject, Body };
});

type WriteDeps = Pick<Services, 'accounts' | 'db' | 'registry' | 'files' | 'mailer' | 'env' | 'now'>;
type Person = { email: string; fullName: string; timeZone: string | null };

const DAY_MS = 86_400_000;
/** The first try and the job's retries. */
const MAX_ATTEMPTS = 1 + writeExportJob.queue.retryLimit;
/** How long a failed copy stays on the page. */
const FAILED_DAYS = 30;

export const exportFolder = ({ id }: Pick<ExportRow, 'id'>): string => `exports/${id}`;
const attemptFolder = (row: Pick<ExportRow, 'id' | 'attempt'>): string => `${exportFolder(row)}/${row.attempt}`;
export const exportKey = (row: Pick<ExportRow, 'id' | 'attempt'>): string => `${attemptFolder(row)}/data.zip`;

/**
 * Writes the copy of a person's data, and mails the person. A killed try starts over from the beginning, after deleting
 * its remains. Does nothing when the copy is no longer waiting.
 * @throws the error; after the last try, the copy has failed
 */
export async function writeExport(deps: WriteDeps, of: { userId: string; id: string }): Promise<void> {
  const { db, files } = deps;
  const row = await db.write(exportScope, (tx) => startAttempt(tx, of));
  if (!row) return dropUnfinished(deps, of);
  try {
    const person = await db.read(scopeOfPerson(of.userId), findPerson);
    if (!person) return await giveUp(deps, row);
    await files.deleteFolder(exportFolder(row));
    const parts = await readParts(deps, of.userId);
    const bytes = await writeArchive(files, exportKey(row), contentsOf(deps, person, parts), deps.now());
    if (!(await complete(deps, row, person, bytes))) await files.deleteFolder(attemptFolder(row));
  } catch (error) {
    if (row.attempt >= MAX_ATTEMPTS) await giveUp(deps, row);
    // If this fails too, the next try or the deletion of the row removes the remains.
    await files.deleteFolder(attemptFolder(row)).catch(() => undefined);
    throw error;
  }
}

/** Deletes the files of a try whose account or request is gone. */
async function dropUnfinished({ db, files }: WriteDeps, of: { userId: string; id: string }): Promise<void> {
  if ((await db.read(exportScope, (tx) => findStatus(tx, of))) !== 'ready') await files.deleteFolder(exportFolder(of));
}

async function giveUp({ db, now }: WriteDeps, row: ExportRow): Promise<void> {
  const dueAt = new Date(now().getTime() + FAILED_DAYS * DAY_MS);
  await db.write(exportScope, (tx) => closeExport(tx, row, { status: 'failed', dueAt }));
}

const readParts = ({ db }: WriteDeps, userId: string): Promise<ExportPart[]> =>
  db.read(scopeOfPerson(userId), async (tx) =>
    partsOf(userId, await isCoach(tx), await listOwnCoachings(tx), await listNumbersOff(tx)),
  );

async function* contentsOf(
  deps: WriteDeps,
  { fullName }: Person,
  parts: readonly ExportPart[],
): AsyncGenerator<ArchiveFile> {
  const { registry, env, now } = deps;
  const readme = readmeOf({ registry, productName: env.PRODUCT_NAME, fullName, now: now(), parts });
  yield { path: 'README.txt', compress: true, contents: Readable.from([Buffer.from(readme)]) };
  for (const part of parts) yield* filesOfPart(deps, part);
}

/**
 * Completes the copy and mails the person, in one transaction.
 * @returns false when the request is gone or another try has started
 */
function complete(
  { db, mailer, env, now }: WriteDeps,
  row: ExportRow,
  person: Person,
  bytes: number,
): Promise<boolean> {
  const dueAt = new Date(now().getTime() + EXPORT_DAYS * DAY_MS);
  return db.write(scopeOfPerson(row.userId), async (tx) => {
    const [done = []] = await tx.sendAs(exportScope, [completed(row, { bytes, dueAt })]);
    if (done.length === 0) return false;
    const until = longDate(dueAt, person.timeZone ?? 'UTC');
    await notifySelf(tx, {
      type: 'data_ready',
      title: 'The copy of your data is ready',
      message: `You can download it until ${until}.`,
    });
    const props = { name: person.fullName, until, url: env.appUrl + OWN_DATA_PATH };
    await mailer.send({ to: person.email, template: dataReadyMail, props }, tx);
    return true;
  });
}
