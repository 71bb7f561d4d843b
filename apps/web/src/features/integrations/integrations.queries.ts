import type { ConnectionChange } from '@stridewell/contract/integrations/integrations.calendars';
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

export const useChangeConnection = (coachId: string, id: string) =>
  useChange(
    (change: ConnectionChange) => rpc.calendarConnections.updateConnection({ coachId, id, ...change }),
    connectionsChanged(),
  );

export const useReadConnection = (coachId: string, id: string) =>
  useChange(() => rpc.calendarConnections.readConnection({ coachId, id }), connectionsChanged());

export const useDeleteConnection = (coachId: string, id: string) =>
  useChange(() => rpc.calendarConnections.deleteConnection({ coachId, id }), connectionsChanged());
