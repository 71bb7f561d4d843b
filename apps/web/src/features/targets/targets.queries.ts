import type { TargetContent } from '@stridewell/contract/targets/targets';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { withOfflineAnswer } from '../../device/offline-answers.ts';
import { useChange } from '../../lib/changes.ts';
import { orpc, rpc } from '../../lib/rpc.ts';

export const targetsQuery = (coachId: string, clientId: string) =>
  queryOptions(orpc.targets.getTargets.queryOptions({ input: { coachId, clientId } }));

/** The target of the calling client for a day. Read without a connection as well. */
export function ownTargetQuery(day: string | undefined) {
  const options = orpc.targets.getOwnTarget.queryOptions({ input: { day } });
  return queryOptions({ ...options, queryFn: withOfflineAnswer(options.queryFn), staleTime: 60_000 });
}

/** The numbers that these choices lead to. The last ones stay while new ones are on their way. */
export const previewQuery = (coachId: string, clientId: string, content: TargetContent) =>
  queryOptions({
    ...orpc.targets.previewTarget.queryOptions({ input: { coachId, clientId, content } }),
    placeholderData: keepPreviousData,
  });

/** A target is also a line on the timeline. */
const CHANGED = [orpc.targets.key(), orpc.clients.key()];

type NewTarget = Omit<Parameters<typeof rpc.targets.saveTarget>[0], 'coachId'>;
type EndedTarget = Omit<Parameters<typeof rpc.targets.endTarget>[0], 'coachId'>;

export const useSaveTarget = (coachId: string) =>
  useChange((input: NewTarget) => rpc.targets.saveTarget({ coachId, ...input }), CHANGED);

export const useEndTarget = (coachId: string) =>
  useChange((input: EndedTarget) => rpc.targets.endTarget({ coachId, ...input }), CHANGED);

export const pictureQuery = (coachId: string, clientId: string) =>
  queryOptions(orpc.targets.getTargetPicture.queryOptions({ input: { coachId, clientId } }));

/** As of a day, with another day as if it had been logged. */
export type AdaptationAsked = { day?: string; assumedDay?: string; assumedKcal?: number };

/** The last answer stays while another day is on its way. */
export const adaptationQuery = (coachId: string, clientId: string, asked: AdaptationAsked = {}) =>
  queryOptions({
    ...orpc.targets.getAdaptation.queryOptions({ input: { coachId, clientId, ...asked } }),
    placeholderData: keepPreviousData,
  });

type LimitsInput = Omit<Parameters<typeof rpc.targets.saveAdaptationLimits>[0], 'coachId'>;

export const useSaveLimits = (coachId: string) =>
  useChange((input: LimitsInput) => rpc.targets.saveAdaptationLimits({ coachId, ...input }), [orpc.targets.key()]);

export const useApproveReview = (coachId: string) =>
  useChange((reviewId: string) => rpc.targets.approveTargetReview({ coachId, reviewId }), CHANGED);

export const useDismissReview = (coachId: string) =>
  useChange((reviewId: string) => rpc.targets.dismissTargetReview({ coachId, reviewId }), [orpc.targets.key()]);

export const referralsQuery = (coachId: string, clientId: string) =>
  queryOptions(orpc.targets.getReferrals.queryOptions({ input: { coachId, clientId } }));

export const usePrepareReferral = (coachId: string, clientId: string) =>
  useChange(
    (letterId: string) => rpc.targets.prepareReferral({ coachId, clientId, letterId }),
    [orpc.targets.getReferrals.key()],
  );

export const ownReferralsQuery = () => queryOptions(orpc.targets.listOwnReferrals.queryOptions());

export const useMarkReferralRead = () =>
  useChange((letterId: string) => rpc.targets.markReferralRead({ letterId }), [orpc.targets.listOwnReferrals.key()]);

export const ownLetterFileUrl = (letterId: string): string => `/exports/own/referrals/${letterId}.pdf`;
