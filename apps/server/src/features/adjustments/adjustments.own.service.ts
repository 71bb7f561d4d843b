import { changedKeys } from '@stridewell/contract/adjustments/adjustments.changes.rules';
import { plannedDays } from '@stridewell/contract/adjustments/adjustments.rules';
import { clientNote, holdNote } from '@stridewell/contract/adjustments/adjustments.wording.rules';
import { refuse } from '../../core/refusals.ts';
import type { ClientScope, CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import {
  findClient,
  insertAdjustment,
  lockClient,
  selectOwn,
  selectReviewed,
  updateAdjustment,
} from './adjustments.data.ts';
import { factsOf } from './adjustments.facts.service.ts';
import { daysForToday, missedKeyOf, moveToToday } from './adjustments.proposals.rules.ts';
import { apply, linesOf, reviewClient } from './adjustments.review.service.ts';

/** How long a client sees why a day was changed: as long as its week can be on the screen. */
const SHOWN_MS = 21 * 86_400_000;

const isApplied = ({ status }: { status: string }): boolean => status === 'applied';

type OwnNote = { clientProgramId: string; dayKey: string; day: string | null; text: string; held: boolean };

/** Notes at the program days of the client in scope, at most one for each day. A hold takes precedence. */
export async function listOwnNotes(tx: Tx<ClientScope>, coachName: string, now: Date): Promise<OwnNote[]> {
  const rows = await selectOwn(tx, new Date(now.getTime() - SHOWN_MS));
  const notes = new Map<string, OwnNote>();
  for (const { clientProgramId, cause, kind, change, reason, decidedBy } of rows.filter(isApplied)) {
    // Includes the missed day itself.
    const keys = new Set([changedKeys(change), missedKeyOf(cause) ?? []].flat());
    for (const dayKey of keys) {
      const text = clientNote({ kind, change, reason, by: decidedBy ?? 'coach' }, { dayKey, coachName });
      const day = change.moves.find((move) => move.dayKey === dayKey)?.to ?? null;
      notes.set(`${clientProgramId}.${dayKey}`, { clientProgramId, dayKey, day, text, held: false });
    }
  }
  for (const { clientProgramId, held } of rows.filter(({ status }) => status === 'open')) {
    for (const dayKey of held) {
      const note = { clientProgramId, dayKey, day: null, text: holdNote(coachName), held: true };
      notes.set(`${clientProgramId}.${dayKey}`, note);
    }
  }
  return [...notes.values()];
}

/** Missed days that a client can do today. */
export async function listDaysForToday(
  tx: Tx<CoachScope>,
  clientId: string,
  now: Date,
): Promise<{ clientProgramId: string; dayKey: string }[]> {
  const client = await findClient(tx, clientId);
  const found = client && (await factsOf(tx, client, now));
  if (!found) return [];
  return daysForToday(found.facts).map((dayKey) => ({ clientProgramId: found.facts.followed.id, dayKey }));
}

/**
 * Moves a missed day to the client's today. Idempotent.
 * @returns the new date; null when the guardrails do not allow it
 * @throws FORBIDDEN after the coaching or during a pause, COACH_PLAN_FULL without a seat, NOT_FOUND for any program but
 * the current one
 */
export async function moveToOwnToday(
  tx: Tx<CoachScope, 'COACH_PLAN_FULL'>,
  {
    clientId,
    userId,
    clientProgramId,
    dayKey,
  }: Pick<ClientScope, 'clientId' | 'userId'> & {
    clientProgramId: string;
    dayKey: string;
  },
  now: Date,
): Promise<{ day: string | null }> {
  const client = await lockClient(tx, clientId);
  if (client?.personId !== userId || client.status !== 'active') throw refuse('FORBIDDEN');
  if (!client.covered) throw refuse(tx, 'COACH_PLAN_FULL');
  const found = await factsOf(tx, client, now);
  if (found?.facts.followed.id !== clientProgramId) throw refuse('NOT_FOUND');
  const { facts } = found;
  const { followed, today } = facts;
  const isDone = plannedDays(facts).some((day) => day.dayKey === dayKey && day.day === today);
  if (isDone && Object.hasOwn(followed.moved, dayKey)) return { day: today };
  const proposal = moveToToday(facts, dayKey);
  if (!proposal) return { day: null };
  const { cause, kind, change, reason } = proposal;
  const { startDay, weekdays, moved } = followed;
  const content = {
    kind,
    change,
    reason,
    lines: linesOf(change, followed),
    held: [],
    clientProgramId,
    programVersion: followed.version,
  };
  const known = (await selectReviewed(tx, clientId, [cause])).find((row) => row.cause === cause);
  const dates = { startDay, weekdays, moved };
  if (known) await updateAdjustment(tx, known.id, { ...content, dates, revision: known.revision + 1 });
  const row = known ?? (await insertAdjustment(tx, { ...content, dates, cause, clientId }, now));
  await apply(tx, { ...content, id: row.id }, followed, { client, now, by: 'client' });
  await reviewClient(tx, clientId, now);
  return { day: today };
}
