/** `<feature>.<work>` */
export const QUEUE_NAME = /^[a-z][a-z0-9_.-]{0,99}$/;

/** What the jobs of each queue do, for operators. */
export const QUEUE_LABELS: Readonly<Record<string, string>> = {
  'accounts.end_view': 'Ends of views as a coach',
  'accounts.erase_due': 'Deletions of accounts',
  'adjustments.review': 'Daily reviews of training weeks',
  'adjustments.review-client': 'Reviews of a training week after an event',
  'audit.verify': 'Check of the audit log',
  'billing.overdue': 'Ends of grace periods',
  'billing.remind': 'Reminders of purchases without an account',
  'billing.sandbox_event': 'Test events about plans',
  'billing.sandbox_renew': 'Renewals of test subscriptions',
  'billing.seats': 'Clients on the bills of coaches',
  'billing.settle': 'Payment events about plans',
  'calendar.extend': 'New sessions of a series',
  'calendar.forget_holds': 'Unconfirmed bookings',
  'calendar.mail_cancellation': 'Emails about cancelled sessions',
  'calendar.remind': 'Reminders of sessions',
  'checkins.remind': 'Reminders of check-ins',
  'clients.labels': 'Engagement labels of clients',
  'events.handle': 'Work that follows an event',
  'expenses.recurring': 'Recurring expenses',
  'files.sweep': 'Deletion of unused files',
  'jobs.check_alerts': 'Measurements for alerts',
  'jobs.clean_up': 'Deletion of old email records',
  'mail.send': 'Outgoing emails',
  'metrics.store': 'Daily figures of coaches',
  'money.bill': 'Invoices of client subscriptions',
  'money.remind': 'Reminders of overdue invoices',
  'money.sandbox_event': 'Test events about client payments',
  'money.settle': 'Payment events about client payments',
  'money.sum_months': 'Monthly sums of the books',
  'notifications.broadcast': 'Group messages',
  'notifications.deliver': 'Notifications',
  'notifications.mail': 'Emails about notifications',
  'operator.count_platform': 'Figures of the platform',
  'privacy.sweep_exports': 'Deletion of copies of data',
  'privacy.write_export': 'Copies of data',
  'site.forget_holds': 'Unconfirmed demos',
};

/** A queue in words. One of another release has its technical name alone. */
export const queueLabel = (name: string): string => QUEUE_LABELS[name] ?? name;

/** A failed mail waits for an operator, who sends it again or discards it. */
export const MAIL_STATUSES = ['queued', 'sent', 'failed', 'discarded'] as const;
export type MailStatus = (typeof MAIL_STATUSES)[number];

type Alert = {
  /** The threshold in words, with its unit. */
  label: string;
  /** From this value on, operators get a mail. */
  usual: number;
};

/** What operators are mailed about when it reaches a threshold, and again when it is over. */
export const ALERTS = {
  failed_jobs: { label: 'Failed jobs', usual: 1 },
  oldest_job: { label: 'Longest wait of a job, in minutes', usual: 15 },
  failed_mails: { label: 'Failed emails', usual: 5 },
  failed_webhooks: { label: 'Failed events of the payment provider', usual: 1 },
  error_rate: { label: 'Failed requests to the API in the last hour, in percent', usual: 5 },
  audit_problems: { label: 'Changed or missing entries of the audit log', usual: 1 },
} as const satisfies Record<string, Alert>;
export type AlertKind = keyof typeof ALERTS;
export const ALERT_KINDS = Object.keys(ALERTS) as [AlertKind, ...AlertKind[]];

/** What an alert does after a measurement: it begins at the threshold and ends below it, and is quiet in between. */
export function alertStep(alert: { threshold: number; isOn: boolean }, value: number): 'begins' | 'ends' | null {
  const isReached = value >= alert.threshold;
  if (isReached === alert.isOn) return null;
  return isReached ? 'begins' : 'ends';
}

/** A rate of fewer requests would jump with each failure. */
const RATED_FROM = 100;

/** How many requests of a hundred failed; null for too few requests to say. */
export const errorPercent = ({ requests, failures }: { requests: number; failures: number }): number | null =>
  requests < RATED_FROM ? null : (failures / requests) * 100;

/**
 * How far an event of the payment provider is. One that is retried failed and will be tried again by itself, one that
 * failed waits for an operator, and one that is about nothing of ours is ignored.
 */
export const WEBHOOK_STATUSES = ['waiting', 'retrying', 'done', 'failed', 'ignored'] as const;
export type WebhookStatus = (typeof WEBHOOK_STATUSES)[number];
