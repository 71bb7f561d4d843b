import type { ContactForm } from '@stridewell/contract/site/site.rules';
import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { isOperator } from '../../core/tenancy/policies.ts';
import { createdAt, instant, oneOf } from '../../platform/db/columns.ts';
import { allow, isSystem } from '../../platform/db/policies.ts';

/** Data beside a contact form for detecting bots. The address is a keyed digest. */
type ContactSecurity = { addressDigest: string; userAgent: string; filledMs: number };

/** Lets the site store and change submissions. Only operators can delete them. */
const allowSite = (table: string) => [
  allow(`${table}_site`, 'select', isSystem('site')),
  allow(`${table}_site_add`, 'insert', isSystem('site')),
  allow(`${table}_site_change`, 'update', isSystem('site')),
];

/** Platform. Submitted contact forms. */
export const contactSubmissions = pgTable(
  'contact_submissions',
  {
    id: uuid('id').primaryKey(),
    formData: jsonb('form_data').$type<ContactForm>().notNull(),
    security: jsonb('security').$type<ContactSecurity>().notNull(),
    createdAt: createdAt(),
  },
  () => [
    ...allowSite('contact_submissions'),
    allow('contact_submissions_operator', 'select', isOperator),
    allow('contact_submissions_operator_delete', 'delete', isOperator),
  ],
);

/** Platform. Demo requests. `processed_at` is the time of the operators' mail. */
export const formSubmissions = pgTable(
  'form_submissions',
  {
    id: uuid('id').primaryKey(),
    fullName: text('full_name').notNull(),
    email: text('email').notNull(),
    socialProof: text('social_proof').notNull(),
    coachingExperience: text('coaching_experience').notNull().default('<6 months'),
    interestReason: text('interest_reason').notNull(),
    monthlyClients: integer('monthly_clients').notNull().default(1),
    timeSuck: text('time_suck').notNull(),
    toolsUsed: text('tools_used').notNull(),
    successVision: text('success_vision').notNull(),
    feedbackWilling: boolean('feedback_willing').notNull().default(true),
    commitmentLevel: integer('commitment_level').notNull().default(3),
    formSource: text('form_source').notNull(),
    processedAt: instant('processed_at'),
    createdAt: createdAt(),
  },
  () => [
    oneOf('form_submissions_experience_check', 'coaching_experience', ['<6 months', '1-3 years', '3+ years']),
    ...allowSite('form_submissions'),
    allow('form_submissions_operator', 'select', isOperator),
    allow('form_submissions_operator_delete', 'delete', isOperator),
  ],
);

/**
 * Platform. Demos, at most one booking for each start. A visitor's booking is held until they confirm it or
 * `held_until` passes. `recipient` is the same for all spellings of their address. `sequence` counts changes, for
 * calendars.
 */
export const demoBookings = pgTable(
  'demo_bookings',
  {
    id: uuid('id').primaryKey(),
    startsAt: instant('starts_at').notNull(),
    fullName: text('full_name').notNull(),
    email: text('email').notNull(),
    timeZone: text('time_zone').notNull(),
    answers: text('answers').notNull(),
    recipient: text('recipient').notNull(),
    status: text('status').notNull().default('booked'),
    heldUntil: instant('held_until'),
    sequence: integer('sequence').notNull().default(0),
    tokenDigest: text('token_digest').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('demo_bookings_start_index').on(table.startsAt).where(sql.raw("status = 'booked'")),
    index('demo_bookings_email_index').on(table.email),
    index('demo_bookings_recipient_index').on(table.recipient),
    index('demo_bookings_held_index').on(table.heldUntil).where(sql.raw("status = 'held'")),
    oneOf('demo_bookings_status_check', 'status', ['held', 'booked', 'cancelled']),
    check('demo_bookings_held_check', sql.raw("(status = 'held') = (held_until is not null)")),
    ...allowSite('demo_bookings'),
    allow('demo_bookings_site_forget', 'delete', `${isSystem('site')} and status = 'held'`),
    allow('demo_bookings_operator', 'select', isOperator),
    allow('demo_bookings_operator_delete', 'delete', isOperator),
  ],
);
