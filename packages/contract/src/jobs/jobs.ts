import { z } from 'zod';
import { procedure } from '../errors.ts';
import { id, instant, text, timeCursor } from '../fields.ts';
import { ALERT_KINDS, MAIL_STATUSES, QUEUE_NAME, WEBHOOK_STATUSES } from './jobs.rules.ts';

const PAGE = 50;

/** The queue of one kind of background work. */
export const queueStatus = z.object({
  name: z.string(),
  /** Due jobs that no process has taken yet. */
  waiting: z.int(),
  /** Jobs whose time has not come. */
  planned: z.int(),
  running: z.int(),
  /** Jobs that failed and will be tried again. */
  retrying: z.int(),
  /** Jobs that failed on every try. */
  failed: z.int(),
  oldestWaitingAt: instant.nullable(),
  lastSuccessAt: instant.nullable(),
  /** Cron expression in UTC; null for work that something else starts. */
  schedule: z.string().nullable(),
});
export type QueueStatus = z.infer<typeof queueStatus>;

/** A job that failed on every try. Its content is not shown. */
export const failedJob = z.object({
  id,
  createdAt: instant,
  failedAt: instant,
  tries: z.int(),
  error: z.string(),
  /** The ids in its content, by field. */
  ids: z.record(z.string(), id),
});
export type FailedJob = z.infer<typeof failedJob>;

/** A mail without its text, which may hold secrets. */
export const sentMail = z.object({
  id,
  recipient: z.string(),
  /** The kind of mail, such as `invitation`. */
  template: z.string(),
  /** Null until the mail was tried for the first time, and for a mail with a secret such as a sign-in code. */
  subject: z.string().nullable(),
  status: z.enum(MAIL_STATUSES),
  tries: z.int(),
  /** The mail server's answer to the last try, when it refused the mail. */
  error: z.string().nullable(),
  createdAt: instant,
  updatedAt: instant,
});
export type SentMail = z.infer<typeof sentMail>;

/** A threshold with the value that was measured last. `since` is when it was reached; null while it is not. */
export const alertState = z.object({
  kind: z.enum(ALERT_KINDS),
  threshold: z.int(),
  value: z.int().nullable(),
  since: instant.nullable(),
});
export type AlertState = z.infer<typeof alertState>;

export const alertThreshold = z.int().min(1, 'Please enter 1 or more').max(1_000_000, 'Please enter a smaller number');

/** An id of the payment provider. */
const providerId = z.string().regex(/^[\w.-]{1,255}$/);
/** Milliseconds and id of the last row. */
const webhookCursor = z.string().regex(/^\d{1,13}\.[\w.-]{1,255}$/);

/** An event that the payment provider sent. */
export const receivedWebhook = z.object({
  id: z.string(),
  type: z.string(),
  /** The account of a coach, for an event about payments of clients; null for one about plans. */
  accountId: z.string().nullable(),
  status: z.enum(WEBHOOK_STATUSES),
  /** Tries since it arrived or was replayed. */
  tries: z.int(),
  /** Why the last try failed, or why the event was ignored although it names one of our records. */
  error: z.string().nullable(),
  receivedAt: instant,
});
export type ReceivedWebhook = z.infer<typeof receivedWebhook>;

const mailGone = {
  MAIL_CHANGED: { status: 409, message: 'This email is not among the failed ones any more, so nothing was changed.' },
} as const;
const mailId = z.object({ mailId: id });
const done = z.object({ done: z.literal(true) });

const queue = z.string().regex(QUEUE_NAME);
/** Without ids, all failed jobs of the queue, up to 1000 at once. */
const jobChoice = z.object({ queue, ids: z.array(id).min(1).max(100).optional() });
/** Jobs that another operator retried or discarded meanwhile are not counted. */
const changed = z.object({ count: z.int() });

