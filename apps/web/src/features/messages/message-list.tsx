import { Button, Stack, Text } from '@mantine/core';
import { fileUrl } from '@stridewell/contract/files/files.rules';
import { groupMessages, withoutStored } from '@stridewell/contract/messages/messages.rules';
import { otherSide, type Side } from '@stridewell/contract/people.rules';
import { dayInZone, relativeDayLabel } from '@stridewell/contract/time';
import type { UnitSystem } from '@stridewell/contract/units';
import { lazy, type RefObject, Suspense, type UIEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useUploads } from '../../device/file-upload.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import { MessageAttachments } from './message-attachments.tsx';
import classes from './message-list.module.css';
import { MessageQuote } from './message-quote.tsx';
import { MessageRow, type ShownMessage } from './message-row.tsx';
import type { ConversationIds } from './messages.queries.ts';
import type { MorePages, ShownThread } from './messages.shown.ts';

const PhotoViewer = lazy(() => import('../../ui/photo-viewer.tsx'));

type MessageListProps = {
  conversation: ConversationIds;
  side: Side;
  units: UnitSystem;
  thread: ShownThread;
  /** The number of the message that was searched for. */
  at: number | undefined;
  pending: readonly Omit<ShownMessage, 'seq'>[];
  waiting: boolean;
  /** Null when a retry cannot succeed. */
  onRetry: ((id: string) => void) | null;
  onDiscard: (id: string) => void;
};

/** At this distance from an end of the list the next messages are loaded. */
const NEAR_END_PX = 200;

const loadUnlessFailed = (more: MorePages | null) => {
  if (more && !more.isPending && !more.isError) more.load();
};

/** Keeps what is on screen in its place when messages are added below it. */
function useKeptPlace(scroller: RefObject<HTMLDivElement | null>, { messages, newer }: ShownThread, at?: number) {
  const before = useRef({ last: messages.at(-1)?.seq, hadNewer: newer !== null });
  useLayoutEffect(() => {
    const { last, hadNewer } = before.current;
    before.current = { last: messages.at(-1)?.seq, hadNewer: newer !== null };
    const list = scroller.current;
    // At the end of the conversation the list follows it.
    if (at === undefined || !list || last === before.current.last || (!hadNewer && list.scrollTop > -1)) return;
    const row = list.querySelector(`[data-seq="${last}"]`);
    const end = list.querySelector(`[data-seq="${before.current.last}"]`);
    if (row && end) list.scrollTop -= end.getBoundingClientRect().bottom - row.getBoundingClientRect().bottom;
  }, [scroller, messages, newer, at]);
}

/** Messages by day, the latest at the bottom, where the list is scrolled to unless a message was searched for. */
export function MessageList(props: MessageListProps) {
  const { conversation, side, units, thread, at: foundSeq, pending, waiting, onRetry, onDiscard } = props;
  const zone = useTimeZone();
  const today = dayInZone(new Date(serverNow()), zone);
  const { older, newer } = thread;
  const scroller = useRef<HTMLDivElement>(null);
  // The list runs from the bottom up, so that earlier messages added at its top move nothing on screen.
  const onScroll = ({ currentTarget: { scrollHeight, clientHeight, scrollTop } }: UIEvent<HTMLDivElement>) => {
    if (scrollHeight - clientHeight + scrollTop < NEAR_END_PX) loadUnlessFailed(older);
    if (-scrollTop < NEAR_END_PX) loadUnlessFailed(newer);
  };
  useKeptPlace(scroller, thread, foundSeq);
  useEffect(() => {
    if (foundSeq === undefined) return;
    const row = scroller.current?.querySelector<HTMLElement>(`[data-seq="${foundSeq}"]`);
    row?.scrollIntoView({ block: 'center' });
    // The keyboard continues at the message.
    row?.focus({ preventScroll: true });
  }, [foundSeq]);
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
    <div
      ref={scroller}
      className={classes.scroll}
      data-around={foundSeq !== undefined || undefined}
      onScroll={onScroll}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: without it a keyboard could not scroll.
      tabIndex={0}
      role="log"
      aria-label="Messages"
    >
      <div className={classes.list}>
        {older && <MoreMessages pages={older} label="Earlier messages" />}
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
              found={foundSeq !== undefined && message.seq === foundSeq}
              first={at === 0}
              last={at === messages.length - 1}
              status={sender === side ? statusOf(message) : null}
              onRetry={onRetry && (() => onRetry(message.id))}
              onDiscard={() => onDiscard(message.id)}
            />
          )),
        ])}
        {newer && <MoreMessages pages={newer} label="Later messages" />}
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

const MoreMessages = ({ pages: { load, isPending, isError }, label }: { pages: MorePages; label: string }) => (
  <Button variant="subtle" size="compact-sm" className={classes.more} loading={isPending} onClick={load}>
    {isError ? `${label} did not load. Try again` : label}
  </Button>
);

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
