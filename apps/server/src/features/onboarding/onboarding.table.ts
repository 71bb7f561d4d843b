import type { HealthAnswers, ScoffAnswers } from '@stridewell/contract/onboarding/onboarding.health.rules';
import type { StoredObservation } from '@stridewell/contract/onboarding/onboarding.letters.rules';
import { SETUP_STEPS } from '@stridewell/contract/onboarding/onboarding.rules';
import { ONBOARDING_STEPS } from '@stridewell/contract/onboarding/onboarding.steps.rules';
import { SIDES } from '@stridewell/contract/people.rules';
import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { coaches } from '../../core/people/people.table.ts';
import { relationshipKey } from '../../core/relationships/relationships.table.ts';
import { coachId } from '../../core/tenancy/columns.ts';
import {
  isClientOfRow,
  isCoachOfRow,
  isCoachOfTenant,
  READING_CLIENT,
  WRITING_CLIENT,
} from '../../core/tenancy/policies.ts';
import { instant, oneOf } from '../../platform/db/columns.ts';
import { allow } from '../../platform/db/policies.ts';

/** Tenant. The step to continue with on any device, shared by coach and client. */
export const onboardings = pgTable(
  'onboardings',
  {
    coachId: coachId(),
    clientId: uuid('client_id').notNull(),
    step: text('step', { enum: ONBOARDING_STEPS }).notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.clientId] }),
    relationshipKey(table),
    oneOf('onboardings_step_check', 'step', ONBOARDING_STEPS),
    allow('onboardings_coach', 'all', isCoachOfRow),
    allow('onboardings_client_read', 'select', isClientOfRow(READING_CLIENT)),
    allow('onboardings_client_insert', 'insert', isClientOfRow(WRITING_CLIENT)),
    allow('onboardings_client_update', 'update', isClientOfRow(WRITING_CLIENT)),
  ],
);

/**
 * A coach's entry, which counts once the client has confirmed it. The key keeps the row in the tenant. The service
 * checks the client's status.
 */
const byCoach = (by: string) => `${isCoachOfTenant} and ${by} = 'coach' and confirmed_at is null`;
const byClient = (by: string) => `${isClientOfRow(WRITING_CLIENT)} and ${by} = 'client'`;

/**
 * Tenant. Answers to the health questions. Each submission is a row and the newest one counts. Deleted when the client
 * withdraws the consent.
 */
export const healthScreens = pgTable(
  'health_screens',
  {
    coachId: coachId(),
    id: uuid('id').notNull(),
    clientId: uuid('client_id').notNull(),
    /** Version of the wording that was shown. */
    version: integer('version').notNull(),
    /** Answers to the topics of the version. */
    answers: jsonb('answers').$type<Partial<HealthAnswers>>().notNull(),
    /** Answers to the questions about eating; null where they were not asked. */
    scoff: jsonb('scoff').$type<ScoffAnswers>(),
    answeredBy: text('answered_by', { enum: SIDES }).notNull(),
    answeredAt: instant('answered_at').notNull(),
    confirmedAt: instant('confirmed_at'),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.id] }),
    relationshipKey(table),
    index('health_screens_newest_index').on(table.coachId, table.clientId, table.answeredAt),
    oneOf('health_screens_by_check', 'answered_by', SIDES),
    check('health_screens_confirmed_check', sql.raw(`answered_by = 'coach' or confirmed_at is not null`)),
    allow('health_screens_coach_read', 'select', isCoachOfRow),
    allow('health_screens_coach_insert', 'insert', byCoach('answered_by')),
    allow('health_screens_client_read', 'select', isClientOfRow(READING_CLIENT)),
    allow('health_screens_client_insert', 'insert', byClient('answered_by')),
    allow('health_screens_client_confirm', 'update', isClientOfRow(WRITING_CLIENT)),
    // Possible after the coaching too.
    allow('health_screens_client_delete', 'delete', isClientOfRow(READING_CLIENT)),
  ],
);

