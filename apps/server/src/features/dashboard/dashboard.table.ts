import { date, foreignKey, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { relationships } from '../../core/relationships/relationships.table.ts';
import { isCoachOfTenant } from '../../core/tenancy/policies.ts';
import { coachId, createdAt } from '../../platform/db/columns.ts';
import { allow } from '../../platform/db/policies.ts';

/** Tenant, coach only. Follow-ups that the coach dismissed from the agenda of one day. */
export const dismissedFollowUps = pgTable(
  'dismissed_follow_ups',
  {
    coachId: coachId(),
    day: date('day', { mode: 'string' }).notNull(),
    clientId: uuid('client_id').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.day, table.clientId] }),
    foreignKey({
      columns: [table.coachId, table.clientId],
      foreignColumns: [relationships.coachId, relationships.clientId],
    }).onDelete('cascade'),
    allow('dismissed_follow_ups_coach', 'all', isCoachOfTenant),
  ],
);
