import type { PlanStatus } from '@stridewell/contract/clients/clients.labels.rules';
import { or, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../platform/db/database.ts';
import { registryOf } from './registry.ts';
import type { CoachKey } from './tenancy/placement.ts';
import type { CoachScope } from './tenancy/scope.ts';

/** A condition about the client of a `client_coach_relationships` row, and plans that are not over on `today`. */
type PlanCondition = (coachId: CoachKey, today: string) => SQL;

/** The part of a manifest that concerns the plans that clients follow. */
export type PlanningFeature = {
  plans?: {
    /** The client has a plan of this feature. */
    follows?: PlanCondition;
    /** The planner drafted a plan of the client. */
    followsDrafted?: PlanCondition;
  };
};

/**
 * Condition that the client of a `relationships` row has this plan status. Programs and meal plans count, so the
 * features that have them declare the conditions.
 */
export function hasPlanStatus(tx: Tx<CoachScope>, status: PlanStatus, today: string): SQL {
  const { plans } = registryOf(tx);
  const any = (conditions: readonly (PlanCondition | undefined)[]) =>
    or(...conditions.map((condition) => condition?.(tx.scope.coachId, today))) ?? sql`false`;
  const follows = any(plans.map((plan) => plan.follows));
  const drafted = any(plans.map((plan) => plan.followsDrafted));
  if (status === 'none') return sql`not (${follows})`;
  return status === 'ai_generated' ? sql`(${drafted})` : sql`((${follows}) and not (${drafted}))`;
}
