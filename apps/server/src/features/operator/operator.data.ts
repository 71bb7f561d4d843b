import type { CoachStatus } from '@stridewell/contract/people.rules';
import { and, asc, count, eq, ne, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { coaches, userRoles, users } from '../../core/people/people.table.ts';
import type { OperatorScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';

/** The last coach of the previous page. */
export type ReviewCursor = { createdAt: Date; id: string };

/** Excludes coaches who became operators, who need no approval. */
export const isNoOperator = sql`not exists (select from ${userRoles} where ${userRoles.userId} = ${coaches.id} and ${userRoles.role} = 'Operator')`;

/** Coaches of one status, by time of sign-up. */
export async function selectCoachesForReview(
  tx: Tx<OperatorScope>,
  { status, after, limit }: { status: CoachStatus; after: ReviewCursor | null; limit: number },
) {
  const other = alias(coaches, 'other');
  const namesakes = tx
    .select({ count: count() })
    .from(other)
    .where(and(eq(other.fullName, coaches.fullName), ne(other.id, coaches.id)));
  return tx
    .select({
      coachId: coaches.id,
      fullName: coaches.fullName,
      status: coaches.status,
      reason: coaches.statusReason,
      createdAt: coaches.createdAt,
      email: users.email,
      emailVerified: users.emailVerified,
      plan: users.plan,
      planIntent: users.planIntent,
      subscriptionStatus: users.subscriptionStatus,
      namesakes: sql<number>`(${namesakes})::int`,
    })
    .from(coaches)
    .innerJoin(users, eq(users.id, coaches.id))
    .where(
      and(
        eq(coaches.status, status),
        isNoOperator,
        after
          ? sql`(${coaches.createdAt}, ${coaches.id}) > (${after.createdAt.toISOString()}::timestamptz, ${after.id})`
          : undefined,
      ),
    )
    .orderBy(asc(coaches.createdAt), asc(coaches.id))
    .limit(limit);
}

export async function findCoachForDecision(tx: Tx<OperatorScope>, coachId: string) {
  const [row] = await tx
    .select({ status: coaches.status, fullName: coaches.fullName, email: users.email })
    .from(coaches)
    .innerJoin(users, eq(users.id, coaches.id))
    .where(eq(coaches.id, coachId));
  return row;
}

/** Changes the status of a coach. @returns false when they no longer have the status `from` */
export async function updateCoachStatus(
  tx: Tx<OperatorScope>,
  coachId: string,
  { from, to, reason }: { from: CoachStatus; to: CoachStatus; reason: string },
): Promise<boolean> {
  const { rowCount } = await tx
    .update(coaches)
    .set({ status: to, statusReason: reason })
    .where(and(eq(coaches.id, coachId), eq(coaches.status, from)));
  return rowCount === 1;
}

/** Names of these people. */
export async function selectNames(tx: Tx<OperatorScope>, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(sql`${users.id} = any(${sql.param([...ids])}::uuid[])`);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
