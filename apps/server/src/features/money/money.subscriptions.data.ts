import type { ClientSubscription } from '@stridewell/contract/money/money';
import { subscriptionStatus } from '@stridewell/contract/money/money.invoices.rules';
import type { SubscriptionChange } from '@stridewell/contract/money/money.mrr.rules';
import { and, asc, between, count, eq, gt, isNull, lte, not, or, type SQL, sql } from 'drizzle-orm';
import { hasStatus, isRelationshipWith } from '../../core/relationships/relationships.data.ts';
import { relationships } from '../../core/relationships/relationships.table.ts';
import type { ClientScope, CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { hasFailedPayment } from './money.leaving.data.ts';
import { clientSubscriptions, subscriptionChanges } from './money.table.ts';

const SUBSCRIPTION = {
  id: clientSubscriptions.id,
  clientId: clientSubscriptions.clientId,
  clientName: relationships.fullName,
  packageId: clientSubscriptions.packageId,
  name: clientSubscriptions.name,
  amountCents: clientSubscriptions.amountCents,
  currency: clientSubscriptions.currency,
  interval: clientSubscriptions.interval,
  startsOn: clientSubscriptions.startsOn,
  endsOn: clientSubscriptions.endsOn,
  paused: clientSubscriptions.paused,
  anchorOn: clientSubscriptions.anchorOn,
  period: clientSubscriptions.period,
  nextDueOn: clientSubscriptions.nextDueOn,
  version: clientSubscriptions.version,
};
export type SubscriptionRow = Pick<
  typeof clientSubscriptions.$inferSelect,
  Exclude<keyof typeof SUBSCRIPTION, 'clientName'>
> & { clientName: string };

/** @param today the coach's today */
export function toSubscription(row: SubscriptionRow, today: string): ClientSubscription {
  const { anchorOn: _, period: __, paused: ___, ...subscription } = row;
  return { ...subscription, status: subscriptionStatus(row, today) };
}

type SubscriptionTx = Tx<CoachScope | ClientScope>;

const selectWhere = (tx: SubscriptionTx, condition: SQL | undefined) => {
  const { coachId } = tx.scope;
  return tx
    .select(SUBSCRIPTION)
    .from(clientSubscriptions)
    .innerJoin(
      relationships,
      and(eq(relationships.coachId, coachId), eq(relationships.clientId, clientSubscriptions.clientId)),
    )
    .where(and(eq(clientSubscriptions.coachId, coachId), condition))
    .$dynamic();
};

/** More than a coach with 100 clients has. */
const SUBSCRIPTIONS_SHOWN = 2000;

/** Subscriptions of the scope or of one client, ended ones last, then by client. */
export const selectSubscriptions = (
  tx: SubscriptionTx,
  { clientId, today }: { clientId?: string; today: string },
): Promise<SubscriptionRow[]> =>
  selectWhere(tx, clientId === undefined ? undefined : eq(clientSubscriptions.clientId, clientId))
    .orderBy(
      sql`coalesce(${clientSubscriptions.endsOn} <= ${today}, false)`,
      asc(relationships.nameKey),
      asc(clientSubscriptions.createdAt),
      asc(clientSubscriptions.id),
    )
    .limit(SUBSCRIPTIONS_SHOWN);

/** Most payments that fall due soon. */
const COMING_SHOWN = 500;

/**
 * Running subscriptions of current clients that are invoiced on `from` to `until`, the next due day first, with the
 * pauses of a client who is paused. Clients whose payment failed are left out.
 */
export const selectComingPayments = (tx: Tx<CoachScope>, { from, until }: { from: string; until: string }) => {
  const { coachId } = tx.scope;
  const { id, clientId, name, amountCents, currency, nextDueOn } = clientSubscriptions;
  return tx
    .select({
      subscriptionId: id,
      clientId,
      clientName: relationships.fullName,
      name,
      amountCents,
      currency,
      dueOn: sql<string>`${nextDueOn}::text`,
      isPaused: hasStatus(['paused']),
      pauses: relationships.checkInPauses,
    })
    .from(clientSubscriptions)
    .innerJoin(relationships, and(eq(relationships.coachId, coachId), eq(relationships.clientId, clientId)))
    .where(
      and(
        eq(clientSubscriptions.coachId, coachId),
        eq(clientSubscriptions.paused, false),
        between(nextDueOn, from, until),
        hasStatus(['active', 'paused']),
        not(hasFailedPayment(coachId, sql`${clientId}`, sql`${from}::date`)),
      ),
    )
    .orderBy(asc(nextDueOn), asc(id))
    .limit(COMING_SHOWN);
};

/** Reads a subscription and locks it until the transaction ends. */
export async function lockSubscription(tx: Tx<CoachScope>, id: string): Promise<SubscriptionRow | undefined> {
  const [row] = await selectWhere(tx, eq(clientSubscriptions.id, id)).for('update', { of: clientSubscriptions });
  return row;
}

/** Selects subscriptions of a client that have not ended on `today`. */
const isRunning = (clientId: string, today: string) =>
  and(
    eq(clientSubscriptions.clientId, clientId),
    or(isNull(clientSubscriptions.endsOn), gt(clientSubscriptions.endsOn, today)),
  );

export async function countRunning(tx: Tx<CoachScope>, clientId: string, today: string): Promise<number> {
  const [row] = await tx
    .select({ count: count() })
    .from(clientSubscriptions)
    .where(and(eq(clientSubscriptions.coachId, tx.scope.coachId), isRunning(clientId, today)));
  return row?.count ?? 0;
}

export const selectRunning = (tx: Tx<CoachScope>, clientId: string, today: string): Promise<SubscriptionRow[]> =>
  selectWhere(tx, isRunning(clientId, today)).orderBy(asc(clientSubscriptions.id));

export async function insertSubscription(
  tx: Tx<CoachScope>,
  subscription: Omit<typeof clientSubscriptions.$inferInsert, 'coachId'>,
): Promise<void> {
  await tx.insert(clientSubscriptions).values({ ...subscription, coachId: tx.scope.coachId });
}

/** Stores a locked subscription. */
export async function updateSubscription(tx: Tx<CoachScope>, row: SubscriptionRow): Promise<void> {
  const { id, clientId: _, clientName: __, packageId: ___, startsOn: ____, ...change } = row;
  await tx
    .update(clientSubscriptions)
    .set(change)
    .where(and(eq(clientSubscriptions.coachId, tx.scope.coachId), eq(clientSubscriptions.id, id)));
}

export async function insertSubscriptionChange(
  tx: Tx<CoachScope>,
  change: Omit<typeof subscriptionChanges.$inferInsert, 'coachId'>,
): Promise<void> {
  await tx.insert(subscriptionChanges).values({ ...change, coachId: tx.scope.coachId });
}

/** Changes that take effect on `until` or earlier, in the order that `mrrSteps` needs. */
export const selectSubscriptionChanges = (
  tx: Tx<CoachScope>,
  { until }: { until: string },
): Promise<SubscriptionChange[]> =>
  tx
    .select({
      on: subscriptionChanges.effectiveOn,
      clientId: subscriptionChanges.clientId,
      subscriptionId: subscriptionChanges.subscriptionId,
      currency: subscriptionChanges.currency,
      monthlyCents: subscriptionChanges.monthlyCents,
    })
    .from(subscriptionChanges)
    .where(and(eq(subscriptionChanges.coachId, tx.scope.coachId), lte(subscriptionChanges.effectiveOn, until)))
    .orderBy(
      asc(subscriptionChanges.effectiveOn),
      asc(subscriptionChanges.subscriptionId),
      asc(subscriptionChanges.number),
    );

/** Whether the coach can bill a client: if invited, active or paused. */
export async function isBillable(tx: Tx<CoachScope>, clientId: string): Promise<boolean> {
  const rows = await tx
    .select({ clientId: relationships.clientId })
    .from(relationships)
    .where(and(isRelationshipWith(tx, clientId), hasStatus(['invited', 'active', 'paused'])));
  return rows.length > 0;
}
