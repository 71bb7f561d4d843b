import { Alert } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconAlertTriangle } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { messageOf } from '../../lib/errors.ts';
import { conflictsQuery } from './calendar.queries.ts';
import { momentShort } from './calendar.wording.ts';
import classes from './session-details.module.css';

type SessionConflictsProps = { plan: Parameters<typeof conflictsQuery>[0]; timeZone: string };

const SETTLED_MS = 300;

/** Warns before a session is saved, and stops nobody. */
export function SessionConflicts({ plan, timeZone }: SessionConflictsProps) {
  const [settled] = useDebouncedValue(JSON.stringify(plan), SETTLED_MS);
  const asked: typeof plan = JSON.parse(settled);
  const { data, error } = useQuery({ ...conflictsQuery(asked), placeholderData: keepPreviousData });
  const problem = error && messageOf(error, '');
  if (problem) {
    return (
      <Alert color="red" role="alert" icon={<IconAlertTriangle size={18} />}>
        {problem}
      </Alert>
    );
  }
  if (!data || data.count === 0) return null;
  const more = data.count - data.sessions.length;
  return (
    <Alert
      color="yellow"
      role="status"
      icon={<IconAlertTriangle size={18} />}
      title={data.count === 1 ? 'Something else is planned then' : `${data.count} sessions are in the way`}
    >
      <ul className={classes.conflicts}>
        {data.sessions.map(({ id, clientName, sessionDate, sessionType }) => (
          <li key={id}>
            {clientName}, {momentShort(sessionDate, timeZone)}, {sessionType}
          </li>
        ))}
        {more > 0 && <li>and {more} more</li>}
      </ul>
    </Alert>
  );
}
