import { COACH_PARAM } from './identity.rules.ts';

/** The five types of the spec, which the public tour shows. */
export const CORE_NOTIFICATION_TYPES = [
  'check_in_completed',
  'check_in_due',
  'message_received',
  'client_assigned',
  'coach_assigned',
] as const;
export const NOTIFICATION_TYPES = [
  ...CORE_NOTIFICATION_TYPES,
  'coaching_ended',
  'check_in_overdue',
  'check_in_reviewed',
  'coaching_paused',
  'coaching_resumed',
  'session_scheduled',
  'session_changed',
  'session_cancelled',
  'session_reminder',
  'onboarding_completed',
] as const;
export type NotificationType = (typeof NOTIFICATION_TYPES)[number];

export const NOTIFICATION_GROUPS = ['check_ins', 'messages', 'sessions', 'clients'] as const;
export type NotificationGroup = (typeof NOTIFICATION_GROUPS)[number];

export const CHANNELS = ['in_app', 'mail'] as const;
export type Channel = (typeof CHANNELS)[number];

/** Who is told: a side of a coaching relationship. */
export type Reader = 'coach' | 'client';

type Kind = {
  group: NotificationGroup;
  /** What it is called in the preferences of each side; a side without words never gets one. */
  words: Partial<Record<Reader, string>>;
  /** Whether it comes by mail as well until somebody says otherwise. In the app everything is on. */
  mail: boolean;
};

const SESSION: Pick<Kind, 'group' | 'mail'> = { group: 'sessions', mail: true };
const both = (words: string): Kind['words'] => ({ coach: words, client: words });

export const NOTIFICATION_KINDS: Record<NotificationType, Kind> = {
  check_in_completed: { group: 'check_ins', mail: false, words: { coach: 'A client sends a check-in' } },
  check_in_overdue: { group: 'check_ins', mail: false, words: { coach: 'A check-in is overdue' } },
  check_in_due: { group: 'check_ins', mail: true, words: { client: 'Your check-in is due' } },
  check_in_reviewed: { group: 'check_ins', mail: true, words: { client: 'Your coach replies to a check-in' } },
  message_received: { group: 'messages', mail: true, words: both('Somebody writes to you') },
  session_scheduled: { ...SESSION, words: both('A session is booked') },
  session_changed: { ...SESSION, words: both('A session is moved or changed') },
  session_cancelled: { ...SESSION, words: both('A session is cancelled') },
  session_reminder: { ...SESSION, words: both('A session is about to start') },
  client_assigned: { group: 'clients', mail: false, words: { coach: 'A client answers your invitation' } },
  coach_assigned: { group: 'clients', mail: false, words: { client: 'A coach takes you on' } },
  coaching_paused: { group: 'clients', mail: true, words: { client: 'Your coach pauses the coaching' } },
  coaching_resumed: { group: 'clients', mail: true, words: { client: 'Your coaching goes on' } },
  onboarding_completed: {
    group: 'clients',
    mail: false,
    words: { coach: 'A client finishes their onboarding' },
  },
  coaching_ended: { group: 'clients', mail: true, words: both('Somebody ends the coaching') },
};

/** What a side can be told, in the order of the groups. */
export const typesFor = (reader: Reader): NotificationType[] =>
  NOTIFICATION_GROUPS.flatMap((group) =>
    NOTIFICATION_TYPES.filter((type) => {
      const kind = NOTIFICATION_KINDS[type];
      return kind.group === group && kind.words[reader] !== undefined;
    }),
  );

export const typesOfGroup = (group: NotificationGroup): NotificationType[] =>
  NOTIFICATION_TYPES.filter((type) => NOTIFICATION_KINDS[type].group === group);

export const isOnByDefault = (type: NotificationType, channel: Channel): boolean =>
  channel === 'in_app' || NOTIFICATION_KINDS[type].mail;

/** One choice that differs, or may differ, from the default. */
export type ChannelChoice = { type: NotificationType; channel: Channel; enabled: boolean };

/** What somebody wants, their own choices before the defaults. */
export const isWanted = (choices: readonly ChannelChoice[], type: NotificationType, channel: Channel): boolean =>
  choices.find((choice) => choice.type === type && choice.channel === channel)?.enabled ?? isOnByDefault(type, channel);

/** The same choices with one of them made anew. */
export const withChoice = (choices: readonly ChannelChoice[], made: ChannelChoice): ChannelChoice[] => [
  ...choices.filter(({ type, channel }) => type !== made.type || channel !== made.channel),
  made,
];

/** A message waits so long before it is mailed, because whoever is here reads it by then. */
export const MESSAGE_MAIL_DELAY_MS = 5 * 60_000;

type Told = {
  type: NotificationType;
  metadata: {
    client_id?: string | undefined;
    coach_id?: string | undefined;
    conversation_id?: string | undefined;
    check_in_id?: string | undefined;
  };
};

function clientPath({ type }: Told): string {
  const { group } = NOTIFICATION_KINDS[type];
  // The reply is a message.
  if (group === 'messages' || type === 'check_in_reviewed') return '/client/messages';
  if (group === 'sessions') return '/client/book';
  return group === 'check_ins' ? '/client/check-in' : '/client/dashboard';
}

/** The page that a notification is about, for a coach (whose id it is) or a client. */
export function notificationPath(told: Told, reader: { coachId: string } | 'client'): string {
  const { type, metadata } = told;
  if (reader === 'client') {
    return metadata.coach_id ? `${clientPath(told)}?${COACH_PARAM}=${metadata.coach_id}` : clientPath(told);
  }
  const { group } = NOTIFICATION_KINDS[type];
  const home = `/coach/${reader.coachId}`;
  if (metadata.check_in_id) return `${home}/check-ins/${metadata.check_in_id}`;
  if (metadata.conversation_id) return `${home}/messages/${metadata.conversation_id}`;
  if (group === 'sessions') return `${home}/calendar`;
  return metadata.client_id ? `${home}/client/${metadata.client_id}` : '/notifications';
}

/** Notifications that one answer holds; older ones are asked for by the last of them. */
export const NOTIFICATION_PAGE = 50;

export const BELL_REFRESH_MS = 300_000;
export const BELL_THROTTLE_MS = 10_000;
export const PANEL_WIDTH_PX = 384;
export const PANEL_MAX_HEIGHT_PX = 500;

export type Badge = { kind: 'none' } | { kind: 'dot' } | { kind: 'count'; text: string };

/** Nothing for 0, a dot alone for exactly 1, the number for 2 to 9, and 9+ above. */
export function badgeOf(unread: number): Badge {
  if (unread <= 0) return { kind: 'none' };
  if (unread === 1) return { kind: 'dot' };
  return { kind: 'count', text: unread > 9 ? '9+' : String(unread) };
}
