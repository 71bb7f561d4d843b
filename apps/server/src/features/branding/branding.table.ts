import { sql } from 'drizzle-orm';
import { check, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { PublishedBrand } from '../../core/brand.ts';
import { coaches } from '../../core/people/people.table.ts';
import { coachId } from '../../core/tenancy/columns.ts';
import { isCoachOfTenant, isOperator } from '../../core/tenancy/policies.ts';
import { instant } from '../../platform/db/columns.ts';
import { allow } from '../../platform/db/policies.ts';

/** While an operator has suspended the brand, its coach cannot change it, so the coach cannot end the suspension. */
const isOpen = `${isCoachOfTenant} and suspended_at is null`;

/**
 * Directory. The brand of a coach: the draft in columns, and the published version as one value. In the directory,
 * because pages show it before the tenant is known, and because a name belongs to one coach.
 */
export const coachBrands = pgTable(
  'coach_brands',
  {
    coachId: coachId()
      .primaryKey()
      .references(() => coaches.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    color: text('color').notNull(),
    logoId: uuid('logo_id'),
    iconId: uuid('icon_id'),
    published: jsonb('published').$type<PublishedBrand>(),
    /** The published name with all letters that look alike made the same. */
    nameKey: text('name_key'),
    suspendedAt: instant('suspended_at'),
    /** The operator's text, which the coach reads. */
    suspendedReason: text('suspended_reason').notNull().default(''),
  },
  (table) => [
    uniqueIndex('coach_brands_name_index').on(table.nameKey).where(sql`name_key is not null`),
    check('coach_brands_published_check', sql.raw('(published is null) = (name_key is null)')),
    allow('coach_brands_coach_read', 'select', isCoachOfTenant),
    allow('coach_brands_coach_insert', 'insert', isOpen),
    allow('coach_brands_coach_update', 'update', isOpen),
    allow('coach_brands_operator_read', 'select', isOperator),
    allow('coach_brands_operator_update', 'update', isOperator),
  ],
);
