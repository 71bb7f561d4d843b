import { isDeepStrictEqual } from 'node:util';
import { isUuid } from '@stridewell/contract/identity/identity.rules';
import type { PlannerDraft } from '@stridewell/contract/planner/planner';
import type { Provenance } from '@stridewell/contract/planner/planner.drafts';
import type { ClientProgram, Program } from '@stridewell/contract/programs/programs';
import { describeChanges } from '@stridewell/contract/programs/programs.changes.rules';
import type { RecordingScope } from '../../core/events/handlers.ts';
import { refuse } from '../../core/refusals.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import {
  deleteClientDraft,
  getClientPrograms,
  readFollowed,
  saveClientDraft,
} from '../programs/programs.clients.service.ts';
import { readTemplate, saveProgram } from '../programs/programs.service.ts';
import {
  type DraftRow,
  deleteUnused,
  findDraft,
  findDraftOf,
  insertDraft,
  lockDraft,
  updateDraft,
} from './planner.data.ts';

const provenanceOf = (row: DraftRow): Provenance => ({
  draftedBy: row.draftedBy,
  model: row.model,
  rulesVersion: row.rulesVersion,
  promptHash: row.promptHash,
  violations: row.violations,
  repairs: row.repairs,
  fallback: row.fallback,
  draftedAt: row.at.toISOString(),
});

/** Null once the draft was approved. */
export function toDraft(row: DraftRow): PlannerDraft | null {
  const { id, clientId, content, reasons } = row;
  return content && reasons && { id, clientId, program: content, reasons, provenance: provenanceOf(row) };
}

/** Days after which an unused draft is deleted [K]. */
const UNUSED_DAYS = 7;
const DAY_MS = 86_400_000;

/**
 * Stores a draft. Of two requests with the same id, the first wins, and both return its draft.
 * @param present the client's program that the draft continues
 */
export async function saveDraft(
  tx: Tx<CoachScope>,
  draft: PlannerDraft,
  present: Pick<ClientProgram, 'id' | 'version'> | null,
): Promise<PlannerDraft> {
  const { id, clientId, program: content, reasons, provenance } = draft;
  const { draftedAt, ...facts } = provenance;
  const at = new Date(draftedAt);
  await deleteUnused(tx, new Date(at.getTime() - UNUSED_DAYS * DAY_MS));
  const continued = { presentId: present?.id ?? null, presentVersion: present?.version ?? null };
  await insertDraft(tx, { id, clientId, at, ...continued, content, reasons, ...facts });
  const row = await findDraft(tx, id);
  return (row && toDraft(row)) ?? draft;
}

/** Replaces the unpublished change of the client's program with a draft. */
async function openForClient(
  tx: Tx<CoachScope, 'PROGRAM_CHANGED' | 'NO_PROGRAM'>,
  { clientId, program, provenance }: PlannerDraft,
  { presentId, presentVersion }: DraftRow,
  { replaces, now, today }: { replaces: number; now: Date; today: string },
): Promise<string> {
  if (clientId === null) throw refuse(tx, 'NO_PROGRAM');
  const { current, next, draft } = await getClientPrograms(tx, clientId, today);
  const followed = current ?? next;
  if (!followed) throw refuse(tx, 'NO_PROGRAM');
  const open = draft?.clientProgramId === followed.id ? draft : null;
  if (open && isDeepStrictEqual(open.program, program)) return followed.id;
  const isSame = presentId === followed.id && presentVersion === followed.version;
  if (!isSame || (open?.version ?? 0) !== replaces) throw refuse(tx, 'PROGRAM_CHANGED');
  await deleteClientDraft(tx, followed.id);
  const change = { clientProgramId: followed.id, basedOn: 0, programVersion: followed.version, program };
  await saveClientDraft(tx, { ...change, source: provenance.draftedBy }, now);
  return followed.id;
}

