import type { Notification } from '@stridewell/contract/notifications/notifications';
import {
  isNotificationOn,
  MESSAGE_PUSH_DELAY_MS,
  type NotificationType,
  notificationPath,
  PUSH_NIGHT,
} from '@stridewell/contract/notifications/notifications.rules';
import type { Side } from '@stridewell/contract/people.rules';
import { nextAllowed } from '@stridewell/contract/quiet-hours.rules';
import type { PushMessage } from '../../platform/push/push.ts';

/** Shown on a lock screen, where others may read it. */
type Shown = 'title and text' | 'title' | Partial<Record<Side, string>>;

/**
 * Types with fixed words hide their cause: health, nutrition, risk and money of a person stay in the app. Titles of the
 * other types name at most the other side, and only check-ins, sessions and new coachings have a text.
 */
const SHOWN: Record<NotificationType, Shown> = {
  check_in_completed: 'title and text',
  check_in_overdue: 'title and text',
  check_in_due: 'title and text',
  session_scheduled: 'title and text',
  session_changed: 'title and text',
  session_reminder: 'title and text',
  // The text ends with the reason, in the words of the person who canceled.
  session_cancelled: 'title',
  check_in_reviewed: 'title',
  message_received: 'title',
  client_assigned: 'title and text',
  coach_assigned: 'title and text',
  coaching_ended: 'title',
  coaching_paused: 'title',
  coaching_resumed: 'title',
  onboarding_completed: 'title',
  program_assigned: 'title',
  meal_plan_assigned: 'title',
  workout_comment: 'title',
  food_comment: 'title',
  lead_captured: 'title',
  invoice_issued: 'title',
  coach_decided: 'title',
  data_ready: 'title',
  webhook_turned_off: 'title',
  domain_failing: 'title',
  crm_attention: 'title',
  program_changed: { client: 'Your program has changed' },
  pain_flagged: { coach: 'A client needs you' },
  safety_notice: { coach: 'A client needs you today', client: 'Your nutrition page has news' },
  adjustment_proposed: { coach: 'A training week is ready to review' },
  target_proposed: { coach: 'A nutrition review is ready' },
  client_at_risk: { coach: 'A client may need your attention' },
  flow_waiting: { coach: 'A flow has a task or a question for you' },
  payment_overdue: { coach: 'An invoice is overdue', client: 'An invoice is overdue' },
  payment_failed: { coach: 'A payment failed', client: 'Your payment failed' },
  payment_received: { coach: 'A client paid by card' },
};

/** Sent at night too: people wait for an answer, or the time of a session is close. */
const AT_ANY_TIME: ReadonlySet<NotificationType> = new Set<NotificationType>([
  'message_received',
  'safety_notice',
  'pain_flagged',
  'session_changed',
  'session_cancelled',
  'session_reminder',
]);

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 24 * HOUR_SECONDS;
const RETRY_SECONDS = 30;
/** Later tries would tell people of something that has passed. */
export const MOST_TRIES = 6;

/** How long a push is worth showing after it was due. */
export const ttlSecondsOf = (type: NotificationType): number =>
  type === 'session_reminder' ? HOUR_SECONDS : DAY_SECONDS;

/** When a notification of this moment is pushed, before its night is known. */
export const pushAt = (type: NotificationType, now: Date): Date =>
  new Date(now.getTime() + (type === 'message_received' ? MESSAGE_PUSH_DELAY_MS : 0));

/** Whether the recipient wants this type as a push. */
export const isPushWanted = (type: NotificationType, chosen: boolean | null): boolean =>
  chosen ?? isNotificationOn([], type, 'push');

/** The first moment from now on at which the device may be woken. */
export const allowedAt = (type: NotificationType, now: Date, timeZone: string): Date =>
  AT_ANY_TIME.has(type) ? now : nextAllowed(now, PUSH_NIGHT, timeZone);

/** Time of the next try, in growing steps unless the push service asks for a longer pause. A day at most. */
export function nextTryAt(now: Date, tries: number, afterSeconds: number): Date {
  const seconds = Math.min(DAY_SECONDS, Math.max(afterSeconds, RETRY_SECONDS * 4 ** (tries - 1)));
  return new Date(now.getTime() + seconds * 1000);
}

type Pushed = Pick<Notification, 'id' | 'title' | 'message' | 'metadata'> & { userId: string; type: NotificationType };

/** The encrypted part, which the service worker of the web app reads. */
export type PushBody = { title: string; body: string; url: string; tag: string };

/** A notification as its recipient's device gets it. */
export function toPush({ id, userId, type, title, message, metadata }: Pushed): PushMessage {
  const isCoach = metadata.coach_id === userId;
  const shown = SHOWN[type];
  // Pushes of one conversation replace each other on the device.
  const tag = type === 'message_received' ? `conversation.${metadata.conversation_id}` : id;
  const body: PushBody = {
    title: typeof shown === 'string' ? title : (shown[isCoach ? 'coach' : 'client'] ?? 'You have a new notification'),
    body: shown === 'title and text' ? message : '',
    url: notificationPath({ type, metadata }, isCoach ? { coachId: userId } : 'client'),
    tag,
  };
  const urgency = AT_ANY_TIME.has(type) ? 'high' : 'normal';
  return { body: JSON.stringify(body), ttlSeconds: ttlSecondsOf(type), urgency, tag };
}
