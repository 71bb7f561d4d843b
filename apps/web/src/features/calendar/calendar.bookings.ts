import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { refresh } from '../../lib/changes.ts';
import { orpc, rpc } from '../../lib/rpc.ts';

/** All screens of a client that show sessions or free times. */
const BOOKING_KEYS = [orpc.bookings.key(), orpc.calendar.key(), orpc.dashboard.key(), orpc.messages.key()];

export const bookingsQuery = (sessionTypeId?: string) =>
  queryOptions({
    ...orpc.bookings.getBookings.queryOptions({ input: sessionTypeId === undefined ? {} : { sessionTypeId } }),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    refetchInterval: 60_000,
  });

/** Loads the free times again even after a refusal: another client may have taken the time. */
function useBooking<Input, Output>(run: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: run, onSettled: () => refresh(client, BOOKING_KEYS) });
}

export const useBookSession = () =>
  useBooking((input: Parameters<typeof rpc.bookings.bookSession>[0]) => rpc.bookings.bookSession(input));
export const useMoveBooking = () =>
  useBooking((input: Parameters<typeof rpc.bookings.moveBooking>[0]) => rpc.bookings.moveBooking(input));
export const useCancelBooking = () =>
  useBooking((input: Parameters<typeof rpc.bookings.cancelBooking>[0]) => rpc.bookings.cancelBooking(input));
