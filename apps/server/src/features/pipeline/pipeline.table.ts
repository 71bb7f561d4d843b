import { date, foreignKey, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { coaches } from '../../core/people/people.table.ts';
import { relationships } from '../../core/relationships/relationships.table.ts';
import { isCoachOfTenant } from '../../core/tenancy/policies.ts';
import { coachId, createdAt, oneOf } from '../../platform/db/columns.ts';
import { allow } from '../../platform/db/policies.ts';

/** Tenant, coach only. A lead is open until it became a client (`client_id`) or was given up (`closed_on`). */
export const leads = pgTable(
  'leads',
  {
    coachId: coachId().references(() => coaches.id),
    id: uuid('id').notNull(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    status: text('status').notNull().default('new'),
    source: text('source').notNull(),
    lastContact: date('last_contact', { mode: 'string' }),
    trialStartedOn: date('trial_started_on', { mode: 'string' }),
    closedOn: date('closed_on', { mode: 'string' }),
    clientId: uuid('client_id'),
    notes: text('notes').notNull().default(''),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.id] }),
    foreignKey({
      columns: [table.coachId, table.clientId],
      foreignColumns: [relationships.coachId, relationships.clientId],
    }),
    oneOf('leads_status_check', 'status', ['new', 'pitched']),
    index('leads_created_index').on(table.coachId, table.createdAt),
    allow('leads_coach', 'all', isCoachOfTenant),
  ],
);
