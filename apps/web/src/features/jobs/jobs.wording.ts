import type { ReceivedWebhook, SentMail } from '@stridewell/contract/jobs';
import type { MailStatus, WebhookStatus } from '@stridewell/contract/jobs.rules';
import { countLabel, timeAgo } from '../../lib/format.ts';

const SCHEDULES: Record<string, string> = {
  '* * * * *': 'Every minute',
  '0 * * * *': 'Every hour',
};

/** A cron expression in UTC in words, like `Every 5 minutes`. */
export function scheduleText(cron: string | null): string {
  if (cron === null) return 'When needed';
  const minutes = /^\*\/(\d+) \* \* \* \*$/.exec(cron)?.[1];
  const hour = /^(\d{1,2}) (\d{1,2}) \* \* \*$/.exec(cron);
  if (minutes) return `Every ${minutes} minutes`;
  if (hour?.[1] && hour[2]) return `Every day at ${hour[2].padStart(2, '0')}:${hour[1].padStart(2, '0')} UTC`;
  return SCHEDULES[cron] ?? cron;
}

/** What a change of failed jobs came to. Zero when another operator was faster. */
export const changedText = (count: number, done: 'Retrying' | 'Discarded'): string =>
  count === 0 ? 'Another operator was faster, so nothing was changed' : `${done} ${countLabel(count, 'job')}`;

export const MAIL_STATUS_LABELS: Record<MailStatus, string> = {
  failed: 'Failed',
  queued: 'Waiting',
  sent: 'Sent',
  discarded: 'Discarded',
};

/** What a mail says in the list: its subject, or before the first try its kind, like `Coach decision`. */
export const mailTitle = ({ subject, template }: SentMail): string =>
  subject ?? `${template.charAt(0).toUpperCase()}${template.slice(1).replaceAll(/[-_]/g, ' ')}`;

/** How a mail stands, like `Sent 5 min ago`. */
export function mailStanding({ status, tries, updatedAt }: SentMail): string {
  if (status === 'queued') return tries === 0 ? 'Waiting' : `Waiting, tried ${countLabel(tries, 'time')}`;
  return `${MAIL_STATUS_LABELS[status]} ${timeAgo(updatedAt)}`;
}

export const WEBHOOK_STATUS_LABELS: Record<WebhookStatus, string> = {
  failed: 'Failed',
  retrying: 'Retrying',
  waiting: 'Waiting',
  done: 'Done',
  ignored: 'Ignored',
};

/** What an event is about, with the account that support finds it in at the provider. */
export const webhookSubject = ({ accountId }: ReceivedWebhook): string =>
  accountId === null ? 'Plans of coaches' : `Payments of clients, account ${accountId}`;

/** How an event stands, like `Retrying, tried 3 times, 5 min ago`. */
export function webhookStanding({ status, tries, receivedAt }: ReceivedWebhook): string {
  const tried = status === 'retrying' || status === 'failed' ? `, tried ${countLabel(tries, 'time')}` : '';
  return `${WEBHOOK_STATUS_LABELS[status]}${tried}, ${timeAgo(receivedAt)}`;
}
