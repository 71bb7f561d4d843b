import { isPlan, type Plan, planOfRole } from '@stridewell/contract/billing/billing.rules';
import type { StorageUse } from '@stridewell/contract/files/files.rules';
import type { Role } from '@stridewell/contract/people.rules';
import { sql } from 'drizzle-orm';
import { identityScope } from '../../core/tenancy/access.ts';
import type { ClientScope, CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { sweepScope } from './files.scopes.ts';
import { files } from './files.table.ts';

type PersonTx = Tx<CoachScope | ClientScope>;

/** The plan of the coach in scope. Uses a system scope, because clients cannot read it. */
export async function findCoachPlan({ scope, sendAs }: PersonTx): Promise<Plan> {
  const [[row] = []] = await sendAs(identityScope, [
    sql`select u.plan, r.role from users u left join user_roles r on r.user_id = u.id where u.id = ${scope.coachId}`,
  ]);
  const { plan, role } = (row ?? {}) as { plan?: string | null; role?: Role | null };
  return isPlan(plan) ? plan : ((role && planOfRole(role)) ?? 'base');
}

/** Bytes of all files of the coach in scope and of one client. Unfinished uploads count at their maximum. */
export async function sumUse({ scope, sendAs }: PersonTx, clientId: string | null): Promise<StorageUse> {
  const [[row] = []] = await sendAs(sweepScope, [
    sql`select coalesce(sum(bytes + reserved), 0)::float8 as "ofCoach",
      coalesce(sum(bytes + reserved) filter (where client_id = ${clientId}), 0)::float8 as "ofClient"
      from ${files} where coach_id = ${scope.coachId}`,
  ]);
  return { ofCoach: 0, ofClient: 0, ...row };
}

/** Locks the tenant's uploads until the transaction ends, so that two cannot take the same space. */
export async function lockUse(tx: PersonTx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`files:${tx.scope.coachId}`}, 0))`);
}
