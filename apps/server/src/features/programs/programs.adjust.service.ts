import type { ClientProgram, Program } from '@stridewell/contract/programs/programs';
import type { MovedDays } from '@stridewell/contract/programs/programs.schedule.rules';
import { refuse } from '../../core/refusals.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import {
  findDraft,
  lockClientProgram,
  nextDraftVersion,
  selectOpenPrograms,
  updateClientProgram,
  upsertDraft,
} from './programs.clients.data.ts';
import { toClientProgram } from './programs.clients.service.ts';
import { announceAdjustment, type ProgramDeps } from './programs.notice.service.ts';

/** A client's first two programs that are not over on `today`, by start. */
export const listOpenPrograms = async (tx: Tx<CoachScope>, clientId: string, today: string): Promise<ClientProgram[]> =>
  (await selectOpenPrograms(tx, clientId, today)).map(toClientProgram);

/** Whether a client's program has unpublished changes. */
export const hasDraft = async (tx: Tx<CoachScope>, clientProgramId: string): Promise<boolean> =>
  (await findDraft(tx, clientProgramId)) !== undefined;

type ProgramChange = {
  clientProgramId: string;
  program: Program;
  moved: MovedDays;
  /** Lines for the plan history. */
  changes: readonly string[];
  /** Whether exercises change, and not only dates. */
  isContentChanged: boolean;
  /** Notification for the client; null for their own changes. */
  notice: { title: string; message: string } | null;
};

/**
 * Changes the coming days of a client's program, with an entry in the plan history and a notification. The version
 * increases only when exercises change, because dates do not affect a draft. The caller has locked the client.
 * @throws NOT_FOUND
 */
export async function changeComingDays(
  tx: Tx<CoachScope>,
  deps: ProgramDeps,
  client: { clientId: string; personId: string | null; status: string },
  { clientProgramId: id, program, moved, isContentChanged, ...news }: ProgramChange,
): Promise<ClientProgram> {
  const row = await lockClientProgram(tx, id);
  const content = isContentChanged ? { content: program, version: (row?.version ?? 0) + 1 } : {};
  const changed = row && (await updateClientProgram(tx, id, { ...content, moved }));
  if (!changed) throw refuse('NOT_FOUND');
  await announceAdjustment(tx, deps, client, { name: program.name, ...news });
  return toClientProgram(changed);
}

/**
 * Saves a proposed program as the draft of a client's program.
 * @throws DRAFT_EXISTS when there are other unpublished changes
 */
export async function draftProposal(
  tx: Tx<CoachScope, 'DRAFT_EXISTS'>,
  { clientProgramId, program, programVersion }: { clientProgramId: string; program: Program; programVersion: number },
  now: Date,
): Promise<void> {
  if (await hasDraft(tx, clientProgramId)) throw refuse(tx, 'DRAFT_EXISTS');
  const version = await nextDraftVersion(tx, clientProgramId);
  await upsertDraft(tx, { clientProgramId, program, programVersion, source: 'coach', version, savedAt: now });
}
