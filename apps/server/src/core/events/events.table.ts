import { EVENT_ACTORS, type EventType } from '@stridewell/contract/events';
import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant, oneOf } from '../../platform/db/columns.ts';
import { allow, scopeRole } from '../../platform/db/policies.ts';
import { isInvited, relationshipKey } from '../relationships/relationships.table.ts';
import { coachId } from '../tenancy/columns.ts';
import { isCoachOfRow, isCoachOfTenant, scopeClient, scopeCoach } from '../tenancy/policies.ts';

const isOneOf = (types: readonly EventType[]) => `type in (${types.map((type) => `'${type}'`).join(', ')})`;

/** Events that a client can record. */
const CLIENT_TYPES: readonly EventType[] = [
  'relationship.ended',
  'record.updated',
  'onboarding.completed',
  'health.answered',
  'checkin.submitted',
  'checkin.corrected',
  'message.sent',
  'session.started',
  'session.cancelled',
  'measurement.recorded',
  'workout.completed',
  'workout.pain_flagged',
  'food.photographed',
  'automatic.allowed',
];

/**
 * Tenant, append-only. One row for each event in a relationship, written in the transaction of its cause. Its policies
 * read only the scope and the row, so that recording needs no other table.
 */
export const events = pgTable(
  'events',
  {
    coachId: coachId(),
    id: uuid('id').notNull(),
    clientId: uuid('client_id').notNull(),
    type: text('type').$type<EventType>().notNull(),
    subjectId: uuid('subject_id').notNull(),
    actor: text('actor', { enum: EVENT_ACTORS }).notNull(),
    occurredAt: instant('occurred_at').notNull(),
    data: jsonb('data').notNull().default(sql`'{}'`),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.id] }),
    relationshipKey(table),
    // Includes the type, so that a timeline of rare events does not read thousands of messages.
    index('events_order_index').on(table.coachId, table.clientId, table.type, table.occurredAt, table.id),
    oneOf('events_actor_check', 'actor', EVENT_ACTORS),
    allow('events_coach_read', 'select', isCoachOfRow),
    allow('events_coach_record', 'insert', `${isCoachOfTenant} and actor in ('coach', 'system')`),
    allow(
      'events_client_record',
      'insert',
      `${scopeRole} = 'client' and coach_id = ${scopeCoach} and client_id = ${scopeClient} and actor = 'client'
      and ${isOneOf(CLIENT_TYPES)}`,
    ),
    allow(
      'events_invitation_record',
      'insert',
      `${isInvited('events')} and (actor = 'client' and ${isOneOf(['relationship.accepted', 'relationship.declined'])}
      or actor = 'system' and ${isOneOf(['checkin.schedule_set'])})`,
    ),
  ],
);
