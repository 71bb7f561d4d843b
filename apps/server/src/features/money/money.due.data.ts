import { REMINDER_DAYS } from '@stridewell/contract/money/money.invoices.rules';
import { and, asc, eq, gt, lte, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { coaches } from '../../core/people/people.table.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { SystemScope } from '../../platform/db/scope.ts';
import { clientInvoices, clientSubscriptions } from './money.table.ts';

/** A row that may be due, depending on the coach's time zone. */
export type DueRow = { coachId: string; id: string };
type Place = { after: DueRow | undefined; latest: string; limit: number };

const follows = (coachId: AnyPgColumn, id: AnyPgColumn, after: DueRow | undefined): SQL | undefined =>
  after && or(gt(coachId, after.coachId), and(eq(coachId, after.coachId), gt(id, after.id)));

/** Subscriptions with a period due on `latest` or earlier, grouped by coach. */
export const selectDueSubscriptions = (
  tx: Tx<SystemScope<'money'>>,
  { after, latest, limit }: Place,
): Promise<DueRow[]> => {
  const { coachId, id, nextDueOn } = clientSubscriptions;
  return tx
    .select({ coachId, id })
    .from(clientSubscriptions)
    .where(and(lte(nextDueOn, latest), follows(coachId, id, after)))
    .orderBy(asc(coachId), asc(id))
    .limit(limit);
};

/** The first reminder is due on this day after the due day. */
const [FIRST_REMINDER] = REMINDER_DAYS;

/** Invoices that may need a reminder, grouped by coach. The conditions are those of the index. */
export const selectInvoicesToRemind = (
  tx: Tx<SystemScope<'money'>>,
  { after, latest, limit }: Place,
): Promise<DueRow[]> => {
  const { coachId, id, dueOn } = clientInvoices;
  return tx
    .select({ coachId, id })
    .from(clientInvoices)
    .where(
      and(
        sql`${dueOn} <= ${latest}::date - ${sql.raw(String(FIRST_REMINDER))}`,
        sql`issued_on is not null and voided_on is null and paid_cents < total_cents and not reminders_paused and reminders < 3`,
        follows(coachId, id, after),
      ),
    )
    .orderBy(asc(coachId), asc(id))
    .limit(limit);
};

/** The coach in scope. */
export async function findCoach(tx: Tx<CoachScope>) {
  const [row] = await tx
    .select({ fullName: coaches.fullName, status: coaches.status, timeZone: coaches.timeZone })
    .from(coaches)
    .where(eq(coaches.id, tx.scope.coachId));
  return row;
}
