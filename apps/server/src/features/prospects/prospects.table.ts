import { PROSPECT_LOST_REASONS, PROSPECT_STAGES, TOUCH_KINDS } from '@stridewell/contract/prospects/prospects.rules';
import { sql } from 'drizzle-orm';
import { date, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { coaches } from '../../core/people/people.table.ts';
import { searchColumns } from '../../core/search.ts';
import { isOperatorOfList } from '../../core/tenancy/policies.ts';
import { createdAt, instant, oneOf } from '../../platform/db/columns.ts';
import { allow, isSystem } from '../../platform/db/policies.ts';

const stage = (name: string) => text(name, { enum: PROSPECT_STAGES });

/** Scopes in which touches happen. They can only follow touches here. */
const isTouch = `(${['site', 'identity', 'billing'].map(isSystem).join(' or ')})`;

/** Platform. People who may become paying coaches, one for each email address. */
export const prospects = pgTable(
  'prospects',
  {
    id: uuid('id').primaryKey(),
    /** In lower case. */
    email: text('email').notNull().unique(),
    name: text('name').notNull(),
    business: text('business').notNull().default(''),
    phone: text('phone').notNull().default(''),
    stage: stage('stage').notNull().default('new'),
    stageSince: instant('stage_since').notNull(),
    lostReason: text('lost_reason', { enum: PROSPECT_LOST_REASONS }),
    /** Kind of the earliest touch with this address, and how the person says that they found the platform. */
    firstTouch: text('first_touch', { enum: TOUCH_KINDS }).notNull(),
    firstTouchAt: instant('first_touch_at').notNull(),
    heardFrom: text('heard_from').notNull().default(''),
    /** When the prospect first reached this stage. */
    demoReachedAt: instant('demo_reached_at'),
    trialReachedAt: instant('trial_reached_at'),
    wonAt: instant('won_at'),
    nextStep: text('next_step').notNull().default(''),
    nextStepOn: date('next_step_on', { mode: 'string' }),
    coachId: uuid('coach_id').references(() => coaches.id, { onDelete: 'set null' }),
    version: integer('version').notNull().default(1),
    ...searchColumns(),
  },
  (table) => [
    oneOf('prospects_stage_check', 'stage', PROSPECT_STAGES),
    oneOf('prospects_lost_reason_check', 'lost_reason', PROSPECT_LOST_REASONS),
    oneOf('prospects_first_touch_check', 'first_touch', TOUCH_KINDS),
    index('prospects_stage_index').on(table.stage, table.stageSince, table.id),
    index('prospects_first_index').on(table.firstTouchAt, table.id),
    index('prospects_stage_first_index').on(table.stage, table.firstTouchAt, table.id),
    index('prospects_coach_index').on(table.coachId).where(sql`coach_id is not null`),
    index('prospects_name_index').on(table.nameKey),
    index('prospects_last_name_index').on(table.lastNameKey),
    index('prospects_business_index').on(table.businessKey),
    index('prospects_email_index').on(sql`email collate "C"`),
    allow('prospects_operator', 'all', isOperatorOfList),
    allow('prospects_touch_read', 'select', isTouch),
    allow('prospects_touch_add', 'insert', isTouch),
    allow('prospects_touch_update', 'update', isTouch),
  ],
);

/**
 * Platform. Touches of people who may become coaches, even before they are prospects: a contact form creates no
 * prospect, but counts as the first touch of a later one. `subject_id` is the form, the booking or the person.
 */
export const prospectTouches = pgTable(
  'prospect_touches',
  {
    kind: text('kind', { enum: TOUCH_KINDS }).notNull(),
    subjectId: uuid('subject_id').notNull(),
    email: text('email').notNull(),
    heardFrom: text('heard_from').notNull().default(''),
    at: instant('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.subjectId] }),
    oneOf('prospect_touches_kind_check', 'kind', TOUCH_KINDS),
    index('prospect_touches_email_index').on(table.email, table.at),
    index('prospect_touches_subject_index').on(table.subjectId),
    allow('prospect_touches_operator_read', 'select', isOperatorOfList),
    allow('prospect_touches_operator_delete', 'delete', isOperatorOfList),
    allow('prospect_touches_read', 'select', isTouch),
    allow('prospect_touches_add', 'insert', isTouch),
  ],
);

/** Platform. Notes about a prospect and changes of stage, which have no author when a touch caused them. */
export const prospectEvents = pgTable(
  'prospect_events',
  {
    id: uuid('id').primaryKey(),
    prospectId: uuid('prospect_id')
      .notNull()
      .references(() => prospects.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: ['moved', 'note'] }).notNull(),
    fromStage: stage('from_stage'),
    toStage: stage('to_stage'),
    lostReason: text('lost_reason', { enum: PROSPECT_LOST_REASONS }),
    text: text('text').notNull().default(''),
    authorId: uuid('author_id'),
    createdAt: createdAt(),
  },
  (table) => [
    oneOf('prospect_events_kind_check', 'kind', ['moved', 'note']),
    index('prospect_events_prospect_index').on(table.prospectId, table.createdAt),
    allow('prospect_events_operator', 'all', isOperatorOfList),
    allow('prospect_events_touch', 'insert', `${isTouch} and kind = 'moved' and author_id is null`),
  ],
);
