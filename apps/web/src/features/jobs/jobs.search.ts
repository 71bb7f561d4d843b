import {
  MAIL_STATUSES,
  type MailStatus,
  QUEUE_NAME,
  WEBHOOK_STATUSES,
  type WebhookStatus,
} from '@stridewell/contract/jobs/jobs.rules';
import { readSearchText } from '../../lib/search-text.ts';

/** Tabs of the page, in their order. */
export const JOBS_TABS = ['queues', 'mail', 'webhooks', 'alerts'] as const;
export type JobsTab = (typeof JOBS_TABS)[number];

export const JOBS_TAB_LABELS: Record<JobsTab, string> = {
  queues: 'Queues',
  mail: 'Emails',
  webhooks: 'Webhooks',
  alerts: 'Alerts',
};

/** The search parameters of the page, without default values. */
export type JobsSearch = {
  tab?: Exclude<JobsTab, 'queues'>;
  /** The queue whose failed jobs are open. */
  queue?: string;
  /** Mails of this status. */
  status?: MailStatus;
  /** Events of this status. */
  event?: WebhookStatus;
  /** How the address of a mail begins. */
  to?: string;
};

/** Reads untrusted search parameters and drops invalid ones. */
export function readJobsSearch(given: Record<string, unknown>): JobsSearch {
  const tab = JOBS_TABS.find((name) => name === given.tab);
  if (tab === 'mail') {
    const status = MAIL_STATUSES.find((name) => name === given.status);
    const to = readSearchText(given.to);
    return { tab, ...(status && { status }), ...(to && { to }) };
  }
  if (tab === 'webhooks') {
    const event = WEBHOOK_STATUSES.find((name) => name === given.event);
    return { tab, ...(event && { event }) };
  }
  if (tab === 'alerts') return { tab };
  const { queue } = given;
  return typeof queue === 'string' && QUEUE_NAME.test(queue) ? { queue } : {};
}
