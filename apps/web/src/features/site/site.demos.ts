import type { DemoBooking } from '@stridewell/contract/site/site';
import { useCallback, useEffect } from 'react';
import { useAction } from '../../lib/use-action.ts';
import { useLoaded } from '../../lib/use-loaded.ts';
import { visitorRpc } from '../../lib/visitor-rpc.ts';

const FRESH_MS = 30_000;

const listSlots = async () => ({ ...(await visitorRpc.site.listDemoSlots()), at: Date.now() });

/** The free times for a demo, loaded again when the visitor comes back to the page. */
export function useDemoSlots() {
  const slots = useLoaded(listSlots, (failures) => failures < 1);
  const { data, refetch } = slots;
  useEffect(() => {
    const reload = () => {
      if (document.visibilityState === 'visible' && data && Date.now() - data.at > FRESH_MS) void refetch();
    };
    document.addEventListener('visibilitychange', reload);
    return () => document.removeEventListener('visibilitychange', reload);
  }, [data, refetch]);
  return slots;
}

export const useBookDemo = () => useAction(visitorRpc.site.bookDemo);

export const useDemoBooking = (token: string) =>
  useLoaded(
    useCallback(() => visitorRpc.site.getDemoBooking({ token }), [token]),
    () => false,
  );

/** The link of a booking. `onChange` gets the booking after each change. */
export type BookingLink = { token: string; onChange: (booking: DemoBooking) => void };

/** An action of a booking's link, whose answer is the changed booking. */
const useChange = <Input>({ onChange }: BookingLink, send: (input: Input) => Promise<DemoBooking>) =>
  useAction(async (input: Input) => onChange(await send(input)));

/** Books the demo that is held for the visitor with the mailed link. */
export const useConfirmDemo = (link: BookingLink) =>
  useChange(link, () => visitorRpc.site.confirmDemo({ token: link.token }));

/** Moves the booking of a mailed link to another time. */
export const useRescheduleDemo = (link: BookingLink) =>
  useChange(link, (startsAt: string) => visitorRpc.site.rescheduleDemo({ token: link.token, startsAt }));

export const useCancelDemo = (link: BookingLink) =>
  useChange(link, () => visitorRpc.site.cancelDemo({ token: link.token }));
