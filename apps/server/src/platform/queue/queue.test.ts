import { sql } from 'drizzle-orm';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { createTestApp } from '../../../test/app.ts';
import { TEST_SECRET } from '../../../test/cluster.ts';
import { sweepFilesJob } from '../../features/files/files.service.ts';
import { queues } from '../../jobs.ts';
import { APP_ROLE, urlOfRole } from '../db/roles.ts';
import { sendMailJob } from '../mail/mail.ts';
import { eachDue } from './each-due.ts';
import { defineJob, Queue } from './queue.ts';

it('logs the error of a failing queue', async () => {
  const test = await createTestApp();
  onTestFinished(() => test.close());
  const queueErrors = () =>
    test.logLines
      .map((line) => JSON.parse(line))
      .filter(({ msg, queue }) => msg === 'queue error' && queue === sweepFilesJob.queue.name);
  await test.owner.execute(sql.raw(`revoke update on all tables in schema pgboss from ${APP_ROLE}`));
  await test.services.queue.send(sweepFilesJob, {});
  await expect.poll(() => queueErrors().length, { timeout: 20_000 }).toBeGreaterThan(0);
  expect(queueErrors()[0]).toMatchObject({
    err: {
      code: '42501',
      message: expect.stringContaining('permission denied'),
      stack: expect.stringContaining('at '),
    },
  });
});

it('lets a failed job wait for as long as it states', async () => {
  const test = await createTestApp({ APP_ROLE: 'web' });
  onTestFinished(() => test.close());
  const { rows } = await test.owner.execute<{ name: string; wait: number; grows: boolean; tries: number }>(
    sql`select name, retry_delay as wait, retry_backoff as grows, retry_limit as tries from pgboss.queue`,
  );
  const stored = new Map(rows.map(({ name, ...waits }) => [name, waits]));
  for (const { name, retryDelay, retryBackoff, retryLimit } of queues) {
    expect(stored.get(name), name).toEqual({ wait: retryDelay, grows: retryBackoff, tries: retryLimit });
  }
  expect(stored.get(sendMailJob.queue.name)).toEqual({ wait: 15, grows: true, tries: 8 });
  expect(defineJob('any.work', { schema: z.object({}) }).queue).toMatchObject({
    retryDelay: 10,
    retryBackoff: true,
    retryLimit: 5,
  });
});

it('continues the sweep of a stopped process on the next try', async () => {
  const test = await createTestApp({ APP_ROLE: 'web' });
  const { log } = test.services;
  const connectionString = urlOfRole(test.databaseUrl, APP_ROLE, TEST_SECRET);
  const queue = new Queue({ connectionString, log, worker: true, byTheClock: false });
  onTestFinished(async () => {
    await queue.stop();
    await test.close();
  });
  await queue.start();
  const worked: number[] = [];
  let paused: Promise<void> | undefined;
  const sweep = () =>
    eachDue({
      name: 'numbers',
      log,
      failure: 'a number was not counted',
      read: async (after: { number: string } | undefined) =>
        [1, 2, 3].filter((one) => one > Number(after?.number ?? 0)),
      size: 10,
      place: (one) => ({ number: String(one) }),
      work: async (one) => {
        worked.push(one);
        if (one === 2) paused = queue.pause();
      },
    });
  await queue.send(sweepFilesJob, {});
  await queue.work(sweepFilesJob, sweep);
  await expect.poll(() => worked, { timeout: 20_000 }).toEqual([1, 2]);
  await paused;
  await test.owner.execute(sql`update pgboss.job set start_after = now() where name = ${sweepFilesJob.queue.name}`);
  await queue.work(sweepFilesJob, sweep);
  await expect.poll(() => worked, { timeout: 20_000 }).toEqual([1, 2, 3]);
});
