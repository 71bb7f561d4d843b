import { DECISION_KINDS, DECISION_OUTCOMES, DIGEST } from '@stridewell/contract/decisions/decisions.rules';
import { sql } from 'drizzle-orm';
import { boolean, check, date, index, integer, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { coaches } from '../../core/people/people.table.ts';
import { relationshipKey } from '../../core/relationships/relationships.table.ts';
import { coachId } from '../../core/tenancy/columns.ts';
import { isCoachOfTenant } from '../../core/tenancy/policies.ts';
import { instant, oneOf } from '../../platform/db/columns.ts';
import { allow } from '../../platform/db/policies.ts';

/** Tenant, coach only. How the coach settled prepared decisions, which stay away through `hiddenUntil`. */
export const settledDecisions = pgTable(
  'settled_decisions',
  {
    coachId: coachId(),
    id: uuid('id').notNull(),
    clientId: uuid('client_id').notNull(),
    key: text('key').notNull(),
    kind: text('kind', { enum: DECISION_KINDS }).notNull(),
    outcome: text('outcome', { enum: DECISION_OUTCOMES }).notNull(),
    seconds: integer('seconds').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    hiddenUntil: date('hidden_until', { mode: 'string' }).notNull(),
    settledAt: instant('settled_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.id] }),
    relationshipKey(table),
    index('settled_decisions_day_index').on(table.coachId, table.day),
    oneOf('settled_decisions_kind_check', 'kind', DECISION_KINDS),
    oneOf('settled_decisions_outcome_check', 'outcome', DECISION_OUTCOMES),
    allow('settled_decisions_coach', 'all', isCoachOfTenant),
  ],
);

/** Tenant, coach only. When the coach gets the mail of Monday, and the last Monday that had one. Defaults have no row. */
export const mondayDigests = pgTable(
  'monday_digests',
  {
    coachId: coachId()
      .primaryKey()
      .references(() => coaches.id),
    isOn: boolean('is_on').notNull().default(DIGEST.isOn),
    /** Of the coach's day. */
    hour: smallint('hour').notNull().default(DIGEST.hour),
    sentOn: date('sent_on', { mode: 'string' }),
  },
  () => [
    check('monday_digests_hour_check', sql.raw('hour between 0 and 23')),
    allow('monday_digests_coach', 'all', isCoachOfTenant),
  ],
);
