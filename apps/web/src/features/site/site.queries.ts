import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { orpc, rpc } from '../../lib/rpc.ts';

export const demoSlotsQuery = () =>
  queryOptions({ ...orpc.site.listDemoSlots.queryOptions(), staleTime: 30_000, refetchOnWindowFocus: true });

export const demoBookingQuery = (token: string) =>
  queryOptions({ ...orpc.site.getDemoBooking.queryOptions({ input: { token } }), retry: false });

export function useBookDemo() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Parameters<typeof rpc.site.bookDemo>[0]) => rpc.site.bookDemo(input),
    onSettled: () => client.invalidateQueries({ queryKey: demoSlotsQuery().queryKey }),
  });
}

/** Books the demo that is held for the visitor with the mailed link. */
export function useConfirmDemo(token: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => rpc.site.confirmDemo({ token }),
    onSuccess: (booking) => client.setQueryData(demoBookingQuery(token).queryKey, booking),
    // After a refusal the page shows the status that the booking has now.
    onError: () => client.invalidateQueries({ queryKey: demoBookingQuery(token).queryKey }),
  });
}

/** Moves the booking of a mailed link to another time. */
export function useRescheduleDemo(token: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (startsAt: string) => rpc.site.rescheduleDemo({ token, startsAt }),
    onSuccess: (booking) => client.setQueryData(demoBookingQuery(token).queryKey, booking),
    onSettled: () => client.invalidateQueries({ queryKey: demoSlotsQuery().queryKey }),
  });
}

export function useCancelDemo(token: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => rpc.site.cancelDemo({ token }),
    onSuccess: (booking) => client.setQueryData(demoBookingQuery(token).queryKey, booking),
  });
}
