import type { Side } from '../people.rules.ts';
import { COACH_PARAM } from '../people.rules.ts';

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
  'program_assigned',
  'program_changed',
  'pain_flagged',
  'workout_comment',
  'food_comment',
  'meal_plan_assigned',
  'adjustment_proposed',
  'target_proposed',
  'safety_notice',
  'client_at_risk',
  'lead_captured',
  'flow_waiting',
  'invoice_issued',
  'payment_overdue',
  'payment_failed',
  'payment_received',
  'coach_decided',
  'data_ready',
  'webhook_turned_off',
  'domain_failing',
  'crm_attention',
] as const;
export type NotificationType = (typeof NOTIFICATION_TYPES)[number];

export const NOTIFICATION_GROUPS = [
  'check_ins',
  'programs',
  'messages',
  'sessions',
  'clients',
  'payments',
  'account',
] as const;
export type NotificationGroup = (typeof NOTIFICATION_GROUPS)[number];

export const CHANNELS = ['in_app', 'mail', 'push'] as const;
export type Channel = (typeof CHANNELS)[number];

type NotificationKind = {
  group: NotificationGroup;
  /** Label in each side's preferences. A side without a label never receives this type. */
  words: Partial<Record<Side, string>>;
  /** Whether it is mailed and pushed by default. In the app, every type is on by default. */
  mail: boolean;
};

const SESSION: Pick<NotificationKind, 'group' | 'mail'> = { group: 'sessions', mail: true };
const both = (words: string): NotificationKind['words'] => ({ coach: words, client: words });

export const NOTIFICATION_KINDS: Record<NotificationType, NotificationKind> = {
  check_in_completed: { group: 'check_ins', mail: false, words: { coach: 'A client sends a check-in' } },
  check_in_overdue: { group: 'check_ins', mail: false, words: { coach: 'A check-in is overdue' } },
  check_in_due: { group: 'check_ins', mail: true, words: { client: 'Your check-in is due' } },
  check_in_reviewed: { group: 'check_ins', mail: true, words: { client: 'Your coach replies to a check-in' } },
  program_assigned: { group: 'programs', mail: true, words: { client: 'Your coach assigns a program' } },
  program_changed: { group: 'programs', mail: false, words: { client: 'Your coach changes your program' } },
  pain_flagged: { group: 'programs', mail: true, words: { coach: 'A client reports pain in a workout' } },
  workout_comment: { group: 'programs', mail: false, words: { client: 'Your coach comments on a workout' } },
  meal_plan_assigned: { group: 'programs', mail: true, words: { client: 'Your coach assigns a meal plan' } },
  food_comment: { group: 'programs', mail: false, words: { client: 'Your coach comments on your food log' } },
  adjustment_proposed: {
    group: 'programs',
    mail: false,
    words: { coach: 'A change to a client’s week is suggested or made' },
  },
  target_proposed: {
    group: 'programs',
    mail: false,
    words: { coach: 'A change to a client’s nutrition target is suggested or made' },
  },
  safety_notice: {
    group: 'clients',
    mail: true,
    words: {
      coach: 'A client writes something that needs you today',
      client: 'Your nutrition changes for your health, or a letter for a doctor is ready',
    },
  },
  client_at_risk: {
    group: 'clients',
    mail: true,
    words: { coach: 'A client’s risk of leaving rises, or their score falls' },
  },
  message_received: { group: 'messages', mail: true, words: both('You receive a message') },
  session_scheduled: { ...SESSION, words: both('A session is booked') },
  session_changed: { ...SESSION, words: both('A session is moved or changed') },
  session_cancelled: { ...SESSION, words: both('A session is canceled') },
  session_reminder: { ...SESSION, words: both('A session is about to start') },
  client_assigned: { group: 'clients', mail: false, words: { coach: 'A client accepts or declines your invitation' } },
  coach_assigned: { group: 'clients', mail: false, words: { client: 'You get a coach' } },
  coaching_paused: { group: 'clients', mail: true, words: { client: 'Your coach pauses the coaching' } },
  coaching_resumed: { group: 'clients', mail: true, words: { client: 'Your coach resumes the coaching' } },
  lead_captured: { group: 'clients', mail: true, words: { coach: 'A new lead fills in your form' } },
  flow_waiting: { group: 'clients', mail: false, words: { coach: 'A flow has a task or a question for you' } },
  onboarding_completed: {
    group: 'clients',
    mail: false,
    words: { coach: 'A client finishes their onboarding' },
  },
  invoice_issued: { group: 'payments', mail: true, words: { client: 'Your coach sends an invoice' } },
  payment_overdue: {
    group: 'payments',
    mail: true,
    words: { coach: 'A client’s invoice is overdue', client: 'An invoice is overdue' },
  },
  payment_failed: {
    group: 'payments',
    mail: true,
    words: { coach: 'A client’s payment fails', client: 'Your payment fails' },
  },
  payment_received: { group: 'payments', mail: false, words: { coach: 'A client pays by card' } },
  // The decision sends a separate mail.
  coach_decided: {
    group: 'account',
    mail: false,
    words: { coach: 'Your coach profile is approved or its status changes' },
  },
  webhook_turned_off: {
    group: 'account',
    mail: true,
    words: { coach: 'A webhook is turned off after failures' },
  },
  domain_failing: {
    group: 'account',
    mail: true,
    words: { coach: 'Your domain or sender address stops working, or is about to' },
  },
  crm_attention: {
    group: 'account',
    mail: true,
    words: { coach: 'HubSpot has to be connected again, or a contact deleted there' },
  },
  // So does the copy.
  data_ready: { group: 'account', mail: false, words: both('The copy of your data is ready') },
  coaching_ended: { group: 'clients', mail: true, words: both('The coaching ends') },
};

