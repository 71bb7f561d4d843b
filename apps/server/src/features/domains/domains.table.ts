import { DOMAIN_PROBLEMS } from '@stridewell/contract/domains/domains.rules';
import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { coaches } from '../../core/people/people.table.ts';
import { isCoachOfTenant } from '../../core/tenancy/policies.ts';
import { coachId, instant, oneOf } from '../../platform/db/columns.ts';
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
