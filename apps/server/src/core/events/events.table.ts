import { SIDES } from '@stridewell/contract/messages.rules';
import { CLIENT_EVENTS, type RecordField } from '@stridewell/contract/records.rules';
import { sql } from 'drizzle-orm';
import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { coachId, instant, oneOf } from '../../platform/db/columns.ts';
import { allow } from '../../platform/db/policies.ts';
import { isInvited, relationshipKey } from '../relationships/relationships.table.ts';
import { isClientOfRow, isCoachOfRow, WRITING_CLIENT } from '../tenancy/policies.ts';

/** Tenant. Append-only history of a relationship, written in the transaction of its cause. Only the coach reads it. */
export const clientEvents = pgTable(
  'client_events',
  {
    coachId: coachId(),
    id: uuid('id').notNull(),
    clientId: uuid('client_id').notNull(),
    kind: text('kind', { enum: CLIENT_EVENTS }).notNull(),
    actor: text('actor', { enum: SIDES }).notNull(),
    /** The fields that an edit changed, without their values. */
    fields: text('fields').array().notNull().default(sql`'{}'`).$type<RecordField[]>(),
    at: instant('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.id] }),
    relationshipKey(table),
    index('client_events_order_index').on(table.coachId, table.clientId, table.at, table.id),
    oneOf('client_events_kind_check', 'kind', CLIENT_EVENTS),
    oneOf('client_events_actor_check', 'actor', SIDES),
    allow('client_events_coach', 'all', isCoachOfRow),
    allow(
      'client_events_client',
      'insert',
      `${isClientOfRow('client_events', WRITING_CLIENT)} and actor = 'client' and kind in ('record_edited', 'onboarding_completed')`,
    ),
    allow(
      'client_events_accept',
      'insert',
      `${isInvited('client_events')} and kind in ('accepted', 'declined') and actor = 'client'`,
    ),
  ],
);
