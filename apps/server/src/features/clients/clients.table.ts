import type { Pause } from '@stridewell/contract/checkins.rules';
import { ENGAGEMENT_LABELS, PLAN_STATUSES } from '@stridewell/contract/clients.labels.rules';
import {
  AVAILABILITY_SLOTS,
  type AvailabilitySlot,
  CLIENT_EVENTS,
  FITNESS_LEVELS,
  GENDERS,
  type RecordField,
} from '@stridewell/contract/clients.record.rules';
import { RELATIONSHIP_STATUSES } from '@stridewell/contract/clients.rules';
import { SIDES } from '@stridewell/contract/messages.rules';
import { type SQL, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  customType,
  date,
  foreignKey,
  index,
  integer,
  numeric,
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
  isClientOfRow,
  isCoachOfRow,
  isCoachOfTenant,
  isSystem,
  READING_CLIENT,
  scopeClient,
  scopeCoach,
  scopeRole,
  scopeUser,
  WRITING_CLIENT,
} from '../../core/tenancy/policies.ts';
import { coaches } from '../coaches/coaches.table.ts';
import { users } from '../identity/identity.table.ts';

const isInvited = (table: string) =>
  `${isSystem('invitation')} and ${table}.coach_id = ${scopeCoach} and ${table}.client_id = ${scopeClient}`;

const isOwnRelationship = `${scopeRole} = 'client' and coach_id = ${scopeCoach} and client_id = ${scopeClient} and person_id = ${scopeUser}`;

/** Text in the order of its bytes, so that what begins with some letters is one range whatever the database's locale. */
const byteText = customType<{ data: string }>({ dataType: () => 'text collate "C"' });

/** PostgreSQL writes ranges of days like `{[2026-03-02,2026-03-09),[2026-04-01,)}`. */
const pauseRanges = customType<{ data: Pause[]; driverData: string }>({
  dataType: () => 'datemultirange',
  fromDriver: (text) =>
    [...text.matchAll(/\[([\d-]+),([\d-]*)\)/g)].map(([, from = '', until = '']) => ({ from, until: until || null })),
  toDriver: (pauses) => `{${pauses.map(({ from, until }) => `[${from},${until ?? ''})`).join(',')}}`,
});

/** A name as it is searched and sorted: without accents, in lower case, and short enough for an index. */
export const searchKey = (name: SQL): SQL =>
  sql`left(lower(regexp_replace(normalize(${name}, NFKD), '[\\u0300-\\u036f]', '', 'g')), 120)`;

