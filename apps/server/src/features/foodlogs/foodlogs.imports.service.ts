import type { FoodDay, FoodEntry } from '@stridewell/contract/foodlogs/foodlogs';
import type { FoodImportResult, ImportedDay, ImportedEntry } from '@stridewell/contract/foodlogs/foodlogs.imports';
import { IMPORT_BOUNDS } from '@stridewell/contract/foodlogs/foodlogs.imports.rules';
import { changeFoodDay, emptyFoodDay, putEntry, removeEntry } from '@stridewell/contract/foodlogs/foodlogs.merge.rules';
import { FOOD_LOG_BOUNDS } from '@stridewell/contract/foodlogs/foodlogs.rules';
import { dayInZone, instantAtWallClock } from '@stridewell/contract/time';
import { refuse } from '../../core/refusals.ts';
import { expireLabel } from '../../core/relationships/labels.data.ts';
import { lockRelationship } from '../../core/relationships/relationships.data.ts';
import type { ClientScope, CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { publish } from '../../platform/realtime/live.ts';
import {
  forgetImport,
  type PersonTx,
  selectDays,
  selectDaysOfImport,
  selectEntries,
  selectImports,
  toFoodDay,
  upsertDay,
  upsertEntries,
} from './foodlogs.data.ts';

type ImportTx = Tx<ClientScope | CoachScope, 'FOOD_DAY_TOO_LATE' | 'COACH_PLAN_FULL'>;
type FileInput = { importId: string; days: readonly ImportedDay[]; existing: 'keep' | 'add'; dryRun: boolean };
/** The time of the request, and the client's time zone. */
type Clock = { now: Date; timeZone: string };

const toEntry = ({ minute, ...entry }: ImportedEntry, day: string, timeZone: string): Omit<FoodEntry, 'changedAt'> => ({
  ...entry,
  foodId: null,
  tier: null,
  fileId: null,
  mealPlanId: null,
  plannedMealId: null,
  at: instantAtWallClock(day, minute, timeZone).toISOString(),
  deleted: false,
});

/** The refusal without a relationship that may be written to. */
const missing = (tx: Tx<ClientScope | CoachScope>) => refuse('seat' in tx.scope ? 'FORBIDDEN' : 'NOT_FOUND');

type Outcome = { log: FoodDay; added: FoodEntry[]; known: number; isTaken: boolean; isFull: boolean };

/**
 * A day with the entries of a file. An entry that an undone import deleted comes back; one that was deleted by hand stays
 * deleted.
 */
function dayWith(
  before: FoodDay | undefined,
  { day, status, entries }: ImportedDay,
  { now, timeZone, imports, existing }: Clock & { imports: ReadonlyMap<string, string>; existing: 'keep' | 'add' },
): Outcome {
  const log = before ?? emptyFoodDay(day);
  const stored = new Map(log.entries.map((entry) => [entry.id, entry]));
  const ids = new Set(entries.map(({ id }) => id));
  const isKnown = ({ id }: ImportedEntry) => {
    const entry = stored.get(id);
    return entry !== undefined && (!entry.deleted || imports.has(id));
  };
  const wanted = entries.filter((entry) => !isKnown(entry));
  const known = entries.length - wanted.length;
  const others = log.entries.filter(({ id, deleted }) => !deleted && !ids.has(id));
  const isTaken = others.length > 0 && wanted.length > 0;
  const isFull = new Set([...stored.keys(), ...ids]).size > FOOD_LOG_BOUNDS.entries;
  if (wanted.length === 0 || isFull || (isTaken && existing === 'keep')) {
    return { log, added: [], known, isTaken, isFull: isFull && wanted.length > 0 };
  }
  const filled = wanted.reduce((one, entry) => putEntry(one, toEntry(entry, day, timeZone), now.getTime()), log);
  const isOpen = log.status.value === null && others.length === 0;
  const addedIds = new Set(wanted.map(({ id }) => id));
  return {
    log: isOpen ? changeFoodDay(filled, { status }, now.getTime()) : filled,
    added: filled.entries.filter(({ id }) => addedIds.has(id)),
    known,
    isTaken,
    isFull: false,
  };
}

/**
 * Imports days of another app's file into the food log of a client. Idempotent, because an entry's id follows from its
 * content.
 * @throws NOT_FOUND for a coach without such a client, FORBIDDEN for a client after the coaching, COACH_PLAN_FULL for one
 *   without a seat, FOOD_DAY_TOO_LATE
 */
export async function importFood(
  tx: ImportTx,
  clientId: string,
  { importId, days, existing, dryRun }: FileInput,
  { now, timeZone }: Clock,
): Promise<FoodImportResult> {
  const sorted = days.map(({ day }) => day).sort();
  const range = { from: sorted[0] ?? '', to: sorted.at(-1) ?? '' };
  // Sent in this order on one connection. The lock lets one day of the client be changed at a time.
  const [relationship, rows, entries, imports] = await Promise.all([
    lockRelationship(tx, clientId),
    selectDays(tx, clientId, range),
    selectEntries(tx, clientId, range),
    selectImports(tx, clientId, range),
  ]);
  if (!relationship) throw missing(tx);
  if ('seat' in tx.scope && tx.scope.seat !== 'covered') throw refuse(tx, 'COACH_PLAN_FULL');
  if (range.to > dayInZone(now, timeZone)) throw refuse(tx, 'FOOD_DAY_TOO_LATE');
  const byDay = new Map(rows.map((row) => [row.day, toFoodDay(row, entries)]));
  const outcomes = days.map((one) => dayWith(byDay.get(one.day), one, { now, timeZone, imports, existing }));
  const result = {
    added: outcomes.reduce((sum, { added }) => sum + added.length, 0),
    known: outcomes.reduce((sum, { known }) => sum + known, 0),
    taken: outcomes.filter(({ isTaken }) => isTaken).map(({ log }) => log.id),
    full: outcomes.filter(({ isFull }) => isFull).map(({ log }) => log.id),
  };
  if (dryRun || result.added === 0) return result;
  for (const { log, added } of outcomes) {
    if (added.length === 0) continue;
    const isChosen = log.status.value !== (byDay.get(log.id)?.status.value ?? null);
    // Sent in this order on one connection, because entries refer to their day.
    await Promise.all([
      upsertDay(tx, clientId, log, now, isChosen ? importId : undefined),
      upsertEntries(tx, clientId, log.id, added, now, importId),
    ]);
  }
  await announce(tx, clientId, relationship.personId, range.to);
  return result;
}

/** Tells the coach and the client's devices, which read their list of days again. The label has to follow. */
async function announce(tx: PersonTx, clientId: string, personId: string | null, day: string): Promise<void> {
  await expireLabel(tx, clientId);
  await publish(tx, [tx.scope.coachId, ...(personId ? [personId] : [])], { event: 'food_day', clientId, day });
}

/**
 * Deletes the entries of an import from the oldest of its days, and takes back the status that it chose. Entries keep
 * their ids, so that no device brings them back. Idempotent.
 * @throws NOT_FOUND for a coach without such a client, FORBIDDEN for a client after the coaching
 */
export async function undoFoodImport(
  tx: Tx<ClientScope | CoachScope>,
  { clientId, importId }: { clientId: string; importId: string },
  now: Date,
): Promise<{ undone: number; more: boolean }> {
  const [relationship, found] = await Promise.all([
    lockRelationship(tx, clientId),
    selectDaysOfImport(tx, { clientId, importId, limit: IMPORT_BOUNDS.undoneDays + 1 }),
  ]);
  if (!relationship) throw missing(tx);
  const days = found.slice(0, IMPORT_BOUNDS.undoneDays);
  const range = { from: days[0] ?? '', to: days.at(-1) ?? '' };
  if (days.length === 0) return { undone: 0, more: false };
  const [rows, entries, imports] = await Promise.all([
    selectDays(tx, clientId, range),
    selectEntries(tx, clientId, range),
    selectImports(tx, clientId, range),
  ]);
  let undone = 0;
  for (const row of rows.filter(({ day }) => days.includes(day))) {
    const before = toFoodDay(row, entries);
    const removed = before.entries.filter(({ id, deleted }) => !deleted && imports.get(id) === importId);
    const emptied = removed.reduce((log, { id }) => removeEntry(log, id, now.getTime()), before);
    const isChosen = row.statusImportId === importId;
    const log = isChosen ? changeFoodDay(emptied, { status: null }, now.getTime()) : emptied;
    const ids = new Set(removed.map(({ id }) => id));
    undone += removed.length;
    await Promise.all([
      upsertDay(tx, clientId, log, now),
      upsertEntries(
        tx,
        clientId,
        row.day,
        log.entries.filter(({ id }) => ids.has(id)),
        now,
      ),
    ]);
  }
  await forgetImport(tx, { clientId, importId, days });
  await announce(tx, clientId, relationship.personId, range.to);
  return { undone, more: found.length > days.length };
}
