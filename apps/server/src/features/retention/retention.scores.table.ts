import { RISK_LEVELS, type RiskReason } from '@stridewell/contract/retention/retention.rules';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  doublePrecision,
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
import { relationshipKey } from '../../core/relationships/relationships.table.ts';
import { coachId } from '../../core/tenancy/columns.ts';
import {
  isClientOfRow,
  isCoachOfRow,
  isOperator,
  READING_CLIENT,
  WRITING_CLIENT,
} from '../../core/tenancy/policies.ts';
import { instant, oneOf } from '../../platform/db/columns.ts';
import { allow, isSystem, scopeRole } from '../../platform/db/policies.ts';
import type { FeatureBins } from './retention.drift.rules.ts';
import type { StoredModel } from './retention.hazard.rules.ts';
import type { LevelCounts, Outcome } from './retention.outcomes.rules.ts';
import type { ModelFigures } from './retention.training.rules.ts';
import type { ModelWatch } from './retention.watch.rules.ts';

const day = (name: string) => date(name, { mode: 'string' });

/**
 * Tenant. The level of a client at the end of a week, as it was then. Rows never change. They go with the client's
 * account and when the client objects; the counts of `retention_weeks` stay.
 */
export const retentionScores = pgTable(
  'retention_scores',
  {
    coachId: coachId(),
    clientId: uuid('client_id').notNull(),
    day: day('day').notNull(),
    level: text('level', { enum: RISK_LEVELS }).notNull(),
    /** Of leaving within four weeks; null while no model is measured here. */
    chance: doublePrecision('chance'),
    reasons: text('reasons').array().$type<RiskReason[]>().notNull(),
    /** Null for the shipped prior. */
    modelVersion: integer('model_version'),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.clientId, table.day] }),
    relationshipKey(table),
    index('retention_scores_day_index').on(table.coachId, table.day),
    oneOf('retention_scores_level_check', 'level', RISK_LEVELS),
    check('retention_scores_chance_check', sql.raw('chance between 0 and 1')),
    allow('retention_scores_coach', 'all', isCoachOfRow),
    allow('retention_scores_client', 'select', isClientOfRow(READING_CLIENT)),
    allow('retention_scores_client_delete', 'delete', isClientOfRow(WRITING_CLIENT)),
  ],
);

/** Tenant, coach only. Counts of one week, which name no client and stay when one is erased. */
export const retentionWeeks = pgTable(
  'retention_weeks',
  {
    coachId: coachId().references(() => coaches.id),
    day: day('day').notNull(),
    modelVersion: integer('model_version'),
    levels: jsonb('levels').$type<LevelCounts>().notNull(),
    /** How the features were spread, to notice that clients no longer resemble those of the fit. */
    bins: jsonb('bins').$type<FeatureBins>(),
    /** Counted four weeks later, for every fourth week: the time after two counted weeks never overlaps. */
    outcomes: jsonb('outcomes').$type<Outcome[]>(),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.day] }),
    // For sums over all coaches.
    index('retention_weeks_day_index').on(table.day),
    allow('retention_weeks_coach', 'all', isCoachOfRow),
    allow('retention_weeks_scoring', 'select', isSystem('scoring')),
  ],
);

/** Tenant, coach only. How far the clients of a coach differ from what a model expects. Written by the training. */
export const retentionOffsets = pgTable(
  'retention_offsets',
  {
    coachId: coachId().references(() => coaches.id),
    version: integer('version').notNull(),
    logOdds: doublePrecision('log_odds').notNull(),
    clients: integer('clients').notNull(),
    left: integer('left_clients').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.version] }),
    allow('retention_offsets_coach', 'select', isCoachOfRow),
  ],
);

/** Platform. Fitted models with what they were fitted on and how they tested. Names no coach and no client. */
export const retentionModels = pgTable(
  'retention_models',
  {
    version: integer('version').primaryKey(),
    trainedAt: instant('trained_at').notNull(),
    dataFrom: day('data_from').notNull(),
    dataTo: day('data_to').notNull(),
    seed: text('seed').notNull(),
    /** Of the coefficients: the same history and seed give the same model. */
    hash: text('hash').notNull(),
    model: jsonb('model').$type<StoredModel>().notNull(),
    figures: jsonb('figures').$type<ModelFigures>().notNull(),
    inUse: boolean('in_use').notNull(),
    /** The last comparison with what happened since; null before the first. */
    watch: jsonb('watch').$type<ModelWatch>(),
  },
  (table) => [
    uniqueIndex('retention_models_in_use_index').on(table.inUse).where(sql`in_use`),
    allow('retention_models_coach', 'select', `${scopeRole} = 'coach'`),
    allow('retention_models_operator', 'select', isOperator),
    allow('retention_models_scoring_read', 'select', isSystem('scoring')),
    allow('retention_models_scoring', 'update', isSystem('scoring')),
  ],
);
