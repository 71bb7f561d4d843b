import { Button, Stack, Text } from '@mantine/core';
import { fileUrl } from '@stridewell/contract/files/files';
import { groupMessages, withoutStored } from '@stridewell/contract/messages/messages.rules';
import { otherSide, type Side } from '@stridewell/contract/people.rules';
import { dayInZone, relativeDayLabel } from '@stridewell/contract/time';
import type { UnitSystem } from '@stridewell/contract/units';
import { lazy, Suspense, type UIEvent, useState } from 'react';
import { useUploads } from '../../device/file-upload.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import { MessageAttachments } from './message-attachments.tsx';
import classes from './message-list.module.css';
import { MessageQuote } from './message-quote.tsx';
import { MessageRow, type ShownMessage } from './message-row.tsx';
import { type ConversationIds, type LoadedThread, useOlderMessages } from './messages.queries.ts';

const PhotoViewer = lazy(() => import('../../ui/photo-viewer.tsx'));

type MessageListProps = {
  conversation: ConversationIds;
  side: Side;
  units: UnitSystem;
  thread: LoadedThread;
  pending: readonly Omit<ShownMessage, 'seq'>[];
  waiting: boolean;
  /** Null when a retry cannot succeed. */
  onRetry: ((id: string) => void) | null;
  onDiscard: (id: string) => void;
};

/** At this distance from the top the earlier messages are loaded. */
const NEAR_TOP_PX = 200;

/** Messages by day, the latest at the bottom, where the list is scrolled to. */
export function MessageList(props: MessageListProps) {
  const { conversation, side, units, thread, pending, waiting, onRetry, onDiscard } = props;
  const zone = useTimeZone();
  const today = dayInZone(new Date(serverNow()), zone);
  const older = useOlderMessages(conversation);
  const first = thread.messages[0]?.seq;
  const loadOlder = () => {
    if (thread.older && first !== undefined && !older.isPending) older.mutate(first);
  };
  // The list runs from the bottom up, so that earlier messages added at its top move nothing on screen.
  const onScroll = ({ currentTarget: { scrollHeight, clientHeight, scrollTop } }: UIEvent<HTMLDivElement>) => {
    if (scrollHeight - clientHeight + scrollTop < NEAR_TOP_PX && !older.isError) loadOlder();
  };
  const latest = Date.parse(thread.messages.at(-1)?.createdAt ?? '') || 0;
  const unsent = withoutStored(pending, thread.messages).map((one) => ({
    ...one,
    // Keeps it below the stored messages when the clock of this device is slow.
    createdAt: new Date(Math.max(Date.parse(one.createdAt), latest)).toISOString(),
    quote: null,
    seq: null,
    sender: side,
  }));
  const groups = groupMessages([...thread.messages.map((message) => ({ ...message, problem: null })), ...unsent], zone);
  const uploads = useUploads();
  const [viewed, setViewed] = useState<{ id: string; opener: HTMLElement } | null>(null);
  const photos = thread.messages
    .flatMap(({ attachments }) => attachments.filter(({ kind }) => kind === 'image'))
    .map(({ id, name, width, height }) => ({ id, name, width, height, url: fileUrl(conversation.coachId, id) }));
  const lastOwn = thread.messages.findLast(({ sender }) => sender === side);
  const statusOf = ({ id, seq, problem }: ShownMessage): string | null => {
    if (problem !== null) return null;
    if (seq === null) return waiting ? 'not sent yet' : 'sending';
    if (id !== lastOwn?.id) return null;
    return thread.reads[otherSide(side)] >= seq ? 'read' : 'sent';
  };
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
        {groups.length === 0 && (
          <EmptyThread name={thread.withName} closed={thread.status === 'ended' || thread.status === 'archived'} />
        )}
        {groups.flatMap(({ day, sender, messages }, index) => [
          day !== groups[index - 1]?.day && (
            <Text key={day} size="xs" c="dimmed" fw={600} className={classes.day}>
              {relativeDayLabel(day, today)}
            </Text>
          ),
          // Outside their group: a message that joins a group would remount the others and move the text on screen.
          ...messages.map((message, at) => (
            <MessageRow
              key={message.id}
              message={message}
              quote={
                message.quote && (
                  <MessageQuote
                    quote={message.quote}
                    coachId={conversation.coachId}
                    side={side}
                    today={today}
                    units={units}
                  />
                )
              }
              files={
                message.attachments.length > 0 && (
                  <MessageAttachments
                    coachId={conversation.coachId}
                    attachments={message.attachments}
                    uploads={uploads}
                    sent={message.seq !== null}
                    onOpen={(id, opener) => setViewed({ id, opener })}
                  />
                )
              }
              own={sender === side}
              name={sender === side ? 'You' : thread.withName}
              zone={zone}
              first={at === 0}
              last={at === messages.length - 1}
              status={sender === side ? statusOf(message) : null}
              onRetry={onRetry && (() => onRetry(message.id))}
              onDiscard={() => onDiscard(message.id)}
            />
          )),
        ])}
      </div>
      {viewed && (
        <Suspense>
          <PhotoViewer
            photos={photos}
            openId={viewed.id}
            onMove={(id) => setViewed({ ...viewed, id })}
            onClose={() => {
              setViewed(null);
              viewed.opener.focus();
            }}
          />
        </Suspense>
      )}
    </div>
  );
}

function EmptyThread({ name, closed }: { name: string; closed: boolean }) {
  return (
    <Stack gap={4} maw={420} m="auto" ta="center">
      <Text fw={650} size="lg">
        {closed ? 'No messages' : 'No messages yet'}
      </Text>
      <Text c="dimmed">
        {closed
          ? `You and ${name} sent each other no messages.`
          : `Your messages with ${name} will appear here. Only the two of you can read them.`}
      </Text>
    </Stack>
  );
}
