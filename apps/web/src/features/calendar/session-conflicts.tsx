import { List } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { messageOf } from '../../lib/errors.ts';
import { Notice } from '../../ui/notice.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { conflictsQuery } from './calendar.queries.ts';
import { momentShort } from './calendar.wording.ts';

type SessionConflictsProps = { plan: Parameters<typeof conflictsQuery>[0]; timeZone: string };

const SETTLED_MS = 300;

/** Warns about overlaps before a session is saved. The coach may save it anyway. */
export function SessionConflicts({ plan, timeZone }: SessionConflictsProps) {
  const [settled] = useDebouncedValue(JSON.stringify(plan), SETTLED_MS);
  const settledPlan: typeof plan = JSON.parse(settled);
  const { data, error } = useQuery({ ...conflictsQuery(settledPlan), placeholderData: keepPreviousData });
  const problem = error && messageOf(error, '');
  if (problem) return <ProblemAlert text={problem} />;
  if (!data || (data.count === 0 && data.busy.length === 0)) return null;
  const more = data.count - data.sessions.length;
  return (
    <Notice tone="warning" role="status" title={titleOf(data.count)}>
      <List fz="inherit">
        {data.sessions.map(({ id, clientName, sessionDate, sessionType }) => (
          <List.Item key={id}>
            {clientName}, {momentShort(sessionDate, timeZone)}, {sessionType}
          </List.Item>
        ))}
        {more > 0 && <List.Item>and {more} more</List.Item>}
        {data.busy.map(({ startsAt, endsAt }) => (
          <List.Item key={`${startsAt} ${endsAt}`}>
            Busy in a connected calendar, {momentShort(startsAt, timeZone)}
          </List.Item>
        ))}
      </List>
    </Notice>
  );
}

function titleOf(sessions: number): string {
  if (sessions === 0) return 'You are busy at this time';
  return sessions === 1 ? 'Overlaps another session' : `Overlaps ${sessions} sessions`;
}
