import { addDays, dayInZone } from '@stridewell/contract/time';
import type { Logger } from '../../platform/logger.ts';
import { eachDue } from '../../platform/queue/each-due.ts';
import { listActivity } from './retention.activity.service.ts';
import { type Reader, selectLeavings, selectTenants } from './retention.features.data.ts';
import { labelWeeks } from './retention.features.rules.ts';
import type { CoachWeek } from './retention.hazard.rules.ts';

/** Two years of weeks, which is more than most clients stay. */
const WEEKS = 104;
const BATCH = 200;

/** The weeks of all clients of all coaches with what happened afterwards, tenant by tenant. Changes nothing. */
export async function readHistory({ reader, log, now }: { reader: Reader; log: Logger; now: Date }) {
  const rows: CoachWeek[] = [];
  await eachDue({
    // The result needs all tenants.
    name: null,
    log,
    failure: 'the history of a coach was not read',
    read: (after: { coachId: string } | undefined) => selectTenants(reader, after?.coachId ?? null, BATCH),
    size: BATCH,
    place: ({ coachId }) => ({ coachId }),
    work: async (tenant) => {
      const today = dayInZone(now, tenant.timeZone);
      const days = Array.from({ length: WEEKS }, (_, week) => addDays(today, -1 - 7 * week));
      const activity = await listActivity(reader, tenant, days);
      const { coachId } = tenant;
      for (const week of labelWeeks(activity, await selectLeavings(reader, tenant), today)) {
        rows.push(Object.assign(week, { coachId }));
      }
    },
  });
  return rows;
}
