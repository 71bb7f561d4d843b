import { ActionIcon, Alert, Anchor, Avatar, Text, Title } from '@mantine/core';
import { initialsOf } from '@stridewell/contract/identity.rules';
import type { Side } from '@stridewell/contract/messages.rules';
import { IconArrowLeft, IconCloudOff } from '@tabler/icons-react';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { useConnection } from '../../lib/realtime.ts';
import { MessageComposer } from './message-composer.tsx';
import { MessageList } from './message-list.tsx';
import classes from './message-thread.module.css';
import { outboxOf } from './messages.outbox.ts';
import { deliverMessage, type Place, threadQuery, useMarkRead, useTyping } from './messages.queries.ts';

type MessageThreadProps = { place: Place; side: Side; userId: string };

/** One conversation: what was written, and where to write. */
export function MessageThread({ place, side, userId }: MessageThreadProps) {
  const client = useQueryClient();
  const { data: thread, isRefetchError } = useSuspenseQuery(threadQuery(place));
  const name = `${userId}.${place.conversationId}`;
  const outbox = outboxOf(name, (message) => deliverMessage(client, place, message));
  const { pending, waiting } = useSyncExternalStore(outbox.subscribe, outbox.getSnapshot);
  const { offline } = useConnection();
  const typing = useTyping(place.conversationId);
  const open = thread.status === 'active' || thread.status === 'paused';
  useMarkRead(place, side, thread, side === 'coach' || open);
  return (
    <section className={classes.thread} aria-label={`Conversation with ${thread.withName}`}>
      <ThreadHead place={place} side={side} name={thread.withName} />
      <MessageList
        place={place}
        side={side}
        thread={thread}
        pending={pending}
        waiting={waiting}
        onRetry={(id) => outbox.retry(id)}
        onDiscard={(id) => outbox.discard(id)}
      />
      <div className={classes.foot}>
        <Text size="sm" c="dimmed" className={classes.typing} aria-live="polite">
          {typing && `${thread.withName.split(' ')[0]} is writing`}
        </Text>
        {(waiting || (isRefetchError && !offline)) && (
          <Alert color="yellow" py={8} mb={8} icon={<IconCloudOff size={18} />} role="status">
            {waiting ? (
              <>
                Not sent yet. It is kept and sent as soon as the connection is back.{' '}
                <Anchor component="button" type="button" inherit fw={600} c="inherit" onClick={() => outbox.hurry()}>
                  Try now
                </Anchor>
              </>
            ) : (
              'We could not reach the server. What you write is kept and sent as soon as the connection is back.'
            )}
          </Alert>
        )}
        {open ? (
          <MessageComposer
            key={name}
            name={name}
            place={place}
            label={`Message to ${thread.withName}`}
            onSend={(body) => outbox.add(body)}
          />
        ) : (
          <Text c="dimmed" className={classes.closed}>
            {thread.status === 'invited'
              ? `You can write once ${thread.withName} has accepted the invitation.`
              : 'This conversation is closed. You can still read it.'}
          </Text>
        )}
      </div>
    </section>
  );
}

function ThreadHead({ place, side, name }: { place: Place; side: Side; name: string }) {
  const { coachId, conversationId } = place;
  return (
    <header className={classes.head}>
      {side === 'coach' && (
        <ActionIcon
          component={Link}
          to={`/coach/${coachId}/messages`}
          variant="subtle"
          size={40}
          hiddenFrom="md"
          aria-label="All conversations"
        >
          <IconArrowLeft size={20} stroke={1.75} />
        </ActionIcon>
      )}
      <Avatar size={36} aria-hidden>
        {initialsOf(name)}
      </Avatar>
      <Title order={1} size="h3" className={classes.name}>
        {side === 'coach' ? (
          <Anchor component={Link} to={`/coach/${coachId}/client/${conversationId}`} inherit c="inherit">
            {name}
          </Anchor>
        ) : (
          name
        )}
      </Title>
    </header>
  );
}
