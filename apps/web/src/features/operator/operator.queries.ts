import type { CoachStatus } from '@stridewell/contract/people.rules';
import { queryOptions } from '@tanstack/react-query';
import { useChange } from '../../lib/changes.ts';
import { orpc, pagedQuery, rpc } from '../../lib/rpc.ts';

export const overviewQuery = () => queryOptions(orpc.operator.getOverview.queryOptions());

export const reviewedCoachesQuery = (status: CoachStatus) =>
  pagedQuery(orpc.operator.listCoachesForReview, { status }, 'after');

export const decisionsQuery = (coachId: string) =>
  queryOptions(orpc.operator.listCoachDecisions.queryOptions({ input: { coachId } }));

type Decided = Parameters<typeof rpc.operator.decideCoach>[0];

export const useDecideCoach = () =>
  useChange((decided: Decided) => rpc.operator.decideCoach(decided), [orpc.operator.key()]);

export const teamQuery = () => queryOptions(orpc.operator.listOperators.queryOptions());

const TEAM_KEYS = [orpc.operator.listOperators.key()];

export const useInviteOperator = () =>
  useChange(
    (input: Parameters<typeof rpc.operator.inviteOperator>[0]) => rpc.operator.inviteOperator(input),
    TEAM_KEYS,
  );

export const useResendTeamInvitation = () =>
  useChange((id: string) => rpc.operator.resendOperatorInvitation({ id }), TEAM_KEYS);

export const useWithdrawTeamInvitation = () =>
  useChange((id: string) => rpc.operator.withdrawOperatorInvitation({ id }), TEAM_KEYS);

export const useChangeOperatorRole = () =>
  useChange(
    (input: Parameters<typeof rpc.operator.changeOperatorRole>[0]) => rpc.operator.changeOperatorRole(input),
    TEAM_KEYS,
  );

export const useRemoveOperator = () =>
  useChange(
    (input: Parameters<typeof rpc.operator.removeOperator>[0]) => rpc.operator.removeOperator(input),
    TEAM_KEYS,
  );

export const teamInvitationQuery = (token: string) =>
  queryOptions({ ...orpc.operator.getOperatorInvitation.queryOptions({ input: { token } }), staleTime: 0 });

export const useAcceptTeamInvitation = () =>
  useChange(
    (input: Parameters<typeof rpc.operator.acceptOperatorInvitation>[0]) =>
      rpc.operator.acceptOperatorInvitation(input),
    [],
  );
