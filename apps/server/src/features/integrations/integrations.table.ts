import { boolean, pgTable, uuid } from 'drizzle-orm/pg-core';
import { coaches } from '../../core/people/people.table.ts';
import { isCoachOfTenant, isReaderOfFeed } from '../../core/tenancy/policies.ts';
import { createdAt, instant } from '../../platform/db/columns.ts';
import { allow } from '../../platform/db/policies.ts';

/** Tenant, coach only. The secret in a feed's address is derived from `id`, and is stored nowhere. */
export const calendarFeeds = pgTable(
  'calendar_feeds',
  {
    coachId: uuid('coach_id')
      .primaryKey()
      .references(() => coaches.id),
    id: uuid('id').notNull(),
    showsNames: boolean('shows_names').notNull().default(false),
    createdAt: createdAt(),
    lastReadAt: instant('last_read_at'),
  },
  () => [
    allow('calendar_feeds_coach', 'all', isCoachOfTenant),
    allow('calendar_feeds_reader', 'select', isReaderOfFeed),
    allow('calendar_feeds_reader_note', 'update', isReaderOfFeed),
  ],
);
