import { sql } from 'drizzle-orm';
import { expect, it, onTestFinished } from 'vitest';
import { createTestApp } from '../../../test/app.ts';
import { sweepFilesJob } from '../../features/files/files.jobs.ts';
import { APP_ROLE } from '../db/roles.ts';

it('names in the log what a queue fails with', async () => {
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
