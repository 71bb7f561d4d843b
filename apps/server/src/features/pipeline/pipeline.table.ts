import { LEAD_ACTORS, LEAD_EVENT_KINDS } from '@stridewell/contract/pipeline/pipeline';
import { LEAD_STATUSES, LOST_REASONS } from '@stridewell/contract/pipeline/pipeline.rules';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { coaches } from '../../core/people/people.table.ts';
import { relationships } from '../../core/relationships/relationships.table.ts';
import { coachId } from '../../core/tenancy/columns.ts';
import { isCoachOfTenant, isVisitorOfTenant } from '../../core/tenancy/policies.ts';
import { createdAt, instant, oneOf } from '../../platform/db/columns.ts';
import { allow, isSystem } from '../../platform/db/policies.ts';

const status = (name: string) => text(name, { enum: LEAD_STATUSES });

/** Tenant, coach only. `status` is that of the latest event; the figures are computed from the events. */
export const leads = pgTable(
  'leads',
  {
    coachId: coachId().references(() => coaches.id),
    id: uuid('id').notNull(),
    name: text('name').notNull(),
    /** Empty when only the phone number is known. */
    email: text('email').notNull(),
    phone: text('phone').notNull().default(''),
    /** The same for all spellings of a number (`phoneKey`). */
    phoneKey: text('phone_key').notNull().default(''),
    status: status('status').notNull().default('new'),
    statusSince: instant('status_since').notNull().defaultNow(),
    source: text('source').notNull(),
    valueCents: bigint('value_cents', { mode: 'number' }),
    currency: text('currency').notNull().default('USD'),
    lastContact: date('last_contact', { mode: 'string' }),
    followUpOn: date('follow_up_on', { mode: 'string' }),
    lostReason: text('lost_reason', { enum: LOST_REASONS }),
    clientId: uuid('client_id'),
    importId: uuid('import_id'),
    notes: text('notes').notNull().default(''),
    version: integer('version').notNull().default(1),
    /** The last edit of name, address, phone number or value. */
    changedAt: instant('changed_at').notNull().defaultNow(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.id] }),
    foreignKey({
      columns: [table.coachId, table.clientId],
      foreignColumns: [relationships.coachId, relationships.clientId],
    }),
    oneOf('leads_status_check', 'status', LEAD_STATUSES),
    oneOf('leads_lost_reason_check', 'lost_reason', LOST_REASONS),
    check('leads_value_check', sql.raw('value_cents >= 0')),
    index('leads_created_index').on(table.coachId, table.createdAt),
    index('leads_status_index').on(table.coachId, table.status, table.statusSince),
    index('leads_email_index').on(table.coachId, table.email),
    index('leads_phone_index').on(table.coachId, table.phoneKey),
    index('leads_follow_up_index').on(table.coachId, table.followUpOn).where(sql`follow_up_on is not null`),
    index('leads_import_index').on(table.coachId, table.importId).where(sql`import_id is not null`),
    allow('leads_coach', 'all', isCoachOfTenant),
    allow('leads_capture', 'insert', `${isVisitorOfTenant} and status = 'new' and client_id is null`),
  ],
);

/**
 * Tenant, coach only, append-only. The events of a lead. Deleting the lead deletes its events, so figures never count
 * it.
 */
export const leadEvents = pgTable(
  'lead_events',
  {
    coachId: coachId(),
    id: uuid('id').notNull(),
    leadId: uuid('lead_id').notNull(),
    kind: text('kind', { enum: LEAD_EVENT_KINDS }).notNull(),
    /** Both null for events without a change of status. */
    fromStatus: status('from_status'),
    toStatus: status('to_status'),
    lostReason: text('lost_reason', { enum: LOST_REASONS }),
    actor: text('actor', { enum: LEAD_ACTORS }).notNull(),
    title: text('title').notNull().default(''),
    text: text('text').notNull().default(''),
    occurredAt: instant('occurred_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.id] }),
    foreignKey({
      name: 'lead_events_lead_fk',
      columns: [table.coachId, table.leadId],
      foreignColumns: [leads.coachId, leads.id],
    }).onDelete('cascade'),
    oneOf('lead_events_kind_check', 'kind', LEAD_EVENT_KINDS),
    oneOf('lead_events_actor_check', 'actor', LEAD_ACTORS),
    index('lead_events_lead_index').on(table.coachId, table.leadId, table.occurredAt, table.id),
    index('lead_events_time_index').on(table.coachId, table.occurredAt, table.id),
    // Counts the changes for figures without reading the rows.
    index('lead_events_change_index').on(table.coachId, table.fromStatus, table.toStatus),
    allow('lead_events_read', 'select', isCoachOfTenant),
    allow('lead_events_record', 'insert', isCoachOfTenant),
    allow('lead_events_capture', 'insert', isVisitorOfTenant),
  ],
);

/** Tenant, coach only. The coach's tasks for a lead. */
export const leadTasks = pgTable(
  'lead_tasks',
  {
    coachId: coachId(),
    id: uuid('id').notNull(),
    leadId: uuid('lead_id').notNull(),
    text: text('text').notNull(),
    dueOn: date('due_on', { mode: 'string' }),
    doneAt: instant('done_at'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.id] }),
    foreignKey({
      name: 'lead_tasks_lead_fk',
      columns: [table.coachId, table.leadId],
      foreignColumns: [leads.coachId, leads.id],
    }).onDelete('cascade'),
    index('lead_tasks_lead_index').on(table.coachId, table.leadId, table.createdAt),
    index('lead_tasks_due_index').on(table.coachId, table.dueOn).where(sql`done_at is null and due_on is not null`),
    allow('lead_tasks_coach', 'all', isCoachOfTenant),
  ],
);

/** Directory. Finds the coach of a form by its address. Each coach has at most one form. */
export const leadForms = pgTable(
  'lead_forms',
  {
    slug: text('slug').primaryKey(),
    coachId: coachId()
      .unique()
      .references(() => coaches.id, { onDelete: 'cascade' }),
    heading: text('heading').notNull(),
    intro: text('intro').notNull(),
    enabled: boolean('enabled').notNull(),
    /** The session type that visitors can book, looked up in the coach's tenant on use. */
    bookingTypeId: uuid('booking_type_id'),
  },
  () => [allow('lead_forms_coach', 'all', isCoachOfTenant), allow('lead_forms_capture', 'select', isSystem('capture'))],
);
