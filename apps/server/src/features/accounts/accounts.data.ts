import type { AccountKind } from '@stridewell/contract/accounts/accounts.rules';
import type { Plan } from '@stridewell/contract/billing/billing.rules';
import type { CoachStatus } from '@stridewell/contract/people.rules';
import { and, count, desc, eq, lt, max, or, type SQL, sql } from 'drizzle-orm';
import { union } from 'drizzle-orm/pg-core';
import { coaches, preferences, userRoles, users } from '../../core/people/people.table.ts';
import { coachings } from '../../core/relationships/coachings.table.ts';
import type { OperatorScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { beginsWith, searchKey } from '../../platform/db/search.ts';

export type AccountFilter = {
  kind: AccountKind | undefined;
  plan: Plan | undefined;
  status: CoachStatus | undefined;
};

/** Excludes deleted coaches, whose rows stay because their clients' history refers to them. */
const isKept = sql`${users.email} not like '%@deleted.invalid'`;

/** Coaches on the free plan may have no plan on record. */
const hasPlan = (plan: Plan): SQL | undefined =>
  plan === 'base'
    ? sql`(${coaches.id} is not null and coalesce(${users.plan}, 'base') = 'base')`
    : sql`${users.plan} = ${plan}`;

const isOfKind: Record<AccountKind, SQL> = {
  coach: sql`${coaches.id} is not null`,
  client: sql`${userRoles.role} = 'Client'`,
};

const fits = ({ kind, plan, status }: AccountFilter): SQL | undefined =>
  and(isKept, kind && isOfKind[kind], plan && hasPlan(plan), status && eq(coaches.status, status));

const columns = {
  userId: users.id,
  fullName: users.name,
  email: users.email,
  emailVerified: users.emailVerified,
  role: userRoles.role,
  coachStatus: coaches.status,
  plan: users.plan,
  subscriptionStatus: users.subscriptionStatus,
  graceUntil: users.graceUntil,
  joinedAt: users.createdAt,
};

/**
 * Accounts, newest first: ids are created in the order of time. Each filter has an index that begins with its columns
 * and ends with the id.
 */
export const selectAccounts = (
  tx: Tx<OperatorScope>,
  { filter, after, limit }: { filter: AccountFilter; after: string | undefined; limit: number },
) =>
  tx
    .select(columns)
    .from(users)
    .leftJoin(userRoles, eq(userRoles.userId, users.id))
    .leftJoin(coaches, eq(coaches.id, users.id))
    .where(and(fits(filter), after ? lt(users.id, after) : undefined))
    .orderBy(desc(users.id))
    .limit(limit);

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * The first accounts whose name, last name or address begins with `typed`, or whose id or customer id equals it. Each
 * of these searches reads at most `limit` rows of its index.
 */
export function searchAccounts(
  tx: Tx<OperatorScope>,
  { typed, filter, limit }: { typed: string; filter: AccountFilter; limit: number },
) {
  const found = (condition: SQL, order: SQL) =>
    tx
      .select({ id: sql<string>`${users.id}`.as('id') })
      .from(users)
      .leftJoin(userRoles, eq(userRoles.userId, users.id))
      .leftJoin(coaches, eq(coaches.id, users.id))
      .where(and(condition, fits(filter)))
      .orderBy(order)
      .limit(limit);
  const name = searchKey(sql`${typed}::text`);
  const address = sql`${users.email} collate "C"`;
  const matches = union(
    found(beginsWith(sql`${users.nameKey}`, name), sql`${users.nameKey}`),
    found(beginsWith(sql`${users.lastNameKey}`, name), sql`${users.lastNameKey}`),
    found(beginsWith(address, sql`lower(${typed}::text)`), address),
    found(
      or(eq(users.stripeCustomerId, typed), UUID.test(typed) ? eq(users.id, typed.toLowerCase()) : undefined) ??
        sql`false`,
      sql`${users.id}`,
    ),
  );
  return tx
    .select(columns)
    .from(users)
    .leftJoin(userRoles, eq(userRoles.userId, users.id))
    .leftJoin(coaches, eq(coaches.id, users.id))
    .where(sql`${users.id} in (${matches})`)
    .orderBy(sql`${users.nameKey}`, users.id)
    .limit(limit);
}

/** One account, with the data about the person for its page. */
export async function findAccount(tx: Tx<OperatorScope>, userId: string) {
  const [row] = await tx
    .select({
      ...columns,
      isDemo: users.isDemo,
      includedClients: users.includedClients,
      stripeCustomerId: users.stripeCustomerId,
      twoFactorEnabled: users.twoFactorEnabled,
      statusReason: coaches.statusReason,
      coachTimeZone: coaches.timeZone,
      timeZone: preferences.timeZone,
      unitSystem: preferences.unitSystem,
    })
    .from(users)
    .leftJoin(userRoles, eq(userRoles.userId, users.id))
    .leftJoin(coaches, eq(coaches.id, users.id))
    .leftJoin(preferences, eq(preferences.userId, users.id))
    .where(and(eq(users.id, userId), isKept));
  return row;
}

/** Counts a person's coachings by status, as a coach and as a client. */
export const countCoachings = (tx: Tx<OperatorScope>, userId: string) =>
  tx
    .select({ status: coachings.status, count: count(), latestAt: max(coachings.acceptedAt) })
    .from(coachings)
    .where(or(eq(coachings.coachId, userId), eq(coachings.userId, userId)))
    .groupBy(coachings.status)
    .orderBy(coachings.status);
