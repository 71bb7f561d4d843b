import { ALERTS, type AlertKind } from '@stridewell/contract/jobs/jobs.rules';
import { and, eq, inArray } from 'drizzle-orm';
import { userRoles, users } from '../../core/people/people.table.ts';
import type { OperatorScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Scope, SystemScope } from '../../platform/db/scope.ts';
import { alerts } from './jobs.table.ts';

type JobsTx = Tx<SystemScope<'jobs'>>;
export type AlertRow = typeof alerts.$inferSelect;

export const selectAlerts = (tx: Tx<Scope>) => tx.select().from(alerts);

/** Locks an alert until the transaction ends. Creates it with the default threshold if it is missing. */
export async function lockAlert(tx: Tx<Scope>, kind: AlertKind): Promise<AlertRow> {
  await tx.insert(alerts).values({ kind, threshold: ALERTS[kind].usual }).onConflictDoNothing();
  const [row] = await tx.select().from(alerts).where(eq(alerts.kind, kind)).for('update');
  if (!row) throw new Error(`the alert ${kind} has no row`);
  return row;
}

export async function updateAlert(
  tx: JobsTx | Tx<OperatorScope>,
  kind: AlertKind,
  changes: Partial<Omit<AlertRow, 'kind'>>,
): Promise<void> {
  await tx.update(alerts).set(changes).where(eq(alerts.kind, kind));
}

/** Addresses of operators with one of these roles. */
export async function selectOperatorAddresses(
  tx: Tx<SystemScope<'identity'>>,
  roles: readonly NonNullable<(typeof userRoles.$inferSelect)['operatorRole']>[],
): Promise<string[]> {
  const rows = await tx
    .select({ email: users.email })
    .from(userRoles)
    .innerJoin(users, eq(users.id, userRoles.userId))
    .where(and(eq(userRoles.role, 'Operator'), inArray(userRoles.operatorRole, [...roles])));
  return rows.map(({ email }) => email);
}
