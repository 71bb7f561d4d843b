import { type PlanAccess, resolvePlan } from '@stridewell/contract/billing/billing.rules';
import { eq, sql } from 'drizzle-orm';
import type { Tx } from '../../platform/db/database.ts';
import type { CaptureScope, ClientScope, CoachScope, FeedScope } from '../tenancy/scope.ts';
import { coaches, users } from './people.table.ts';

export type CoachOnRecord = {
  fullName: string;
  isActive: boolean;
  timeZone: string;
  access: Pick<PlanAccess, 'plan' | 'subscription_status' | 'grace_until'>;
};

/** The coach in scope with their plan, for work without a session. */
export async function findCoachOnRecord(tx: Tx<CoachScope | FeedScope>): Promise<CoachOnRecord | undefined> {
  const [row] = await tx
    .select({
      fullName: coaches.fullName,
      status: coaches.status,
      timeZone: coaches.timeZone,
      plan: users.plan,
      subscriptionStatus: users.subscriptionStatus,
      graceUntil: users.graceUntil,
    })
    .from(coaches)
    .innerJoin(users, eq(users.id, coaches.id))
    .where(eq(coaches.id, tx.scope.coachId));
  if (!row) return undefined;
  const { fullName, status, timeZone } = row;
  return { fullName, isActive: status === 'active', timeZone, access: toAccess(row) };
}

const toAccess = ({
  plan,
  subscriptionStatus,
  graceUntil,
}: Pick<typeof users.$inferSelect, 'plan' | 'subscriptionStatus' | 'graceUntil'>): CoachOnRecord['access'] => ({
  plan: resolvePlan({ storedPlan: plan, role: 'Coach-Base' }, 'server'),
  subscription_status: subscriptionStatus,
  grace_until: graceUntil?.toISOString() ?? null,
});

/** The plan of the coach that a client or a visitor deals with; undefined where they have no coach. */
export async function findCoachAccess(
  tx: Tx<ClientScope | CaptureScope>,
): Promise<CoachOnRecord['access'] | undefined> {
  const { rows } = await tx.execute<{ plan: string | null; subscription_status: string; grace_until: Date | null }>(
    sql`select * from coach_access()`,
  );
  const [row] = rows;
  return (
    row &&
    toAccess({
      plan: row.plan,
      subscriptionStatus: row.subscription_status,
      graceUntil: row.grace_until && new Date(row.grace_until),
    })
  );
}
