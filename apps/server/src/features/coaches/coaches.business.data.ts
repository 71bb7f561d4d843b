import type { Business } from '@stridewell/contract/coaches/coaches';
import { eq, sql } from 'drizzle-orm';
import { coaches } from '../../core/people/people.table.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { directoryScope } from './coaches.scopes.ts';

export async function hasCoach(tx: Tx<typeof directoryScope>, coachId: string): Promise<boolean> {
  const rows = await tx.select({ id: coaches.id }).from(coaches).where(eq(coaches.id, coachId));
  return rows.length > 0;
}

/** Currency and places of the coach in scope. */
export async function findBusiness(tx: Tx<CoachScope>) {
  const [row] = await tx
    .select({ currency: coaches.currency, places: coaches.places })
    .from(coaches)
    .where(eq(coaches.id, tx.scope.coachId));
  return row;
}

/** Whether the coach in scope sets nutrition targets and meal plans. */
export async function updatePrescribing(tx: Tx<CoachScope>, prescribes: boolean): Promise<void> {
  await tx.sendAs(directoryScope, [
    sql`update ${coaches} set prescribes_nutrition = ${prescribes} where id = ${tx.scope.coachId}`,
  ]);
}

export async function updateBusiness(tx: Tx<CoachScope>, { currency, places }: Business): Promise<void> {
  await tx.sendAs(directoryScope, [
    sql`update ${coaches} set currency = ${currency}, places = ${places} where id = ${tx.scope.coachId}`,
  ]);
}
