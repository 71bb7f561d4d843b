import type { RunAction, SequenceInput, SequenceTrigger } from '@stridewell/contract/flows/flows.sequences';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { useChange } from '../../lib/changes.ts';
import { orpc, pagedQuery, rpc } from '../../lib/rpc.ts';

export const sequencesQuery = (coachId: string) =>
  queryOptions(orpc.sequences.listSequences.queryOptions({ input: { coachId } }));

export const sequenceQuery = (coachId: string, sequenceId: string) =>
  queryOptions(orpc.sequences.getSequence.queryOptions({ input: { coachId, sequenceId } }));

export const sequenceRunsQuery = (coachId: string, sequenceId: string, show: 'open' | 'ended') =>
  pagedQuery(orpc.sequences.listSequenceRuns, { coachId, sequenceId, show });

export const sequenceRunQuery = (coachId: string, runId: string) =>
  queryOptions(orpc.sequences.getSequenceRun.queryOptions({ input: { coachId, runId } }));

export const clientSequencesQuery = (coachId: string, clientId: string) =>
  queryOptions(orpc.sequences.listClientSequences.queryOptions({ input: { coachId, clientId } }));

export const candidatesQuery = (coachId: string, sequenceId: string, q: string) =>
  queryOptions({
    ...orpc.sequences.listCandidates.queryOptions({ input: { coachId, sequenceId, q } }),
    placeholderData: keepPreviousData,
  });

export const sequencePreviewQuery = (coachId: string, trigger: SequenceTrigger) => {
  const days = 'days' in trigger ? { days: trigger.days } : {};
  const status = 'status' in trigger ? { status: trigger.status } : {};
  return queryOptions({
    ...orpc.sequences.previewSequence.queryOptions({ input: { coachId, on: trigger.on, ...days, ...status } }),
    placeholderData: keepPreviousData,
  });
};

/** Choices of the steps that assign something. */
export const formChoicesQuery = (coachId: string) =>
  queryOptions(orpc.checkins.listTemplates.queryOptions({ input: { coachId } }));
export const programChoicesQuery = (coachId: string) =>
  queryOptions(orpc.programs.listPrograms.queryOptions({ input: { coachId } }));
export const mealPlanChoicesQuery = (coachId: string) =>
  queryOptions(orpc.meals.listMealPlans.queryOptions({ input: { coachId } }));

const changed = () => [orpc.sequences.key()];

type SavedSequence = { sequenceId: string; sequence: SequenceInput; basedOn: number };

export const useSaveSequence = (coachId: string) =>
  useChange((saved: SavedSequence) => rpc.sequences.saveSequence({ coachId, ...saved }), changed());

export const useDeleteSequence = (coachId: string) =>
  useChange((sequenceId: string) => rpc.sequences.deleteSequence({ coachId, sequenceId }), changed());

export const useTestSequence = (coachId: string) =>
  useChange((sequenceId: string) => rpc.sequences.testSequence({ coachId, sequenceId }), []);

export const useStartSequence = (coachId: string, sequenceId: string) =>
  useChange((personIds: string[]) => rpc.sequences.startSequence({ coachId, sequenceId, personIds }), changed());

export const useUpdateRuns = (coachId: string) =>
  useChange((sequenceId: string) => rpc.sequences.updateSequenceRuns({ coachId, sequenceId }), changed());

export const useChangeRun = (coachId: string) =>
  useChange(
    (change: { runId: string; action: RunAction }) => rpc.sequences.changeSequenceRun({ coachId, ...change }),
    changed(),
  );

export const useCompleteTask = (coachId: string) =>
  useChange((taskId: string) => rpc.sequences.completeSequenceTask({ coachId, taskId, done: true }), changed());
