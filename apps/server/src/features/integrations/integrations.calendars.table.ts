import {
  CALENDAR_KINDS,
  CALENDAR_PROBLEM_NAMES,
  CALENDAR_PROVIDER_NAMES,
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
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { coaches } from '../../core/people/people.table.ts';
import { coachId } from '../../core/tenancy/columns.ts';
import { isCoachOfTenant } from '../../core/tenancy/policies.ts';
import { createdAt, instant, oneOf } from '../../platform/db/columns.ts';
import { allow, isSystem } from '../../platform/db/policies.ts';

/**
 * Tenant, coach only. An account or an address that calendars are read from. `sealed` holds its secrets. While it fails,
 * `failing_since` is the first failure after `read_at`, the last complete read.
 */
export const calendarConnections = pgTable(
  'calendar_connections',
  {
    coachId: coachId().references(() => coaches.id),
    id: uuid('id').notNull(),
    kind: text('kind', { enum: CALENDAR_KINDS }).notNull(),
    name: text('name').notNull(),
    host: text('host').notNull(),
    sealed: text('sealed').notNull(),
    bufferBefore: integer('buffer_before').notNull().default(0),
    bufferAfter: integer('buffer_after').notNull().default(0),
    nextReadAt: instant('next_read_at').notNull(),
    readAt: instant('read_at'),
    failingSince: instant('failing_since'),
    problem: text('problem', { enum: CALENDAR_PROBLEM_NAMES }),
    /** Until then one process reads or writes its calendars, and others leave them alone. */
    leasedUntil: instant('leased_until'),
    createdAt: createdAt(),
    /** Digest of the account at a provider. */
    account: text('account'),
    /** A process renews the access token until then, so that others wait for it. */
    renewingUntil: instant('renewing_until'),
    /** Whether the account of a provider also lets us add events. */
    canWrite: boolean('can_write').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.id] }),
    oneOf('calendar_connections_kind_check', 'kind', CALENDAR_KINDS),
    oneOf('calendar_connections_problem_check', 'problem', CALENDAR_PROBLEM_NAMES),
    check('calendar_connections_failing_check', sql.raw('(failing_since is null) = (problem is null)')),
    check(
      'calendar_connections_buffers_check',
      sql.raw('buffer_before between 0 and 240 and buffer_after between 0 and 240'),
    ),
    // Across all tenants, for the job that reads calendars.
    index('calendar_connections_due_index').on(table.nextReadAt),
    // Across all tenants: revoking one token of an account ends all of its tokens.
    index('calendar_connections_account_index').on(table.account),
    allow('calendar_connections_coach', 'all', isCoachOfTenant),
    allow('calendar_connections_due', 'select', isSystem('integrations')),
  ],
);

/** How far a calendar has been read, for the next read to ask for changes alone. */
export type ReadState = {
  /** Headers of the last answer of a feed. */
  etag?: string | undefined;
  modified?: string | undefined;
  /** The token of a CalDAV calendar, or the one of a provider. */
  token?: string | undefined;
  /** First day and time zone of its busy times. Repeated events are read again once a day, for a year ahead. */
  window: string;
};

/** Tenant, coach only. The calendars of a connection. A feed has one. Only those that block have busy times. */
export const connectedCalendars = pgTable(
  'connected_calendars',
  {
    coachId: coachId(),
    id: uuid('id').notNull(),
    connectionId: uuid('connection_id').notNull(),
    /** Identifies it at its server. */
    key: text('key').notNull(),
    name: text('name').notNull(),
    blocks: boolean('blocks').notNull(),
    state: jsonb('state').$type<ReadState>(),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.id] }),
    foreignKey({
      name: 'connected_calendars_connection_fk',
      columns: [table.coachId, table.connectionId],
      foreignColumns: [calendarConnections.coachId, calendarConnections.id],
    }).onDelete('cascade'),
    unique('connected_calendars_key').on(table.coachId, table.connectionId, table.key),
    allow('connected_calendars_coach', 'all', isCoachOfTenant),
  ],
);

/**
 * Tenant, coach only. Sign-ins at providers of calendars that were started and not finished. A row is deleted when the
 * coach comes back, so that an answer counts once.
 */
export const calendarSignIns = pgTable(
  'calendar_sign_ins',
  {
    coachId: coachId().references(() => coaches.id),
    id: uuid('id').notNull(),
    kind: text('kind', { enum: CALENDAR_PROVIDER_NAMES }).notNull(),
    /** The connection to reconnect; null for a new one. */
    connectionId: uuid('connection_id'),
    /** Whether the coach was also asked to let us add events. */
    toWrite: boolean('to_write').notNull().default(false),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.id] }),
    oneOf('calendar_sign_ins_kind_check', 'kind', CALENDAR_PROVIDER_NAMES),
    allow('calendar_sign_ins_coach', 'all', isCoachOfTenant),
  ],
);
