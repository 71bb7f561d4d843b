import { queryOptions } from '@tanstack/react-query';
import { useChange } from '../../lib/changes.ts';
import { orpc, rpc } from '../../lib/rpc.ts';

export const engagementQuery = (coachId: string) =>
  queryOptions(orpc.retention.getEngagement.queryOptions({ input: { coachId } }));

export const modelCardQuery = (coachId: string) =>
  queryOptions(orpc.retention.getModelCard.queryOptions({ input: { coachId } }));
/** Levels change once a day, so a page that only shows a badge does not ask again. */
const BADGE_STALE_MS = 10 * 60_000;

/** The report for places beside the page itself. */
export const badgesQuery = (coachId: string) =>
  queryOptions({ ...engagementQuery(coachId), staleTime: BADGE_STALE_MS });

export const clientRiskQuery = (coachId: string, clientId: string) =>
  queryOptions(orpc.retention.getClientRisk.queryOptions({ input: { coachId, clientId } }));

export const retentionHistoryQuery = (coachId: string) =>
  queryOptions(orpc.retention.getRetentionHistory.queryOptions({ input: { coachId } }));

export const actionOutcomesQuery = (coachId: string) =>
  queryOptions(orpc.retention.getActionOutcomes.queryOptions({ input: { coachId } }));

export const useEndKnownReason = () => useChange(rpc.retention.endKnownReason, [orpc.retention.key()]);
export const useTakeAction = () => useChange(rpc.retention.takeRiskAction, [orpc.retention.key()]);
export const useUndoAction = () => useChange(rpc.retention.undoRiskAction, [orpc.retention.key()]);

export const ownScoringQuery = () => queryOptions(orpc.retention.getOwnScoring.queryOptions());

export const useSetOwnScoring = () =>
  useChange((objected: boolean) => rpc.retention.setOwnScoring({ objected }), [orpc.retention.key()]);
