import {
  CALENDAR_PROBLEM_NAMES,
  type QuestionKind,
} from '@stridewell/contract/integrations/integrations.calendars.rules';
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
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { coachId } from '../../core/tenancy/columns.ts';
import { isCoachOfTenant } from '../../core/tenancy/policies.ts';
import { createdAt, instant, oneOf } from '../../platform/db/columns.ts';
import { allow, isSystem } from '../../platform/db/policies.ts';
import { connectedCalendars } from './integrations.calendars.table.ts';

/**
 * Tenant, coach only. Connected calendars that the coach's sessions are added to, at most one of a connection. One that
 * is not active stays until its upcoming sessions are removed.
 */
export const sessionCalendars = pgTable(
  'session_calendars',
  {
    coachId: coachId(),
    calendarId: uuid('calendar_id').notNull(),
    connectionId: uuid('connection_id').notNull(),
    active: boolean('active').notNull(),
    showsNames: boolean('shows_names').notNull().default(false),
    /** Whether the provider makes a meeting for sessions without a place and a link. */
    makesMeetings: boolean('makes_meetings').notNull().default(false),
    nextWriteAt: instant('next_write_at').notNull(),
    /** The last time that everything was written. */
    writtenAt: instant('written_at'),
    failingSince: instant('failing_since'),
    problem: text('problem', { enum: CALENDAR_PROBLEM_NAMES }),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.calendarId] }),
    foreignKey({
      name: 'session_calendars_calendar_fk',
      columns: [table.coachId, table.calendarId],
      foreignColumns: [connectedCalendars.coachId, connectedCalendars.id],
    }).onDelete('cascade'),
    uniqueIndex('session_calendars_active_index').on(table.coachId, table.connectionId).where(sql.raw('active')),
    oneOf('session_calendars_problem_check', 'problem', CALENDAR_PROBLEM_NAMES),
    check('session_calendars_failing_check', sql.raw('(failing_since is null) = (problem is null)')),
    // Across all tenants, for the job that writes sessions.
    index('session_calendars_due_index').on(table.nextWriteAt),
    allow('session_calendars_coach', 'all', isCoachOfTenant),
    allow('session_calendars_due', 'select', isSystem('integrations')),
  ],
);

/** How an event was found that someone changed or deleted in the other calendar. */
export type FoundChange = {
  kind: QuestionKind;
  /** When it was found. */
  at: string;
  /** Its time there, where it was moved. */
  startsAt: string | null;
  minutes: number | null;
  /** Its version there; null where it was deleted. */
  etag: string | null;
};

/**
 * Tenant, coach only. The event of a session in another calendar. Its time is the session's when the event was written.
 * `etag` is its version there, and null until the server confirmed it. `digest` is of its text. Events with a change
 * that was found there are left alone until the coach decides.
 */
export const calendarWrites = pgTable(
  'calendar_writes',
  {
    coachId: coachId(),
    calendarId: uuid('calendar_id').notNull(),
    sessionId: uuid('session_id').notNull(),
    uid: text('uid').notNull(),
    path: text('path').notNull(),
    etag: text('etag'),
    digest: text('digest').notNull(),
    sequence: integer('sequence').notNull().default(0),
    startsAt: instant('starts_at').notNull(),
    minutes: integer('minutes').notNull(),
    /** Link of the meeting that was made with the event. */
    meetingUrl: text('meeting_url'),
    found: jsonb('found').$type<FoundChange>(),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.calendarId, table.sessionId] }),
    foreignKey({
      name: 'calendar_writes_calendar_fk',
      columns: [table.coachId, table.calendarId],
      foreignColumns: [sessionCalendars.coachId, sessionCalendars.calendarId],
    }).onDelete('cascade'),
    allow('calendar_writes_coach', 'all', isCoachOfTenant),
  ],
);
