import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../../platform/db/database.ts';
import type { ConnectionKey } from './integrations.calendars.data.ts';
import { readerScopeOf } from './integrations.scopes.ts';
import { claimLease, moveLease } from './integrations.sessions.data.ts';

/** Longer than any step between two renewals. After a crash, another process takes over as late. */
const LEASE_MS = 240_000;
const RETRY_MS = 200;

type Deps = { db: Database; now: () => Date };
/** @returns false when the connection is gone or another process has it */
type Renew = () => Promise<boolean>;

/**
 * Reads or writes the calendars of a connection while no other process does, because an event that is just being
 * written would look like a change by the coach.
 * @param waitMs how long to wait for the other process
 * @returns whether the work was done
 */
export async function aloneWith(
  { db, now }: Deps,
  { coachId, id }: ConnectionKey,
  work: (renew: Renew) => Promise<void>,
  { waitMs = 0 }: { waitMs?: number } = {},
): Promise<boolean> {
  const scope = readerScopeOf(coachId);
  const end = () => new Date(now().getTime() + LEASE_MS);
  let held = end();
  const claim = () => db.write(scope, (tx) => claimLease(tx, id, { now: now(), until: held }));
  for (let waited = 0; !(await claim()); waited += RETRY_MS) {
    if (waited >= waitMs) return false;
    await delay(RETRY_MS);
    held = end();
  }
  const move = async (until: Date | null): Promise<boolean> => {
    const isHeld = await db.write(scope, (tx) => moveLease(tx, id, { held, until }));
    if (until) held = until;
    return isHeld;
  };
  try {
    await work(() => move(end()));
  } finally {
    await move(null);
  }
  return true;
}
