import type { PlatformFigures } from '@stridewell/contract/operator/operator';
import { and, count, eq, gte, lt, sql } from 'drizzle-orm';
import { coaches, users } from '../../core/people/people.table.ts';
import type { OperatorScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { SystemScope } from '../../platform/db/scope.ts';
import { isNoOperator } from './operator.data.ts';
import { platformFigures } from './operator.table.ts';

const NAME = 'overview';

type CountingTx = Tx<SystemScope<'metrics'>>;

/** Counts coaches by plan and status. Reads every coach. */
export const countCoaches = (tx: CountingTx) =>
  tx
    .select({ plan: users.plan, status: coaches.status, count: count() })
    .from(coaches)
    .innerJoin(users, eq(users.id, coaches.id))
    .groupBy(users.plan, coaches.status);

/** Counts coaches who signed up since `from` and before `before`. */
export async function countNewCoaches(tx: CountingTx, { from, before }: { from: Date; before: Date }): Promise<number> {
  const [row] = await tx
    .select({ count: count() })
    .from(coaches)
    .where(and(gte(coaches.createdAt, from), lt(coaches.createdAt, before)));
  return row?.count ?? 0;
}

/** Replaces the figures. */
export async function upsertFigures(tx: CountingTx, figures: PlatformFigures, computedAt: Date): Promise<void> {
  await tx
    .insert(platformFigures)
    .values({ name: NAME, figures, computedAt })
    .onConflictDoUpdate({ target: platformFigures.name, set: { figures, computedAt } });
}

export async function findFigures(tx: Tx<OperatorScope>) {
  const [row] = await tx.select().from(platformFigures).where(eq(platformFigures.name, NAME));
  return row;
}

/** Counts coaches who wait for approval, up to `atMost`. */
export async function countWaiting(tx: Tx<OperatorScope>, atMost: number): Promise<number> {
  const waiting = tx
    .select({ id: coaches.id })
    .from(coaches)
    .where(and(eq(coaches.status, sql`'pending'`), isNoOperator))
    .limit(atMost)
    .as('waiting');
  const [row] = await tx.select({ count: count() }).from(waiting);
  return row?.count ?? 0;
}
