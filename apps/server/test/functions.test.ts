import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { readFunctions } from '../src/platform/db/functions.ts';
import { withConnection } from '../src/platform/db/pool.ts';
import {
  copyEarlierSchema,
  createEarlierDatabase,
  migrateTestDatabase,
  runAsOwner,
  type SchemaFolders,
  schemaFolders,
} from './cluster.ts';
import { compareFunctions, readStored } from './functions.ts';
import { connectAsOwner } from './owner.ts';

describe('the functions of the database', () => {
  let owner: pg.Client;
  let close: () => Promise<void>;
  beforeAll(async () => {
    ({ owner, close } = await connectAsOwner());
  });
  afterAll(() => close());

  it('have one file each, which says what they are', async () => {
    const files = await readFunctions(schemaFolders.functionsFolder);
    expect(files.length).toBeGreaterThan(10);
    expect(await compareFunctions(owner, files)).toEqual([]);
  });

  it.each([
    ['a function without a file', 'create function astray() returns int language sql as $$ select 1 $$', 'has no file'],
    [
      'a second one of the same name',
      'create function forget_files() returns int language sql as $$ select 1 $$',
      '2 functions have this name',
    ],
    ['another setting', 'alter function own_coachings() set search_path = public', 'differs from its file'],
    ['another right', 'grant execute on function own_coachings() to public', 'differs from its file'],
    ['a missing trigger', 'drop trigger sessions_ended on sessions', 'differs from its file'],
    ['a missing function', 'drop function open_visits(text, timestamptz)', 'is not in the database'],
  ])('are compared so that %s is found', async (_name, change, problem) => {
    const { owner: changed, close: drop } = await connectAsOwner();
    try {
      await changed.query(change);
      const problems = await compareFunctions(changed, await readFunctions(schemaFolders.functionsFolder));
      expect(problems).toEqual([expect.stringContaining(problem)]);
    } finally {
      await drop();
    }
  });

  it('are found to differ when a file is about another function', async () => {
    const [file] = await readFunctions(schemaFolders.functionsFolder);
    const text = `${file?.text} CREATE OR REPLACE FUNCTION astray() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$;`;
    const other = { name: 'booking_people', text };
    const rest = (await readFunctions(schemaFolders.functionsFolder)).filter(({ name }) => name !== other.name);
    const problems = await compareFunctions(owner, [...rest, other]);
    expect(problems).toEqual(['booking_people: its file is about astray, booking_people']);
  });
});

/** Number of the last migration that made functions. */
const LAST_WITH_FUNCTIONS = 77;

describe('a start', () => {
  let folder: string;
  let folders: SchemaFolders;
  let url: string;
  let drop: () => Promise<void>;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'stridewell-functions-'));
    const earlier = await copyEarlierSchema(folder, LAST_WITH_FUNCTIONS);
    ({ url, drop } = await createEarlierDatabase(inject('clusterUrl'), earlier));
    await runAsOwner(url, 'CREATE TABLE applications (name text)');
  }, 60_000);
  afterAll(async () => {
    await drop();
    await rm(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    folders = {
      migrationsFolder: schemaFolders.migrationsFolder,
      functionsFolder: await mkdtemp(path.join(folder, 'functions-')),
    };
    await cp(schemaFolders.functionsFolder, folders.functionsFolder, { recursive: true });
  });

  const start = () => migrateTestDatabase(url, folders);
  const ask = async <Row extends pg.QueryResultRow>(text: string) =>
    withConnection(url, async (owner) => (await owner.query<Row>(text)).rows);
  const stored = () => withConnection(url, readStored);
  const definitionOf = async (name: string) => (await stored()).find((one) => one.name === name)?.definition;
  /** Changes when a row of the catalogue is written. */
  const versions = () => ask(`SELECT proname, xmin::text FROM pg_proc WHERE pronamespace = 'public'::regnamespace`);
  const applications = async () =>
    (await ask<{ name: string }>('SELECT name FROM applications')).map(({ name }) => name);
  const change = async (name: string, edit: (text: string) => string) => {
    const file = path.join(folders.functionsFolder, `${name}.sql`);
    await writeFile(file, edit(await readFile(file, 'utf8')));
  };
  /** Changes a function, and notes each time that its file is applied. */
  const raiseCap = (cap: number) =>
    change(
      'plan_client_cap',
      (text) => `${text.replace('ELSE 5', `ELSE ${cap}`)}\nINSERT INTO applications VALUES ('plan_client_cap');\n`,
    );
  const cap = async () => (await ask<{ cap: number }>(`SELECT plan_client_cap('base', NULL) AS cap`))[0]?.cap;

  it('applies all files to a database whose functions came with migrations, and then none', async () => {
    const made = await versions();
    await start();
    const files = await readFunctions(folders.functionsFolder);
    expect(await withConnection(url, (owner) => compareFunctions(owner, files))).toEqual([]);
    const applied = await versions();
    for (const row of made) expect(applied).not.toContainEqual(row);
    await start();
    expect(await versions()).toEqual(applied);
  });

  it('applies a file that changed, once, and no other', async () => {
    await start();
    await runAsOwner(url, 'DELETE FROM applications');
    const others = `SELECT proname, xmin::text FROM pg_proc
      WHERE pronamespace = 'public'::regnamespace AND proname <> 'plan_client_cap'`;
    const before = await ask(others);
    await raiseCap(6);
    await start();
    await start();
    expect(await cap()).toBe(6);
    expect(await applications()).toEqual(['plan_client_cap']);
    expect(await ask(others)).toEqual(before);
  });

  it('applies it once when several servers start at once', async () => {
    await start();
    await runAsOwner(url, 'DELETE FROM applications');
    await raiseCap(7);
    await Promise.all([start(), start(), start()]);
    expect(await cap()).toBe(7);
    expect(await applications()).toEqual(['plan_client_cap']);
  });

  it('fails with a sentence when a file cannot be applied, and leaves all functions as they were', async () => {
    await start();
    const before = await definitionOf('resolve_session');
    await runAsOwner(url, 'DELETE FROM applications');
    await raiseCap(8);
    await change('resolve_session', (text) => text.replace('BEGIN', 'BEGINN'));
    await expect(start()).rejects.toThrow(
      /^The database function resolve_session cannot be applied: syntax error .* All functions are as before\./,
    );
    expect(await definitionOf('resolve_session')).toBe(before);
    expect(await cap()).not.toBe(8);
    expect(await applications()).toEqual([]);
    await cp(schemaFolders.functionsFolder, folders.functionsFolder, { recursive: true });
    await start();
    expect(await cap()).toBe(5);
  });

  it('refuses a signature that changed without a migration', async () => {
    await start();
    await change('own_coachings', (text) => text.replace('brand json)', 'brand json, since date)'));
    await expect(start()).rejects.toThrow(
      /^The database function own_coachings cannot be applied: cannot change return/,
    );
  });

  it('applies a function again that a migration had dropped', async () => {
    const { functionsFolder } = folders;
    await start();
    await rm(path.join(functionsFolder, 'open_visits.sql'));
    await runAsOwner(url, 'DROP FUNCTION open_visits(text, timestamptz)');
    await start();
    expect(await definitionOf('open_visits')).toBeUndefined();
    await cp(schemaFolders.functionsFolder, functionsFolder, { recursive: true });
    await start();
    expect(await definitionOf('open_visits')).toContain('open_visits');
  });
});
