import { engagementUntil } from '@stridewell/contract/clients.labels.rules';
import { addDays, dayInZone } from '@stridewell/contract/time';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { eachGently } from '../../platform/queue/gently.ts';
import {
  lockStale,
  type NewLabel,
  selectForLabels,
  selectRenewingCoaches,
  writeLabels,
} from './clients.labels.data.ts';
import { labelScopeOf, labelsScope } from './clients.policy.ts';
import { engagementOf, scheduleOf } from './clients.service.ts';

const COACHES = 100;
const CLIENTS = 500;

export type LabelDeps = { db: Database; now: () => Date };

/**
 * Renews the stored labels that a check-in or the beginning of a period has made old. Stored, because a list that
 * computed them would have to read the check-ins of all clients to find a page of those with one label; by a job and
 * not in SQL, because so the rule is written once. Being stopped half-way loses nothing.
 */
export async function renewEngagement({ db, now }: LabelDeps): Promise<void> {
  const at = now();
  for (;;) {
    const coachIds = await db.read(labelsScope, (tx) => selectRenewingCoaches(tx, { now: at, limit: COACHES }));
    await eachGently(coachIds, (coachId) => renewOfCoach(db, labelScopeOf(coachId), at));
    if (coachIds.length < COACHES) return;
  }
}

/** The same for the clients of one coach: whoever asks by label does not wait for the job. */
export async function renewOfCoach(db: Database, scope: CoachScope, now: Date): Promise<void> {
  let renewed: number;
  do {
    renewed = await db.write(scope, (tx) => renewSome(tx, now));
  } while (renewed === CLIENTS);
}

async function renewSome(tx: Tx<CoachScope>, now: Date): Promise<number> {
  const clientIds = await lockStale(tx, { now, limit: CLIENTS });
  if (clientIds.length === 0) return 0;
  const rows = await selectForLabels(tx, clientIds);
  const labels = rows.map(({ clientId, timeZone, ...row }): NewLabel => {
    const today = dayInZone(now, timeZone);
    const schedule = scheduleOf(row);
    const until = schedule && engagementUntil(schedule, today);
    return { clientId, label: engagementOf(row, today)?.label ?? null, until: until ?? addDays(today, 1) };
  });
  await writeLabels(tx, labels);
  return clientIds.length;
}
