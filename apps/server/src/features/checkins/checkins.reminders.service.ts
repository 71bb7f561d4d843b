import { checkInState } from '@stridewell/contract/checkins/checkins.rules';
import { addDays, dayInZone } from '@stridewell/contract/time';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import type { Logger } from '../../platform/logger.ts';
import { eachDue } from '../../platform/queue/each-due.ts';
import { notify } from '../notifications/notifications.service.ts';
import { insertReminder, selectClientsToRemind, selectRemindingCoaches } from './checkins.reminders.data.ts';
import { reminderScopeOf, remindersScope } from './checkins.scopes.ts';

const BATCH = 200;

type ReminderDeps = { db: Database; log: Logger; now: () => Date };

/**
 * Reminds clients in their local morning when a check-in is due today or became overdue today, and notifies the coach
 * of overdue ones. Each coach has a transaction, so an interrupted run loses nothing and a repeated run sends nothing
 * twice. A failure for one coach does not hold up the others.
 */
export async function remindOfCheckIns({ db, log, now }: ReminderDeps): Promise<void> {
  const at = now();
  await eachDue({
    name: 'coaches',
    log,
    failure: 'clients were not reminded of check-ins',
    read: (after: { coachId: string } | undefined) =>
      db.read(remindersScope, (tx) => selectRemindingCoaches(tx, { after: after?.coachId, now: at, limit: BATCH })),
    size: BATCH,
    place: (coachId) => ({ coachId }),
    work: (coachId) => db.write(reminderScopeOf(coachId), (tx) => remindClientsOf(tx, at)),
  });
}

async function remindClientsOf(tx: Tx<CoachScope>, now: Date): Promise<void> {
  for (const client of await selectClientsToRemind(tx, now)) {
    const { clientId, personId, clientName, coachName, covered, anchorDay, timeZone, lastDay, ...row } = client;
    // Clients without a covered seat cannot submit, so they get no reminder.
    if (!anchorDay || !personId || !covered) continue;
    const today = dayInZone(now, timeZone);
    const { state, dueDay } = checkInState({ ...row, anchorDay, lastSubmittedDay: lastDay, today });
    const isFirstOverdue = state === 'overdue' && dueDay === addDays(today, -1);
    if (state !== 'due' && !isFirstOverdue) continue;
    const isNew = await insertReminder(tx, { clientId, dueDay, kind: isFirstOverdue ? 'overdue' : 'due' });
    if (!isNew) continue;
    const metadata = { client_id: clientId, coach_id: tx.scope.coachId };
    await notify(tx, {
      userId: personId,
      type: 'check_in_due',
      title: isFirstOverdue ? 'Your check-in is still open' : 'Your check-in is due today',
      message: `${coachName} is looking forward to it. It takes two minutes.`,
      metadata,
    });
    if (!isFirstOverdue) continue;
    await notify(tx, {
      userId: tx.scope.coachId,
      type: 'check_in_overdue',
      title: 'Check-in overdue',
      message: `${clientName} has not sent the check-in that was due yesterday.`,
      metadata,
    });
  }
}
