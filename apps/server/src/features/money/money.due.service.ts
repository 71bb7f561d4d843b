import type { DomainEvent } from '@stridewell/contract/events';
import { remindersDue } from '@stridewell/contract/money/money.invoices.rules';
import { addDays, dayInZone, daysBetween } from '@stridewell/contract/time';
import type { EventHandlers } from '../../core/events/handlers.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import type { SystemScope } from '../../platform/db/scope.ts';
import type { Logger } from '../../platform/logger.ts';
import { eachDue } from '../../platform/queue/each-due.ts';
import { type DueRow, findCoach, selectDueSubscriptions, selectInvoicesToRemind } from './money.due.data.ts';
import { lockInvoice, toInvoice, updateInvoice } from './money.invoices.data.ts';
import { noticeOverdue } from './money.notices.service.ts';
import { bookkeeperScopeOf, dueMoneyScope } from './money.scopes.ts';
import { billSubscription, endSubscriptionsOf } from './money.subscriptions.service.ts';

type DueDeps = { db: Database; log: Logger; now: () => Date };
type Select = (
  tx: Tx<SystemScope<'money'>>,
  place: { after: DueRow | undefined; latest: string; limit: number },
) => Promise<DueRow[]>;

const BATCH = 200;

/**
 * Processes due rows, each in a transaction with its coach's scope. An interrupted run loses nothing and a repeated run
 * changes nothing. A failure does not hold up the others.
 */
async function eachDueRow(
  name: string,
  { db, log, now }: DueDeps,
  select: Select,
  work: (tx: Tx<CoachScope>, id: string, today: string) => Promise<void>,
): Promise<void> {
  const at = now();
  // The earliest time zones are a day ahead of UTC for much of the day.
  const latest = addDays(dayInZone(at, 'UTC'), 1);
  await eachDue({
    name,
    log,
    failure: 'money that is due was not handled',
    read: (after: DueRow | undefined) => db.read(dueMoneyScope, (tx) => select(tx, { after, latest, limit: BATCH })),
    size: BATCH,
    place: ({ coachId, id }) => ({ coachId, id }),
    work: ({ coachId, id }) =>
      db.write(bookkeeperScopeOf(coachId), async (tx) => {
        const coach = await findCoach(tx);
        if (coach?.status === 'active') await work(tx, id, dayInZone(at, coach.timeZone));
      }),
  });
}

/** Issues the invoices of all due subscriptions, including missed ones. */
export const billSubscriptions = (deps: DueDeps): Promise<void> =>
  eachDueRow('subscriptions', deps, selectDueSubscriptions, billSubscription);

/** Reminds of invoices that are 3, 7 and 14 days overdue. After an outage, one reminder replaces the missed ones. */
export const remindOfInvoices = (deps: DueDeps): Promise<void> =>
  eachDueRow('invoices', deps, selectInvoicesToRemind, remindOf);

async function remindOf(tx: Tx<CoachScope>, id: string, today: string): Promise<void> {
  const row = await lockInvoice(tx, id);
  if (!row?.dueOn || row.remindersPaused || toInvoice(row, today).status !== 'overdue') return;
  const due = remindersDue(daysBetween(row.dueOn, today));
  if (due <= row.reminders) return;
  await updateInvoice(tx, id, { reminders: due });
  await noticeOverdue(tx, row, { today, isFirst: row.reminders === 0 });
}

/** Ends a client's subscriptions when the coaching ends. */
const afterCoaching = {
  async inJob({ db }: { db: Database }, { coachId, clientId, occurredAt }: DomainEvent): Promise<void> {
    await db.write(bookkeeperScopeOf(coachId), async (tx) => {
      const coach = await findCoach(tx);
      if (coach) await endSubscriptionsOf(tx, clientId, dayInZone(new Date(occurredAt), coach.timeZone));
    });
  },
};

export const moneyHandlers: EventHandlers = {
  'relationship.archived': afterCoaching,
  'relationship.ended': afterCoaching,
};
