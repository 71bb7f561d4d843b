import { engagementUntil } from '@stridewell/contract/clients/clients.labels.rules';
import type { DomainEvent } from '@stridewell/contract/events';
import { addDays, dayInZone } from '@stridewell/contract/time';
import type { RecordingScope } from '../../core/events/handlers.ts';
import { readNutritionShares } from '../../core/followed.ts';
import { expireLabel } from '../../core/relationships/labels.data.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import type { Logger } from '../../platform/logger.ts';
import { eachDue, requireTime } from '../../platform/queue/each-due.ts';
import {
  lockStale,
  type NewLabel,
  selectForLabels,
  selectRenewingCoaches,
  updateLabels,
} from './clients.labels.data.ts';
import { labelScopeOf, labelsScope } from './clients.scopes.ts';
import { engagementOf, scheduleOf } from './clients.service.ts';

const COACHES = 100;
const CLIENTS = 500;

export type LabelDeps = { db: Database; log: Logger; now: () => Date };

/**
 * Renews the stored labels that a check-in or a new period has outdated. They are stored because a list filtered by
 * label would otherwise read the check-ins of all clients. A job computes them, so that the rule exists only once,
 * outside of SQL. An interrupted run loses nothing, and a failure for one coach does not hold up the others.
 */
export async function renewEngagement({ db, log, now }: LabelDeps): Promise<void> {
  const at = now();
  await eachDue({
    name: 'coaches',
    log,
    failure: 'labels were not renewed',
    read: (after: { coachId: string } | undefined) =>
      db.read(labelsScope, (tx) => selectRenewingCoaches(tx, { now: at, after: after?.coachId, limit: COACHES })),
    size: COACHES,
    place: (coachId) => ({ coachId }),
    work: (coachId) => renewEngagementOfCoach(db, labelScopeOf(coachId), at),
  });
}

/** Renews the labels of one coach's clients, so that a list filtered by label does not wait for the job. */
export async function renewEngagementOfCoach(db: Database, scope: CoachScope, now: Date): Promise<void> {
  let renewed: number;
  do {
    requireTime();
    renewed = await db.write(scope, (tx) => renewSome(tx, now));
  } while (renewed === CLIENTS);
}

async function renewSome(tx: Tx<CoachScope>, now: Date): Promise<number> {
  const clientIds = await lockStale(tx, { now, limit: CLIENTS });
  if (clientIds.length === 0) return 0;
  const rows = await selectForLabels(tx, clientIds, now);
  const today = dayInZone(now, rows[0]?.timeZone ?? 'UTC');
  const scored = rows.filter((row) => scheduleOf(row) !== null);
  const followed = scored.map(({ clientId, checkInPauses: pauses }) => ({ clientId, pauses }));
  const shares = await readNutritionShares(tx, followed, today);
  const labels = rows.map(({ clientId, timeZone, ...row }): NewLabel => {
    const schedule = scheduleOf(row);
    const nutritionShare = shares.get(clientId) ?? null;
    const daily = { nutrition: nutritionShare, lastVisit: row.lastVisitDay };
    const until = schedule && engagementUntil(schedule, today, row.training?.planned ?? [], daily);
    const engagement = engagementOf({ ...row, nutritionShare }, { now, timeZone });
    return { clientId, label: engagement?.label ?? null, until: until ?? addDays(today, 1), nutrition: nutritionShare };
  });
  await updateLabels(tx, labels);
  return clientIds.length;
}

const expire = { inTransaction: (tx: Tx<RecordingScope>, { clientId }: DomainEvent) => expireLabel(tx, clientId) };

/** Events that change the engagement score. Check-ins, food and habits expire the label without an event. */
export const labelHandlers = {
  'checkin.schedule_set': expire,
  'relationship.paused': expire,
  'relationship.resumed': expire,
  'relationship.archived': expire,
  'relationship.restored': expire,
  'program.assigned': expire,
  'program.changed': expire,
  'program.ended': expire,
  'workout.completed': expire,
  'meal_plan.assigned': expire,
  'target.changed': expire,
};
