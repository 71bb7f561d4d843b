import type { EventActor } from '@stridewell/contract/events';
import type { LeadActor } from '@stridewell/contract/pipeline/pipeline';
import {
  DELIVERY_STATUSES,
  type MappedField,
  OFF_REASONS,
  SEND_PROBLEMS,
  SENT_EVENT_NAMES,
  type WebhookEvent,
} from '@stridewell/contract/webhooks/webhooks.rules';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { coaches } from '../../core/people/people.table.ts';
import { relationshipKey } from '../../core/relationships/relationships.table.ts';
import { coachId } from '../../core/tenancy/columns.ts';
import { isCoachOfTenant } from '../../core/tenancy/policies.ts';
import { createdAt, instant, oneOf } from '../../platform/db/columns.ts';
import { allow, isSystem } from '../../platform/db/policies.ts';

/** Tenant, coach only. Addresses to which events are sent. */
export const webhookEndpoints = pgTable(
  'webhook_endpoints',
  {
    coachId: coachId().references(() => coaches.id),
    id: uuid('id').notNull(),
    label: text('label').notNull(),
    address: text('address').notNull(),
    /** The chosen events, each with the time from which it is sent. */
    events: jsonb('events').$type<Partial<Record<WebhookEvent, string>>>().notNull(),
    fields: jsonb('fields').$type<MappedField[]>().notNull(),
    isOn: boolean('is_on').notNull(),
    offReason: text('off_reason', { enum: OFF_REASONS }),
    /** Sealed, like the former one. */
    sealed: text('sealed').notNull(),
    secretNumber: integer('secret_number').notNull(),
    formerSealed: text('former_sealed'),
    formerUntil: instant('former_until'),
    /** Events up to here are deliveries, except those of transactions that were still open. */
    readUntil: instant('read_until').notNull(),
    /** The first failure since the last success. */
    failingSince: instant('failing_since'),
    /** After a failure, all deliveries wait until then. */
    retryAt: instant('retry_at'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.id] }),
    oneOf('webhook_endpoints_reason_check', 'off_reason', OFF_REASONS),
    check('webhook_endpoints_on_check', sql.raw('is_on = (off_reason is null)')),
    check('webhook_endpoints_former_check', sql.raw('(former_sealed is null) = (former_until is null)')),
    index('webhook_endpoints_on_index').on(table.coachId).where(sql`is_on`),
    allow('webhook_endpoints_coach', 'all', isCoachOfTenant),
    allow('webhook_endpoints_system', 'select', isSystem('webhooks')),
  ],
);

/**
 * Tenant, coach only. Events for endpoints, with the latest attempt. They hold no contact: what is sent is read with each
 * attempt.
 */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    coachId: coachId(),
    eventId: uuid('event_id').notNull(),
    endpointId: uuid('endpoint_id').notNull(),
    type: text('type', { enum: SENT_EVENT_NAMES }).notNull(),
    clientId: uuid('client_id'),
    leadId: uuid('lead_id'),
    subjectId: uuid('subject_id'),
    actor: text('actor').$type<EventActor | LeadActor>().notNull(),
    /** For a booked session, its start. */
    occurredAt: instant('occurred_at').notNull(),
    /** When it was recorded. */
    recordedAt: instant('recorded_at').notNull(),
    createdAt: createdAt(),
    status: text('status', { enum: DELIVERY_STATUSES }).notNull(),
    attempts: smallint('attempts').notNull().default(0),
    dueAt: instant('due_at'),
    triedAt: instant('tried_at'),
    milliseconds: integer('milliseconds'),
    code: smallint('code'),
    problem: text('problem', { enum: SEND_PROBLEMS }),
    answer: text('answer').notNull().default(''),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.eventId, table.endpointId] }),
    relationshipKey(table),
    foreignKey({
      name: 'webhook_deliveries_endpoint_fk',
      columns: [table.coachId, table.endpointId],
      foreignColumns: [webhookEndpoints.coachId, webhookEndpoints.id],
    }).onDelete('cascade'),
    index('webhook_deliveries_log_index').on(table.coachId, table.endpointId, table.createdAt, table.eventId),
    index('webhook_deliveries_due_index')
      .on(table.coachId, table.endpointId, table.dueAt)
      .where(sql`due_at is not null`),
    oneOf('webhook_deliveries_type_check', 'type', SENT_EVENT_NAMES),
    oneOf('webhook_deliveries_status_check', 'status', DELIVERY_STATUSES),
    oneOf('webhook_deliveries_problem_check', 'problem', SEND_PROBLEMS),
    check('webhook_deliveries_due_check', sql.raw(`(status = 'pending') = (due_at is not null)`)),
    allow('webhook_deliveries_coach', 'all', isCoachOfTenant),
  ],
);
