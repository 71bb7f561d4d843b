import type { HealthAnswers } from '@stridewell/contract/onboarding/onboarding.health.rules';
import { SETUP_STEPS } from '@stridewell/contract/onboarding/onboarding.rules';
import { ONBOARDING_STEPS } from '@stridewell/contract/onboarding/onboarding.steps.rules';
import { SIDES } from '@stridewell/contract/people.rules';
import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { coaches } from '../../core/people/people.table.ts';
import { relationshipKey } from '../../core/relationships/relationships.table.ts';
import {
  isClientOfRow,
  isCoachOfRow,
  isCoachOfTenant,
  READING_CLIENT,
  WRITING_CLIENT,
} from '../../core/tenancy/policies.ts';
import { coachId, instant, oneOf } from '../../platform/db/columns.ts';
import { allow } from '../../platform/db/policies.ts';

/** Tenant. The step to continue with, on any device and for coach and client alike. */
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
 * What a coach enters counts once the client has confirmed it. The key keeps it in the tenant; the service asks for the
 * status of the client.
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
    /** Which wording was read. */
    version: integer('version').notNull(),
    /** The topics that its version asked for. */
    answers: jsonb('answers').$type<Partial<HealthAnswers>>().notNull(),
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
    // Also once the coaching is over.
    allow('health_screens_client_delete', 'delete', isClientOfRow(READING_CLIENT)),
  ],
);

/** Tenant. What a client agreed to, when, and until when. */
export const consents = pgTable(
  'consents',
  {
    coachId: coachId(),
    id: uuid('id').notNull(),
    clientId: uuid('client_id').notNull(),
    /** Which wording was read. */
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

/** Tenant, coach only. Where the coach is in setting up; what they have set up is read from what they made. */
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
