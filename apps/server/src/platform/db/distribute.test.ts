import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { schemaFolders, TEST_SECRET } from '../../../test/cluster.ts';
import { connectAsOwner } from '../../../test/owner.ts';
import { CLASSES } from '../../../test/table-classes.ts';
import { PLACEMENT } from '../../core/tenancy/placement.ts';
import { DistributeError, distributeTables, listTenantTables } from './distribute.ts';
import { APP_ROLE, loginOf } from './roles.ts';

let owner: pg.Client;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ owner, close } = await connectAsOwner());
});
afterAll(() => close());

it('distributes exactly the tables of tenants', async () => {
  const spread = await listTenantTables(owner, PLACEMENT);
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

/** Names of functions whose value may change between two statements. */
async function listChangingFunctions(): Promise<ReadonlySet<string>> {
  const { rows } = await owner.query<{ name: string }>(
    `SELECT DISTINCT proname AS name FROM pg_proc WHERE provolatile <> 'i' AND prokind IN ('f', 'a')`,
  );
  return new Set(rows.map(({ name }) => name));
}

/** A function that an update calls for values of its rows, or in an expression that may skip it: "now" alone is fine. */
function calledForRows(update: string, changing: ReadonlySet<string>): string | undefined {
  const mayBeSkipped = /\b(?:CASE|COALESCE)\b/i.test(update);
  const calls = [...update.matchAll(/\b([a-z_]+)\s*\(\s*(\)?)/gi)];
  const refused = calls.find(([, name = '', end]) => changing.has(name.toLowerCase()) && (mayBeSkipped || end === ''));
  return refused?.[1];
}

/** Statements that a distributed database refuses. */
function refusedIn(statement: string, changing: ReadonlySet<string>): string | undefined {
  const update = statement.replace(/^\s*--.*$/gm, '').trim();
  const called = /^UPDATE\b/i.test(update) ? calledForRows(update, changing) : undefined;
  if (called) return `${called} is called by an update`;
  const [, created] = /\bCREATE TABLE "([a-z_]+)"/.exec(statement) ?? [];
  if (created && CLASSES.tenant.includes(created)) {
    if (!/PRIMARY KEY\("coach_id"|"coach_id" uuid PRIMARY KEY/.test(statement))
      return `${created} is created without its key`;
    if (/\bREFERENCES\b/.test(statement)) return `${created} is created with a foreign key`;
  }
  const [, altered, commands = ''] = /\bALTER TABLE "([a-z_]+)"(.*)/s.exec(statement) ?? [];
  return /,\s*(?:ADD|DROP|ALTER)\b/.test(commands) ? `${altered} is altered twice by one statement` : undefined;
}

it('finds the statements of migrations that a distributed database refuses', async () => {
  const changing = await listChangingFunctions();
  const refused = (statement: string) => refusedIn(statement, changing);
  const key = 'PRIMARY KEY("coach_id","id")';
  expect(refused(`CREATE TABLE "messages" ("coach_id" uuid, ${key})`)).toBeUndefined();
  expect(refused('CREATE TABLE "messages" ("coach_id" uuid PRIMARY KEY NOT NULL)')).toBeUndefined();
  expect(refused('CREATE TABLE "users" ("id" uuid REFERENCES x (id))')).toBeUndefined();
  expect(refused('CREATE TABLE "messages" ("coach_id" uuid)')).toBe('messages is created without its key');
  expect(refused(`CREATE TABLE "messages" ("coach_id" uuid REFERENCES coaches (id), ${key})`)).toBe(
    'messages is created with a foreign key',
  );
  expect(refused('ALTER TABLE "messages" ADD COLUMN "a" text')).toBeUndefined();
  expect(refused('ALTER TABLE "messages" ADD COLUMN "a" text, DROP COLUMN "b"')).toBe(
    'messages is altered twice by one statement',
  );
  expect(refused('UPDATE messages SET read_at = now()')).toBeUndefined();
  expect(refused(`UPDATE messages SET text = lower(text) || coalesce(note, '')`)).toBeUndefined();
  expect(refused('UPDATE messages SET read_at = COALESCE(read_at, now())')).toBe('now is called by an update');
  expect(refused("-- All.\nUPDATE foods SET allergens = jsonb_build_object('yes', diets)")).toBe(
    'jsonb_build_object is called by an update',
  );
});

it('upgrades databases with statements that distributed tables take', async () => {
  const { migrationsFolder } = schemaFolders;
  const files = (await readdir(migrationsFolder)).filter((file) => Number.parseInt(file, 10) >= FIRST_ON_CLUSTERS);
  expect(files).not.toEqual([]);
  const changing = await listChangingFunctions();
  for (const file of files) {
    const statements = (await readFile(path.join(migrationsFolder, file), 'utf8')).split('--> statement-breakpoint');
    expect([file, statements.flatMap((statement) => refusedIn(statement, changing) ?? [])]).toEqual([file, []]);
  }
});
