import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../test/app.ts';
import { seedDemo } from './demo.ts';

/** Some clients joined four weeks before, on the day on which clocks went back. */
const NOW = new Date('2026-11-29T18:00:00Z');

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
  await seedDemo({ ownerUrl: test.databaseUrl, now: NOW, files: test.services.files });
}, 120_000);
afterAll(() => test.close());

const run = async (query: string) => (await test.owner.execute<Record<string, string>>(sql.raw(query))).rows;

/** Times that are not the time of an action. A month stands for all its days. */
const NO_RECORDS = [
  'client_records.date_of_birth',
  'client_coach_relationships.engagement_until',
  'ledger_entries.month',
];
/** Records of a client from before the account: the lead, the invitation, and the paid month. */
const BEFORE_JOINING = [
  'leads.created_at',
  'leads.last_contact',
  'leads.status_since',
  'client_subscriptions.anchor_on',
  'client_coach_relationships.created_at',
  'coachings.created_at',
  'events.occurred_at',
];

/** Times and days in the tables that have these columns, as `table.column`. */
async function timesBeside(keys: readonly string[]): Promise<string[]> {
  const has = keys.map(
    (key) => `exists (select from information_schema.columns k where k.table_schema = 'public'
    and k.table_name = c.table_name and k.column_name = '${key}')`,
  );
  const rows = await run(`select c.table_name || '.' || c.column_name as name from information_schema.columns c
    where c.table_schema = 'public' and c.data_type in ('date', 'timestamp with time zone') and ${has.join(' and ')}`);
  return rows.flatMap(({ name = '' }) => (NO_RECORDS.includes(name) ? [] : name));
}

/** Rows of a table that are older than the account of `person`; days are compared with the day of joining. */
async function olderThan(name: string, person: string, join: string): Promise<unknown[]> {
  const time = `t.${name.split('.')[1]}`;
  const since = `case when pg_typeof(${time}) = 'date'::regtype then u.created_at::date - 1 else u.created_at end`;
  const rows = await run(`select u.email, min(${time}) as at, u.created_at from ${name.split('.')[0]} t ${join}
    join users u on u.id = ${person} where ${time} < ${since} group by u.id`);
  return rows.map((row) => ({ time: name, ...row }));
}

describe('the people of the demo', () => {
  it('include no coach with records from before they joined', async () => {
    const times = await timesBeside(['coach_id']);
    expect(times.length).toBeGreaterThan(50);
    for (const name of times) expect(await olderThan(name, 't.coach_id', '')).toEqual([]);
  });

  it('include no client with records from before they joined', async () => {
    const times = (await timesBeside(['coach_id', 'client_id'])).filter((name) => !BEFORE_JOINING.includes(name));
    expect(times.length).toBeGreaterThan(30);
    const join =
      'join client_coach_relationships r on r.coach_id = t.coach_id and r.client_id = t.client_id and r.person_id is not null';
    for (const name of times) expect(await olderThan(name, 'r.person_id', join)).toEqual([]);
    const early = `select type from events t join client_coach_relationships r on r.coach_id = t.coach_id
      and r.client_id = t.client_id join users u on u.id = r.person_id
      where t.occurred_at < u.created_at and t.type <> 'relationship.added'`;
    expect(await run(early)).toEqual([]);
  });

  it('joined at the time of their accounts, roles and ids', async () => {
    const ofId =
      "to_timestamp(('x' || lpad(replace(left(u.id::text, 13), '-', ''), 16, '0'))::bit(64)::bigint / 1000.0)";
    const wrong = `select u.email from users u left join coaches k on k.id = u.id left join clients c on c.id = u.id
      where abs(extract(epoch from ${ofId} - u.created_at)) > 1
        or k.created_at <> u.created_at or c.created_at <> u.created_at`;
    expect(await run(wrong)).toEqual([]);
    const operators =
      'select e.id from contact_entries e join users u on u.id = e.author_id where e.created_at < u.created_at';
    expect(await run(operators)).toEqual([]);
    const late = `select id from coaches where created_at > timestamptz '${NOW.toISOString()}' - interval '180 days'`;
    expect(await run(late)).toEqual([]);
  });
});
