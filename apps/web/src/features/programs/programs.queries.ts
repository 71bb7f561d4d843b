import type { Program } from '@stridewell/contract/programs/programs';
import { queryOptions, skipToken } from '@tanstack/react-query';
import type { SaveOutcome } from '../../device/autosave.ts';
import { useChange } from '../../lib/changes.ts';
import { codeOf, isTemporary, messageOf } from '../../lib/errors.ts';
import { orpc, rpc } from '../../lib/rpc.ts';

const STALE_MS = 60_000;

export const programsQuery = (coachId: string) =>
  queryOptions({ ...orpc.programs.listPrograms.queryOptions({ input: { coachId } }), staleTime: STALE_MS });

/** Read again for each visit: the builder must start from the latest version. */
export const programQuery = (coachId: string, programId: string) =>
  queryOptions({
    ...orpc.programs.getProgram.queryOptions({ input: { coachId, programId } }),
    staleTime: 0,
    gcTime: 0,
  });

export const libraryQuery = (coachId: string) =>
  queryOptions({ ...orpc.exercises.listExercises.queryOptions({ input: { coachId } }), staleTime: STALE_MS });

export const versionsQuery = (coachId: string, programId: string) =>
  queryOptions(orpc.programs.listProgramVersions.queryOptions({ input: { coachId, programId } }));

export const versionQuery = (coachId: string, programId: string, version: number | null) =>
  queryOptions({
    ...orpc.programs.getProgramVersion.queryOptions({
      input: version === null ? skipToken : { coachId, programId, version },
    }),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const pushQuery = (coachId: string, programId: string) =>
  queryOptions({
    ...orpc.programs.previewPush.queryOptions({ input: { coachId, programId } }),
    staleTime: 0,
    gcTime: 0,
  });

export const clientProgramsQuery = (coachId: string, clientId: string) =>
  queryOptions({
    ...orpc.programs.getClientPrograms.queryOptions({ input: { coachId, clientId } }),
    staleTime: STALE_MS,
  });

/** How a failed save is handled. */
function outcomeOf(error: unknown): SaveOutcome {
  if (codeOf(error) === 'PROGRAM_CHANGED') return { outcome: 'conflict' };
  if (isTemporary(error) || codeOf(error) === 'UNAUTHORIZED') return { outcome: 'failed' };
  return { outcome: 'refused', problem: messageOf(error, 'This program could not be saved.') };
}

type Labels = { folder: string; tags: string[] };

/** Saves a template as it is edited. */
export async function saveTemplate(
  key: { coachId: string; programId: string },
  labels: Labels,
  program: Program,
  basedOn: number,
): Promise<SaveOutcome> {
  try {
    const { version } = await rpc.programs.saveProgram({ ...key, ...labels, program, basedOn });
    return { outcome: 'saved', version };
  } catch (error) {
    return outcomeOf(error);
  }
}

/** Saves the unpublished change of a client's program. */
export async function saveDraft(
  key: { coachId: string; clientProgramId: string; programVersion: number },
  program: Program,
  basedOn: number,
): Promise<SaveOutcome> {
  try {
    const { version } = await rpc.programs.saveClientDraft({ ...key, program, basedOn });
    return { outcome: 'saved', version };
  } catch (error) {
    return outcomeOf(error);
  }
}

type Input<Name extends keyof typeof rpc.programs> = Omit<Parameters<(typeof rpc.programs)[Name]>[0], 'coachId'>;

export const useSaveProgram = (coachId: string) =>
  useChange((input: Input<'saveProgram'>) => rpc.programs.saveProgram({ coachId, ...input }), [orpc.programs.key()]);

export const useDeleteProgram = (coachId: string) =>
  useChange((programId: string) => rpc.programs.deleteProgram({ coachId, programId }), [orpc.programs.key()]);

export const useAssignProgram = (coachId: string) =>
  useChange(
    (input: Input<'assignProgram'>) => rpc.programs.assignProgram({ coachId, ...input }),
    [orpc.programs.key(), orpc.clients.key()],
  );

export const usePushProgram = (coachId: string) =>
  useChange((input: Input<'pushProgram'>) => rpc.programs.pushProgram({ coachId, ...input }), [orpc.programs.key()]);

export const usePublishDraft = (coachId: string) =>
  useChange(
    (input: Input<'publishClientDraft'>) => rpc.programs.publishClientDraft({ coachId, ...input }),
    [orpc.programs.key(), orpc.clients.key()],
  );

export const useDiscardDraft = (coachId: string) =>
  useChange(
    (clientProgramId: string) => rpc.programs.deleteClientDraft({ coachId, clientProgramId }),
    [orpc.programs.key()],
  );

export const useRescheduleProgram = (coachId: string) =>
  useChange(
    (input: Input<'rescheduleClientProgram'>) => rpc.programs.rescheduleClientProgram({ coachId, ...input }),
    [orpc.programs.key()],
  );

export const useEndProgram = (coachId: string) =>
  useChange(
    (clientProgramId: string) => rpc.programs.endClientProgram({ coachId, clientProgramId }),
    [orpc.programs.key(), orpc.clients.key()],
  );
