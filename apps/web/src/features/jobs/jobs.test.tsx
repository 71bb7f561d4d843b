import type { QueueStatus } from '@stridewell/contract/jobs';
import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openApp } from '../../../test/open-app.tsx';
import { anOperator, CLIENT_ID } from '../../../test/people.ts';
import { json, server } from '../../../test/server.ts';
import { scheduleText } from './jobs.wording.ts';

const QUEUES = 'GET /rest/v1/operator/queues';
const FAILED = 'GET /rest/v1/operator/queues/billing.remind/failed_jobs';

const aQueue = (changes: Partial<QueueStatus> = {}): QueueStatus => ({
  ...{ name: 'billing.remind', waiting: 0, planned: 0, running: 0, retrying: 0, failed: 0 },
  ...{ oldestWaitingAt: null, lastSuccessAt: null, schedule: null },
  ...changes,
});
const FAILED_JOB = {
  ...{ id: CLIENT_ID, createdAt: '2026-01-05T12:00:00.000Z', failedAt: '2026-01-05T13:00:00.000Z' },
  ...{ tries: 6, error: 'The provider did not answer.', ids: {} },
};

it.each([
  [null, 'When needed'],
  ['* * * * *', 'Every minute'],
  ['*/5 * * * *', 'Every 5 minutes'],
  ['0 * * * *', 'Every hour'],
  ['5 3 * * *', 'Every day at 03:05 UTC'],
  ['0 0 1 * *', '0 0 1 * *'],
])('the schedule %s reads "%s"', (cron, words) => {
  expect(scheduleText(cron)).toBe(words);
});

describe('queues', () => {
  it('come with failures first', async () => {
    server.on(QUEUES, { queues: [aQueue({ name: 'a.work' }), aQueue({ failed: 1200 })] });
    await openApp('/operator/jobs', anOperator());
    const [, first] = await screen.findAllByRole('row');
    expect(first?.textContent).toContain('billing.remind');
    expect(screen.getByRole('link', { name: '1,200 failed jobs of billing.remind' }).getAttribute('href')).toBe(
      '/operator/jobs?queue=billing.remind',
    );
  });

  it('discard a failed job after asking', async () => {
    server.on(QUEUES, { queues: [aQueue({ failed: 1 })] });
    server.on(FAILED, { jobs: [FAILED_JOB], next: null });
    const sent: unknown[] = [];
    server.on('POST /rest/v1/operator/queues/billing.remind/discards', async (request) => {
      sent.push(await request.json());
      server.on(FAILED, { jobs: [], next: null });
      return json({ count: 1 });
    });
    await openApp('/operator/jobs?queue=billing.remind', anOperator());
    const failed = within(await screen.findByRole('region', { name: 'Failed jobs of billing.remind' }));
    expect(await failed.findByText('The provider did not answer.')).toBeDefined();
    fireEvent.click(failed.getByRole('button', { name: 'Discard' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Discard this job?' }));
    fireEvent.click(dialog.getByRole('button', { name: 'Discard job' }));
    expect(await screen.findByText('Discarded 1 job')).toBeDefined();
    expect(await failed.findByText('No job of this queue has failed.')).toBeDefined();
    expect(sent).toEqual([{ ids: [CLIENT_ID] }]);
  });

  it('say when another operator retried first', async () => {
    server.on(QUEUES, { queues: [aQueue({ failed: 1 })] });
    server.on(FAILED, { jobs: [FAILED_JOB], next: null });
    server.on('POST /rest/v1/operator/queues/billing.remind/retries', { count: 0 });
    await openApp('/operator/jobs?queue=billing.remind', anOperator());
    fireEvent.click(await screen.findByRole('button', { name: 'Retry all' }));
    expect(await screen.findByText('Another operator was faster, so nothing was changed')).toBeDefined();
  });
});
