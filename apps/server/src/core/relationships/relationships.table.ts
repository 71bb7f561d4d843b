import { ENGAGEMENT_LABELS } from '@stridewell/contract/clients/clients.labels.rules';
import type { Pause } from '@stridewell/contract/people.rules';
import { RELATIONSHIP_STATUSES } from '@stridewell/contract/people.rules';
import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  customType,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  real,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { createdAt, instant, oneOf } from '../../platform/db/columns.ts';
import { allow, isSystem, scopeRole } from '../../platform/db/policies.ts';
import { byteText, lastNameSearchKey, searchKey } from '../../platform/db/search.ts';
import { clients, coaches } from '../people/people.table.ts';
import { coachId } from '../tenancy/columns.ts';
import { isCoachOfRow, scopeClient, scopeCoach, scopeUser } from '../tenancy/policies.ts';

export const isInvited = (table: string) =>
  `${isSystem('invitation')} and ${table}.coach_id = ${scopeCoach} and ${table}.client_id = ${scopeClient}`;

/** The one relationship of the scope `relationship`. */
export const isFollowed = `${isSystem('relationship')} and coach_id = ${scopeCoach} and client_id = ${scopeClient}`;

const isOwnRelationship = `${scopeRole} = 'client' and coach_id = ${scopeCoach} and client_id = ${scopeClient} and person_id = ${scopeUser}`;

/** A column of date ranges, such as `{[2026-03-02,2026-03-09),[2026-04-01,)}`. */
const pauseRanges = customType<{ data: Pause[]; driverData: string }>({
  dataType: () => 'datemultirange',
  fromDriver: (text) =>
    [...text.matchAll(/\[([\d-]+),([\d-]*)\)/g)].map(([, from = '', until = '']) => ({ from, until: until || null })),
  toDriver: (pauses) => `{${pauses.map(({ from, until }) => `[${from},${until ?? ''})`).join(',')}}`,
});

/**
 * Tenant. `client_id` is created for this relationship and unknown to other coaches. `person_id` is set when the person
 * accepts. Until then, name and email are those that the coach typed.
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
    /** Nothing is due before this day, in the zone of the schedule; null until the client accepts. */
    checkInAnchor: date('check_in_anchor', { mode: 'string' }),
    checkInIntervalDays: integer('check_in_interval_days').notNull().default(7),
    /** If not empty, check-ins are due on these weekdays; 1 is Monday. */
    checkInWeekdays: integer('check_in_weekdays').array().notNull().default([]),
    /** The client's time zone; null for the coach's. */
    checkInTimeZone: text('check_in_time_zone'),
    checkInPauses: pauseRanges('check_in_pauses').notNull().default(sql`'{}'::datemultirange`),
    /**
     * The form chosen for this client. The foreign key is only in the migration, because the form's tables refer to
     * this one.
     */
    checkInTemplateId: uuid('check_in_template_id'),
    /** Chosen at the invitation. The package starts with the acceptance, the program after the health questions. */
    startPackageId: uuid('start_package_id'),
    startProgramId: text('start_program_id'),
    /** Uploaded by the coach. The foreign key is only in the migration, like that of the form. */
    photoId: uuid('photo_id'),
    createdAt: createdAt(),
    acceptedAt: instant('accepted_at'),
    nameKey: byteText('name_key').notNull().generatedAlwaysAs(searchKey(sql`full_name`)),
    lastNameKey: byteText('last_name_key').notNull().generatedAlwaysAs(lastNameSearchKey(sql`full_name`)),
    /** Check-ins update these four columns (`noteCheckIns`), so that a long list need not read check-ins. */
    lastCheckInDay: date('last_check_in_day', { mode: 'string' }),
    adherenceFalling: boolean('adherence_falling').notNull().default(false),
    latestAdherence: integer('latest_adherence'),
    /** Day of the latest check-in with an adherence. */
    latestAdherenceDay: date('latest_adherence_day', { mode: 'string' }),
    /** For active clients, to filter the list. A job updates it (`renewEngagement`). */
    engagement: text('engagement', { enum: ENGAGEMENT_LABELS }),
    /** The label must be recomputed from this day on. A new check-in resets it (`noteCheckIns`). */
    engagementUntil: date('engagement_until', { mode: 'string' }).notNull().default('-infinity'),
    /** `nutritionShare` of the label, so that a list need not read food logs. */
    nutritionShare: real('nutrition_share'),
    /** The first due day after the newest check-in, which is overdue from the next day on (`checkInState`). */
    checkInDueOn: date('check_in_due_on', { mode: 'string' }).generatedAlwaysAs(
      sql`next_check_in_due(check_in_anchor, check_in_interval_days, check_in_weekdays, check_in_pauses, last_check_in_day)`,
    ),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.clientId] }),
    index('relationships_current_index')
      .on(table.coachId, table.nameKey, table.clientId)
      .where(sql`status in ('invited', 'active', 'paused')`),
    index('relationships_status_index').on(table.coachId, table.status, table.nameKey, table.clientId),
    index('relationships_newest_index').on(table.coachId, table.createdAt, table.clientId),
    index('relationships_check_in_index').on(
      table.coachId,
      sql`coalesce(last_check_in_day, '-infinity')`,
      table.clientId,
    ),
    index('relationships_engagement_index')
      .on(table.coachId, table.engagement, table.nameKey, table.clientId)
      .where(sql`status = 'active'`),
    index('relationships_renewal_index').on(table.engagementUntil).where(sql`status = 'active'`),
    index('relationships_last_name_index').on(table.coachId, table.lastNameKey),
    index('relationships_due_index').on(table.checkInDueOn).where(sql`status = 'active'`),
    index('relationships_address_index').on(table.coachId, sql`email collate "C"`),
    oneOf('relationships_status_check', 'status', RELATIONSHIP_STATUSES),
    oneOf('relationships_engagement_check', 'engagement', ENGAGEMENT_LABELS),
    check('relationships_interval_check', sql.raw('check_in_interval_days >= 1')),
    uniqueIndex('relationships_email_index').on(table.coachId, table.email),
    index('relationships_invited_index').on(table.email).where(sql`status = 'invited'`),
    index('relationships_person_index').on(table.personId).where(sql`person_id is not null`),
    allow('relationships_coach', 'all', isCoachOfRow),
    allow('relationships_client', 'select', isOwnRelationship),
    allow('relationships_identity_read', 'select', isSystem('identity')),
    allow('relationships_identity', 'update', isSystem('identity')),
    allow(
      'relationships_leave',
      'update',
      `${isOwnRelationship} and status in ('active', 'paused')`,
      `${isOwnRelationship} and status = 'ended'`,
    ),
    allow('relationships_invitation', 'select', isInvited('client_coach_relationships')),
    allow('relationships_accept', 'update', isInvited('client_coach_relationships')),
    allow('relationships_follow_read', 'select', isFollowed),
    allow('relationships_follow', 'update', isFollowed),
    allow('relationships_reminders', 'select', isSystem('checkins')),
  ],
);

/** Foreign key of a row about one relationship. Deleting the relationship deletes the row. */
export const relationshipKey = (table: { coachId: AnyPgColumn; clientId: AnyPgColumn }) =>
  foreignKey({
    columns: [table.coachId, table.clientId],
    foreignColumns: [relationships.coachId, relationships.clientId],
  }).onDelete('cascade');
