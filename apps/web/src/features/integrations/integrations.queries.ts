import { queryOptions } from '@tanstack/react-query';
import { useChange } from '../../lib/changes.ts';
import { orpc, rpc } from '../../lib/rpc.ts';

export const calendarFeedQuery = (coachId: string) =>
  queryOptions(orpc.integrations.getCalendarFeed.queryOptions({ input: { coachId } }));

const changed = () => [orpc.integrations.key()];

export const useSaveCalendarFeed = (coachId: string) =>
  useChange(
    (feed: { id: string; showsNames: boolean }) => rpc.integrations.saveCalendarFeed({ coachId, ...feed }),
    changed(),
  );

export const useDeleteCalendarFeed = (coachId: string) =>
  useChange(() => rpc.integrations.deleteCalendarFeed({ coachId }), changed());
