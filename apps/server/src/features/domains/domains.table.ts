import { DOMAIN_PROBLEMS } from '@stridewell/contract/domains/domains.rules';
import { DKIM_STATES, SPF_STATES } from '@stridewell/contract/domains/domains.senders.rules';
import { sql } from 'drizzle-orm';
import { boolean, check, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { coaches } from '../../core/people/people.table.ts';
import { coachId } from '../../core/tenancy/columns.ts';
import { isCoachOfTenant } from '../../core/tenancy/policies.ts';
import { instant, oneOf } from '../../platform/db/columns.ts';
import { allow, isSystem } from '../../platform/db/policies.ts';

/**
 * Directory. Finds the coach of a host. Each coach has at most one domain. Several can claim the same one, and it is
 * verified for one of them.
 */
export const coachDomains = pgTable(
  'coach_domains',
  {
    coachId: coachId()
      .primaryKey()
      .references(() => coaches.id, { onDelete: 'cascade' }),
    domain: text('domain').notNull(),
    /** The value of the TXT record. A new one after the domain has moved to another coach. */
    token: text('token').notNull(),
    claimedAt: instant('claimed_at').notNull(),
    checkedAt: instant('checked_at'),
    /** The domain is served from then on. */
    verifiedAt: instant('verified_at'),
    /** The first check since then that found records missing. */
    failingSince: instant('failing_since'),
    problem: text('problem', { enum: DOMAIN_PROBLEMS }),
    /** When the sweep checks it next; null for a claim that was given up. */
    dueAt: instant('due_at'),
  },
  (table) => [
    uniqueIndex('coach_domains_verified_unique').on(table.domain).where(sql`verified_at is not null`),
    index('coach_domains_due_index').on(table.dueAt, table.coachId).where(sql`due_at is not null`),
    oneOf('coach_domains_problem_check', 'problem', DOMAIN_PROBLEMS),
    check('coach_domains_failing_check', sql.raw('failing_since is null or verified_at is not null')),
    allow('coach_domains_coach', 'all', isCoachOfTenant),
    allow('coach_domains_system', 'select', isSystem('domains')),
    // Takes a domain away from a coach, after another one has verified it.
    allow('coach_domains_moved', 'update', isSystem('domains')),
  ],
);

/**
 * Directory. The address that mails in the coach's brand come from. It is at the coach's domain, or at a name above or
 * below it, so it is deleted with the domain, and when the domain moves to another coach.
 */
export const coachSenders = pgTable(
  'coach_senders',
  {
    coachId: coachId()
      .primaryKey()
      .references(() => coachDomains.coachId, { onDelete: 'cascade' }),
    address: text('address').notNull(),
    /** The domain of the address, which signs the mails. */
    domain: text('domain').notNull(),
    /** Names the key of DKIM among those of the domain. */
    selector: text('selector').notNull(),
    /** In base64, as its DNS record has it. */
    publicKey: text('public_key').notNull(),
    sealedKey: text('sealed_key').notNull(),
    /** Since when records are missing; null while the address can be used. */
    waitingSince: instant('waiting_since'),
    spf: text('spf', { enum: SPF_STATES }).notNull().default('unchecked'),
    dkim: text('dkim', { enum: DKIM_STATES }).notNull().default('unchecked'),
    hasDmarc: boolean('has_dmarc'),
    /** DNS did not answer the latest check. */
    isUnreachable: boolean('is_unreachable').notNull().default(false),
    checkedAt: instant('checked_at'),
  },
  () => [
    oneOf('coach_senders_spf_check', 'spf', SPF_STATES),
    oneOf('coach_senders_dkim_check', 'dkim', DKIM_STATES),
    check('coach_senders_ready_check', sql.raw("(waiting_since is null) = (spf = 'found' and dkim = 'found')")),
    allow('coach_senders_coach', 'all', isCoachOfTenant),
    // Deletes the address of a coach whose domain moves. A deletion has to read its row.
    allow('coach_senders_moved_read', 'select', isSystem('domains')),
    allow('coach_senders_moved', 'delete', isSystem('domains')),
  ],
);
