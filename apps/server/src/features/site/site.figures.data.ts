import { and, count, gte, lt } from 'drizzle-orm';
import type { Tx } from '../../platform/db/database.ts';
import type { SystemScope } from '../../platform/db/scope.ts';
import { formSubmissions } from './site.table.ts';

export type Period = { from: Date; before: Date };

export async function countFormSubmissions(tx: Tx<SystemScope<'site'>>, { from, before }: Period): Promise<number> {
  const [row] = await tx
    .select({ count: count() })
    .from(formSubmissions)
    .where(and(gte(formSubmissions.createdAt, from), lt(formSubmissions.createdAt, before)));
  return row?.count ?? 0;
}