/**
 * Opens a draft for editing. Idempotent.
 * @returns id of the template or of the client's program
 * @throws NOT_FOUND, PROGRAM_CHANGED when the client's program or its unpublished changes have changed, NO_PROGRAM,
 *   TOO_MANY_PROGRAMS
 */
export async function openDraft(
  tx: Tx<CoachScope, 'PROGRAM_CHANGED' | 'NO_PROGRAM' | 'TOO_MANY_PROGRAMS'>,
  { draftId, as, replaces }: { draftId: string; as: 'template' | 'client_draft'; replaces: number },
  clock: { now: Date; today: string },
): Promise<string> {
  // Publishing locks the client's program before the draft, so only a template may lock the draft first.
  const row = as === 'template' ? await lockDraft(tx, draftId) : await findDraft(tx, draftId);
  const draft = row && toDraft(row);
  if (!draft) throw refuse('NOT_FOUND');
  if (as === 'template') {
    if (row.usedAs === draftId) return draftId;
    const template = { programId: draftId, basedOn: 0, program: draft.program, folder: '', tags: [], generated: true };
    await saveProgram(tx, template, clock.now);
    await updateDraft(tx, draftId, { usedAs: draftId });
    return draftId;
  }
  const programId = await openForClient(tx, draft, row, { replaces, ...clock });
  await updateDraft(tx, draftId, { usedAs: programId });
  return programId;
}

/** Current content of the program that a draft became; null when it was discarded. */
async function presentOf(tx: Tx<CoachScope>, row: DraftRow): Promise<Program | null> {
  if (row.usedAs === null) return null;
  if (row.usedAs === row.id) return readTemplate(tx, row.id);
  const followed = await readFollowed(tx, row.usedAs);
  return followed?.draft ?? null;
}

/** Provenance of the latest draft of a template or client's program; null without one, or when it was discarded. */
export async function getProvenance(
  tx: Tx<CoachScope>,
  programId: string,
): Promise<(Provenance & { edits: string[]; approvedAt: string | null }) | null> {
  const row = await findDraftOf(tx, programId);
  if (!row) return null;
  const { edits, approvedAt, content } = row;
  if (approvedAt) return { ...provenanceOf(row), edits: edits ?? [], approvedAt: approvedAt.toISOString() };
  const present = await presentOf(tx, row);
  if (!present || !content) return null;
  return { ...provenanceOf(row), edits: describeChanges(content, present), approvedAt: null };
}

/** Approves a draft: stores the coach's changes, and deletes the drafted program and its reasons. */
async function approve(tx: Tx<CoachScope>, row: DraftRow, program: Program, at: Date): Promise<void> {
  const edits = row.content ? describeChanges(row.content, program) : [];
  await updateDraft(tx, row.id, { edits, approvedAt: at, content: null, reasons: null });
}

const isOfCoach = (tx: Tx<RecordingScope>): tx is Tx<CoachScope> => tx.scope.role === 'coach';

type Approval = { subjectId: string; occurredAt: string };

/** A published change approves the draft that it came from. */
export async function approveChange(tx: Tx<RecordingScope>, { subjectId, occurredAt }: Approval): Promise<void> {
  if (!isOfCoach(tx)) return;
  const followed = await readFollowed(tx, subjectId);
  // If a draft is still open, this was another change, such as a push of the template.
  if (!followed || followed.draft) return;
  const row = await findDraftOf(tx, subjectId);
  if (row && !row.approvedAt) await approve(tx, row, followed.program, new Date(occurredAt));
}

/** The first assignment of a template approves the draft that it came from. */
export async function approveTemplate(tx: Tx<RecordingScope>, { subjectId, occurredAt }: Approval): Promise<void> {
  if (!isOfCoach(tx)) return;
  const followed = await readFollowed(tx, subjectId);
  // Built-in templates have words as ids, and were never drafted.
  if (!followed?.programId || !isUuid(followed.programId)) return;
  const row = await findDraftOf(tx, followed.programId);
  if (row && !row.approvedAt) await approve(tx, row, followed.program, new Date(occurredAt));
}
