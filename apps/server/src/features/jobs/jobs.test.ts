import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { auditProblems } from '../../../test/audit.ts';
import { aFailedJob } from '../../../test/factories/platform.ts';
import { anOperator, type Person } from '../../../test/people.ts';
import { createServices } from '../../services.ts';

let test: TestApp;
let operator: Person;
beforeAll(async () => {
  test = await createTestApp();
  operator = await anOperator(test);
});
afterAll(() => test.close());

const QUEUE = 'billing.remind';

/** A failed job of the queue. A retry of it finds nothing to do. */
async function aReminder(sessionId = randomUUID()): Promise<{ id: string; sessionId: string }> {
  const data = { sessionId, note: 'a secret' };
  const id = await aFailedJob(test, { queue: QUEUE, data, error: 'The provider did not answer.' });
  return { id, sessionId };
}

const failedIds = async () => (await operator.api.jobs.listFailedJobs({ queue: QUEUE })).jobs.map(({ id }) => id);

const entries = async () => {
  const { rows } = await test.owner.execute(
    sql`select action, after from audit_entries where chain_id = ${operator.id} order by seq`,
  );
  return rows;
};

describe('queues', () => {
  it('show their failed jobs with the ids in their data, and no other content', async () => {
    const { id, sessionId } = await aReminder();
    // The first process whose clock starts jobs stores when.
    const { env, log, secret } = test.services;
    await (await createServices({ env, log, databaseUrl: test.databaseUrl, secret })).close();
    const { queues } = await operator.api.jobs.listQueues({});
    expect(queues.find(({ name }) => name === QUEUE)).toMatchObject({ failed: 1, schedule: null });
    expect(queues.find(({ name }) => name === 'billing.overdue')).toMatchObject({ schedule: '0 * * * *' });
    expect(queues.map(({ name }) => name)).not.toContain('dead-letters');
    const { jobs } = await operator.api.jobs.listFailedJobs({ queue: QUEUE });
    expect(jobs).toMatchObject([{ id, tries: 6, error: 'The provider did not answer.', ids: { sessionId } }]);
    expect(JSON.stringify(jobs)).not.toContain('a secret');
  });

  it('retry a job once, even for two concurrent operators', async () => {
    const { id, sessionId } = await aReminder();
    const other = await anOperator(test);
    const retry = (by: Person) => by.api.jobs.retryJobs({ queue: QUEUE, ids: [id] });
    const counts = await Promise.all([retry(operator), retry(other), retry(operator)]);
    expect(counts.map(({ count }) => count).sort()).toEqual([0, 0, 1]);
    const { rows } = await test.owner.execute(
      sql`select 1 from pgboss.job where name = ${QUEUE} and data ->> 'sessionId' = ${sessionId}`,
    );
    expect(rows).toHaveLength(1);
    expect(await failedIds()).not.toContain(id);
  });

  it('discard all failed jobs of one queue, and record it', async () => {
    await aReminder();
    const kept = await failedIds();
    expect((await operator.api.jobs.discardJobs({ queue: 'mail.send' })).count).toBe(0);
    expect(await failedIds()).toEqual(kept);
    expect(await operator.api.jobs.discardJobs({ queue: QUEUE })).toEqual({ count: kept.length });
    expect(await operator.api.jobs.discardJobs({ queue: QUEUE })).toEqual({ count: 0 });
    expect(await failedIds()).toEqual([]);
    expect((await entries()).at(-1)).toEqual({
      action: 'jobs.discarded',
      after: { queue: QUEUE, jobs: kept.length },
    });
    expect(await auditProblems(test)).toEqual([]);
  });

  it('show failed jobs page by page, newest first', async () => {
    const made: string[] = [];
    for (let index = 0; index < 53; index += 1) made.unshift((await aReminder()).id);
    const first = await operator.api.jobs.listFailedJobs({ queue: QUEUE });
    expect(first.jobs).toHaveLength(50);
    const rest = await operator.api.jobs.listFailedJobs({ queue: QUEUE, after: first.next ?? '' });
    const all = [...first.jobs, ...rest.jobs].map(({ id }) => id);
    expect(all.toSorted()).toEqual(made.toSorted());
    expect(rest.next).toBeNull();
  });

  it('have Prometheus metrics, as do failed mails', async () => {
    await aReminder();
    const { body } = await test.from('127.0.0.1').get<string>('/metrics');
    expect(body).toMatch(new RegExp(`queue_jobs\\{queue="${QUEUE}",status="failed"\\} [1-9]`));
    // No job waits in this queue. In others, retried jobs of other tests may.
    expect(body).toContain('queue_oldest_wait_seconds{queue="clients.labels"} 0');
    expect(body).toContain('mails_failed 0');
    expect(body).toMatch(/^webhooks_failed \d+$/m);
  });
});
