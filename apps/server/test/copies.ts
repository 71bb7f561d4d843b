import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { accountExports } from '../src/features/privacy/privacy.table.ts';
import type { Caller, TestApp } from './app.ts';
import type { Client } from './people.ts';
import { PDF, uploadFile } from './uploads.ts';
import { readZip } from './zip.ts';

type Owner = { caller: Caller };
const DAY_MS = 86_400_000;

/** The newest copy of a person's data, as shown on their page. */
export const ownExport = async ({ caller }: Owner) => (await caller.api.privacy.getOwnExport()).export;
export const statusOf = async (person: Owner) => (await ownExport(person))?.status;

export const download = ({ app }: TestApp, { caller }: Owner, id: string) =>
  app.inject({ url: `/exports/own/data/${id}.zip`, headers: caller.cookie ? { cookie: caller.cookie } : {} });

/** Requests a copy and waits until the job has written it. @returns its id */
export async function readyExport(person: Owner): Promise<string> {
  const { id } = await person.caller.api.privacy.askForOwnExport();
  await expect.poll(() => statusOf(person), { timeout: 15_000 }).toBe('ready');
  return id;
}

/** The files of a new copy. */
export async function copyOf(test: TestApp, person: Owner): Promise<Map<string, Buffer>> {
  return readZip((await download(test, person, await readyExport(person))).rawPayload);
}

/** A request without a job, so that the test controls it. */
export async function aRequest({ owner }: TestApp, { id: userId }: { id: string }) {
  const id = randomUUID();
  const [askedAt, dueAt] = [new Date(), new Date(Date.now() + DAY_MS)];
  await owner.insert(accountExports).values({ userId, id, askedBy: userId, askedAt, dueAt });
  return { userId, id };
}

/** The status of a copy in the database; undefined once the row is deleted. */
export async function storedStatus({ owner }: TestApp, { id }: { id: string }) {
  const [row] = await owner
    .select({ status: accountExports.status })
    .from(accountExports)
    .where(eq(accountExports.id, id));
  return row?.status;
}

/** Makes a copy due. */
export const makeDue = ({ owner }: TestApp, id: string) =>
  owner
    .update(accountExports)
    .set({ dueAt: new Date(Date.now() - 1) })
    .where(eq(accountExports.id, id));

/** Files of a copy in the store. */
export function stored({ services }: TestApp, id: string): string[] {
  const folder = path.join(services.env.dataDir, 'files', 'exports', id);
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

/** A document that the client has uploaded. */
export async function anUpload(test: TestApp, { caller, coachId, clientId }: Client, name: string): Promise<string> {
  const id = randomUUID();
  await uploadFile(test, caller, PDF, { coachId, clientId, id, name });
  return id;
}