/** Types that a side can receive, in the order of the groups. */
export const notificationTypesFor = (reader: Side): NotificationType[] =>
  NOTIFICATION_GROUPS.flatMap((group) =>
    NOTIFICATION_TYPES.filter((type) => {
      const kind = NOTIFICATION_KINDS[type];
      return kind.group === group && kind.words[reader] !== undefined;
    }),
  );

/** Groups of which a side can receive a type. */
export const notificationGroupsFor = (reader: Side): NotificationGroup[] => [
  ...new Set(notificationTypesFor(reader).map((type) => NOTIFICATION_KINDS[type].group)),
];

export const notificationTypesOfGroup = (group: NotificationGroup): NotificationType[] =>
  NOTIFICATION_TYPES.filter((type) => NOTIFICATION_KINDS[type].group === group);

export const isOnByDefault = (type: NotificationType, channel: Channel): boolean =>
  channel === 'in_app' || NOTIFICATION_KINDS[type].mail;

/** A user's choice for one type and channel. */
export type ChannelChoice = { type: NotificationType; channel: Channel; enabled: boolean };

/** Whether a notification is on. A user's choice overrides the default. */
export const isNotificationOn = (
  choices: readonly ChannelChoice[],
  type: NotificationType,
  channel: Channel,
): boolean =>
  choices.find((choice) => choice.type === type && choice.channel === channel)?.enabled ?? isOnByDefault(type, channel);

/** Adds or replaces one choice. */
export const updateChoice = (choices: readonly ChannelChoice[], made: ChannelChoice): ChannelChoice[] => [
  ...choices.filter(({ type, channel }) => type !== made.type || channel !== made.channel),
  made,
];

/** Delay before a message is mailed, so that a recipient who is online can read it first. */
export const MESSAGE_MAIL_DELAY_MS = 5 * 60_000;
/** Delay before a message is pushed. An open conversation marks it as read within this time. */
export const MESSAGE_PUSH_DELAY_MS = 10_000;

/** Hours of the device's day in which pushes that can wait are held back. */
export const PUSH_NIGHT = { from: 22, until: 7 } as const;

type NotificationTarget = {
  type: NotificationType;
  metadata: {
    client_id?: string | undefined;
    coach_id?: string | undefined;
    conversation_id?: string | undefined;
    check_in_id?: string | undefined;
    lead_id?: string | undefined;
    invoice_id?: string | undefined;
  };
};

/** Where people find the copy of their data. Clients are led on to their profile. */
export const OWN_DATA_PATH = '/settings?section=data';

function clientPath({ type }: NotificationTarget): string {
  const { group } = NOTIFICATION_KINDS[type];
  // A reply to a check-in is a message.
  if (group === 'messages' || type === 'check_in_reviewed') return '/client/messages';
  if (group === 'sessions') return '/client/book';
  if (type === 'food_comment' || type === 'safety_notice') return '/client/nutrition';
  if (type === 'meal_plan_assigned') return '/client/nutrition/plan';
  if (group === 'programs') return '/client/workouts';
  if (group === 'payments') return '/client/payments';
  return group === 'check_ins' ? '/client/check-in' : '/client/dashboard';
}

/** Path of the page that a notification opens. */
export function notificationPath(target: NotificationTarget, reader: { coachId: string } | 'client'): string {
  const { type, metadata } = target;
  if (type === 'data_ready') return OWN_DATA_PATH;
  if (reader === 'client') {
    return metadata.coach_id ? `${clientPath(target)}?${COACH_PARAM}=${metadata.coach_id}` : clientPath(target);
  }
  const { group } = NOTIFICATION_KINDS[type];
  const home = `/coach/${reader.coachId}`;
  if (type === 'coach_decided') return '/coach-profile';
  if (type === 'webhook_turned_off' || type === 'crm_attention') return `${home}/integrations`;
  if (type === 'domain_failing') return `${home}/branding/domain`;
  if (metadata.check_in_id) return `${home}/check-ins/${metadata.check_in_id}`;
  if (metadata.conversation_id) return `${home}/messages/${metadata.conversation_id}`;
  if (metadata.lead_id) return `${home}/pipeline/${metadata.lead_id}`;
  if (metadata.invoice_id) return `${home}/money/${metadata.invoice_id}`;
  if (group === 'sessions') return `${home}/calendar`;
  if (group === 'payments') return `${home}/money`;
  if (type === 'flow_waiting') return `${home}/flows`;
  if (type === 'target_proposed') return `${home}/client/${metadata.client_id}?tab=nutrition`;
  return metadata.client_id ? `${home}/client/${metadata.client_id}` : '/notifications';
}

/** Notifications per page. */
export const NOTIFICATION_PAGE = 50;

export const PANEL_WIDTH_PX = 384;
export const PANEL_MAX_HEIGHT_PX = 500;

export type Badge = { kind: 'none' } | { kind: 'dot' } | { kind: 'count'; text: string };

/** No badge for 0, a dot for 1, the number for 2 to 9, else 9+. */
export function badgeOf(unread: number): Badge {
  if (unread <= 0) return { kind: 'none' };
  if (unread === 1) return { kind: 'dot' };
  return { kind: 'count', text: unread > 9 ? '9+' : String(unread) };
}
