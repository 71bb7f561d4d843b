import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { coachId, createdAt, instant, oneOf } from '../../platform/db/columns.ts';
import {
  allow,
  isAboutInvited,
  isCoachOfTenant,
  isSystem,
  scopeClient,
  scopeCoach,
  scopeRole,
  scopeUser,
} from '../../platform/db/policies.ts';
import { coaches } from '../coaches/coaches.table.ts';
import { users } from '../identity/identity.table.ts';

const isInvited = (table: string) =>
  `${isSystem('invitation')} and ${table}.coach_id = ${scopeCoach} and ${table}.client_id = ${scopeClient}`;

/** Directory. The person: name, e-mail, avatar and nothing that a coach learns about them. */
export const clients = pgTable(
  'clients',
  {
    id: uuid('id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    fullName: text('full_name').notNull(),
    email: text('email').notNull(),
    avatar: text('avatar'),
    createdAt: createdAt(),
  },
  () => [
    allow('clients_own', 'all', `id = ${scopeUser} and ${scopeRole} in ('user', 'client')`),
    allow(
      'clients_invited',
      'all',
      isAboutInvited('exists (select 1 from users u where u.id = clients.id and u.email = r.email)'),
    ),
    allow(
      'clients_read_by_coach',
      'select',
      `${scopeRole} = 'coach' and exists (select 1 from client_coach_relationships r
      where r.coach_id = ${scopeCoach} and r.person_id = clients.id and r.status in ('active', 'paused'))`,
    ),
  ],
);

/**
 * Tenant. `client_id` is made for this relationship and means nothing to any other coach; `person_id` is set when the
 * person accepts. Name and e-mail are what the coach typed until then.
 */
export const relationships = pgTable(
  'client_coach_relationships',
  {
    coachId: coachId().references(() => coaches.id),
    clientId: uuid('client_id').notNull(),
    personId: uuid('person_id').references(() => clients.id),
    status: text('status').notNull().default('invited'),
    fullName: text('full_name').notNull(),
    email: text('email').notNull(),
    goal: text('goal'),
    onboardingCompleted: boolean('onboarding_completed').notNull().default(false),
    /** The first due day of the check-in schedule, in the coach's zone; null until the client accepts. */
    checkInAnchor: date('check_in_anchor', { mode: 'string' }),
    checkInIntervalDays: integer('check_in_interval_days').notNull().default(7),
    createdAt: createdAt(),
    acceptedAt: instant('accepted_at'),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.clientId] }),
    oneOf('relationships_status_check', 'status', ['invited', 'active', 'paused', 'archived', 'ended']),
    check('relationships_interval_check', sql.raw('check_in_interval_days >= 1')),
    uniqueIndex('relationships_email_index').on(table.coachId, table.email),
    index('relationships_person_index').on(table.personId).where(sql`person_id is not null`),
    allow('relationships_coach', 'all', isCoachOfTenant),
    allow(
      'relationships_client',
      'select',
      `${scopeRole} = 'client' and coach_id = ${scopeCoach} and client_id = ${scopeClient} and person_id = ${scopeUser}`,
    ),
    allow('relationships_invitation', 'select', isInvited('client_coach_relationships')),
    allow('relationships_accept', 'update', isInvited('client_coach_relationships')),
  ],
);

/** Whether the coach's plan covers the relationship of the row at hand, which only the database can say of one alone. */
export const isCovered = sql<boolean>`is_relationship_covered(${relationships.coachId}, ${relationships.clientId})`;

/** Tenant. The secret half of the mailed link is stored as a digest. */
export const invitations = pgTable(
  'invitations',
  {
    coachId: coachId(),
    clientId: uuid('client_id').notNull(),
    tokenDigest: text('token_digest').notNull(),
    expiresAt: instant('expires_at').notNull(),
    acceptedAt: instant('accepted_at'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.clientId] }),
    foreignKey({
      columns: [table.coachId, table.clientId],
      foreignColumns: [relationships.coachId, relationships.clientId],
    }).onDelete('cascade'),
    allow('invitations_coach', 'all', isCoachOfTenant),
    allow('invitations_invitation', 'select', isInvited('invitations')),
    allow('invitations_accept', 'update', isInvited('invitations')),
  ],
);
