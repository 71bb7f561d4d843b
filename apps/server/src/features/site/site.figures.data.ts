import { and, asc, count, eq, gte, lt } from 'drizzle-orm';
import type { OperatorScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { SystemScope } from '../../platform/db/scope.ts';
import { demoBookings, formSubmissions } from './site.table.ts';

export type Period = { from: Date; before: Date };

export async function countFormSubmissions(tx: Tx<SystemScope<'site'>>, { from, before }: Period): Promise<number> {
  const [row] = await tx
    .select({ count: count() })
    .from(formSubmissions)
    .where(and(gte(formSubmissions.createdAt, from), lt(formSubmissions.createdAt, before)));
  return row?.count ?? 0;
}

/** Booked demos that start in a period, by start. */
export const selectBookings = (tx: Tx<OperatorScope>, { from, before }: Period) =>
  tx
    .select({ fullName: demoBookings.fullName, startsAt: demoBookings.startsAt })
    .from(demoBookings)
    .where(and(eq(demoBookings.status, 'booked'), gte(demoBookings.startsAt, from), lt(demoBookings.startsAt, before)))
    .orderBy(asc(demoBookings.startsAt));
