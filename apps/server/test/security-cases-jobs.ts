import { type Case, get, send } from './security-calls.ts';

const QUEUE = '/operator/queues/billing.remind';

const change = (path: string): Case => ({
  call: send('POST', path, { ids: ['{new}'] }),
});

const mailChange = (path: 'retries' | 'discards'): Case => ({
  call: send('POST', ({ mailIds }) => `/operator/mails/${mailIds[path]}/${path}`),
});

export const JOBS_CASES: Record<string, Case> = {
  'jobs.listFailedJobs': {
    call: get(`${QUEUE}/failed_jobs`),
  },
  'jobs.retryJobs': change(`${QUEUE}/retries`),
  'jobs.discardJobs': change(`${QUEUE}/discards`),
  'jobs.sendMailAgain': mailChange('retries'),
  'jobs.discardMail': mailChange('discards'),
  'jobs.replayWebhook': {
    call: send('POST', '/operator/webhooks/{webhookId}/replays'),
    missing: [send('POST', '/operator/webhooks/evt_gone/replays')],
  },
};
