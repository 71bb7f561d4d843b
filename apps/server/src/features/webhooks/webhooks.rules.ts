import type { DomainEvent, EventType } from '@stridewell/contract/events';
import {
  type ContactField,
  type MappedField,
  type SentEvent,
  WEBHOOK_EVENTS,
  type WebhookEvent,
} from '@stridewell/contract/webhooks/webhooks.rules';

const [MINUTE, HOUR, DAY] = [60, 3600, 86_400];

/** Waits between attempts, in seconds. All of them last longer than an endpoint may fail. */
export const RETRY_SECONDS: readonly number[] = [
  MINUTE,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  DAY,
  DAY,
  DAY,
];
/** How long all deliveries of an endpoint wait after a failure, so that one that hangs costs one attempt a minute. */
const PAUSE_SECONDS = MINUTE;
/** A longer wait than this would outlast the log. */
const LONGEST_WAIT_SECONDS = DAY;

export const addSeconds = (at: Date, seconds: number): Date => new Date(at.getTime() + seconds * 1000);

/**
 * Seconds of a `retry-after` header, which holds a number or a date; null for none and for nonsense. At most a day.
 */
export function retryAfterOf(header: string | null, now: Date): number | null {
  if (header === null) return null;
  const seconds = /^\d{1,9}$/.test(header.trim())
    ? Number(header)
    : Math.ceil((Date.parse(header) - now.getTime()) / 1000);
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, LONGEST_WAIT_SECONDS) : null;
}

/**
 * When a delivery is tried again, and from when the endpoint takes others.
 * @param attempts including the failed one
 * @returns `dueAt` is null after the last attempt
 */
export function waitAfterFailure(
  attempts: number,
  { retryAfter, now }: { retryAfter: number | null; now: Date },
): { dueAt: Date | null; retryAt: Date } {
  const wait = RETRY_SECONDS[attempts - 1];
  return {
    dueAt: wait === undefined ? null : addSeconds(now, Math.max(wait, retryAfter ?? 0)),
    retryAt: addSeconds(now, Math.max(PAUSE_SECONDS, retryAfter ?? 0)),
  };
}

/** The least id of version 7 at a time. Ids of events are of this version, so they are in the order of recording. */
export function firstIdAt(at: Date): string {
  const hex = Math.max(0, at.getTime()).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

/** The time in an id of version 7. */
export const timeOfId = (id: string): Date => new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16));

/** The start of a session is recorded when it is booked or moved, which its webhook is named after. */
const RENAMED: Partial<Record<EventType, WebhookEvent>> = { 'session.started': 'session.scheduled' };

const isOffered = (name: string): name is WebhookEvent => name in WEBHOOK_EVENTS;

/** The webhook event of a domain event; null where webhooks do not announce it. */
export function webhookEventOf(type: DomainEvent['type']): WebhookEvent | null {
  const name = RENAMED[type] ?? type;
  return isOffered(name) ? name : null;
}

/** Values of the contact fields; those that a client or lead lacks are null. */
export type ContactValues = { readonly [Field in ContactField]: string | { cents: number; currency: string } | null };

export type SentFacts = {
  eventId: string;
  type: SentEvent;
  clientId: string | null;
  leadId: string | null;
  subjectId: string | null;
  actor: string;
  occurredAt: Date;
  recordedAt: Date;
};

/**
 * The body of a webhook: ids, times and the contact fields that the coach chose, and nothing else of an event.
 * @param contact null where no contact is left, such as after an erasure
 */
export function bodyOf(facts: SentFacts, fields: readonly MappedField[], contact: ContactValues | null): string {
  const { eventId, type, clientId, leadId, subjectId, actor, occurredAt, recordedAt } = facts;
  return JSON.stringify({
    id: eventId,
    type,
    timestamp: recordedAt.toISOString(),
    data: {
      occurredAt: occurredAt.toISOString(),
      actor,
      clientId,
      leadId,
      subjectId,
      ...(contact && fields.length > 0
        ? { contact: Object.fromEntries(fields.map(({ field, name }) => [name, contact[field]])) }
        : {}),
    },
  });
}
