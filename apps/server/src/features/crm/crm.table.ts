import type { CrmSettings } from '@stridewell/contract/crm/crm';
import { CRM_ISSUE_NAMES, CRM_PROBLEM_NAMES } from '@stridewell/contract/crm/crm.rules';
import { sql } from 'drizzle-orm';
import { boolean, check, index, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { coaches } from '../../core/people/people.table.ts';
import { coachId } from '../../core/tenancy/columns.ts';
import { isCoachOfTenant } from '../../core/tenancy/policies.ts';
import { createdAt, instant, oneOf } from '../../platform/db/columns.ts';
import { allow, isSystem } from '../../platform/db/policies.ts';
import type { Known } from './crm.rules.ts';

/** `lost`: HubSpot no longer accepts our tokens. `off`: the coach disconnected, and may connect the account again. */
export const CONNECTION_STATUSES = ['on', 'lost', 'off'] as const;

/**
 * Tenant, coach only. The connection of a coach to HubSpot. It stays when the coach disconnects, without tokens, so that
 * connecting the same account again finds its contacts and deals.
 */
export const crmConnections = pgTable(
  'crm_connections',
  {
    coachId: coachId()
      .primaryKey()
      .references(() => coaches.id),
    status: text('status', { enum: CONNECTION_STATUSES }).notNull(),
    /** Digest of the state that a visit to HubSpot has to bring back, until it is used or too old. */
    stateDigest: text('state_digest'),
    stateUntil: instant('state_until'),
    /** The account in HubSpot, and its domain. Empty until the first connection. */
    hubId: text('hub_id').notNull().default(''),
    hubDomain: text('hub_domain').notNull().default(''),
    /** Access token and refresh token, sealed. */
    sealed: text('sealed'),
    accessUntil: instant('access_until'),
    /** Until then, one process renews the tokens. */
    renewingUntil: instant('renewing_until'),
    fields: jsonb('fields').$type<CrmSettings['fields']>().notNull(),
    deals: jsonb('deals').$type<CrmSettings['deals']>(),
    addsLeads: boolean('adds_leads').notNull().default(false),
    /** Contacts created in HubSpot from here on become leads. */
    addsLeadsFrom: instant('adds_leads_from'),
    /** The latest change in HubSpot that was read. */
    contactsReadUntil: instant('contacts_read_until').notNull(),
    dealsReadUntil: instant('deals_read_until').notNull(),
    nextSyncAt: instant('next_sync_at').notNull(),
    syncedAt: instant('synced_at'),
    failingSince: instant('failing_since'),
    problem: text('problem', { enum: CRM_PROBLEM_NAMES }),
    problemDetail: text('problem_detail').notNull().default(''),
    /** The running sync, which nothing else may be beside. */
    runId: uuid('run_id'),
    runUntil: instant('run_until'),
    connectedAt: instant('connected_at').notNull(),
  },
  (table) => [
    oneOf('crm_connections_status_check', 'status', CONNECTION_STATUSES),
    oneOf('crm_connections_problem_check', 'problem', CRM_PROBLEM_NAMES),
    check('crm_connections_sealed_check', sql.raw(`(status = 'on') = (sealed is not null)`)),
    check('crm_connections_failing_check', sql.raw('(failing_since is null) = (problem is null)')),
    // Across all tenants, for the job that starts syncs.
    index('crm_connections_due_index').on(table.nextSyncAt).where(sql`status = 'on'`),
    allow('crm_connections_coach', 'all', isCoachOfTenant),
    allow('crm_connections_due', 'select', isSystem('crm')),
  ],
);

export const LINK_KINDS = ['lead', 'client'] as const;

/**
 * Tenant, coach only. The contact and the deal of a lead, or the contact of a client. A link holds ids and digests. It
 * outlives a deleted lead, so that the contact does not become a lead again.
 */
export const crmLinks = pgTable(
  'crm_links',
  {
    coachId: coachId().references(() => coaches.id),
    kind: text('kind', { enum: LINK_KINDS }).notNull(),
    subjectId: uuid('subject_id').notNull(),
    contactId: text('contact_id'),
    contactKnown: jsonb('contact_known').$type<Known>().notNull().default({}),
    /** While a request that creates the contact is on its way. The next sync looks whether it arrived. */
    contactSentAt: instant('contact_sent_at'),
    dealId: text('deal_id'),
    dealKnown: jsonb('deal_known').$type<Known>().notNull().default({}),
    dealSentAt: instant('deal_sent_at'),
    /** The deal was deleted in HubSpot. */
    dealGone: boolean('deal_gone').notNull().default(false),
    issue: text('issue', { enum: CRM_ISSUE_NAMES }),
    /** The answer to a refused request, cut. */
    detail: text('detail').notNull().default(''),
    /** Digests of the refused values, which are not sent again. */
    refused: text('refused').notNull().default(''),
    dealRefused: text('deal_refused').notNull().default(''),
    /** The other contact of the same email address. */
    otherContactId: text('other_contact_id'),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.kind, table.subjectId] }),
    unique('crm_links_contact_key').on(table.coachId, table.contactId),
    unique('crm_links_deal_key').on(table.coachId, table.dealId),
    index('crm_links_issue_index').on(table.coachId).where(sql`issue is not null`),
    index('crm_links_sent_index').on(table.coachId).where(sql`contact_sent_at is not null or deal_sent_at is not null`),
    oneOf('crm_links_kind_check', 'kind', LINK_KINDS),
    oneOf('crm_links_issue_check', 'issue', CRM_ISSUE_NAMES),
    allow('crm_links_coach', 'all', isCoachOfTenant),
  ],
);

/** Tenant, coach only. Contacts and deals of erased people, until they are deleted in HubSpot. */
export const crmErasures = pgTable(
  'crm_erasures',
  {
    coachId: coachId().references(() => coaches.id),
    id: uuid('id').notNull(),
    /** The account in HubSpot that they are in. */
    hubId: text('hub_id').notNull(),
    contactId: text('contact_id'),
    dealId: text('deal_id'),
    /** Set once HubSpot did not delete it: the coach has to. */
    failedAt: instant('failed_at'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.id] }),
    check('crm_erasures_object_check', sql.raw('(contact_id is null) <> (deal_id is null)')),
    allow('crm_erasures_coach', 'all', isCoachOfTenant),
  ],
);
