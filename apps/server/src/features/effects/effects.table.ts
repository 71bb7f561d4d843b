import { COMPARISONS, POOL_STATES } from '@stridewell/contract/effects/effects.rules';
import { boolean, date, doublePrecision, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { coaches } from '../../core/people/people.table.ts';
import { coachId } from '../../core/tenancy/columns.ts';
import { isCoachOfRow } from '../../core/tenancy/policies.ts';
import { oneOf } from '../../platform/db/columns.ts';
import { allow, isSystem, scopeRole } from '../../platform/db/policies.ts';
import type { EffectCell } from './effects.rules.ts';

/** Tenant, coach only. Counts of the coach's comparisons, which name no client, and whether the pool may have them. */
export const effectCounts = pgTable(
  'effect_counts',
  {
    coachId: coachId().references(() => coaches.id),
    inPool: boolean('in_pool').notNull(),
    /** Empty while the coach is out of the pool. */
    cells: jsonb('cells').$type<EffectCell[]>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.coachId] }),
    allow('effect_counts_coach', 'all', isCoachOfRow),
    allow('effect_counts_scoring', 'select', isSystem('scoring')),
  ],
);

/** Platform. The effect of each comparison over all coaches of the pool. Names no coach and no client. */
export const pooledEffects = pgTable(
  'pooled_effects',
  {
    comparison: text('comparison', { enum: COMPARISONS }).primaryKey(),
    day: date('day', { mode: 'string' }).notNull(),
    state: text('state', { enum: POOL_STATES }).notNull(),
    clients: integer('clients').notNull(),
    coaches: integer('coaches').notNull(),
    estimate: doublePrecision('estimate'),
    low: doublePrecision('low'),
    high: doublePrecision('high'),
  },
  () => [
    oneOf('pooled_effects_comparison_check', 'comparison', COMPARISONS),
    oneOf('pooled_effects_state_check', 'state', POOL_STATES),
    allow('pooled_effects_coach', 'select', `${scopeRole} = 'coach'`),
    allow('pooled_effects_scoring', 'all', isSystem('scoring')),
  ],
);