export const jobs = {
  listQueues: procedure({ allow: 'operator', right: 'jobs' })
    .route({
      method: 'GET',
      path: '/operator/queues',
      tags: ['operator'],
      summary: 'List the queues of background jobs with their jobs by status',
    })
    .output(z.object({ queues: z.array(queueStatus) })),
  listFailedJobs: procedure({ allow: 'operator', right: 'jobs' })
    .route({
      method: 'GET',
      path: '/operator/queues/{queue}/failed_jobs',
      tags: ['operator'],
      summary: `List the jobs of a queue that failed on every try, newest first, ${PAGE} at a time`,
    })
    .input(z.object({ queue, after: timeCursor }))
    .output(z.object({ jobs: z.array(failedJob), next: z.string().nullable() })),
  retryJobs: procedure({ allow: 'operator', right: 'jobs' })
    .route({
      method: 'POST',
      path: '/operator/queues/{queue}/retries',
      tags: ['operator'],
      summary: 'Try failed jobs again',
    })
    .input(jobChoice)
    .output(changed),
  discardJobs: procedure({ allow: 'operator', right: 'jobs' })
    .route({
      method: 'POST',
      path: '/operator/queues/{queue}/discards',
      tags: ['operator'],
      summary: 'Delete failed jobs without running them',
    })
    .input(jobChoice)
    .output(changed),
  listMails: procedure({ allow: 'operator', right: 'jobs' })
    .route({
      method: 'GET',
      path: '/operator/mails',
      tags: ['operator'],
      summary: `List the mails of the last 30 days, newest first, ${PAGE} at a time, or search them by address`,
    })
    .input(z.object({ status: z.enum(MAIL_STATUSES).optional(), to: text(254).optional(), after: timeCursor }))
    .output(z.object({ mails: z.array(sentMail), next: z.string().nullable() })),
  sendMailAgain: procedure({ allow: 'operator', right: 'jobs' })
    .route({
      method: 'POST',
      path: '/operator/mails/{mailId}/retries',
      tags: ['operator'],
      summary: 'Send a failed mail again',
    })
    .errors(mailGone)
    .input(mailId)
    .output(done),
  discardMail: procedure({ allow: 'operator', right: 'jobs' })
    .route({
      method: 'POST',
      path: '/operator/mails/{mailId}/discards',
      tags: ['operator'],
      summary: 'Remove a mail from the failed ones without sending it',
    })
    .errors(mailGone)
    .input(mailId)
    .output(done),
  listAlerts: procedure({ allow: 'operator', right: 'jobs' })
    .route({
      method: 'GET',
      path: '/operator/alerts',
      tags: ['operator'],
      summary: 'List the alerts that are mailed to operators, with their thresholds',
    })
    .output(z.object({ alerts: z.array(alertState) })),
  setAlertThreshold: procedure({ allow: 'operator', right: 'jobs' })
    .route({
      method: 'PUT',
      path: '/operator/alerts/{kind}',
      tags: ['operator'],
      summary: 'Change the threshold of an alert',
    })
    .errors({
      ALERT_CHANGED: { status: 409, message: 'Another operator changed this meanwhile, so nothing was changed.' },
    })
    .input(
      z.object({
        kind: z.enum(ALERT_KINDS),
        threshold: alertThreshold,
        /** The threshold that the operator saw. */
        before: alertThreshold,
      }),
    )
    .output(done),
  listWebhooks: procedure({ allow: 'operator', right: 'jobs' })
    .route({
      method: 'GET',
      path: '/operator/webhooks',
      tags: ['operator'],
      summary: `List the events of the payment provider, newest first, ${PAGE} at a time`,
    })
    .input(z.object({ status: z.enum(WEBHOOK_STATUSES).optional(), after: webhookCursor.optional() }))
    .output(z.object({ webhooks: z.array(receivedWebhook), next: z.string().nullable() })),
  replayWebhook: procedure({ allow: 'operator', right: 'jobs' })
    .route({
      method: 'POST',
      path: '/operator/webhooks/{webhookId}/replays',
      tags: ['operator'],
      summary: 'Process an event of the payment provider again; finished work is not repeated',
    })
    .errors({
      WEBHOOK_CHANGED: { status: 409, message: 'This event is being worked on already, so nothing was changed.' },
    })
    .input(z.object({ webhookId: providerId }))
    .output(done),
};
