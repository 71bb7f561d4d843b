import { ALERT_KINDS, type AlertKind } from '@stridewell/contract/jobs.rules';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { anOperator, type Person } from '../../../test/people.ts';
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
const subjectsTo = async ({ email }: Person) =>
  (await listOutbox(test.services.db))
    .filter(({ recipient }) => recipient === email)
    .map(({ subject }) => subject)
    .toReversed();

const failMails = (count: number) =>
  test.owner.execute(sql`insert into mail_deliveries (id, recipient, template, status, sealed)
    select gen_random_uuid(), 'gone@example.com', 'invitation', 'failed', 'x' from generate_series(1, ${count}::int)`);

describe('alerts', () => {
  it('are mailed once when they begin and once when they are over, to operators of jobs alone', async () => {
    const billing = await anOperator(test, { operatorRole: 'billing' });
    await checkAlerts(test.services);
    expect(await alertOf('failed_mails')).toMatchObject({ threshold: 5, value: 0, since: null });
    await failMails(5);
    await Promise.all([checkAlerts(test.services), checkAlerts(test.services)]);
    await checkAlerts(test.services);
    expect(await alertOf('failed_mails')).toMatchObject({ value: 5, since: expect.any(String) });
    await test.owner.execute(sql`delete from mail_deliveries where template = 'invitation'`);
    await checkAlerts(test.services);
    await checkAlerts(test.services);
    expect(await alertOf('failed_mails')).toMatchObject({ value: 0, since: null });
    await expect
      .poll(() => subjectsTo(operator), { timeout: 20_000 })
      .toEqual(['Stridewell needs attention. Failed emails: 5', 'Stridewell is fine again. Failed emails: 0']);
    expect(await subjectsTo(billing)).toEqual([]);
  });

  it('have a threshold that one of two operators changes, which is recorded', async () => {
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
