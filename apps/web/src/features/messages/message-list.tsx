import { Button, Text } from '@mantine/core';
import { fileUrl } from '@stridewell/contract/files';
import { daySeparator, groupMessages, otherSide, type Side, withoutStored } from '@stridewell/contract/messages.rules';
import { dayInZone } from '@stridewell/contract/time';
import { lazy, Suspense, type UIEvent, useState } from 'react';
import { useUploads } from '../../lib/file-upload.ts';
import { browserTimeZone } from '../../lib/format.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { MessageAttachments } from './message-attachments.tsx';
import classes from './message-list.module.css';
import { MessageRow, type ShownMessage } from './message-row.tsx';
import type { Pending } from './messages.outbox.ts';
import { type HeldThread, type Place, useOlderMessages } from './messages.queries.ts';

const PhotoViewer = lazy(() => import('../../components/photo-viewer.tsx'));

type MessageListProps = {
  place: Place;
  side: Side;
  thread: HeldThread;
  pending: readonly Pending[];
  waiting: boolean;
  /** Null where trying again would change nothing. */
  onRetry: ((id: string) => void) | null;
  onDiscard: (id: string) => void;
};

/** So near the top that what is above should be on its way. */
const NEAR_TOP_PX = 200;

/** What was written by day, the latest at the bottom, where the list begins. */
export function MessageList({ place, side, thread, pending, waiting, onRetry, onDiscard }: MessageListProps) {
  const zone = browserTimeZone();
  const today = dayInZone(new Date(serverNow()), zone);
  const older = useOlderMessages(place);
  const first = thread.messages[0]?.seq;
  const loadOlder = () => {
    if (thread.older && first !== undefined && !older.isPending) older.mutate(first);
  };
  // The list runs from the bottom up, so that what is added at its top moves nothing that somebody is reading.
  const onScroll = ({ currentTarget: { scrollHeight, clientHeight, scrollTop } }: UIEvent<HTMLDivElement>) => {
    if (scrollHeight - clientHeight + scrollTop < NEAR_TOP_PX && !older.isError) loadOlder();
  };
  const latest = Date.parse(thread.messages.at(-1)?.createdAt ?? '') || 0;
  const onTheWay = withoutStored(pending, thread.messages).map((one) => ({
    ...one,
    // It stands below what is there already, whatever the clock of this device says.
    createdAt: new Date(Math.max(Date.parse(one.createdAt), latest)).toISOString(),
    seq: null,
    sender: side,
  }));
  const groups = groupMessages(
    [...thread.messages.map((message) => ({ ...message, problem: null })), ...onTheWay],
    zone,
  );
  const uploads = useUploads();
  const [viewed, setViewed] = useState<{ id: string; opener: HTMLElement } | null>(null);
  const photos = thread.messages
    .flatMap(({ attachments }) => attachments.filter(({ kind }) => kind === 'image'))
    .map(({ id, name, width, height }) => ({ id, name, width, height, url: fileUrl(place.coachId, id) }));
  const lastOwn = thread.messages.findLast(({ sender }) => sender === side);
  const stateOf = ({ id, seq, problem }: ShownMessage): string | null => {
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
              {daySeparator(day, today)}
            </Text>
          ),
          // Not inside their group: one that joins it would make the others anew, and what is read would jump.
          ...messages.map((message, at) => (
            <MessageRow
              key={message.id}
              message={message}
              files={
                message.attachments.length > 0 && (
                  <MessageAttachments
                    coachId={place.coachId}
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
              state={sender === side ? stateOf(message) : null}
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
    <div className={classes.empty}>
      <Text fw={650} size="lg">
        {closed ? 'Nothing was written' : 'Nothing written yet'}
      </Text>
      <Text c="dimmed">
        {closed
          ? `You and ${name} wrote no messages to each other.`
          : `What you and ${name} write to each other will be here. Only the two of you can read it.`}
      </Text>
    </div>
  );
}
