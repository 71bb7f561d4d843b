import { text } from 'node:stream/consumers';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { clientIdOf, fillTables, idOf } from '../../../test/isolation-world.ts';
import { CLASSES } from '../../../test/table-classes.ts';
import type { ExportedTable } from '../../core/exports.ts';
import { Registry } from '../../core/registry.ts';
import { features } from '../../features.ts';
import { filesOfPart, partsOf } from './privacy.contents.service.ts';

/** Directory tables that belong to a coach, or to a coaching, and not to a person. */
const OF_COACH = ['lead_forms', 'coach_brands', 'coach_domains', 'coach_senders', 'coachings'];

const { exportedTables } = new Registry(features, { send: async () => undefined });
const entriesOf = (table: string) => exportedTables.filter(({ name }) => name === table);
const decides = ({ columns, leftOut }: ExportedTable, reader: keyof ExportedTable['columns']) =>
  columns[reader] !== undefined || (leftOut[reader] ?? '').endsWith('.');

describe('each table', () => {
  it.each(CLASSES.tenant)('%s is in the copies of coaches and clients, or left out with a reason', (table) => {
    for (const reader of ['coach', 'client'] as const)
      expect(entriesOf(table).some((one) => decides(one, reader))).toBe(true);
  });

  it.each([...CLASSES.personal, ...CLASSES.directory])('%s is in copies, or left out with a reason', (table) => {
    const reader = OF_COACH.includes(table) ? 'coach' : 'person';
    expect(entriesOf(table).some((one) => decides(one, reader))).toBe(true);
  });

  it('has a separate file, with a description', () => {
    for (const reader of ['coach', 'client', 'person'] as const) {
      const shown = exportedTables.filter(({ columns }) => columns[reader]);
      const files = shown.map((one) => one.files[reader]);
      expect(new Set(files).size).toBe(files.length);
      for (const { files: names, about } of shown)
        expect([names[reader], about]).toEqual([expect.stringMatching(/^[a-z-]+$/), expect.stringMatching(/\.$/)]);
    }
  });

  it('has a unique order, so that no page repeats or skips a row', async () => {
    for (const { name, order, columns } of exportedTables) {
      if (Object.keys(columns).length > 0) expect(order.length, name).toBeGreaterThan(0);
      for (const column of order) expect(column.notNull || column.primary, `${name}.${column.name}`).toBe(true);
    }
  });

  it('reveals no secret', () => {
    const given = exportedTables.flatMap(({ name, columns }) =>
      Object.values(columns).flatMap((chosen) => Object.values(chosen).map((column) => `${name}.${column.name}`)),
    );
    const named = given.filter((column) =>
      /[._](?:token|secret|password|key|url)$|\.\w*(?:digest|hash|sha256)/.test(column),
    );
    // Links of online meetings, which coach and client see with their sessions.
    const links = [
      'coach_sessions.meeting_url',
      'coach_sessions.made_meeting_url',
      'session_series.meeting_url',
      'session_types.meeting_url',
    ];
    expect(new Set(named)).toEqual(new Set(['workout_logs.day_key', 'workout_sets.exercise_key', ...links]));
  });
});

describe('with a row of every person in every table', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await createTestApp();
    const owner = new pg.Client({ connectionString: test.databaseUrl });
    await owner.connect();
    await fillTables(owner, Object.values(CLASSES).flat());
    await owner.end();
  });
  afterAll(() => test.close());

  /** Everything in the copy of a person, as one text. */
  async function copyOf(...of: Parameters<typeof partsOf>) {
    const files = new Map<string, string>();
    for (const part of partsOf(...of)) {
      for await (const { path, contents } of filesOfPart(test.services, part)) files.set(path, await text(contents));
    }
    return files;
  }
  const coachingOf = (client: 'a' | 'f', status: 'active' | 'ended') =>
    [{ coachId: idOf('A'), clientId: clientIdOf(client), coachName: 'Anna', status }] as const;
  const rowsOf = (files: Map<string, string>, path: string): unknown[] => JSON.parse(files.get(path) ?? 'null');

  it('a client whose numbers are off gets all of them, in a folder that stays closed', async () => {
    const of = [idOf('a'), false, coachingOf('a', 'active')] as const;
    const [usual, separate] = [await copyOf(...of), await copyOf(...of, new Set([idOf('A')]))];
    const FOLDER = 'With Anna/Weights and calories/';
    const moved = [...separate.keys()].filter((path) => path.startsWith(FOLDER));
    expect(moved).toEqual(
      expect.arrayContaining(
        ['check-ins', 'measurements', 'records', 'food-entries'].map((file) => `${FOLDER}${file}.json`),
      ),
    );
    const back = new Map([...separate].map(([path, content]) => [path.replace(FOLDER, 'With Anna/'), content]));
    expect(back).toEqual(usual);
    const isWeight = /weight_?kg|"kind": ?"(weight|body_fat)"|kcal/i;
    const open = [...separate].filter(([path, content]) => !path.startsWith(FOLDER) && isWeight.test(content));
    // The unit that energy is shown in, and weights on a bar.
    expect(open.map(([path]) => path)).toEqual(['preferences.json', 'With Anna/workout-sets.json']);
    expect(moved).toContain(`${FOLDER}food-log-standard/meals.csv`);
  });

  it('a coach gets each table of their tenant, and no other tenant’s rows', async () => {
    const files = await copyOf(idOf('A'), true, []);
    const all = [...files.values()].join('');
    for (const other of [idOf('B'), idOf('b'), clientIdOf('b')]) expect(all).not.toContain(other);
    for (const own of ['a', 'p', 'f', 'i'] as const) expect(all).toContain(clientIdOf(own));
    for (const [path, content] of files) {
      if (path.endsWith('.json')) expect(JSON.parse(content).length, path).toBeGreaterThan(0);
    }
    expect(rowsOf(files, 'Your coaching/notes.json')).toHaveLength(4);
    expect(rowsOf(files, 'Your coaching/leads.json')).toHaveLength(5);
  });

  it.each([
    ['a', 'active', ['p', 'f', 'i', 'b']],
    ['f', 'ended', ['a', 'p', 'i', 'b']],
  ] as const)('the client %s, who is %s, gets what is about them', async (client, status, others) => {
    const files = await copyOf(idOf(client), false, coachingOf(client, status));
    const all = [...files.values()].join('');
    for (const other of others) {
      for (const id of [idOf(other), clientIdOf(other)]) expect(all).not.toContain(id);
    }
    expect(all).not.toContain(idOf('B'));
    const names = [...files.keys()].filter((path) => path.startsWith('With Anna/')).map((path) => path.slice(10));
    expect(names).toEqual(expect.arrayContaining(['check-ins.json', 'check-ins.csv', 'messages.json', 'payments.csv']));
    for (const secret of ['notes', 'leads', 'ledger', 'client-figures', 'packages', 'programs', 'timeline']) {
      expect(names).not.toContain(`${secret}.json`);
    }
    expect(rowsOf(files, 'With Anna/check-ins.json')).toHaveLength(1);
    expect(rowsOf(files, 'With Anna/health-answers.json')).toHaveLength(1);
    // The client answered no form, so the copy has none.
    expect(rowsOf(files, 'With Anna/form-versions.json')).toEqual([]);
    expect(rowsOf(files, 'account.json')).toMatchObject([{ id: idOf(client) }]);
  });

  it('a file whose contents are lost is named in a list', async () => {
    const files = await copyOf(idOf('a'), false, coachingOf('a', 'active'));
    expect(files.get('With Anna/files/not-found.txt')).toContain(idOf('a'));
  });
});
