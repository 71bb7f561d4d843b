import { randomUUID } from 'node:crypto';
import { getTableName, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { coachDecisionMail } from '../src/features/operator/operator.mails.ts';
import { sealedColumns } from '../src/features.ts';
import { createSeal } from '../src/platform/seal.ts';
import { countFormerJobs, resealColumn } from '../src/platform/sealed-columns.ts';
import { createTestApp, type TestApp } from './app.ts';
import { aCalendarConnection } from './factories/automation.ts';
import { aCoach, type Coach } from './people.ts';

const FORMER = 'a-key-that-was-replaced-0123456789abcdef';
const PRESENT = 'the-key-that-replaced-it-0123456789abcd';
const RENEWING = createSeal(PRESENT, [FORMER]);

let test: TestApp;
let coach: Coach;
beforeAll(async () => {
  test = await createTestApp({ ENCRYPTION_KEY: FORMER, WEBHOOK_ALLOW_PRIVATE: 'true', APP_ROLE: 'web' });
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.owner.execute(sql`delete from calendar_connections`);
  await test.owner.execute(sql`delete from webhook_endpoints`);
  coach = await aCoach(test, { plan: 'pro' });
});

/** A webhook whose secret was replaced, so it has two. */
async function aWebhook(): Promise<string> {
  const [id, of] = [randomUUID(), { coachId: coach.id }];
  const webhook = { label: 'CRM', url: 'http://127.0.0.1:9/hook', events: ['lead.created' as const], fields: [] };
  await coach.api.webhooks.createWebhookEndpoint({ ...of, id, ...webhook });
  const { secret } = await coach.api.webhooks.rotateWebhookSecret({ ...of, endpointId: id, secretNumber: 1 });
  return secret;
}

/** @param renewingFor seconds for which a process renews the tokens */
const aConnection = (text: string, renewingFor: number | null = null) =>
  aCalendarConnection(test, {
    of: coach,
    sealed: createSeal(FORMER).seal(text),
    renewingUntil: renewingFor === null ? null : new Date(Date.now() + renewingFor * 1000),
  });

const resealAll = async () => {
  const done: Record<string, object> = {};
  for (const column of sealedColumns) {
    const { name, ...counts } = await resealColumn(test.owner, RENEWING, column);
    done[name] = counts;
  }
  return done;
};

const textsIn = async (table: string, column: string) => {
  const { rows } = await test.owner.execute<{ text: string }>(
    sql`select ${sql.identifier(column)} as text from ${sql.identifier(table)}`,
  );
  return rows.map(({ text }) => text);
};

it('every column of sealed texts is among those that are sealed again', async () => {
  const { rows } = await test.owner.execute<{ name: string }>(sql`select table_name || '.' || column_name as name
    from information_schema.columns where table_schema = 'public' and column_name ~ '(^|_)sealed(_|$)'`);
  const known = sealedColumns.map(({ table, sealed }) => `${getTableName(table)}.${sealed.name}`);
  expect(known.sort()).toEqual(rows.map(({ name }) => name).sort());
});

it('secrets open with the new key alone, and are sealed again once', async () => {
  const secret = await aWebhook();
  await aConnection('tokens');
  expect(await resealAll()).toMatchObject({
    'webhook_endpoints.sealed': { renewed: 1, busy: 0, unreadable: 0 },
    'webhook_endpoints.former_sealed': { renewed: 1, busy: 0, unreadable: 0 },
    'calendar_connections.sealed': { renewed: 1, busy: 0, unreadable: 0 },
    'crm_connections.sealed': { renewed: 0, busy: 0, unreadable: 0 },
  });
  const { open } = createSeal(PRESENT);
  expect((await textsIn('webhook_endpoints', 'sealed')).map(open)).toEqual([secret]);
  expect((await textsIn('calendar_connections', 'sealed')).map(open)).toEqual(['tokens']);
  expect(await resealAll()).toMatchObject({ 'webhook_endpoints.sealed': { renewed: 0, busy: 0, unreadable: 0 } });
});

it('tokens that are being renewed are left alone', async () => {
  await aConnection('tokens', 60);
  const before = await textsIn('calendar_connections', 'sealed');
  expect(await resealAll()).toMatchObject({ 'calendar_connections.sealed': { renewed: 0, busy: 1 } });
  expect(await textsIn('calendar_connections', 'sealed')).toEqual(before);
  await test.owner.execute(sql`update calendar_connections set renewing_until = now() - interval '1 second'`);
  expect(await resealAll()).toMatchObject({ 'calendar_connections.sealed': { renewed: 1, busy: 0 } });
});

it('a text that no key opens is counted, and stays', async () => {
  await aWebhook();
  await test.owner.execute(sql`update webhook_endpoints set sealed = ${createSeal('some other key').seal('lost')}`);
  const before = await textsIn('webhook_endpoints', 'sealed');
  expect(await resealAll()).toMatchObject({ 'webhook_endpoints.sealed': { renewed: 0, busy: 0, unreadable: 1 } });
  expect(await textsIn('webhook_endpoints', 'sealed')).toEqual(before);
});

it('waiting mails are counted while they need the former key', async () => {
  // No worker takes them here.
  await test.owner.execute(sql`delete from pgboss.job where data->>'sealed' is not null`);
  expect(await countFormerJobs(test.owner, RENEWING)).toBe(0);
  const props = { decision: 'approve', name: 'Kim', reason: '', url: 'https://example.com' };
  await test.services.mailer.send({ to: coach.email, template: coachDecisionMail, props });
  expect(await countFormerJobs(test.owner, RENEWING)).toBe(1);
  expect(await countFormerJobs(test.owner, createSeal(FORMER))).toBe(0);
});
