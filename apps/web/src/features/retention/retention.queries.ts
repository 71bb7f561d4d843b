import { queryOptions } from '@tanstack/react-query';
import { useChange } from '../../lib/changes.ts';
import { orpc, rpc } from '../../lib/rpc.ts';

export const engagementQuery = (coachId: string) =>
  queryOptions(orpc.retention.getEngagement.queryOptions({ input: { coachId } }));

export const ownScoringQuery = () => queryOptions(orpc.retention.getOwnScoring.queryOptions());

export const useSetOwnScoring = () =>
  useChange((objected: boolean) => rpc.retention.setOwnScoring({ objected }), [orpc.retention.key()]);
