import type { QueueStatus, SentMail } from '@stridewell/contract/jobs/jobs';
import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { mountPage } from '../../../test/mount.tsx';
import { openApp } from '../../../test/open-app.tsx';
import { anOperator, CLIENT_ID } from '../../../test/people.ts';
import { json, server } from '../../../test/server.ts';
import { readJobsSearch } from './jobs.search.ts';
import { scheduleText } from './jobs.wording.ts';
import { JobsPage } from './jobs-page.tsx';

const QUEUES = 'GET /rest/v1/operator/queues';
const FAILED = 'GET /rest/v1/operator/queues/billing.remind/failed_jobs';

const aQueue = (changes: Partial<QueueStatus> = {}): QueueStatus => ({
  name: 'billing.remind',
  waiting: 0,
  planned: 0,
  running: 0,
  retrying: 0,
  failed: 0,
  oldestWaitingAt: null,
  lastSuccessAt: null,
  schedule: null,
  ...changes,
});
const FAILED_JOB = {
  id: CLIENT_ID,
  createdAt: '2026-01-05T12:00:00.000Z',
  failedAt: '2026-01-05T13:00:00.000Z',
  tries: 6,
  error: 'The provider did not answer.',
  ids: {},
};

/** The page at an address, without the app around it. */
const openJobs = (at: string) =>
  mountPage({
    at,
    read: readJobsSearch,
    page: (search, onSearch) => <JobsPage search={search} onSearch={onSearch} />,
  });

it.each([
  [null, 'When needed'],
  ['* * * * *', 'Every minute'],
  ['*/5 * * * *', 'Every 5 minutes'],
  ['0 * * * *', 'Every hour'],
  ['5 3 * * *', 'Daily at 8:50 AM'],
  ['0 0 1 * *', '0 0 1 * *'],
])('the schedule %s reads "%s"', (cron, words) => {
  expect(scheduleText(cron, 'Asia/Kathmandu')).toBe(words);
});