/** Tenant. A client's consents, with when they were given and withdrawn. */
export const consents = pgTable(
  'consents',
  {
    coachId: coachId(),
    id: uuid('id').notNull(),
    clientId: uuid('client_id').notNull(),
    /** Version of the wording that was shown. */
    version: integer('version').notNull(),
    givenBy: text('given_by', { enum: SIDES }).notNull(),
    givenAt: instant('given_at').notNull(),
    confirmedAt: instant('confirmed_at'),
    withdrawnAt: instant('withdrawn_at'),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.id] }),
    relationshipKey(table),
    index('consents_newest_index').on(table.coachId, table.clientId, table.givenAt),
    oneOf('consents_by_check', 'given_by', SIDES),
    check('consents_confirmed_check', sql.raw(`given_by = 'coach' or confirmed_at is not null`)),
    allow('consents_coach_read', 'select', isCoachOfRow),
    allow('consents_coach_insert', 'insert', `${byCoach('given_by')} and withdrawn_at is null`),
    allow('consents_client_read', 'select', isClientOfRow(READING_CLIENT)),
    allow('consents_client_insert', 'insert', byClient('given_by')),
    allow('consents_client_update', 'update', isClientOfRow(READING_CLIENT)),
  ],
);

/**
 * Tenant. Whether a client's nutrition follows the rules for GLP-1 drugs, as the coach chose with them. Without a row the
 * health answers decide. Deleted when the client withdraws the consent.
 */
export const nutritionModes = pgTable(
  'nutrition_modes',
  {
    coachId: coachId(),
    clientId: uuid('client_id').notNull(),
    glp1: boolean('glp1').notNull(),
    changedAt: instant('changed_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.clientId] }),
    relationshipKey(table),
    allow('nutrition_modes_coach_read', 'select', isCoachOfRow),
    allow('nutrition_modes_coach_insert', 'insert', isCoachOfRow),
    allow('nutrition_modes_coach_update', 'update', isCoachOfRow),
    allow('nutrition_modes_client_read', 'select', isClientOfRow(READING_CLIENT)),
    allow('nutrition_modes_client_delete', 'delete', isClientOfRow(READING_CLIENT)),
  ],
);

/**
 * Tenant. Letters with which a client can see a doctor. The client reads them first and sends them, or not. Deleted when
 * the client withdraws the consent.
 */
export const referralLetters = pgTable(
  'referral_letters',
  {
    coachId: coachId(),
    id: uuid('id').notNull(),
    clientId: uuid('client_id').notNull(),
    observations: jsonb('observations').$type<readonly StoredObservation[]>().notNull(),
    createdAt: instant('created_at').notNull(),
    /** When the client opened it first; the coach reads it from then on. */
    readAt: instant('read_at'),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.id] }),
    relationshipKey(table),
    index('referral_letters_client_index').on(table.coachId, table.clientId, table.createdAt),
    allow('referral_letters_coach_read', 'select', isCoachOfRow),
    allow('referral_letters_coach_insert', 'insert', `${isCoachOfRow} and read_at is null`),
    allow('referral_letters_client_read', 'select', isClientOfRow(READING_CLIENT)),
    allow('referral_letters_client_update', 'update', isClientOfRow(READING_CLIENT)),
    allow('referral_letters_client_delete', 'delete', isClientOfRow(READING_CLIENT)),
  ],
);

/** Tenant, coach only. The coach's step in the setup. Completed parts are derived from other data. */
export const coachSetups = pgTable(
  'coach_setups',
  {
    coachId: coachId()
      .primaryKey()
      .references(() => coaches.id, { onDelete: 'cascade' }),
    step: text('step', { enum: SETUP_STEPS }).notNull().default('profile'),
    dismissed: boolean('dismissed').notNull().default(false),
  },
  () => [oneOf('coach_setups_step_check', 'step', SETUP_STEPS), allow('coach_setups_own', 'all', isCoachOfTenant)],
);
