import type { BrandInput } from '@stridewell/contract/branding/branding';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useChange } from '../../lib/changes.ts';
import { orpc, rpc } from '../../lib/rpc.ts';

export const brandQuery = (coachId: string) =>
  queryOptions(orpc.branding.getBrand.queryOptions({ input: { coachId } }));

/** A change whose answer is the brand as it is now. */
function useBrandChange<Input>(coachId: string, send: (input: Input) => ReturnType<typeof rpc.branding.getBrand>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: (saved) => client.setQueryData(brandQuery(coachId).queryKey, saved),
  });
}

export const useSaveBrand = (coachId: string) =>
  useBrandChange(coachId, (draft: BrandInput) => rpc.branding.saveBrand({ coachId, ...draft }));

export const usePublishBrand = (coachId: string) =>
  useBrandChange(coachId, () => rpc.branding.publishBrand({ coachId }));

export const useUnpublishBrand = (coachId: string) =>
  useBrandChange(coachId, () => rpc.branding.unpublishBrand({ coachId }));

export const reviewedBrandQuery = (userId: string) =>
  queryOptions(orpc.branding.getReviewedBrand.queryOptions({ input: { userId } }));

export const useSuspendBrand = (userId: string) =>
  useChange(
    (reason: string) => rpc.branding.suspendBrand({ userId, reason }),
    [orpc.branding.key(), orpc.accounts.key()],
  );

export const useReinstateBrand = (userId: string) =>
  useChange(() => rpc.branding.reinstateBrand({ userId }), [orpc.branding.key(), orpc.accounts.key()]);
