import type { Certification } from '@stridewell/contract/coaches/coaches';
import { sql } from 'drizzle-orm';
import { check, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { coaches } from '../../core/people/people.table.ts';
import { coachId } from '../../core/tenancy/columns.ts';
import { isClientOfTenant, isCoachOfTenant, isOperator, READING_CLIENT } from '../../core/tenancy/policies.ts';
import { allow } from '../../platform/db/policies.ts';

/** Tenant. The coach's profile for current and former clients. */
export const coachProfiles = pgTable(
  'coach_profiles',
  {
    coachId: coachId()
      .primaryKey()
      .references(() => coaches.id, { onDelete: 'cascade' }),
    headline: text('headline').notNull().default(''),
    bio: text('bio').notNull().default(''),
    specialities: text('specialities').array().notNull().default([]),
    certifications: jsonb('certifications').$type<Certification[]>().notNull().default([]),
    yearsOfExperience: integer('years_of_experience'),
    languages: text('languages').array().notNull().default([]),
    website: text('website').notNull().default(''),
    instagram: text('instagram').notNull().default(''),
    /** The foreign key is only in the migration: files refer to relationships, which refer to coaches. */
    photoFileId: uuid('photo_file_id'),
  },
  () => [
    check('coach_profiles_years_check', sql.raw('years_of_experience between 0 and 70')),
    allow('coach_profiles_own', 'all', isCoachOfTenant),
    allow('coach_profiles_operator', 'select', isOperator),
    allow('coach_profiles_client', 'select', isClientOfTenant(READING_CLIENT)),
  ],
);
