import { randomUUID } from 'node:crypto';
import { type Case, get, send } from './security-calls.ts';

const QUEUE = '/operator/queues/billing.remind';

const change = (path: string): Case => ({
  call: send(
    'POST',
    () => path,
    () => ({ ids: [randomUUID()] }),
  ),
});

const mailChange = (path: 'retries' | 'discards'): Case => ({
  call: send(
    'POST',
    ({ mailIds }) => `/operator/mails/${mailIds[path]}/${path}`,
    () => ({}),
  ),
});

export const JOBS_CASES: Record<string, Case> = {
  'jobs.listQueues': { call: get(() => '/operator/queues') },
  'jobs.listFailedJobs': {
    call: get(() => `${QUEUE}/failed_jobs`),
  },
  'jobs.retryJobs': change(`${QUEUE}/retries`),
  'jobs.discardJobs': change(`${QUEUE}/discards`),
  'jobs.listMails': {
    call: get(() => '/operator/mails?status=failed&to=a'),
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
  },
  'jobs.listWebhooks': {
    call: get(() => '/operator/webhooks?status=failed'),
  },
  'jobs.replayWebhook': {
    call: send(
      'POST',
      ({ webhookId }) => `/operator/webhooks/${webhookId}/replays`,
      () => ({}),
    ),
    missing: [
      send(
        'POST',
        () => '/operator/webhooks/evt_gone/replays',
        () => ({}),
      ),
    ],
  },
};