/** Directory. The person: name, e-mail and nothing that a coach learns about them. */
export const clients = pgTable(
  'clients',
  {
    id: uuid('id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    fullName: text('full_name').notNull(),
    email: text('email').notNull(),
    createdAt: createdAt(),
  },
  () => [
    allow('clients_own', 'all', `id = ${scopeUser} and ${scopeRole} in ('user', 'client')`),
    allow(
      'clients_invited',
      'all',
      isAboutInvited('exists (select 1 from users u where u.id = clients.id and u.email = r.email)'),
    ),
    allow('clients_identity_read', 'select', isSystem('identity')),
    allow('clients_identity', 'update', isSystem('identity')),
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
    /** Nothing is due before this day, in the zone of the schedule; null until the client accepts. */
    checkInAnchor: date('check_in_anchor', { mode: 'string' }),
    checkInIntervalDays: integer('check_in_interval_days').notNull().default(7),
    /** Where there are some, check-ins are due on these days of the week; 1 for Monday. */
    checkInWeekdays: integer('check_in_weekdays').array().notNull().default([]),
    /** Of the client; null for the coach's own. */
    checkInTimeZone: text('check_in_time_zone'),
    checkInPauses: pauseRanges('check_in_pauses').notNull().default(sql`'{}'::datemultirange`),
    /** The form chosen for this client. Its foreign key is in the migration: tables of that feature refer to this one. */
    checkInTemplateId: uuid('check_in_template_id'),
    /** Uploaded by the coach. Its foreign key is in the migration, as that of the form. */
    photoId: uuid('photo_id'),
    createdAt: createdAt(),
    acceptedAt: instant('accepted_at'),
    nameKey: byteText('name_key').notNull().generatedAlwaysAs(searchKey(sql`full_name`)),
    lastNameKey: byteText('last_name_key')
      .notNull()
      .generatedAlwaysAs(sql`regexp_replace(${searchKey(sql`full_name`)}, '^.*\\s', '')`),
    /** These two follow the check-ins (trigger `note_check_ins`), so that a long list is sorted and filtered by index. */
    lastCheckInDay: date('last_check_in_day', { mode: 'string' }),
    adherenceFalling: boolean('adherence_falling').notNull().default(false),
    /** Of active clients, for the filter of the list; a job keeps it, see `renewEngagement`. */
    engagement: text('engagement', { enum: ENGAGEMENT_LABELS }),
    /** From this day on the label is to be renewed; a new check-in sets it back (trigger `note_check_ins`). */
    engagementUntil: date('engagement_until', { mode: 'string' }).notNull().default('-infinity'),
    /** The first due day after the newest check-in; the day after it the check-in is overdue, see `checkInState`. */
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
    allow('relationships_reminders', 'select', isSystem('checkins')),
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

/** kg and cm with two decimals. */
const amount = (name: string) => numeric(name, { precision: 5, scale: 2, mode: 'number' });
const list = (name: string) => text(name).array().notNull().default(sql`'{}'`);
const relationshipKey = (table: { coachId: AnyPgColumn; clientId: AnyPgColumn }) =>
  foreignKey({
    columns: [table.coachId, table.clientId],
    foreignColumns: [relationships.coachId, relationships.clientId],
  }).onDelete('cascade');

/**
 * Tenant. What a coach learned about one client, made with the first edit. Name and goal are on the relationship, where
 * lists read them. `version` counts the edits.
 */
export const clientRecords = pgTable(
  'client_records',
  {
    coachId: coachId(),
    clientId: uuid('client_id').notNull(),
    goalWeightKg: amount('goal_weight_kg'),
    targetDay: date('target_day', { mode: 'string' }),
    startWeightKg: amount('start_weight_kg'),
    heightCm: amount('height_cm'),
    dateOfBirth: date('date_of_birth', { mode: 'string' }),
    gender: text('gender', { enum: GENDERS }),
    fitnessLevel: text('fitness_level', { enum: FITNESS_LEVELS }),
    daysPerWeek: integer('days_per_week'),
    availability: list('availability').$type<AvailabilitySlot[]>(),
    diet: text('diet').notNull().default(''),
    dietaryRestrictions: list('dietary_restrictions'),
    allergies: list('allergies'),
    injuries: text('injuries').notNull().default(''),
    equipment: list('equipment'),
    phone: text('phone').notNull().default(''),
    occupation: text('occupation').notNull().default(''),
    emergencyName: text('emergency_name').notNull().default(''),
    emergencyRelation: text('emergency_relation').notNull().default(''),
    emergencyPhone: text('emergency_phone').notNull().default(''),
    timeZone: text('time_zone'),
    planStatus: text('plan_status', { enum: PLAN_STATUSES }).notNull().default('none'),
    version: integer('version').notNull().default(1),
    updatedBy: text('updated_by', { enum: SIDES }).notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.clientId] }),
    relationshipKey(table),
    index('client_records_plan_index').on(table.coachId, table.planStatus, table.clientId),
    oneOf('client_records_gender_check', 'gender', GENDERS),
    oneOf('client_records_level_check', 'fitness_level', FITNESS_LEVELS),
    oneOf('client_records_plan_check', 'plan_status', PLAN_STATUSES),
    oneOf('client_records_editor_check', 'updated_by', SIDES),
    check('client_records_days_check', sql.raw('days_per_week between 1 and 7')),
    check(
      'client_records_availability_check',
      sql.raw(`availability <@ array[${AVAILABILITY_SLOTS.map((slot) => `'${slot}'`).join(', ')}]`),
    ),
    allow('client_records_coach', 'all', isCoachOfRow),
    allow('client_records_client_read', 'select', isClientOfRow('client_records', READING_CLIENT)),
    allow(
      'client_records_client_insert',
      'insert',
      `${isClientOfRow('client_records', WRITING_CLIENT)} and updated_by = 'client'`,
    ),
    // Whoever edited it last: a client goes on from there, in their own name.
    allow(
      'client_records_client_update',
      'update',
      isClientOfRow('client_records', WRITING_CLIENT),
      `${isClientOfRow('client_records', WRITING_CLIENT)} and updated_by = 'client'`,
    ),
  ],
);

/** Tenant. What happened to a relationship, written with the change itself and never changed. For the coach to read. */
export const clientEvents = pgTable(
  'client_events',
  {
    coachId: coachId(),
    id: uuid('id').notNull(),
    clientId: uuid('client_id').notNull(),
    kind: text('kind', { enum: CLIENT_EVENTS }).notNull(),
    actor: text('actor', { enum: SIDES }).notNull(),
    /** Of an edit: which fields, and never what was in them. */
    fields: list('fields').$type<RecordField[]>(),
    at: instant('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.id] }),
    relationshipKey(table),
    index('client_events_order_index').on(table.coachId, table.clientId, table.at, table.id),
    oneOf('client_events_kind_check', 'kind', CLIENT_EVENTS),
    oneOf('client_events_actor_check', 'actor', SIDES),
    allow('client_events_coach', 'all', isCoachOfRow),
    allow(
      'client_events_client',
      'insert',
      `${isClientOfRow('client_events', WRITING_CLIENT)} and actor = 'client' and kind in ('record_edited', 'onboarding_completed')`,
    ),
    allow(
      'client_events_accept',
      'insert',
      `${isInvited('client_events')} and kind in ('accepted', 'declined') and actor = 'client'`,
    ),
  ],
);

/** Tenant, the coach's alone. A note that was taken away can be brought back for a day. */
export const clientNotes = pgTable(
  'client_notes',
  {
    coachId: coachId(),
    id: uuid('id').notNull(),
    clientId: uuid('client_id').notNull(),
    text: text('text').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    pinned: boolean('pinned').notNull().default(false),
    createdAt: instant('created_at').notNull(),
    removedAt: instant('removed_at'),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.id] }),
    relationshipKey(table),
    index('client_notes_list_index').on(table.coachId, table.clientId, table.pinned, table.createdAt, table.id),
    index('client_notes_order_index').on(table.coachId, table.clientId, table.createdAt, table.id),
    check('client_notes_text_check', sql.raw('char_length(text) between 1 and 10000')),
    allow('client_notes_coach', 'all', isCoachOfRow),
  ],
);
