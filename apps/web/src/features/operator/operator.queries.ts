import type { CoachStatus } from '@stridewell/contract/identity.rules';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { useChange } from '../../lib/changes.ts';
import { orpc, rpc } from '../../lib/rpc.ts';

export const overviewQuery = () => queryOptions(orpc.operator.getOverview.queryOptions());

export const reviewedCoachesQuery = (status: CoachStatus) =>
  infiniteQueryOptions(
    orpc.operator.listCoachesForReview.infiniteOptions({
      input: (after: string | undefined) => ({ status, ...(after !== undefined && { after }) }),
      initialPageParam: undefined,
      getNextPageParam: ({ next }) => next ?? undefined,
    }),
  );

export const decisionsQuery = (coachId: string) =>
  queryOptions(orpc.operator.listCoachDecisions.queryOptions({ input: { coachId } }));

type Decided = Parameters<typeof rpc.operator.decideCoach>[0];

export const useDecideCoach = () =>
  useChange((decided: Decided) => rpc.operator.decideCoach(decided), [orpc.operator.key()]);
