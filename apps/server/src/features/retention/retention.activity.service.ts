import { activitiesOf } from './retention.activity.rules.ts';
import { type Reader, selectRecorded, type Tenant } from './retention.features.data.ts';
import type { Activity } from './retention.features.rules.ts';

/**
 * The activity of the coach's active clients as of the end of past days, by client and day. Events are append-only and
 * count from when they were recorded, so later events never change an earlier day. A visit has its day, and a reason that the coach
 * knows counts from when they said so. A pause is no silence: its days are left out, and silence starts again at its
 * end. Clients who deleted their account or objected to being scored have no rows.
 * @param days in the coach's time zone
 * @param onlyOf one client instead of all
 */
export async function listActivity(
  tx: Reader,
  tenant: Tenant,
  days: readonly string[],
  onlyOf: string | null = null,
): Promise<(Activity & { clientId: string; day: string })[]> {
  const recorded = await selectRecorded(tx, tenant, onlyOf);
  const ordered = days.toSorted();
  return recorded.flatMap((client) => activitiesOf(client, ordered));
}
