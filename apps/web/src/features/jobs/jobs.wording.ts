import type { ReceivedWebhook, SentMail } from '@stridewell/contract/jobs/jobs';
import type { MailStatus, WebhookStatus } from '@stridewell/contract/jobs/jobs.rules';
import { dayInZone, instantInZone } from '@stridewell/contract/time';
import { agoInSentence, countLabel, timeOfDay } from '../../lib/format.ts';

const SCHEDULES: Record<string, string> = {
  '* * * * *': 'Every minute',
  '0 * * * *': 'Every hour',
};

/** A cron expression in UTC in words, like `Every 5 minutes` or `Daily at 3:00 AM` in the reader's zone. */
export function scheduleText(cron: string | null, timeZone: string, now = new Date()): string {
  if (cron === null) return 'When needed';
  const minutes = /^\*\/(\d+) \* \* \* \*$/.exec(cron)?.[1];
  const hour = /^(\d{1,2}) (\d{1,2}) \* \* \*$/.exec(cron);
  if (minutes) return `Every ${minutes} minutes`;
  if (hour?.[1] && hour[2]) {
    const at = instantInZone(dayInZone(now, 'UTC'), Number(hour[2]) * 60 + Number(hour[1]), 'UTC');
    if (at) return `Daily at ${timeOfDay(at.toISOString(), timeZone)}`;
  }
  return SCHEDULES[cron] ?? cron;
}

/** Result of retrying or discarding failed jobs. Zero when another operator was faster. */
export const changedText = (count: number, done: 'Retrying' | 'Discarded'): string =>
  count === 0 ? 'Another operator was first, so nothing changed' : `${done} ${countLabel(count, 'job')}`;

export const MAIL_STATUS_LABELS: Record<MailStatus, string> = {
  failed: 'Failed',
  queued: 'Waiting',
  sent: 'Sent',
  discarded: 'Discarded',
};

/** Title of an email in the list: its subject, or before the first try its kind, like `Coach decision`. */
export const mailTitle = ({ subject, template }: SentMail): string =>
  subject ?? `${template.charAt(0).toUpperCase()}${template.slice(1).replaceAll(/[-_]/g, ' ')}`;

/** How a mail stands, like `Sent 5 min ago`. */
export function mailStanding({ status, tries, updatedAt }: SentMail, timeZone: string): string {
  if (status === 'queued') return tries === 0 ? 'Waiting' : `Waiting, tried ${countLabel(tries, 'time')}`;
  return `${MAIL_STATUS_LABELS[status]} ${agoInSentence(updatedAt, timeZone)}`;
}

export const WEBHOOK_STATUS_LABELS: Record<WebhookStatus, string> = {
  failed: 'Failed',
  retrying: 'Retrying',
  waiting: 'Waiting',
  done: 'Done',
  ignored: 'Ignored',
};

/** Subject of an event, with the account in which support finds it at the provider. */
export const webhookSubject = ({ accountId }: ReceivedWebhook): string =>
  accountId === null ? 'Coach plans' : `Client payments, account ${accountId}`;

/** How an event stands, like `Retrying, tried 3 times, 5 min ago`. */
export function webhookStanding({ status, tries, receivedAt }: ReceivedWebhook, timeZone: string): string {
  const tried = status === 'retrying' || status === 'failed' ? `, tried ${countLabel(tries, 'time')}` : '';
  return `${WEBHOOK_STATUS_LABELS[status]}${tried}, ${agoInSentence(receivedAt, timeZone)}`;
}
