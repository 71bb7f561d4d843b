import {
  type Followed,
  KNOWN_REASONS,
  LEAVING_REASONS,
  RISK_ACTIONS,
  RISK_LEVELS,
  TAKEN_ACTIONS,
  WAIT_HOURS,
} from '@stridewell/contract/retention/retention.rules';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { relationshipKey } from '../../core/relationships/relationships.table.ts';
import { coachId } from '../../core/tenancy/columns.ts';
import { isClientOfRow, isCoachOfRow, READING_CLIENT, WRITING_CLIENT } from '../../core/tenancy/policies.ts';
import { instant, oneOf } from '../../platform/db/columns.ts';
import { allow } from '../../platform/db/policies.ts';

const clientId = () => uuid('client_id').notNull();
const day = (name: string) => date(name, { mode: 'string' });

/**
 * Tenant. Days on which the coach knows why a client is silent, both ends included. Rows are never changed except for an
 * early end, so that a past day shows what was known then.
 */
export const knownReasons = pgTable(
  'known_reasons',
  {
    coachId: coachId(),
    id: uuid('id').notNull(),
    clientId: clientId(),
    reason: text('reason', { enum: KNOWN_REASONS }).notNull(),
    fromDay: day('from_day').notNull(),
    untilDay: day('until_day').notNull(),
    createdAt: instant('created_at').notNull(),
    /** The coach ended it early. */
    endedAt: instant('ended_at'),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.id] }),
    relationshipKey(table),
    index('known_reasons_client_index').on(table.coachId, table.clientId, table.fromDay),
    oneOf('known_reasons_reason_check', 'reason', KNOWN_REASONS),
    check('known_reasons_days_check', sql.raw('until_day >= from_day')),
    allow('known_reasons_coach', 'all', isCoachOfRow),
    allow('known_reasons_client', 'select', isClientOfRow(READING_CLIENT)),
  ],
);

/** Tenant. Why clients left. Without the client after an erasure, on the first day of the month, so that counts stay. */
export const departures = pgTable(
  'departures',
  {
    coachId: coachId(),
    id: uuid('id').notNull(),
    clientId: uuid('client_id'),
    day: day('day').notNull(),
    reason: text('reason', { enum: LEAVING_REASONS }).notNull(),
    note: text('note').notNull(),
    recordedAt: instant('recorded_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.id] }),
    relationshipKey(table),
    uniqueIndex('departures_client_index').on(table.coachId, table.clientId, table.day),
    index('departures_day_index').on(table.coachId, table.day),
    oneOf('departures_reason_check', 'reason', LEAVING_REASONS),
    allow('departures_coach', 'all', isCoachOfRow),
    allow('departures_client', 'select', isClientOfRow(READING_CLIENT)),
  ],
);

/** Tenant. What the daily check last saw of each client, so that it notifies the coach once per change. */
export const riskNotices = pgTable(
  'risk_notices',
  {
    coachId: coachId(),
    clientId: clientId(),
    level: text('level', { enum: RISK_LEVELS }).notNull(),
    /** The day of the last check. */
    day: day('day').notNull(),
    /** Of the last two weeks, or since the coach was last notified of a fall. */
    scores: jsonb('scores').$type<[day: string, score: number][]>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.clientId] }),
    relationshipKey(table),
    oneOf('risk_notices_level_check', 'level', RISK_LEVELS),
    allow('risk_notices_coach', 'all', isCoachOfRow),
    allow('risk_notices_client_read', 'select', isClientOfRow(READING_CLIENT)),
    allow('risk_notices_client_delete', 'delete', isClientOfRow(WRITING_CLIENT)),
  ],
);

/** The client's acts within two weeks; null until they are over. */
const followed = () => text('followed').array().$type<Followed[]>();

/** Tenant. Actions that the coach took, with what was known then, and what followed. */
export const riskActions = pgTable(
  'risk_actions',
  {
    coachId: coachId(),
    id: uuid('id').notNull(),
    clientId: clientId(),
    action: text('action', { enum: TAKEN_ACTIONS }).notNull(),
    /** Null for a client without a level. */
    level: text('level', { enum: RISK_LEVELS }),
    silentDays: integer('silent_days'),
    doneAt: instant('done_at').notNull(),
    followed: followed(),
    /** Whether the client was still one after four weeks; null until they are over. */
    stayed: boolean('stayed'),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.id] }),
    relationshipKey(table),
    index('risk_actions_client_index').on(table.coachId, table.clientId, table.doneAt),
    index('risk_actions_done_index').on(table.coachId, table.doneAt),
    oneOf('risk_actions_action_check', 'action', TAKEN_ACTIONS),
    oneOf('risk_actions_level_check', 'level', RISK_LEVELS),
    allow('risk_actions_coach', 'all', isCoachOfRow),
    allow('risk_actions_client', 'select', isClientOfRow(READING_CLIENT)),
  ],
);

/**
 * Tenant. The time that was suggested for a recommended action. How long it waits is drawn from the id, so that everyone
 * can check the draw, and is the only thing about an action that chance decides.
 */
export const suggestedTimes = pgTable(
  'suggested_times',
  {
    coachId: coachId(),
    id: uuid('id').notNull(),
    clientId: clientId(),
    action: text('action', { enum: RISK_ACTIONS }).notNull(),
    madeAt: instant('made_at').notNull(),
    waitHours: smallint('wait_hours').notNull(),
    dueAt: instant('due_at').notNull(),
    /** Counted from the draw, whether or not the coach acted. */
    followed: followed(),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.id] }),
    relationshipKey(table),
    index('suggested_times_made_index').on(table.coachId, table.madeAt),
    index('suggested_times_client_index').on(table.coachId, table.clientId),
    oneOf('suggested_times_action_check', 'action', RISK_ACTIONS),
    check('suggested_times_wait_check', sql.raw(`wait_hours in (${WAIT_HOURS.join(', ')})`)),
    allow('suggested_times_coach', 'all', isCoachOfRow),
    allow('suggested_times_client_read', 'select', isClientOfRow(READING_CLIENT)),
    allow('suggested_times_client_delete', 'delete', isClientOfRow(WRITING_CLIENT)),
  ],
);
