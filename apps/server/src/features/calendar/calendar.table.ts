import type { Availability } from '@stridewell/contract/calendar/calendar.bookings.rules';
import { SESSION_COLORS, SESSION_STATUSES, type SeriesRule } from '@stridewell/contract/calendar/calendar.rules';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
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
import { coaches } from '../../core/people/people.table.ts';
import { relationships } from '../../core/relationships/relationships.table.ts';
import { coachId } from '../../core/tenancy/columns.ts';
import {
  isClientOfRow,
  isClientOfTenant,
  isCoachOfRow,
  isCoachOfTenant,
  isReaderOfFeed,
  isVisitorOfTenant,
  READING_CLIENT,
  WRITING_CLIENT,
} from '../../core/tenancy/policies.ts';
import { createdAt, instant, oneOf } from '../../platform/db/columns.ts';
import { allow, isSystem } from '../../platform/db/policies.ts';

/** Length, buffers and colour of a session or type. */
const shape = () => ({
  minutes: integer('minutes').notNull().default(60),
  bufferBefore: integer('buffer_before').notNull().default(0),
  bufferAfter: integer('buffer_after').notNull().default(0),
  color: text('color', { enum: SESSION_COLORS }).notNull().default('pine'),
});

/**
 * Common columns of sessions and series. `client_name` is the name at the time of booking. In upcoming sessions it
 * follows the client's name (`renameSessions`).
 */
const details = () => ({
  ...shape(),
  clientId: uuid('client_id'),
  clientName: text('client_name').notNull(),
  sessionTypeId: uuid('session_type_id'),
  sessionType: text('session_type').notNull(),
  location: text('location'),
  /** Link of an online meeting that the coach has entered. */
  meetingUrl: text('meeting_url'),
  notes: text('notes').notNull().default(''),
});

const shapeChecks = (table: string) => [
  check(`${table}_minutes_check`, sql.raw('minutes between 5 and 1440')),
  check(`${table}_buffers_check`, sql.raw('buffer_before between 0 and 240 and buffer_after between 0 and 240')),
  oneOf(`${table}_color_check`, 'color', SESSION_COLORS),
];

/** Tenant. Session types that a coach offers. A removed type stays for the sessions of that type. */
export const sessionTypes = pgTable(
  'session_types',
  {
    coachId: coachId().references(() => coaches.id),
    id: uuid('id').notNull(),
    ...shape(),
    name: text('name').notNull(),
    location: text('location').notNull().default(''),
    meetingUrl: text('meeting_url').notNull().default(''),
    bookable: boolean('bookable').notNull().default(false),
    removedAt: instant('removed_at'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.id] }),
    ...shapeChecks('session_types'),
    allow('session_types_coach', 'all', isCoachOfTenant),
    allow('session_types_visitor', 'select', `${isVisitorOfTenant} and removed_at is null`),
    allow('session_types_client', 'select', `${isClientOfTenant(WRITING_CLIENT)} and bookable and removed_at is null`),
  ],
);

/** Tenant. The pattern of sessions that repeat. `made_until` is the last day whose sessions exist as rows. */
export const sessionSeries = pgTable(
  'session_series',
  {
    coachId: coachId().references(() => coaches.id),
    id: uuid('id').notNull(),
    ...details(),
    rule: jsonb('rule').$type<SeriesRule>().notNull(),
    madeUntil: date('made_until', { mode: 'string' }).notNull(),
    ended: boolean('ended').notNull().default(false),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.id] }),
    foreignKey({
      columns: [table.coachId, table.clientId],
      foreignColumns: [relationships.coachId, relationships.clientId],
    }),
    foreignKey({
      columns: [table.coachId, table.sessionTypeId],
      foreignColumns: [sessionTypes.coachId, sessionTypes.id],
    }),
    index('session_series_open_index').on(table.madeUntil).where(sql.raw('not ended')),
    ...shapeChecks('session_series'),
    allow('session_series_coach', 'all', isCoachOfTenant),
    allow('session_series_calendar', 'select', isSystem('calendar')),
  ],
);

/**
 * Tenant. `original_day` is the occurrence's day in the series, even if the session was moved since. A canceled
 * session keeps its status. `told_at` is when the client was last notified of its time.
 */
