import { queryOptions } from '@tanstack/react-query';
import { withOfflineAnswer } from '../../device/offline-answers.ts';
import { useChange } from '../../lib/changes.ts';
import { orpc, rpc } from '../../lib/rpc.ts';

const STALE_MS = 15_000;

export const clientAdjustmentsQuery = (coachId: string, clientId: string) =>
  queryOptions({
    ...orpc.adjustments.getClientAdjustments.queryOptions({ input: { coachId, clientId } }),
    staleTime: STALE_MS,
  });

export const guardrailsQuery = (coachId: string) =>
  queryOptions(orpc.adjustments.getGuardrails.queryOptions({ input: { coachId } }));

/** Changes in the week of the calling client. Also readable offline. */
export function ownAdjustmentsQuery() {
  const options = orpc.adjustments.getOwnAdjustments.queryOptions();
  return queryOptions({ ...options, queryFn: withOfflineAnswer(options.queryFn), staleTime: STALE_MS });
}

/** A decision changes the program with its history, the timeline and today's work. */
const DECIDED = [orpc.adjustments.key(), orpc.programs.key(), orpc.clients.key(), orpc.dashboard.key()];

type Approval = { adjustmentId: string; revision: number; to?: string };

export const useApprove = (coachId: string) =>
  useChange((input: Approval) => rpc.adjustments.approveAdjustment({ coachId, ...input }), DECIDED);

export const useDismiss = (coachId: string) =>
  useChange((adjustmentId: string) => rpc.adjustments.dismissAdjustment({ coachId, adjustmentId }), DECIDED);

export const useUndo = (coachId: string) =>
  useChange((adjustmentId: string) => rpc.adjustments.undoAdjustment({ coachId, adjustmentId }), DECIDED);

export const useDraft = (coachId: string) =>
  useChange((adjustmentId: string) => rpc.adjustments.draftAdjustment({ coachId, adjustmentId }), DECIDED);

type GuardrailsInput = Parameters<typeof rpc.adjustments.saveGuardrails>[0];
type ExceptionInput = Parameters<typeof rpc.adjustments.saveClientGuardrails>[0];

export const useSaveGuardrails = () =>
  useChange((input: GuardrailsInput) => rpc.adjustments.saveGuardrails(input), [orpc.adjustments.key()]);

export const useSaveException = () =>
  useChange((input: ExceptionInput) => rpc.adjustments.saveClientGuardrails(input), [orpc.adjustments.key()]);

type MoveInput = Parameters<typeof rpc.adjustments.moveOwnWorkout>[0];

export const useMoveToToday = () =>
  useChange(
    (input: MoveInput) => rpc.adjustments.moveOwnWorkout(input),
    [orpc.adjustments.key(), orpc.workouts.key(), orpc.programs.key()],
  );
