import { Button, Text } from '@mantine/core';
import { daySeparator, groupMessages, type Side, stillPending } from '@stridewell/contract/messages.rules';
import { dayInZone } from '@stridewell/contract/time';
import { Fragment, type UIEvent } from 'react';
import { browserTimeZone } from '../../lib/formatters.ts';
import { MessageGroup } from './message-group.tsx';
import classes from './message-list.module.css';
import type { Pending } from './messages.outbox.ts';
import { type HeldThread, type Place, useOlderMessages } from './messages.queries.ts';

type MessageListProps = {
  place: Place;
  side: Side;
  thread: HeldThread;
  pending: readonly Pending[];
  waiting: boolean;
  onRetry: (id: string) => void;
  onDiscard: (id: string) => void;
};

/** So near the top that what is above should be on its way. */
const NEAR_TOP_PX = 200;

/** What was written by day, the latest at the bottom, where the list begins. */
export function MessageList({ place, side, thread, pending, waiting, onRetry, onDiscard }: MessageListProps) {
  const zone = browserTimeZone();
  const today = dayInZone(new Date(), zone);
  const older = useOlderMessages(place);
  const first = thread.messages[0]?.seq;
  const loadOlder = () => {
    if (thread.older && first !== undefined && !older.isPending) older.mutate(first);
  };
  // The list runs from the bottom up, so that what is added at its top moves nothing that somebody is reading.
  const onScroll = ({ currentTarget: { scrollHeight, clientHeight, scrollTop } }: UIEvent<HTMLDivElement>) => {
    if (scrollHeight - clientHeight + scrollTop < NEAR_TOP_PX && !older.isError) loadOlder();
  };
  const onTheWay = stillPending(pending, thread.messages).map((one) => ({ ...one, seq: null, sender: side }));
  const groups = groupMessages(
    [...thread.messages.map((message) => ({ ...message, problem: null })), ...onTheWay],
    zone,
  );
  const lastOwn = thread.messages.findLast(({ sender }) => sender === side);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without it a keyboard could not scroll.
    <div className={classes.scroll} onScroll={onScroll} tabIndex={0} role="log" aria-label="Messages">
      <div className={classes.list}>
        {thread.older && (
          <Button
            variant="subtle"
            size="compact-sm"
            className={classes.older}
            loading={older.isPending}
            onClick={loadOlder}
          >
            {older.isError ? 'Earlier messages did not load. Try again' : 'Earlier messages'}
          </Button>
        )}
        {groups.length === 0 && <EmptyThread name={thread.withName} />}
        {groups.map((group, index) => (
          <Fragment key={group.messages[0]?.id}>
            {group.day !== groups[index - 1]?.day && (
              <Text size="xs" c="dimmed" fw={600} className={classes.day}>
                {daySeparator(group.day, today)}
              </Text>
            )}
            <MessageGroup
              messages={group.messages}
              own={group.sender === side}
              name={group.sender === side ? 'You' : thread.withName}
              zone={zone}
              receipt={lastOwn && { id: lastOwn.id, read: isReadBy(side, lastOwn.seq, thread) }}
              waiting={waiting}
              onRetry={onRetry}
              onDiscard={onDiscard}
            />
          </Fragment>
        ))}
      </div>
    </div>
  );
}

const isReadBy = (side: Side, seq: number, { reads }: HeldThread): boolean =>
  (side === 'coach' ? reads.client : reads.coach) >= seq;

function EmptyThread({ name }: { name: string }) {
  return (
    <div className={classes.empty}>
      <Text fw={650} size="lg">
        Nothing written yet
      </Text>
      <Text c="dimmed">What you and {name} write to each other will be here. Only the two of you can read it.</Text>
    </div>
  );
}
