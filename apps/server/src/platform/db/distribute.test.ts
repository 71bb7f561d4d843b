import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { schemaFolders, TEST_SECRET } from '../../../test/cluster.ts';
import { connectAsOwner } from '../../../test/owner.ts';
import { CLASSES } from '../../../test/table-classes.ts';
import { DistributeError, distributeTables, listTenantTables } from './distribute.ts';
import { APP_ROLE, loginOf } from './roles.ts';

let owner: pg.Client;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ owner, close } = await connectAsOwner());
});
afterAll(() => close());

it('distributes exactly the tables of tenants', async () => {
  const spread = await listTenantTables(owner, { key: 'coach_id', reference: ['coachings'] });
  expect(spread).toEqual([...CLASSES.tenant].sort());
});

it('changes nothing on a PostgreSQL without Citus, and says so', async () => {
  const distributing = distributeTables(owner, { key: 'coach_id', reference: ['users'], secret: TEST_SECRET });
  await expect(distributing).rejects.toThrow(DistributeError);
  await expect(distributing).rejects.toThrow('This database has no Citus');
  const { rows } = await owner.query('SELECT rolconfig FROM pg_roles WHERE rolname = $1', [
    loginOf(APP_ROLE, TEST_SECRET),
  ]);
  expect(rows).toEqual([{ rolconfig: null }]);
});

/** Number of the first migration that upgrades databases of clusters. */
const FIRST_ON_CLUSTERS = 76;

/** Statements that a distributed database refuses. */
function refusedIn(statement: string): string | undefined {
  const [, created] = /\bCREATE TABLE "([a-z_]+)"/.exec(statement) ?? [];
  if (created && CLASSES.tenant.includes(created)) {
    if (!statement.includes('PRIMARY KEY("coach_id"')) return `${created} is created without its key`;
    if (/\bREFERENCES\b/.test(statement)) return `${created} is created with a foreign key`;
  }
  const [, altered, commands = ''] = /\bALTER TABLE "([a-z_]+)"(.*)/s.exec(statement) ?? [];
  return /,\s*(?:ADD|DROP|ALTER)\b/.test(commands) ? `${altered} is altered twice by one statement` : undefined;
}

it('finds the statements of migrations that a distributed database refuses', () => {
  const key = 'PRIMARY KEY("coach_id","id")';
  expect(refusedIn(`CREATE TABLE "messages" ("coach_id" uuid, ${key})`)).toBeUndefined();
  expect(refusedIn('CREATE TABLE "users" ("id" uuid REFERENCES x (id))')).toBeUndefined();
  expect(refusedIn('CREATE TABLE "messages" ("coach_id" uuid)')).toBe('messages is created without its key');
  expect(refusedIn(`CREATE TABLE "messages" ("coach_id" uuid REFERENCES coaches (id), ${key})`)).toBe(
    'messages is created with a foreign key',
  );
  expect(refusedIn('ALTER TABLE "messages" ADD COLUMN "a" text')).toBeUndefined();
  expect(refusedIn('ALTER TABLE "messages" ADD COLUMN "a" text, DROP COLUMN "b"')).toBe(
    'messages is altered twice by one statement',
  );
});

it('upgrades databases with statements that distributed tables take', async () => {
  const { migrationsFolder } = schemaFolders;
  const files = (await readdir(migrationsFolder)).filter((file) => Number.parseInt(file, 10) >= FIRST_ON_CLUSTERS);
  expect(files).not.toEqual([]);
  for (const file of files) {
    const statements = (await readFile(path.join(migrationsFolder, file), 'utf8')).split('--> statement-breakpoint');
    expect([file, statements.flatMap((statement) => refusedIn(statement) ?? [])]).toEqual([file, []]);
  }
});
