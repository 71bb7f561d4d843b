import { type PlanAccess, resolvePlan } from '@stridewell/contract/billing/billing.rules';
import { eq } from 'drizzle-orm';
import type { Tx } from '../../platform/db/database.ts';
import type { CoachScope, FeedScope } from '../tenancy/scope.ts';
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
  const { fullName, status, timeZone, plan, subscriptionStatus, graceUntil } = row;
  return {
    fullName,
    isActive: status === 'active',
    timeZone,
    access: {
      plan: resolvePlan({ storedPlan: plan, role: 'Coach-Base' }, 'server'),
      subscription_status: subscriptionStatus,
      grace_until: graceUntil?.toISOString() ?? null,
    },
  };
}
