import type { AdjustmentChange } from '@stridewell/contract/adjustments/adjustments.changes.rules';
import {
  ADJUSTMENT_KINDS,
  ADJUSTMENT_STATUSES,
  type Guardrails,
} from '@stridewell/contract/adjustments/adjustments.rules';
import { ADJUSTERS } from '@stridewell/contract/adjustments/adjustments.wording.rules';
import type { MovedDays } from '@stridewell/contract/programs/programs.schedule.rules';
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { coaches } from '../../core/people/people.table.ts';
import { relationshipKey } from '../../core/relationships/relationships.table.ts';
import { coachId } from '../../core/tenancy/columns.ts';
import { isClientOfRow, isCoachOfRow, isCoachOfTenant, READING_CLIENT } from '../../core/tenancy/policies.ts';
import { instant, oneOf } from '../../platform/db/columns.ts';
import { allow, isSystem } from '../../platform/db/policies.ts';

/** The dates of a program at the time of a proposal. */
export type ProposedDates = { startDay: string; weekdays: readonly number[]; moved: MovedDays };

/**
 * Tenant. Proposed and applied changes of a client's coming days, one for each cause. `change` holds the days before
 * and after, so that it can be undone. A client sees applied changes and held days.
 */
export const adjustments = pgTable(
  'adjustments',
  {
    coachId: coachId(),
    id: uuid('id').notNull(),
    clientId: uuid('client_id').notNull(),
    /** The foreign key is only in the migration, because programs belong to another feature. */
    clientProgramId: uuid('client_program_id').notNull(),
    cause: text('cause').notNull(),
    kind: text('kind', { enum: ADJUSTMENT_KINDS }).notNull(),
    status: text('status', { enum: ADJUSTMENT_STATUSES }).notNull(),
    reason: text('reason').notNull(),
    lines: text('lines').array().notNull(),
    change: jsonb('change').$type<AdjustmentChange>().notNull(),
    /** Keys of days on hold until the coach decides. */
    held: text('held').array().notNull(),
    revision: integer('revision').notNull().default(1),
    /** Program version of the proposal, which is never applied to a later one. */
    programVersion: integer('program_version').notNull(),
    dates: jsonb('dates').$type<ProposedDates>().notNull(),
    decidedBy: text('decided_by', { enum: ADJUSTERS }),
    createdAt: instant('created_at').notNull(),
    changedAt: instant('changed_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.id] }),
    relationshipKey(table),
    uniqueIndex('adjustments_cause_index').on(table.coachId, table.clientId, table.cause),
    index('adjustments_status_index').on(table.coachId, table.status, table.createdAt),
    oneOf('adjustments_kind_check', 'kind', ADJUSTMENT_KINDS),
    oneOf('adjustments_status_check', 'status', ADJUSTMENT_STATUSES),
    oneOf('adjustments_decided_check', 'decided_by', ADJUSTERS),
    allow('adjustments_coach', 'all', isCoachOfRow),
    allow(
      'adjustments_client',
      'select',
      `${isClientOfRow(READING_CLIENT)} and (status = 'applied' or status = 'open' and cardinality(held) > 0)`,
    ),
  ],
);

/** Tenant. The guardrails of a coach. Without a row, the contract's defaults apply. */
export const adjustmentGuardrails = pgTable(
  'adjustment_guardrails',
  {
    coachId: coachId().references(() => coaches.id),
    guardrails: jsonb('guardrails').$type<Guardrails>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.coachId] }), allow('adjustment_guardrails_coach', 'all', isCoachOfTenant)],
);

/** Tenant. Guardrails for one client, which replace the coach's. */
export const adjustmentExceptions = pgTable(
  'adjustment_exceptions',
  {
    coachId: coachId(),
    clientId: uuid('client_id').notNull(),
    guardrails: jsonb('guardrails').$type<Guardrails>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.clientId] }),
    relationshipKey(table),
    allow('adjustment_exceptions_coach', 'all', isCoachOfRow),
  ],
);

/** Tenant. When a client is reviewed next: after the next day that could be missed. A job finds due clients. */
export const adjustmentReviews = pgTable(
  'adjustment_reviews',
  {
    coachId: coachId(),
    clientId: uuid('client_id').notNull(),
    dueAt: instant('due_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.clientId] }),
    relationshipKey(table),
    index('adjustment_reviews_due_index').on(table.dueAt),
    allow('adjustment_reviews_coach', 'all', isCoachOfRow),
    allow('adjustment_reviews_system', 'select', isSystem('adjustments')),
  ],
);
