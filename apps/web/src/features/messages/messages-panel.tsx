import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { LoadError } from '../../components/load-error.tsx';
import { MessageThread } from './message-thread.tsx';
import { type Place, threadQuery } from './messages.queries.ts';
import classes from './messages-layout.module.css';

/** A coach's conversation as part of another page, which says itself with whom it is. */
export function MessagesPanel({ place }: { place: Place }) {
  const query = useQuery(threadQuery(place));
  if (query.data) {
    return (
      <div className={classes.panel}>
        <MessageThread place={place} side="coach" userId={place.coachId} embedded />
      </div>
    );
  }
  if (query.isError) {
    return (
      <LoadError title="The conversation could not be loaded" error={query.error} onRetry={() => query.refetch()} />
    );
  }
  return <Skeleton h={420} radius="lg" aria-busy="true" aria-label="Loading the conversation" />;
}
