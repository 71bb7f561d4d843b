import type { Availability } from '@stridewell/contract/bookings.rules';
import { jsonb, pgTable, uuid } from 'drizzle-orm/pg-core';
import { allow, isCoachOfTenant, scopeClient, scopeCoach, scopeRole, scopeUser } from '../../platform/db/policies.ts';
import { coaches } from '../coaches/coaches.table.ts';

/** Tenant. When a coach can be booked; without a row, never. */
export const coachAvailability = pgTable(
  'coach_availability',
  {
    coachId: uuid('coach_id')
      .primaryKey()
      .references(() => coaches.id),
    availability: jsonb('availability').$type<Availability>().notNull(),
  },
  () => [
    allow('coach_availability_coach', 'all', isCoachOfTenant),
    allow(
      'coach_availability_client',
      'select',
      `${scopeRole} = 'client' and coach_id = ${scopeCoach} and exists (select 1 from client_coach_relationships r
      where r.coach_id = ${scopeCoach} and r.client_id = ${scopeClient} and r.person_id = ${scopeUser})`,
    ),
  ],
);
