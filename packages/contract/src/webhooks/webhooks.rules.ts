import type { Plan } from '../billing/billing.rules.ts';

/**
 * Events that webhooks announce, by the name they have there, with the words that coaches choose by. Events about a
 * client's health, such as reported pain, measurements or food, are left out.
 */
export const WEBHOOK_EVENTS = {
  'lead.created': { group: 'leads', label: 'A lead is added' },
  'lead.moved': { group: 'leads', label: 'A lead moves to another stage' },
  'relationship.invited': { group: 'clients', label: 'A client is invited' },
  'relationship.accepted': { group: 'clients', label: 'A client accepts the invitation' },
  'relationship.declined': { group: 'clients', label: 'A client declines the invitation' },
  'relationship.revoked': { group: 'clients', label: 'An invitation is withdrawn' },
  'onboarding.completed': { group: 'clients', label: 'A client finishes the onboarding' },
  'relationship.paused': { group: 'clients', label: 'A client is paused' },
  'relationship.resumed': { group: 'clients', label: 'A client is resumed' },
  'relationship.archived': { group: 'clients', label: 'A client is archived' },
  'relationship.restored': { group: 'clients', label: 'A client is restored' },
  'relationship.ended': { group: 'clients', label: 'A client leaves' },
  'session.scheduled': { group: 'sessions', label: 'A session is booked or moved' },
  'session.completed': { group: 'sessions', label: 'A session is completed' },
  'session.missed': { group: 'sessions', label: 'A client misses a session' },
  'session.cancelled': { group: 'sessions', label: 'A session is canceled' },
  'checkin.submitted': { group: 'coaching', label: 'A client sends a check-in' },
  'checkin.reviewed': { group: 'coaching', label: 'You review a check-in' },
  'message.sent': { group: 'coaching', label: 'A message is sent' },
  'program.assigned': { group: 'coaching', label: 'A program is assigned' },
  'program.ended': { group: 'coaching', label: 'A program ends' },
  'meal_plan.assigned': { group: 'coaching', label: 'A meal plan is assigned' },
  'workout.completed': { group: 'coaching', label: 'A client completes a workout' },
} as const satisfies Record<string, { group: string; label: string }>;

export type WebhookEvent = keyof typeof WEBHOOK_EVENTS;
export const WEBHOOK_EVENT_NAMES = Object.keys(WEBHOOK_EVENTS) as [WebhookEvent, ...WebhookEvent[]];

export const WEBHOOK_GROUPS = {
  leads: 'Leads',
  sessions: 'Sessions',
  clients: 'Clients',
  coaching: 'Coaching',
} as const;
export type WebhookGroup = keyof typeof WEBHOOK_GROUPS;
export const WEBHOOK_GROUP_NAMES = Object.keys(WEBHOOK_GROUPS) as [WebhookGroup, ...WebhookGroup[]];

export const eventsOfGroup = (group: WebhookGroup): WebhookEvent[] =>
  WEBHOOK_EVENT_NAMES.filter((name) => WEBHOOK_EVENTS[name].group === group);

/** Sent to every endpoint that is on, because its owner has to delete what it holds about the client. */
const ERASED_EVENT = 'client.erased';
export const TEST_EVENT = 'webhook.test';
export const SENT_EVENT_NAMES = [...WEBHOOK_EVENT_NAMES, ERASED_EVENT, TEST_EVENT] as const;
export type SentEvent = (typeof SENT_EVENT_NAMES)[number];

const OTHER_LABELS: Record<typeof ERASED_EVENT | typeof TEST_EVENT, string> = {
  [ERASED_EVENT]: 'A client’s data is deleted',
  [TEST_EVENT]: 'Test event',
};

const isOther = (name: SentEvent): name is keyof typeof OTHER_LABELS => name in OTHER_LABELS;

export const sentEventLabel = (name: SentEvent): string =>
  isOther(name) ? OTHER_LABELS[name] : WEBHOOK_EVENTS[name].label;

/** Contact fields that a coach can add to events. A client has no source and no value. */
export const CONTACT_FIELDS = {
  name: 'Name',
  email: 'Email',
  phone: 'Phone',
  stage: 'Stage',
  source: 'Source of a lead',
  value: 'Value of a lead',
} as const;
export type ContactField = keyof typeof CONTACT_FIELDS;
export const CONTACT_FIELD_NAMES = Object.keys(CONTACT_FIELDS) as [ContactField, ...ContactField[]];

/** A contact field and its name in the event. */
export type MappedField = { field: ContactField; name: string };

/** Each field once, and no name twice. */
export const isClearMapping = (fields: readonly MappedField[]): boolean =>
  new Set(fields.map(({ field }) => field)).size === fields.length &&
  new Set(fields.map(({ name }) => name)).size === fields.length;

/** Endpoints by plan. */
export const MOST_ENDPOINTS: Record<Plan, number> = { base: 0, plus: 5, pro: 20 };

export const WEBHOOK_BOUNDS = { label: 80, url: 1000, fieldName: 40, responseBytes: 1024 } as const;

/** Entries of a page of the log. */
export const DELIVERY_PAGE = 25;
export const LOG_DAYS = 30;
/** How long the former secret still signs after a new one was made. */
export const FORMER_SECRET_HOURS = 24;
/** After failures for so many days, an endpoint is turned off. */
export const FAILING_DAYS = 5;
export const ANSWER_SECONDS = 15;

/** `pending`: waits for the first or the next attempt. */
export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;

/** Why an attempt got no answer. */
export const SEND_PROBLEMS = ['timeout', 'unreachable', 'private'] as const;
export type SendProblem = (typeof SEND_PROBLEMS)[number];

export const SEND_PROBLEM_LABELS: Record<SendProblem, string> = {
  timeout: `No answer within ${ANSWER_SECONDS} seconds`,
  unreachable: 'No connection',
  private: 'The address is in a private network',
};

/** `failing`: after days of failures. `gone`: the endpoint answered 410. */
export const OFF_REASONS = ['coach', 'failing', 'gone'] as const;
export type OffReason = (typeof OFF_REASONS)[number];

/** Whether a text can be the address of an endpoint: a web address without password and fragment. */
export function isWebhookAddress(text: string): boolean {
  if (!/^https?:\/\/\S+$/i.test(text) || !URL.canParse(text)) return false;
  const { username, password, hash } = new URL(text);
  return username === '' && password === '' && hash === '';
}
