import { SIDES } from '@stridewell/contract/people.rules';
import { MEASUREMENT_KINDS } from '@stridewell/contract/progress/progress.rules';
import { date, foreignKey, index, numeric, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { relationships } from '../../core/relationships/relationships.table.ts';
import { coachId } from '../../core/tenancy/columns.ts';
import { isClientOfRow, isCoachOfRow, READING_CLIENT, WRITING_CLIENT } from '../../core/tenancy/policies.ts';
import { instant, oneOf } from '../../platform/db/columns.ts';
import { allow } from '../../platform/db/policies.ts';

/**
 * Tenant. Measurements in kg, cm or percent: one value for each client, kind and day, in the time zone of the source.
 * Values of check-ins stay in check-ins, so that each value is corrected in one place. Values entered together share
 * `recorded_at`.
 */
export const measurements = pgTable(
  'measurements',
  {
    coachId: coachId(),
    id: uuid('id').notNull(),
    clientId: uuid('client_id').notNull(),
    kind: text('kind', { enum: MEASUREMENT_KINDS }).notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    value: numeric('value', { precision: 5, scale: 2, mode: 'number' }).notNull(),
    source: text('source', { enum: SIDES }).notNull(),
    recordedAt: instant('recorded_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.id] }),
    foreignKey({
      columns: [table.coachId, table.clientId],
      foreignColumns: [relationships.coachId, relationships.clientId],
    }).onDelete('cascade'),
    uniqueIndex('measurements_day_index').on(table.coachId, table.clientId, table.kind, table.day),
    index('measurements_order_index').on(table.coachId, table.clientId, table.recordedAt, table.id),
    oneOf('measurements_kind_check', 'kind', MEASUREMENT_KINDS),
    oneOf('measurements_source_check', 'source', SIDES),
    allow('measurements_coach', 'all', isCoachOfRow),
    allow('measurements_client_read', 'select', isClientOfRow(READING_CLIENT)),
    allow('measurements_client_insert', 'insert', `${isClientOfRow(WRITING_CLIENT)} and source = 'client'`),
    allow('measurements_client_update', 'update', `${isClientOfRow(WRITING_CLIENT)} and source = 'client'`),
    allow('measurements_client_delete', 'delete', `${isClientOfRow(WRITING_CLIENT)} and source = 'client'`),
  ],
);