export const coachSessions = pgTable(
  'coach_sessions',
  {
    coachId: coachId().references(() => coaches.id),
    id: uuid('id').notNull(),
    ...details(),
    sessionDate: instant('session_date').notNull(),
    status: text('status', { enum: SESSION_STATUSES }).notNull().default('scheduled'),
    seriesId: uuid('series_id'),
    originalDay: date('original_day', { mode: 'string' }),
    bookedBy: text('booked_by', { enum: ['coach', 'client', 'visitor'] })
      .notNull()
      .default('coach'),
    cancelledAt: instant('cancelled_at'),
    cancelReason: text('cancel_reason'),
    /** Link that a connected calendar has made for this session and client. */
    madeMeetingUrl: text('made_meeting_url'),
    version: integer('version').notNull().default(0),
    notifiedAt: instant('told_at').notNull().defaultNow(),
    /** The start that each reminder named. A moved session gets new reminders. */
    dayRemindedFor: instant('day_reminded_for'),
    hourRemindedFor: instant('hour_reminded_for'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.id] }),
    foreignKey({
      columns: [table.coachId, table.clientId],
      foreignColumns: [relationships.coachId, relationships.clientId],
    }),
    foreignKey({
      columns: [table.coachId, table.sessionTypeId],
      foreignColumns: [sessionTypes.coachId, sessionTypes.id],
    }),
    foreignKey({
      columns: [table.coachId, table.seriesId],
      foreignColumns: [sessionSeries.coachId, sessionSeries.id],
    }),
    oneOf('coach_sessions_status_check', 'status', SESSION_STATUSES),
    oneOf('coach_sessions_booked_by_check', 'booked_by', ['coach', 'client', 'visitor']),
    ...shapeChecks('coach_sessions'),
    index('coach_sessions_date_index').on(table.coachId, table.sessionDate),
    index('coach_sessions_client_index').on(table.coachId, table.clientId, table.sessionDate),
    // Each occurrence exists once, even if its series is extended repeatedly.
    uniqueIndex('coach_sessions_occurrence_index')
      .on(table.coachId, table.seriesId, table.originalDay)
      .where(sql.raw('series_id is not null')),
    // Across all tenants, for reminders.
    index('coach_sessions_soon_index')
      .on(table.sessionDate)
      .where(sql.raw("status = 'scheduled' and cancelled_at is null")),
    allow('coach_sessions_coach', 'all', isCoachOfRow),
    allow(
      'coach_sessions_visitor',
      'insert',
      `${isVisitorOfTenant} and booked_by = 'visitor' and client_id is null and series_id is null and status = 'scheduled'`,
    ),
    allow('coach_sessions_calendar', 'select', isSystem('calendar')),
    allow('coach_sessions_feed', 'select', isReaderOfFeed),
    allow('coach_sessions_client', 'select', isClientOfRow(READING_CLIENT)),
    allow(
      'coach_sessions_client_book',
      'insert',
      `${isClientOfRow(['active'])} and booked_by = 'client' and status = 'scheduled'
      and series_id is null`,
    ),
    allow(
      'coach_sessions_client_change',
      'update',
      `${isClientOfRow(['active'])} and booked_by = 'client' and status = 'scheduled'`,
    ),
  ],
);

/**
 * Tenant. Contact data of the visitor who booked a session at the coach's public page, copied from the lead. Deleted
 * with the lead, or when the lead becomes a client.
 */
export const sessionGuests = pgTable(
  'session_guests',
  {
    coachId: coachId(),
    sessionId: uuid('session_id').notNull(),
    leadId: uuid('lead_id').notNull(),
    email: text('email').notNull(),
    /** The same for all spellings of the address (`recipientKey`). */
    recipient: text('recipient').notNull(),
    timeZone: text('time_zone').notNull(),
    /** Path of the coach's public page. */
    page: text('page').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.sessionId] }),
    foreignKey({
      name: 'session_guests_session_fk',
      columns: [table.coachId, table.sessionId],
      foreignColumns: [coachSessions.coachId, coachSessions.id],
    }).onDelete('cascade'),
    index('session_guests_lead_index').on(table.coachId, table.leadId),
    index('session_guests_recipient_index').on(table.coachId, table.recipient),
    allow('session_guests_coach', 'all', isCoachOfTenant),
    allow('session_guests_visitor', 'insert', isVisitorOfTenant),
  ],
);

/**
 * Tenant. Times that visitors of the public page have requested. Each is reserved until `held_until`, or becomes a
 * session when the visitor confirms their address. Then the visitor's data is cleared, and the row is deleted a day
 * after the hold.
 */
export const bookingHolds = pgTable(
  'booking_holds',
  {
    coachId: coachId().references(() => coaches.id, { onDelete: 'cascade' }),
    id: uuid('id').notNull(),
    recipient: text('recipient').notNull(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    phone: text('phone').notNull(),
    message: text('message').notNull(),
    timeZone: text('time_zone').notNull(),
    sessionTypeId: uuid('session_type_id').notNull(),
    sessionType: text('session_type').notNull(),
    startsAt: instant('starts_at').notNull(),
    minutes: integer('minutes').notNull(),
    bufferBefore: integer('buffer_before').notNull(),
    bufferAfter: integer('buffer_after').notNull(),
    heldUntil: instant('held_until').notNull(),
    confirmedAt: instant('confirmed_at'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.id] }),
    // Across all tenants, for the job that deletes holds.
    index('booking_holds_held_index').on(table.heldUntil),
    allow('booking_holds_visitor', 'all', isVisitorOfTenant),
    allow('booking_holds_calendar', 'select', isSystem('calendar')),
  ],
);

/** Tenant. When a coach can be booked. Without a row, never. */
export const coachAvailability = pgTable(
  'coach_availability',
  {
    coachId: uuid('coach_id')
      .primaryKey()
      .references(() => coaches.id),
    availability: jsonb('availability').$type<Availability>().notNull(),
  },
  () => [
    allow('coach_availability_coach', 'all', isCoachOfTenant),
    allow('coach_availability_visitor', 'select', isVisitorOfTenant),
    allow('coach_availability_client', 'select', isClientOfTenant(READING_CLIENT)),
  ],
);
