import { Text } from '@mantine/core';
import { excerptOf } from '@stridewell/contract/messages/messages.rules';
import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { timeAgo } from '../../lib/format.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import { LoadMore } from '../../ui/load-more.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import classes from './broadcast.module.css';
import { broadcastsQuery, clientCount, readWords } from './notifications.broadcasts.ts';

/** Earlier group messages with their number of readers. Renders nothing without any. */
export function BroadcastHistory({ coachId }: { coachId: string }) {
  const timeZone = useTimeZone();
  const query = useSuspenseInfiniteQuery(broadcastsQuery(coachId));
  const broadcasts = query.data.pages.flatMap((page) => page.broadcasts);
  if (broadcasts.length === 0) return null;
  return (
    <SectionCard title="Sent">
      <ul>
        {broadcasts.map(({ id, body, createdAt, sent, pending, read }) => (
          <li key={id}>
            <Link
              to="/coach/$coachId/notifications"
              params={{ coachId }}
              search={{ message: id }}
              className={classes.past}
            >
              <Text component="span" display="block" fw={550} truncate>
                {excerptOf(body)}
              </Text>
              <Text component="span" size="sm" c="dimmed">
                {pending > 0 ? 'Sending now' : `${clientCount(sent)} · ${readWords(read)}`} ·{' '}
                <time dateTime={createdAt}>{timeAgo(createdAt, timeZone)}</time>
              </Text>
            </Link>
          </li>
        ))}
      </ul>
      <LoadMore query={query} label="Show older" failed="Older messages could not be loaded" />
    </SectionCard>
  );
}
