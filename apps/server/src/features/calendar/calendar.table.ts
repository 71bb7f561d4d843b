import { foreignKey, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { coachId, createdAt, instant, oneOf } from '../../platform/db/columns.ts';
import { allow, isClientOfRow, isCoachOfRow, READING_CLIENT } from '../../platform/db/policies.ts';
import { relationships } from '../clients/clients.table.ts';
import { coaches } from '../coaches/coaches.table.ts';

/** Tenant. `client_name` is what the session was booked under; `client_id` is set when it is one of the clients. */
export const coachSessions = pgTable(
  'coach_sessions',
  {
    coachId: coachId().references(() => coaches.id),
    id: uuid('id').notNull(),
    clientId: uuid('client_id'),
    clientName: text('client_name').notNull(),
    sessionDate: instant('session_date').notNull(),
    sessionType: text('session_type').notNull(),
    location: text('location'),
    status: text('status').notNull().default('scheduled'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.id] }),
    foreignKey({
      columns: [table.coachId, table.clientId],
      foreignColumns: [relationships.coachId, relationships.clientId],
    }),
    oneOf('coach_sessions_status_check', 'status', ['scheduled', 'completed']),
    index('coach_sessions_date_index').on(table.coachId, table.sessionDate),
    index('coach_sessions_client_index').on(table.coachId, table.clientId, table.sessionDate),
    allow('coach_sessions_coach', 'all', isCoachOfRow),
    allow('coach_sessions_client', 'select', isClientOfRow('coach_sessions', READING_CLIENT)),
  ],
);
