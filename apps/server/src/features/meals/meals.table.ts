import type { MealPlan } from '@stridewell/contract/meals/meals.plan.rules';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { coaches } from '../../core/people/people.table.ts';
import { relationshipKey } from '../../core/relationships/relationships.table.ts';
import { coachId } from '../../core/tenancy/columns.ts';
import { isClientOfRow, isCoachOfTenant, READING_CLIENT } from '../../core/tenancy/policies.ts';
import { createdAt, instant } from '../../platform/db/columns.ts';
import { allow } from '../../platform/db/policies.ts';

/**
 * Tenant. Meal plans: templates, and the plans of clients, which are copies with days on which they are followed.
 * `template` is the template's content at the assignment or the last push, the base of a merge. `template_id` is text,
 * because built-in templates have words as ids. `name` and `days` copy parts of the content, so that lists read none.
 */
export const mealPlans = pgTable(
  'meal_plans',
  {
    coachId: coachId().references(() => coaches.id),
    id: uuid('id').notNull(),
    /** Null for a template. */
    clientId: uuid('client_id'),
    name: text('name').notNull(),
    days: integer('days').notNull(),
    content: jsonb('content').$type<MealPlan>().notNull(),
    version: integer('version').notNull().default(1),
    archived: boolean('archived').notNull().default(false),
    templateId: text('template_id'),
    template: jsonb('template').$type<MealPlan>(),
    startDay: date('start_day', { mode: 'string' }),
    /** Null for a plan that is followed until another one starts. */
    endDay: date('end_day', { mode: 'string' }),
    createdAt: createdAt(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.id] }),
    relationshipKey(table),
    index('meal_plans_client_index').on(table.coachId, table.clientId, table.startDay),
    index('meal_plans_template_index').on(table.coachId, table.templateId),
    check('meal_plans_owner_check', sql.raw('(client_id is null) = (start_day is null)')),
    check('meal_plans_days_check', sql.raw('end_day >= start_day')),
    allow('meal_plans_coach', 'all', isCoachOfTenant),
    allow('meal_plans_client', 'select', isClientOfRow(READING_CLIENT)),
  ],
);

/** Tenant. Versions of a meal plan, at most one for every ten minutes of work, which began at `started_at`. */
export const mealPlanVersions = pgTable(
  'meal_plan_versions',
  {
    coachId: coachId(),
    planId: uuid('plan_id').notNull(),
    version: integer('version').notNull(),
    content: jsonb('content').$type<MealPlan>().notNull(),
    startedAt: instant('started_at').notNull(),
    savedAt: instant('saved_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.planId, table.version] }),
    foreignKey({
      name: 'meal_plan_versions_plan_fk',
      columns: [table.coachId, table.planId],
      foreignColumns: [mealPlans.coachId, mealPlans.id],
    }).onDelete('cascade'),
    allow('meal_plan_versions_coach', 'all', isCoachOfTenant),
  ],
);
