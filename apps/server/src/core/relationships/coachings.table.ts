import { NUMBERS_OFF_BY, NUTRITION_WAYS } from '@stridewell/contract/people.rules';
import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, instant, oneOf } from '../../platform/db/columns.ts';
import { allow, isSystem, scopeRole } from '../../platform/db/policies.ts';
import { coaches, users } from '../people/people.table.ts';
import { coachId } from '../tenancy/columns.ts';
import { isCoachOfTenant, isCurrentClient, isOperator, isOwner, scopeClient, scopeCoach } from '../tenancy/policies.ts';

const isRelationshipInScope = `coach_id = ${scopeCoach} and client_id = ${scopeClient}`;
const isCurrentClientOfRow = `${isCurrentClient} and ${isRelationshipInScope} and ${isOwner}`;
/**
 * A client can end a coaching, and cannot resume a former one. The coach may have paused it since the session was
 * resolved.
 */
const isKeptOrEnded = `status in ('active', 'paused', 'ended')`;

/**
 * Directory. Finds the relationships of a person or an invited address in the coaches' tenants. A row repeats the data
 * needed before the tenant is known. `followRelationship` updates it with each change of the relationship.
 */
export const coachings = pgTable(
  'coachings',
  {
    coachId: coachId().references(() => coaches.id),
    clientId: uuid('client_id').notNull(),
    userId: uuid('user_id').references(() => users.id),
    /** Set while the client is invited. */
    invitedEmail: text('invited_email'),
    invitedUntil: instant('invited_until'),
    status: text('status').notNull(),
    /** A plan covers clients in the order of acceptance, then of creation. */
    createdAt: createdAt(),
    acceptedAt: instant('accepted_at'),
    photoId: uuid('photo_id'),
    /** The person's, because a coach cannot read preferences. Shown to the coach while the client is a current one. */
    timeZone: text('time_zone'),
    /** Null until the coach chooses one. */
    nutritionWay: text('nutrition_way', { enum: NUTRITION_WAYS }),
    /** Null while the client sees calories, macros and body weight. In the directory, because every request needs it. */
    numbersOffBy: text('numbers_off_by', { enum: NUMBERS_OFF_BY }),
    numbersOffSince: instant('numbers_off_since'),
    /** When the client objected to the estimate of their engagement; null while it is made. */
    scoringObjectedAt: instant('scoring_objected_at'),
    /** When the client stopped automatic messages; null while they may come. */
    automaticStoppedAt: instant('automatic_stopped_at'),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.clientId] }),
    index('coachings_user_index').on(table.userId).where(sql`user_id is not null`),
    index('coachings_invited_index').on(table.invitedEmail).where(sql`invited_email is not null`),
    oneOf('coachings_nutrition_way_check', 'nutrition_way', NUTRITION_WAYS),
    oneOf('coachings_numbers_off_by_check', 'numbers_off_by', NUMBERS_OFF_BY),
    check('coachings_numbers_off_check', sql.raw('(numbers_off_by is null) = (numbers_off_since is null)')),
    allow('coachings_coach', 'all', isCoachOfTenant),
    allow('coachings_client_read', 'select', `${scopeRole} = 'client' and ${isRelationshipInScope} and ${isOwner}`),
    allow('coachings_client_insert', 'insert', `${isCurrentClientOfRow} and ${isKeptOrEnded}`),
    allow('coachings_client_update', 'update', isCurrentClientOfRow, `${isCurrentClientOfRow} and ${isKeptOrEnded}`),
    allow('coachings_invitation', 'all', `${isSystem('invitation')} and ${isRelationshipInScope}`),
    // Counts and dates for support. Rows contain no data of the coaching itself.
    allow('coachings_operator', 'select', isOperator),
    allow('coachings_identity', 'select', isSystem('identity')),
    allow('coachings_own', 'select', `${scopeRole} in ('user', 'system_person') and ${isOwner}`),
    allow('coachings_person', 'update', `${isSystem('person')} and ${isOwner}`),
  ],
);

/** Personal. The current coaching of a person with several coaches. Coaches cannot read it. */
export const currentCoaches = pgTable(
  'current_coaches',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    coachId: uuid('coach_id')
      .notNull()
      .references(() => coaches.id, { onDelete: 'cascade' }),
  },
  () => [allow('current_coaches_own', 'all', `${scopeRole} in ('user', 'system_person') and ${isOwner}`)],
);
