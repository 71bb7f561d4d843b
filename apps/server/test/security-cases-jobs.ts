import { randomUUID } from 'node:crypto';
import { badGets, type Case, get, send } from './security-calls.ts';

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

export const JOBS_CASES: Record<string, Case> = {
  'jobs.listQueues': { call: get(() => '/operator/queues'), allowed: MAY_WATCH },
  'jobs.listFailedJobs': {
    call: get(() => `${QUEUE}/failed_jobs`),
    allowed: MAY_WATCH,
    bad: badGets(`${QUEUE}/failed_jobs?after=x`, '/operator/queues/%00/failed_jobs'),
  },
  'jobs.retryJobs': change(`${QUEUE}/retries`),
  'jobs.discardJobs': change(`${QUEUE}/discards`),
};
