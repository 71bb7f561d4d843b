import { boolean, foreignKey, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { coaches } from '../../core/people/people.table.ts';
import { coachId } from '../../core/tenancy/columns.ts';
import { isClientOfTenant, isCoachOfTenant, isVisitorOfTenant, WRITING_CLIENT } from '../../core/tenancy/policies.ts';
import { instant } from '../../platform/db/columns.ts';
import { allow } from '../../platform/db/policies.ts';

/**
 * Tenant. Times that events of connected calendars take, and nothing else about the events. Only calendars that block
 * bookings have rows. `source` is a digest of the event's address where single events change, and empty otherwise.
 * Clients and visitors read them because they keep times from being booked.
 */
export const externalBusyTimes = pgTable(
  'external_busy_times',
  {
    coachId: coachId(),
    calendarId: uuid('calendar_id').notNull(),
    source: text('source').notNull(),
    startsAt: instant('starts_at').notNull(),
    endsAt: instant('ends_at').notNull(),
    allDay: boolean('all_day').notNull(),
    bufferBefore: integer('buffer_before').notNull(),
    bufferAfter: integer('buffer_after').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.calendarId, table.source, table.startsAt, table.allDay] }),
    foreignKey({ columns: [table.coachId], foreignColumns: [coaches.id] }),
    index('external_busy_times_end_index').on(table.coachId, table.endsAt),
    allow('external_busy_times_coach', 'all', isCoachOfTenant),
    allow('external_busy_times_client', 'select', isClientOfTenant(WRITING_CLIENT)),
    allow('external_busy_times_visitor', 'select', isVisitorOfTenant),
  ],
);
