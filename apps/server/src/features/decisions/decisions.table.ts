import { DECISION_KINDS, DECISION_OUTCOMES } from '@stridewell/contract/decisions/decisions.rules';
import { date, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { relationshipKey } from '../../core/relationships/relationships.table.ts';
import { isCoachOfTenant } from '../../core/tenancy/policies.ts';
import { coachId, instant, oneOf } from '../../platform/db/columns.ts';
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
