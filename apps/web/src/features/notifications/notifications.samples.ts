import type { Notification } from '@stridewell/contract/notifications/notifications';
import { CORE_NOTIFICATION_TYPES } from '@stridewell/contract/notifications/notifications.rules';

type Sample = {
  /** The name of the kind. */
  name: string;
  /** The recipient and the occasion. */
  when: string;
  /** The target of a click. */
  opens: string;
  title: string;
  message: string;
  minutesAgo: number;
  read: boolean;
};

const HOUR = 60;
const DAY = 24 * HOUR;

/** One sample notification of each core kind. */
export const SAMPLES: Record<(typeof CORE_NOTIFICATION_TYPES)[number], Sample> = {
  check_in_completed: {
    name: 'Check-in completed',
    when: 'For the coach, when a client has sent a check-in.',
    opens: 'the client’s page',
    title: 'New check-in',
    message: 'Jonas Lind sent a check-in.',
    minutesAgo: 4,
    read: false,
  },
  check_in_due: {
    name: 'Check-in due',
    when: 'For the client, when the next check-in is waiting.',
    opens: 'the check-in',
    title: 'Your check-in is due',
    message: 'A few minutes now help your coach plan next week.',
    minutesAgo: 38,
    read: false,
  },
  message_received: {
    name: 'Message received',
    when: 'For coach and client, when the other has written.',
    opens: 'the conversation',
    title: 'New message from Mara Okafor',
    message: 'Can we go back to squats on Thursday?',
    minutesAgo: 3 * HOUR,
    read: false,
  },
  client_assigned: {
    name: 'Client assigned',
    when: 'For the coach, when a client has accepted or declined the invitation.',
    opens: 'the client’s page',
    title: 'New client',
    message: 'Priya Nair accepted your invitation.',
    minutesAgo: DAY,
    read: true,
  },
  coach_assigned: {
    name: 'Coach assigned',
    when: 'For the client, when a coach has been assigned.',
    opens: 'the dashboard',
    title: 'You have a coach',
    message: 'Lena Brandt is now your coach.',
    minutesAgo: 2 * DAY,
    read: true,
  },
};

/** The samples as the server would send them at `now`, newest first. */
export const sampleNotifications = (now: number) =>
  CORE_NOTIFICATION_TYPES.map((type) => {
    const { title, message, minutesAgo, read } = SAMPLES[type];
    const createdAt = new Date(now - minutesAgo * 60_000).toISOString();
    return { id: type, type, title, message, read, createdAt, metadata: {} } satisfies Notification;
  });

/** Each look of the badge with the numbers of unread ones that lead to it. */
export const BADGE_SAMPLES = [
  { unread: 0, caption: '0 unread', look: 'Nothing' },
  { unread: 1, caption: '1 unread', look: 'A dot alone' },
  { unread: 2, caption: '2 unread', look: 'The number' },
  { unread: 9, caption: '9 unread', look: 'The number' },
  { unread: 10, caption: '10 or more', look: '9+' },
] as const;

const refusal = (code: string, status: number, message = ''): Error =>
  Object.assign(new Error(message), { code, status });

/** The failures of loading, as a call throws them. */
export const FAILURE_SAMPLES = [
  { name: 'Error: not loaded', error: refusal('INTERNAL_SERVER_ERROR', 500) },
  { name: 'Error: signed out', error: refusal('UNAUTHORIZED', 401) },
  { name: 'Error: no access', error: refusal('FORBIDDEN', 403, 'You do not have access to this.') },
  { name: 'Error: unexpected', error: new Error('Unexpected answer') },
] as const;
