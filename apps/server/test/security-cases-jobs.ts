import { randomUUID } from 'node:crypto';
import { badGets, badSends, type Case, get, send } from './security-calls.ts';

const MAY_WATCH = ['operator'] as const;
const QUEUE = '/operator/queues/billing.remind';

const change = (path: string): Case => ({
  call: send(
    'POST',
    () => path,
    () => ({ ids: [randomUUID()] }),
  ),
  allowed: MAY_WATCH,
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
  allowed: MAY_WATCH,
  bad: [
    send(
      'POST',
      () => `/operator/mails/x/${path}`,
      () => ({}),
    ),
  ],
});

export const JOBS_CASES: Record<string, Case> = {
  'jobs.listQueues': { call: get(() => '/operator/queues'), allowed: MAY_WATCH },
  'jobs.listFailedJobs': {
    call: get(() => `${QUEUE}/failed_jobs`),
    allowed: MAY_WATCH,
    bad: badGets(`${QUEUE}/failed_jobs?after=x`, '/operator/queues/%00/failed_jobs'),
  },
  'jobs.retryJobs': change(`${QUEUE}/retries`),
  'jobs.discardJobs': change(`${QUEUE}/discards`),
  'jobs.listMails': {
    call: get(() => '/operator/mails?status=failed&to=a'),
    allowed: MAY_WATCH,
    bad: badGets(
      '/operator/mails?status=gone',
      '/operator/mails?after=x',
      '/operator/mails?to=%00',
      `/operator/mails?to=${'x'.repeat(10_000)}`,
    ),
  },
  'jobs.sendMailAgain': mailChange('retries'),
  'jobs.discardMail': mailChange('discards'),
  'jobs.listAlerts': { call: get(() => '/operator/alerts'), allowed: MAY_WATCH },
  'jobs.setAlertThreshold': {
    call: send(
      'PUT',
      () => '/operator/alerts/oldest_job',
      () => ({ threshold: 15, before: 15 }),
    ),
    allowed: MAY_WATCH,
    bad: [
      ...badSends('PUT', '/operator/alerts/oldest_job', { threshold: 0, before: 15 }, { threshold: 1.5, before: 15 }),
      ...badSends('PUT', '/operator/alerts/gone', { threshold: 15, before: 15 }),
    ],
  },
  'jobs.listWebhooks': {
    call: get(() => '/operator/webhooks?status=failed'),
    allowed: MAY_WATCH,
    bad: badGets('/operator/webhooks?status=gone', '/operator/webhooks?after=x', "/operator/webhooks?after=1.'--"),
  },
  'jobs.replayWebhook': {
    call: send(
      'POST',
      ({ webhookId }) => `/operator/webhooks/${webhookId}/replays`,
      () => ({}),
    ),
    allowed: MAY_WATCH,
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
