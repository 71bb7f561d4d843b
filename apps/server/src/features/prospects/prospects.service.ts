import { isDeepStrictEqual } from 'node:util';
import type { Prospect, ProspectColumn, ProspectDetail, ProspectInput } from '@stridewell/contract/prospects/prospects';
import {
  type ConversionGroup,
  PROSPECT_STAGES,
  type ProspectLostReason,
  type ProspectStage,
} from '@stridewell/contract/prospects/prospects.rules';
import { refuse } from '../../core/refusals.ts';
import type { OperatorScope } from '../../core/tenancy/scope.ts';
import { type Cursor, pageOf } from '../../platform/db/cursor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { auditAbout } from '../audit/audit.service.ts';
import {
  deleteProspectRow,
  deleteTouchesOf,
  findProspect,
  findProspectByEmail,
  findProspectEvent,
  insertProspectEvent,
  lockProspect,
  type ProspectRow,
  selectProspectEvents,
  selectTouches,
  updateProspectRow,
} from './prospects.data.ts';
import { countColumns, selectColumn, selectConversion, selectProspects } from './prospects.list.data.ts';
import { changeStage } from './prospects.touch.service.ts';

export { findProspectByEmail };

const PAGE = 50;
const DAY_MS = 86_400_000;

const toProspect = ({ demoReachedAt: _d, trialReachedAt: _t, wonAt: _w, ...row }: ProspectRow): Prospect => ({
  ...row,
  stageSince: row.stageSince.toISOString(),
  firstTouchAt: row.firstTouchAt.toISOString(),
});

/** All columns of the board, each with its most recent prospects. */
export async function getProspectBoard(tx: Tx<OperatorScope>, q: string): Promise<ProspectColumn[]> {
  const [counts, ...columns] = await Promise.all([
    countColumns(tx, q),
    ...PROSPECT_STAGES.map((stage) => selectColumn(tx, q, stage)),
  ]);
  return PROSPECT_STAGES.map((stage, index) => ({
    stage,
    count: counts.get(stage) ?? 0,
    prospects: (columns[index] ?? []).map(toProspect),
  }));
}

/** A page of the list. */
export async function listProspects(
  tx: Tx<OperatorScope>,
  selection: { q: string; stage: ProspectStage | undefined; after: Cursor | null },
) {
  const { page, nextCursor } = pageOf(await selectProspects(tx, { ...selection, limit: PAGE + 1 }), PAGE);
  return { prospects: page.map(({ at: _, ...row }) => toProspect(row)), nextCursor };
}

/** Conversion by source of the prospects of the last `days`. */
export const getConversion = (tx: Tx<OperatorScope>, { days, by }: { days: number; by: ConversionGroup }, now: Date) =>
  selectConversion(tx, { from: new Date(now.getTime() - days * DAY_MS), by });

/** @throws NOT_FOUND */
export async function getProspect(tx: Tx<OperatorScope>, id: string): Promise<ProspectDetail> {
  const row = await findProspect(tx, id);
  if (!row) throw refuse('NOT_FOUND');
  const [touches, events] = await Promise.all([selectTouches(tx, row.email), selectProspectEvents(tx, id)]);
  return {
    prospect: toProspect(row),
    touches: touches.map(({ at, ...touch }) => ({ ...touch, at: at.toISOString() })),
    events: events.map(({ at, authorId, author, kind, ...event }) => ({
      ...event,
      kind,
      author: author ?? (kind === 'note' || authorId !== null ? 'Former operator' : null),
      at: at.toISOString(),
    })),
  };
}

/** @throws NOT_FOUND */
async function requireProspect(tx: Tx<OperatorScope>, id: string): Promise<ProspectRow> {
  const row = await lockProspect(tx, { id });
  if (!row) throw refuse('NOT_FOUND');
  return row;
}

type ProspectMove = {
  prospectId: string;
  from: ProspectStage;
  to: ProspectStage;
  lostReason: ProspectLostReason | null;
};

/**
 * Moves a prospect from the stage that the operator saw to another. Idempotent.
 * @throws NOT_FOUND, PROSPECT_MOVED when they have a third stage
 */
export async function moveProspect(
  tx: Tx<OperatorScope, 'PROSPECT_MOVED'>,
  { prospectId, from, to, lostReason }: ProspectMove,
  now: Date,
): Promise<Prospect> {
  const row = await requireProspect(tx, prospectId);
  if (row.stage === to) return toProspect(row);
  if (row.stage !== from) throw refuse(tx, 'PROSPECT_MOVED', { data: { prospect: toProspect(row) } });
  const moved = await changeStage(tx, row, { to, lostReason, authorId: tx.scope.userId, now });
  auditAbout(tx, prospectId, {
    action: 'prospect.moved',
    subjectId: prospectId,
    before: { stage: from },
    after: { stage: to, ...(moved.lostReason && { lostReason: moved.lostReason }) },
  });
  return toProspect(moved);
}

const inputOf = ({ name, business, phone, nextStep, nextStepOn }: ProspectInput): ProspectInput => ({
  name,
  business,
  phone,
  nextStep,
  nextStepOn,
});

/**
 * Changes a prospect, unless it has changed since the version that the operator edited. Idempotent.
 * @throws NOT_FOUND, PROSPECT_CHANGED
 */
export async function updateProspect(
  tx: Tx<OperatorScope, 'PROSPECT_CHANGED'>,
  { prospectId, prospect: input, version }: { prospectId: string; prospect: ProspectInput; version: number },
): Promise<Prospect> {
  const row = await requireProspect(tx, prospectId);
  const [before, after] = [inputOf(row), inputOf(input)];
  if (isDeepStrictEqual(before, after)) return toProspect(row);
  if (row.version !== version) throw refuse(tx, 'PROSPECT_CHANGED', { data: { prospect: toProspect(row) } });
  const fields = Object.entries(after).flatMap(([field, value]) =>
    Object.entries(before).some(([key, old]) => key === field && old !== value) ? [field] : [],
  );
  auditAbout(tx, prospectId, { action: 'prospect.changed', subjectId: prospectId, after: { fields } });
  return toProspect(await updateProspectRow(tx, prospectId, after));
}

/**
 * Adds a note. Idempotent.
 * @throws NOT_FOUND, ID_TAKEN
 */
export async function addProspectNote(
  tx: Tx<OperatorScope>,
  { prospectId, noteId, text }: { prospectId: string; noteId: string; text: string },
  now: Date,
): Promise<void> {
  await requireProspect(tx, prospectId);
  const note = { id: noteId, prospectId, kind: 'note' as const, text, authorId: tx.scope.userId, createdAt: now };
  if (await insertProspectEvent(tx, note)) {
    auditAbout(tx, prospectId, { action: 'prospect.noted', subjectId: prospectId });
    return;
  }
  const known = await findProspectEvent(tx, noteId);
  if (known?.prospectId !== prospectId || known.text !== text) throw refuse('ID_TAKEN');
}

/** Deletes a prospect with touches and notes. Idempotent. */
export async function deleteProspect(tx: Tx<OperatorScope>, prospectId: string): Promise<void> {
  const email = await deleteProspectRow(tx, prospectId);
  if (email === undefined) return;
  await deleteTouchesOf(tx, { email });
  auditAbout(tx, prospectId, { action: 'prospect.deleted', subjectId: prospectId });
}

/** Deletes the touch of a deleted form. */
export const forgetTouch = (tx: Tx<OperatorScope>, subjectId: string) => deleteTouchesOf(tx, { subjectId });