describe('queues', () => {
  it('come with failures first', async () => {
    server.on(QUEUES, { queues: [aQueue({ name: 'a.work' }), aQueue({ failed: 1200 })] });
    await openJobs('/operator/jobs');
    const [, first] = await screen.findAllByRole('row');
    expect(first?.textContent).toContain('Reminders about purchases without an accountbilling.remind');
    const name = '1,200 failed jobs in the queue Reminders about purchases without an account';
    expect(screen.getByRole('link', { name }).getAttribute('href')).toBe('/operator/jobs?queue=billing.remind');
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
    await openJobs('/operator/jobs?queue=billing.remind');
    const failed = within(
      await screen.findByRole('region', { name: 'Failed jobs: Reminders about purchases without an account' }),
    );
    expect(await failed.findByText('The provider did not answer.')).toBeDefined();
    fireEvent.click(failed.getByRole('button', { name: 'Discard' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Discard this job?' }));
    fireEvent.click(dialog.getByRole('button', { name: 'Discard job' }));
    expect(await screen.findByText('Discarded 1 job')).toBeDefined();
    expect(await failed.findByText('No failed jobs in this queue.')).toBeDefined();
    expect(sent).toEqual([{ ids: [CLIENT_ID] }]);
  });

  it('say when another operator retried first', async () => {
    server.on(QUEUES, { queues: [aQueue({ failed: 1 })] });
    server.on(FAILED, { jobs: [FAILED_JOB], next: null });
    server.on('POST /rest/v1/operator/queues/billing.remind/retries', { count: 0 });
    await openJobs('/operator/jobs?queue=billing.remind');
    fireEvent.click(await screen.findByRole('button', { name: 'Retry all' }));
    expect(await screen.findByText('Another operator was first, so nothing changed')).toBeDefined();
  });
});

const MAILS = 'GET /rest/v1/operator/mails';
const aMail = (changes: Partial<SentMail> = {}): SentMail => ({
  id: CLIENT_ID,
  recipient: 'kim@example.com',
  template: 'coach-decision',
  subject: 'Welcome',
  status: 'sent',
  tries: 1,
  error: null,
  createdAt: '2026-01-05T12:00:00.000Z',
  updatedAt: '2026-01-05T12:00:00.000Z',
  ...changes,
});

describe('mails', () => {
  it('show what the mail server answered, and are sent again', async () => {
    server.on(MAILS, { mails: [aMail({ status: 'failed', error: '550 No such mailbox' })], next: null });
    server.on(`POST /rest/v1/operator/mails/${CLIENT_ID}/retries`, () => {
      server.on(MAILS, { mails: [aMail({ status: 'queued', tries: 0, subject: null })], next: null });
      return json({ done: true });
    });
    await openJobs('/operator/jobs?tab=mail');
    expect(await screen.findByText('550 No such mailbox')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Send again' }));
    expect(await screen.findByText('Sending again to kim@example.com')).toBeDefined();
    expect(await screen.findByText('Coach decision')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull();
  });

  it('say when another operator was faster', async () => {
    server.on(MAILS, { mails: [aMail({ status: 'failed', error: 'No answer' })], next: null });
    const message = 'This email is not among the failed ones any more, so nothing was changed.';
    server.refuse(`POST /rest/v1/operator/mails/${CLIENT_ID}/discards`, 409, 'MAIL_CHANGED', message);
    await openJobs('/operator/jobs?tab=mail&status=failed');
    fireEvent.click(await screen.findByRole('button', { name: 'Discard' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Discard this email?' }));
    fireEvent.click(dialog.getByRole('button', { name: 'Discard email' }));
    expect(await dialog.findByText(message)).toBeDefined();
  });
});

describe('alerts', () => {
  it('show what was reached, and change a threshold', async () => {
    const alert = { kind: 'failed_mails', threshold: 5, value: 7, since: new Date().toISOString() };
    server.on('GET /rest/v1/operator/alerts', { alerts: [alert] });
    const sent: unknown[] = [];
    server.on('PUT /rest/v1/operator/alerts/failed_mails', async (request) => {
      sent.push(await request.json());
      server.on('GET /rest/v1/operator/alerts', { alerts: [{ ...alert, threshold: 10 }] });
      return json({ done: true });
    });
    await openJobs('/operator/jobs?tab=alerts');
    expect(await screen.findByText('7, since just now')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Change the threshold: Failed emails' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change the threshold' }));
    fireEvent.change(dialog.getByLabelText('Failed emails'), { target: { value: '10' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Save threshold' }));
    expect(await screen.findByText('Alert at 10')).toBeDefined();
    expect(sent).toEqual([{ threshold: 10, before: 5 }]);
  });
});

describe('events of the payment provider', () => {
  const receivedAt = new Date().toISOString();
  const failed = {
    id: 'evt_1',
    type: 'invoice.paid',
    accountId: null,
    status: 'failed',
    tries: 12,
    error: 'No answer',
    receivedAt,
  };

  it('are replayed', async () => {
    server.on('GET /rest/v1/operator/webhooks', { webhooks: [failed], next: null });
    server.on('POST /rest/v1/operator/webhooks/evt_1/replays', () => {
      const done = { ...failed, status: 'done', tries: 1, error: null };
      server.on('GET /rest/v1/operator/webhooks', { webhooks: [done], next: null });
      return json({ done: true });
    });
    await openJobs('/operator/jobs?tab=webhooks');
    expect(await screen.findByText('No answer')).toBeDefined();
    expect(screen.getByText('Coach plans')).toBeDefined();
    expect(screen.getByText('Failed, tried 12 times, just now')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Replay' }));
    expect(await screen.findByText('Replaying the event')).toBeDefined();
    expect(await screen.findByText('Done, just now')).toBeDefined();
  });

  it('about the account of a coach name it, and can be replayed unless they are ignored', async () => {
    const type = 'checkout.session.completed';
    const retrying = { ...failed, type, accountId: 'acct_1', status: 'retrying', tries: 1 };
    const yesterday = new Date(Date.now() - 24 * 3_600_000).toISOString();
    const ignored = {
      ...failed,
      id: 'evt_2',
      receivedAt: yesterday,
      status: 'ignored',
      error: 'The account is not the one of the coach',
    };
    server.on('GET /rest/v1/operator/webhooks', { webhooks: [retrying, ignored], next: null });
    await openJobs('/operator/jobs?tab=webhooks');
    expect(await screen.findByText('Client payments, account acct_1')).toBeDefined();
    expect(screen.getByText('Retrying, tried 1 time, just now')).toBeDefined();
    expect(screen.getByText('The account is not the one of the coach')).toBeDefined();
    expect(screen.getByText('Ignored, yesterday')).toBeDefined();
    expect(screen.getAllByRole('button', { name: 'Replay' })).toHaveLength(1);
  });
});

describe('the page in the app', () => {
  it('keeps the search of mails in the address', async () => {
    const asked: string[] = [];
    server.on(MAILS, (request) => {
      asked.push(new URL(request.url).search);
      return json({ mails: [], next: null });
    });
    await openApp('/operator/jobs?tab=mail&status=failed&to=kim', anOperator());
    expect(await screen.findByText('No emails match')).toBeDefined();
    expect(asked).toEqual(['?status=failed&to=kim']);
    expect(screen.getByRole('searchbox', { name: 'Search by address' })).toHaveProperty('value', 'kim');
  });
});
