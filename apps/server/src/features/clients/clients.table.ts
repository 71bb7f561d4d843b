import { sql } from 'drizzle-orm';
import { boolean, check, date, foreignKey, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { isInvited, relationshipKey, relationships } from '../../core/relationships/relationships.table.ts';
import { coachId } from '../../core/tenancy/columns.ts';
import {
  isClientOfRow,
  isCoachOfRow,
  isCoachOfTenant,
  READING_CLIENT,
  WRITING_CLIENT,
} from '../../core/tenancy/policies.ts';
import { createdAt, instant } from '../../platform/db/columns.ts';
import { allow } from '../../platform/db/policies.ts';

/** Tenant. Stores the secret of the mailed link as a digest. */
export const invitations = pgTable(
  'invitations',
  {
    coachId: coachId(),
    clientId: uuid('client_id').notNull(),
    tokenDigest: text('token_digest').notNull(),
    expiresAt: instant('expires_at').notNull(),
    acceptedAt: instant('accepted_at'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.clientId] }),
    foreignKey({
      columns: [table.coachId, table.clientId],
      foreignColumns: [relationships.coachId, relationships.clientId],
    }).onDelete('cascade'),
    allow('invitations_coach', 'all', isCoachOfTenant),
    allow('invitations_invitation', 'select', isInvited('invitations')),
    allow('invitations_accept', 'update', isInvited('invitations')),
  ],
);

/** Tenant, coach only. A deleted note can be restored for a day. */
export const clientNotes = pgTable(
  'client_notes',
  {
    coachId: coachId(),
    id: uuid('id').notNull(),
    clientId: uuid('client_id').notNull(),
    text: text('text').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    pinned: boolean('pinned').notNull().default(false),
    createdAt: instant('created_at').notNull(),
    removedAt: instant('removed_at'),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.id] }),
    relationshipKey(table),
    index('client_notes_list_index').on(table.coachId, table.clientId, table.pinned, table.createdAt, table.id),
    index('client_notes_order_index').on(table.coachId, table.clientId, table.createdAt, table.id),
    check('client_notes_text_check', sql.raw('char_length(text) between 1 and 10000')),
    allow('client_notes_coach', 'all', isCoachOfRow),
  ],
);

/**
 * Tenant. The days on which a client opened the portal, in the coach's time zone at that time. Holds no place and no
 * device.
 */
export const clientVisits = pgTable(
  'client_visits',
  {
    coachId: coachId(),
    clientId: uuid('client_id').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    firstAt: instant('first_at').notNull(),
    lastAt: instant('last_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.clientId, table.day] }),
    relationshipKey(table),
    check('client_visits_times_check', sql.raw('last_at >= first_at')),
    allow('client_visits_coach', 'select', isCoachOfRow),
    allow('client_visits_client_read', 'select', isClientOfRow(READING_CLIENT)),
    allow('client_visits_client_insert', 'insert', isClientOfRow(WRITING_CLIENT)),
    allow('client_visits_client_update', 'update', isClientOfRow(WRITING_CLIENT)),
  ],
);
