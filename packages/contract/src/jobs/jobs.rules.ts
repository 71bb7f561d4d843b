/** `<feature>.<work>` */
export const QUEUE_NAME = /^[a-z][a-z0-9_.-]{0,99}$/;

/** Names the work of each queue, for operators. */
export const QUEUE_LABELS: Readonly<Record<string, string>> = {
  'accounts.end_view': 'End of coach views',
  'accounts.erase_due': 'Account deletions',
  'adjustments.review': 'Daily training week reviews',
  'adjustments.review-client': 'Training week reviews after an event',
  'assistant.forget': 'Deletion of old questions to the assistant',
  'audit.verify': 'Audit log check',
  'billing.overdue': 'End of grace periods',
  'billing.remind': 'Reminders about purchases without an account',
  'billing.sandbox_event': 'Test events about plans',
  'billing.sandbox_renew': 'Test subscription renewals',
  'billing.seats': 'Client counts for coach billing',
  'billing.settle': 'Plan payment events',
  'calendar.extend': 'New sessions in a series',
  'calendar.forget_holds': 'Unconfirmed bookings',
  'calendar.mail_cancellation': 'Emails about canceled sessions',
  'calendar.remind': 'Session reminders',
  'calendar.sessions_changed': 'Changed sessions in connected calendars',
  'checkins.remind': 'Check-in reminders',
  'clients.labels': 'Client engagement labels',
  'decisions.digest': 'Monday emails',
  'domains.check': 'Checks of coaches’ domains',
  'domains.moved': 'Notices about domains that moved',
  'effects.count': 'Effects of actions',
  'events.handle': 'Follow-up work after an event',
  'expenses.recurring': 'Recurring expenses',
  'files.sweep': 'Deletion of unused files',
  'flows.run': 'Automatic messages',
  'flows.run_of_coach': 'Flows that a coach changed',
  'identity.send_phone_code': 'Codes by text message',
  'integrations.read_calendars': 'Connected calendars',
  'integrations.revoke_token': 'Ends of access to calendars',
  'integrations.write_sessions': 'Sessions in connected calendars',
  'jobs.check_alerts': 'Measurements for alerts',
  'jobs.clean_up': 'Deletion of old email records',
  'mail.send': 'Outgoing emails',
  'metrics.store': 'Daily coach figures',
  'money.bill': 'Client subscription invoices',
  'money.remind': 'Overdue invoice reminders',
  'money.sandbox_event': 'Test events about client payments',
  'money.settle': 'Client payment events',
  'money.sum_months': 'Monthly bookkeeping totals',
  'notifications.broadcast': 'Group messages',
  'notifications.deliver': 'Notifications',
  'notifications.mail': 'Notification emails',
  'notifications.push': 'Push notifications',
  'notifications.push_leftovers': 'Push notifications after a restart',
  'operator.count_platform': 'Platform figures',
  'privacy.sweep_exports': 'Data copy deletion',
  'privacy.write_export': 'Data copies',
  'retention.notify': 'Notifications about clients at risk',
  'retention.score': 'Weekly risk levels',
  'retention.watch': 'Daily check of the retention model',
  'targets.review': 'Weekly nutrition target reviews',
  'site.forget_holds': 'Unconfirmed demos',
  'webhooks.collect': 'Events for webhooks',
  'webhooks.forget': 'Deletion of old webhook deliveries',
  'webhooks.send': 'Webhook deliveries',
  'crm.revoke': 'Ending of access to HubSpot',
  'crm.start': 'Start of syncs with HubSpot',
  'crm.sync': 'Syncs with HubSpot',
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

/** Figures that operators are mailed about when they reach a threshold, and again when they are back below it. */
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

/** The step of an alert after a measurement: it begins at the threshold, ends below it, and is quiet in between. */
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
 * Progress of an event from the payment provider. A retrying event failed and will be tried again automatically, a
 * failed one waits for an operator, and one that concerns none of our records is ignored.
 */
export const WEBHOOK_STATUSES = ['waiting', 'retrying', 'done', 'failed', 'ignored'] as const;
export type WebhookStatus = (typeof WEBHOOK_STATUSES)[number];
