import type { ConnectionChange } from '@stridewell/contract/integrations/integrations.calendars';
import type { CalendarProvider } from '@stridewell/contract/integrations/integrations.calendars.rules';
import { queryOptions } from '@tanstack/react-query';
import { useChange } from '../../lib/changes.ts';
import { orpc, rpc } from '../../lib/rpc.ts';

export const calendarFeedQuery = (coachId: string) =>
  queryOptions(orpc.integrations.getCalendarFeed.queryOptions({ input: { coachId } }));

export const connectionsQuery = (coachId: string) =>
  queryOptions(orpc.calendarConnections.listConnections.queryOptions({ input: { coachId } }));

const changed = () => [orpc.integrations.key()];
/** Busy times are shown in the calendar, and decide which times can be booked. */
const connectionsChanged = () => [orpc.calendarConnections.key(), orpc.calendar.key(), orpc.bookings.key()];

export const useSaveCalendarFeed = (coachId: string) =>
  useChange(
    (feed: { id: string; showsNames: boolean }) => rpc.integrations.saveCalendarFeed({ coachId, ...feed }),
    changed(),
  );

export const useDeleteCalendarFeed = (coachId: string) =>
  useChange(() => rpc.integrations.deleteCalendarFeed({ coachId }), changed());

export const useAddFeed = (coachId: string) =>
  useChange(
    (feed: { id: string; name: string; url: string }) => rpc.calendarConnections.addFeed({ coachId, ...feed }),
    connectionsChanged(),
  );

export const useAddCaldav = (coachId: string) =>
  useChange(
    (account: { id: string; name: string; server: string; user: string; password: string }) =>
      rpc.calendarConnections.addCaldav({ coachId, ...account }),
    connectionsChanged(),
  );

/** Answer of a provider of calendars to a sign-in. `code` is null when it was refused. */
export type SignInAnswer = { kind: CalendarProvider; state: string; code: string | null };

/**
 * @param toWrite whether the coach is also asked to let us add sessions
 * @returns the page of the provider, for a new connection or to reconnect one
 */
export const useBeginSignIn = (coachId: string, connectionId: string | null, toWrite = false) =>
  useChange(
    (kind: CalendarProvider) => rpc.calendarConnections.beginSignIn({ coachId, kind, connectionId, toWrite }),
    [],
  );

/** Whether the browser is about to leave for a provider. It is until the page is gone. */
export const isLeavingFor = (
  { isPending, isSuccess, variables }: ReturnType<typeof useBeginSignIn>,
  kind: CalendarProvider,
): boolean => (isPending || isSuccess) && variables === kind;

export const useFinishSignIn = (coachId: string) =>
  useChange(
    (answer: SignInAnswer) => rpc.calendarConnections.finishSignIn({ coachId, ...answer }),
    connectionsChanged(),
  );

export const useChangeConnection = (coachId: string, id: string) =>
  useChange(
    (change: ConnectionChange) => rpc.calendarConnections.updateConnection({ coachId, id, ...change }),
    connectionsChanged(),
  );

export const useReadConnection = (coachId: string, id: string) =>
  useChange(() => rpc.calendarConnections.readConnection({ coachId, id }), connectionsChanged());

export const useDeleteConnection = (coachId: string, id: string) =>
  useChange(() => rpc.calendarConnections.deleteConnection({ coachId, id }), connectionsChanged());
