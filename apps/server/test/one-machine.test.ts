import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedLarge } from '../seed/large.ts';
import { createTestApp, type TestApp } from './app.ts';
import {
  changesCoach,
  concernsTenants,
  insertsFromFunction,
  listReadingFunctions,
  nestedFunctions,
  subqueriesWithoutTable,
  unboundScans,
} from './scans.ts';
import { CASES } from './security-cases.ts';
import { recordStatements, type Statement } from './statements.ts';
import { createWorld } from './world.ts';

let test: TestApp;
let owner: pg.Client;
let reading: readonly string[];
/** Distinct statements on tenant tables that each procedure sends for its allowed callers. */
const sent = new Map<string, readonly Statement[]>();
beforeAll(async () => {
  test = await createTestApp();
  const world = await createWorld(test);
  owner = new pg.Client({ connectionString: test.databaseUrl });
  await owner.connect();
  reading = await listReadingFunctions(owner);
  for (const [name, { call, allowed }] of Object.entries(CASES)) {
    const all = await recordStatements(async () => {
      for (const caller of allowed) await call(world.callers[caller], world);
    });
    const texts = new Map(all.filter(concernsTenants).map((statement) => [statement.text, statement]));
    sent.set(name, [...texts.values()]);
  }
  // On a busy machine, all procedures for all callers exceed the default time of a hook.
}, 180_000);
afterAll(async () => {
  await owner.end();
  await test.close();
});

describe('every statement names the coach in every subquery, keeps the key of rows and calls no function that reads', () => {
  it.each(Object.keys(CASES))('of %s', async (name) => {
    const astray: string[] = [];
    for (const statement of sent.get(name) ?? []) {
      const scans = await unboundScans(owner, statement);
      if (scans.length > 0) astray.push(`${scans.join(', ')} in ${statement.text}`);
      if (changesCoach(statement)) astray.push(`the coach is set in ${statement.text}`);
      for (const name of nestedFunctions(statement, reading)) astray.push(`${name} for the rows of ${statement.text}`);
      if (await insertsFromFunction(owner, statement)) astray.push(`rows of a function in ${statement.text}`);
    }
    expect(astray).toEqual([]);
  });

  it.each([
    ['dashboard.getCoachDashboard', 5],
    ['dashboard.getClientDashboard', 5],
    ['clients.listClients', 2],
    ['clients.getClient', 1],
    ['clients.getOverview', 2],
    ['clients.listTimeline', 1],
    ['clients.listNotes', 1],
    ['records.getClientRecord', 1],
    ['messages.listConversations', 1],
    ['messages.searchMessages', 1],
    ['messages.listMessages', 3],
    ['messages.sendMessage', 4],
    ['calendar.getCalendar', 3],
    ['checkins.listCheckInsToReview', 1],
    ['checkins.getReview', 4],
    ['checkins.getCheckInForm', 3],
    ['progress.getProgress', 1],
    ['metrics.getClientMetrics', 1],
    ['performance.getPerformance', 5],
    ['reports.getInteractions', 8],
    ['retention.getEngagement', 2],
    ['flows.previewFlow', 4],
  ])('among them those of %s', (name, least) => {
    expect(sent.get(name)?.length).toBeGreaterThanOrEqual(least);
  });
});

