import { randomUUID } from 'node:crypto';
import { badGets, badSends, type Case, get, send } from './security-calls.ts';

const QUEUE = '/operator/queues/billing.remind';

const change = (path: string): Case => ({
  call: send(
    'POST',
    () => path,
    () => ({ ids: [randomUUID()] }),
  ),
  bad: [
    send(
      'POST',
      () => path,
      () => ({ ids: [] }),
    ),
    send(
      'POST',
      () => path,
      () => ({ ids: ['x'] }),
    ),
    send(
      'POST',
      () => path.replace('billing.remind', "x'%20or%201=1"),
      () => ({}),
    ),
  ],
});

const mailChange = (path: 'retries' | 'discards'): Case => ({
  call: send(
    'POST',
    ({ mailIds }) => `/operator/mails/${mailIds[path]}/${path}`,
    () => ({}),
  ),
  bad: [
    send(
      'POST',
      () => `/operator/mails/x/${path}`,
      () => ({}),
    ),
  ],
});

export const JOBS_CASES: Record<string, Case> = {
  'jobs.listQueues': { call: get(() => '/operator/queues') },
  'jobs.listFailedJobs': {
    call: get(() => `${QUEUE}/failed_jobs`),
    bad: badGets(`${QUEUE}/failed_jobs?after=x`, '/operator/queues/%00/failed_jobs'),
  },
  'jobs.retryJobs': change(`${QUEUE}/retries`),
  'jobs.discardJobs': change(`${QUEUE}/discards`),
  'jobs.listMails': {
    call: get(() => '/operator/mails?status=failed&to=a'),
    bad: badGets(
      '/operator/mails?status=gone',
      '/operator/mails?after=x',
      '/operator/mails?to=%00',
      `/operator/mails?to=${'x'.repeat(10_000)}`,
    ),
  },
  'jobs.sendMailAgain': mailChange('retries'),
  'jobs.discardMail': mailChange('discards'),
  'jobs.listAlerts': { call: get(() => '/operator/alerts') },
  'jobs.setAlertThreshold': {
    call: send(
      'PUT',
      () => '/operator/alerts/oldest_job',
      () => ({ threshold: 15, before: 15 }),
    ),
    bad: [
      ...badSends('PUT', '/operator/alerts/oldest_job', { threshold: 0, before: 15 }, { threshold: 1.5, before: 15 }),
      ...badSends('PUT', '/operator/alerts/gone', { threshold: 15, before: 15 }),
    ],
  },
  'jobs.listWebhooks': {
    call: get(() => '/operator/webhooks?status=failed'),
    bad: badGets('/operator/webhooks?status=gone', '/operator/webhooks?after=x', "/operator/webhooks?after=1.'--"),
  },
  'jobs.replayWebhook': {
    call: send(
      'POST',
      ({ webhookId }) => `/operator/webhooks/${webhookId}/replays`,
      () => ({}),
    ),
    bad: [
      send(
        'POST',
        () => "/operator/webhooks/x'%20or%201/replays",
        () => ({}),
      ),
    ],
    missing: [
      send(
        'POST',
        () => '/operator/webhooks/evt_gone/replays',
        () => ({}),
      ),
    ],
  },
};
