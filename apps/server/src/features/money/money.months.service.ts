import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import type { Logger } from '../../platform/logger.ts';
import { eachDue } from '../../platform/queue/each-due.ts';
import { selectStaleCoaches, storeMonths, sumStaleMonths } from './money.months.data.ts';
import { bookkeeperScopeOf, dueMoneyScope } from './money.scopes.ts';

const BATCH = 200;

/**
 * Sums months of the books in which entries were added, edited or deleted since the last run. No request waits for it:
 * until then, months are summed on request. An interrupted run loses nothing, and a repeated or late run stores no sums
 * of an older version.
 */
export async function sumMonths({ db, log }: { db: Database; log: Logger }): Promise<void> {
  await eachDue({
    name: 'coaches',
    log,
    failure: 'the months of the books were not summed up',
    read: (after: { coachId: string } | undefined) =>
      db.read(dueMoneyScope, (tx) => selectStaleCoaches(tx, { after: after?.coachId, limit: BATCH })),
    size: BATCH,
    place: (coachId) => ({ coachId }),
    work: (coachId) => db.write(bookkeeperScopeOf(coachId), sumMonthsOfCoach),
  });
}

const sumMonthsOfCoach = async (tx: Tx<CoachScope>): Promise<void> => storeMonths(tx, await sumStaleMonths(tx));