describe('the check', () => {
  const coach = randomUUID();
  const scans = (text: string, values: unknown[] = [coach]) => unboundScans(owner, { text, values });

  it.each([
    ['a subquery with the coach', 'select (select count(*) from messages m where m.coach_id = $1) as n'],
    [
      'a join, which hands the coach on',
      `select m.id from conversations c left join messages m on m.coach_id = c.coach_id and m.client_id = c.client_id
        where c.coach_id = $1`,
    ],
    ['a change of one row', 'update files set status = status where coach_id = $1 and id = $1'],
  ])('lets %s through', async (_name, text) => {
    expect(await scans(text)).toEqual([]);
  });

  it.each([
    ['no coach', 'select id from messages where client_id = $1', 'messages messages'],
    [
      'a subquery with the key of the outer row',
      `select r.client_id, (select max(m.seq) from messages m where m.coach_id = r.coach_id and m.client_id = r.client_id)
        from client_coach_relationships r where r.coach_id = $1`,
      'messages m',
    ],
    [
      'a subquery in a subquery with the key of the outer row',
      `select (select max((select f.bytes from files f where f.coach_id = a.coach_id and f.id = a.file_id))
        from message_attachments a where a.coach_id = $1)`,
      'files f',
    ],
    [
      'a lateral subquery with the key of the outer row',
      `select l.n from conversations c cross join lateral (select count(*) as n from messages m
        where m.coach_id = c.coach_id) l where c.coach_id = $1`,
      'messages m',
    ],
    [
      'the coach of the scope',
      `select id from messages where coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and id = $1`,
      'messages messages',
    ],
    ['several coaches', 'select id from messages where coach_id in ($1, gen_random_uuid())', 'messages messages'],
    ['a deletion without the coach', 'delete from files where id = $1', 'files files'],
  ])('refuses %s', async (_name, text, found) => {
    expect(await scans(text)).toEqual([found]);
  });

  it.each([
    [true, 'insert into "client_notes" ("coach_id") values ($1) on conflict do update set "coach_id" = $1'],
    [true, 'update files set status = $1, coach_id = $2 where id = $3'],
    [false, 'update files set status = $1 where coach_id = $2'],
    [false, 'insert into current_coaches (user_id) values ($1) on conflict (user_id) do update set coach_id = $2'],
  ])('tells whether the key is set: %s', (changed, text) => {
    expect(changesCoach({ text, values: [] })).toBe(changed);
  });

  it.each([
    [['busy_times'], 'select (select count(*) from busy_times(now(), now(), now(), r.client_id)) from messages r'],
    [['is_mail_wanted'], 'update files set status = $1 where is_mail_wanted(client_id, $2)'],
    [[], 'select * from busy_times($1, $2, $3, $4)'],
    [[], 'select dated_days(p.content, p.start_day, p.weekdays, p.moved) from client_programs p'],
  ])('tells which functions that read are called for rows: %s', (names, text) => {
    expect(nestedFunctions({ text }, reading)).toEqual(names);
  });

  it.each([
    [["SELECT (e ->> 'day')::date AS day"], "cross join lateral (SELECT (e ->> 'day')::date AS day) d"],
    [['select count(*)'], 'where n = (select max((select count(*))) from messages m)'],
    [[], 'where exists (select from files f where f.id = any(array[m.id]))'],
    [[], 'where day = (select max(day) from check_ins where (id, coach_id) = (m.id, m.coach_id))'],
  ])('tells which subqueries have no table: %s', (found, rest) => {
    expect(subqueriesWithoutTable({ text: `select 1 from messages m ${rest}` })).toEqual(found);
  });

  const keys = 'insert into message_words (coach_id, word, created_at, message_id, client_id)';
  it.each([
    [true, `${keys} select $1::uuid, w, now(), $1::uuid, $1::uuid from unnest($2::text[]) w`],
    [
      false,
      `${keys} select m.coach_id, w, m.created_at, m.id, m.client_id from messages m, unnest($2::text[]) w
        where m.coach_id = $1`,
    ],
    [false, `${keys} select $1::uuid, 'word', now(), $1::uuid, $1::uuid where $2::text[] is not null`],
  ])('tells whether rows come from a function alone: %s', async (found, text) => {
    expect(await insertsFromFunction(owner, { text, values: [coach, ['word']] })).toBe(found);
  });
});

it('the large scenario has no subquery without a table, and calls no function that reads for the rows of a table', async () => {
  const sizes = { coaches: 1, clientsPerCoach: 1, days: 21 };
  const all = await recordStatements(() => seedLarge({ ownerUrl: test.databaseUrl, now: new Date(), ...sizes }));
  const seeding = all.filter(concernsTenants);
  expect(seeding.length).toBeGreaterThan(20);
  expect(seeding.flatMap(subqueriesWithoutTable)).toEqual([]);
  expect(seeding.flatMap((statement) => nestedFunctions(statement, reading))).toEqual([]);
});
