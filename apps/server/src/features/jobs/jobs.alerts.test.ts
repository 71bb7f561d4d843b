import { ALERT_KINDS, type AlertKind } from '@stridewell/contract/jobs/jobs.rules';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { aFailedJob, aWebhookEvent, someMails, someRequests } from '../../../test/factories/platform.ts';
import { anOperator, type Person } from '../../../test/people.ts';
import { addRequests, countRequests } from '../../platform/http/request-minutes.data.ts';
import { listOutbox } from '../../platform/mail/outbox.data.ts';
import { checkAlerts } from './jobs.alerts.service.ts';

let test: TestApp;
let operator: Person;
beforeAll(async () => {
  test = await createTestApp();
  operator = await anOperator(test, { operatorRole: 'support' });
});
afterAll(() => test.close());

const alertOf = async (kind: AlertKind) =>
  (await operator.api.jobs.listAlerts({})).alerts.find((alert) => alert.kind === kind);
/** Subjects of alerts about failed mails. Other tests leave other failures. */
const subjectsTo = async ({ email }: Person) =>
  (await listOutbox(test.services.db))
    .filter(({ recipient }) => recipient === email)
    .map(({ subject }) => subject)
    .filter((subject) => subject.includes('Failed emails'))
    .toReversed();

describe('alerts', () => {
  it('are mailed once when they start and once when they are over, only to operators of jobs', async () => {
    const billing = await anOperator(test, { operatorRole: 'billing' });
    await checkAlerts(test.services);
    expect(await alertOf('failed_mails')).toMatchObject({ threshold: 5, value: 0, since: null });
    await someMails(test, { count: 5, sealed: 'x' });
    await Promise.all([checkAlerts(test.services), checkAlerts(test.services)]);
    await checkAlerts(test.services);
    expect(await alertOf('failed_mails')).toMatchObject({ value: 5, since: expect.any(String) });
    await test.owner.execute(sql`delete from mail_deliveries where template = 'invitation'`);
    await checkAlerts(test.services);
    await checkAlerts(test.services);
    expect(await alertOf('failed_mails')).toMatchObject({ value: 0, since: null });
    await expect
      .poll(() => subjectsTo(operator), { timeout: 20_000 })
      .toEqual(['Stridewell needs attention. Failed emails: 5', 'Stridewell is back to normal. Failed emails: 0']);
    expect(await subjectsTo(billing)).toEqual([]);
  });

  it('measure the failed requests of the last hour and the failed events of the payment provider', async () => {
    await someRequests(test, { requests: 10_000_000, failures: 2_500_000 });
    await aWebhookEvent(test, { id: 'evt_alerting', status: 'failed' });
    await checkAlerts(test.services);
    const [rate, webhooks] = [await alertOf('error_rate'), await alertOf('failed_webhooks')];
    await test.owner.execute(sql`delete from request_minutes where requests >= 10000000`);
    await test.owner.execute(sql`delete from webhook_events where id = 'evt_alerting'`);
    expect([24, 25]).toContain(rate?.value);
    expect(rate?.since).not.toBeNull();
    expect(webhooks?.value).toBeGreaterThan(0);
    expect(webhooks?.since).not.toBeNull();
  });

  it('name the queues whose jobs failed', async () => {
    await aFailedJob(test, { queue: 'files.sweep' });
    await checkAlerts(test.services);
    await test.owner.execute(sql`delete from pgboss.job where source_name = 'files.sweep'`);
    const texts = async () =>
      (await listOutbox(test.services.db))
        .filter(({ recipient, subject }) => recipient === operator.email && subject.includes('Failed jobs'))
        .map(({ text }) => text);
    await expect.poll(texts, { timeout: 20_000 }).toEqual([expect.stringContaining('In: Deletion of unused files')]);
  });

  it('have a threshold that only one of two concurrent operators changes, with an audit entry', async () => {
    const other = await anOperator(test);
    const set = (by: Person, threshold: number) =>
      by.api.jobs.setAlertThreshold({ kind: 'oldest_job', threshold, before: 15 });
    const changed = await Promise.allSettled([set(operator, 30), set(other, 60)]);
    const refused = changed.filter(({ status }) => status === 'rejected');
    expect(refused).toMatchObject([{ reason: { code: 'ALERT_CHANGED' } }]);
    expect([30, 60]).toContain((await alertOf('oldest_job'))?.threshold);
    const { rows } = await test.owner.execute(
      sql`select before from audit_entries where action = 'alert.changed' order by at`,
    );
    expect(rows).toEqual([{ before: { alert: 'Longest wait of a job, in minutes', threshold: 15 } }]);
  });

  it('are all listed before the first check', async () => {
    const { alerts } = await operator.api.jobs.listAlerts({});
    expect(alerts.map(({ kind }) => kind)).toEqual(ALERT_KINDS);
  });
});

describe('the requests of all processes', () => {
  /** A time in a year that no other test uses. */
  const at = (time: string) => new Date(`2100-01-01T${time}Z`);
  const add = (time: string, requests: number, failures: number) =>
    addRequests(test.services.db, at(time), { requests, failures });
  const count = (time: string) => countRequests(test.services.db, at(time));

  it('are summed by minute, and kept for an hour', async () => {
    await test.owner.execute(sql`delete from request_minutes where minute > '2099-01-01'`);
    expect(await count('12:00:00')).toEqual({ requests: 0, failures: 0 });
    await Promise.all([add('12:00:10', 10, 1), add('12:00:50', 20, 2), add('12:00:59.999', 30, 0)]);
    await add('12:30:00', 5, 5);
    expect(await count('12:59:00')).toEqual({ requests: 65, failures: 8 });
    expect(await count('13:00:00')).toEqual({ requests: 5, failures: 5 });
    expect(await count('12:29:59')).toEqual({ requests: 60, failures: 3 });
    await add('13:01:00', 1, 0);
    const { rows } = await test.owner.execute(
      sql`select requests from request_minutes where minute > '2099-01-01' order by minute`,
    );
    expect(rows).toEqual([{ requests: 5 }, { requests: 1 }]);
  });
});
