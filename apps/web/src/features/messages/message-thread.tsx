import { ActionIcon, Anchor, Button, Group, Text, Title } from '@mantine/core';
import type { FollowedSuggestion } from '@stridewell/contract/messages/messages';
import { ATTACHMENTS_MAX } from '@stridewell/contract/messages/messages.rules';
import type { Side } from '@stridewell/contract/people.rules';
import type { UnitSystem } from '@stridewell/contract/units';
import { IconArrowLeft, IconCloudOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { uploads, useUploads } from '../../device/file-upload.ts';
import { useConnection } from '../../lib/realtime.ts';
import { useStore } from '../../lib/store.ts';
import { toast } from '../../lib/toasts.ts';
import { useFileDrop } from '../../lib/use-file-drop.ts';
import { ClientAvatar } from '../../shared/client-avatar.tsx';
import { Muted } from '../../ui/muted.tsx';
import { Notice } from '../../ui/notice.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { MessageComposer } from './message-composer.tsx';
import { MessageList } from './message-list.tsx';
import classes from './message-thread.module.css';
import { messageOutbox, pendingMessagesIn, sendMessage } from './messages.outbox.ts';
import { type ConversationIds, draftName, useMarkRead, useTyping } from './messages.queries.ts';
import { readConversationSearch } from './messages.search.ts';
import { useShownThread } from './messages.shown.ts';
import { discardMessage, retryMessage } from './messages.undelivered.ts';

type MessageThreadProps = {
  conversation: ConversationIds;
  side: Side;
  userId: string;
  units: UnitSystem;
  /** True on a page that names the other side already. */
  embedded?: boolean;
  /** The number of the message to open the conversation at; without it, at its end. */
  at?: number | undefined;
  /** Leaves the messages around `at` for the newest ones. */
  onLatest?: () => void;
  /** The suggestion that the next message follows. */
  suggestion?: FollowedSuggestion | null;
  onSent?: () => void;
};

/** One conversation with its messages and the composer. */
export function MessageThread({
  conversation,
  side,
  userId,
  units,
  embedded = false,
  at,
  onLatest,
  suggestion,
  onSent,
}: MessageThreadProps) {
  const { latest: thread, shown, isRefetchError } = useShownThread(conversation, at);
  const isAtEnd = shown.data !== undefined && shown.data.newer === null;
  const name = draftName(userId, conversation.conversationId);
  const outbox = messageOutbox(userId);
  const { items, waiting, full } = useStore(outbox);
  const pending = pendingMessagesIn(items, conversation);
  const unsent = waiting && pending.some(({ problem }) => problem === null);
  const { offline } = useConnection();
  const typing = useTyping(conversation.conversationId);
  const open = thread.status === 'active' || thread.status === 'paused';
  useMarkRead(conversation, side, isAtEnd ? thread : undefined, side === 'coach' || open);
  const hasUnsavedFiles = useUploads().some(({ status, stored }) => status === 'waiting' && !stored);
  const mustStay = hasUnsavedFiles || (full && pending.length > 0);
  const addFiles = (files: File[]) => {
    const room = ATTACHMENTS_MAX - uploads.getSnapshot().filter(({ list }) => list === name).length;
    if (files.length > room)
      toast.error(`A message can have up to ${ATTACHMENTS_MAX} files`, 'Send the rest with the next one.');
    const { coachId, conversationId } = conversation;
    uploads.add(name, files.slice(0, room), { coachId, clientId: conversationId, purpose: 'message' });
  };
  const drop = useFileDrop(open ? addFiles : null);
  const onPending = (id: string, act: typeof retryMessage) => {
    const message = pending.find((one) => one.id === id);
    if (message) act(userId, message);
  };
  return (
    <section className={classes.thread} aria-label={`Conversation with ${thread.withName}`} {...drop.handlers}>
      {drop.over && <div className={classes.drop}>Drop photos or PDFs to add them to your message</div>}
      {!embedded && <ThreadHead conversation={conversation} side={side} name={thread.withName} />}
      <QueryBoundary query={shown} failed="The message could not be loaded" skeleton={420}>
        {(loaded) => (
          <MessageList
            key={at ?? 'newest'}
            conversation={conversation}
            side={side}
            units={units}
            thread={loaded}
            at={at}
            // They follow the newest message.
            pending={isAtEnd ? pending : []}
            waiting={waiting}
            onRetry={open ? (id) => onPending(id, retryMessage) : null}
            onDiscard={(id) => onPending(id, discardMessage)}
          />
        )}
      </QueryBoundary>
      <div className={classes.foot}>
        {!isAtEnd && onLatest && (
          <Group justify="space-between" gap="xs" wrap="nowrap" py={4}>
            <Muted>These are earlier messages.</Muted>
            <Button variant="light" size="compact-md" flex="none" onClick={onLatest}>
              Show newest messages
            </Button>
          </Group>
        )}
        <Muted mih={22} aria-live="polite">
          {typing && `${thread.withName.split(' ')[0]} is writing`}
        </Muted>
        {(unsent || mustStay || (isRefetchError && !offline)) && (
          <Notice tone="warning" py={8} mb={8} icon={<IconCloudOff size={18} />} role="status">
            {unsent && (
              <Group justify="space-between" gap="xs" wrap="nowrap">
                <span>Not sent yet. It is sent as soon as the connection is back.</span>
                <Button variant="default" mih={44} flex="none" onClick={() => outbox.sendNow()}>
                  Try now
                </Button>
              </Group>
            )}
            {!unsent &&
              !mustStay &&
              'We could not reach the server. What you write is stored and sent as soon as the connection is back.'}
            {mustStay && (
              <div>This device has too little storage to keep it. Keep this page open until it is sent.</div>
            )}
          </Notice>
        )}
        {open ? (
          <MessageComposer
            key={name}
            name={name}
            conversation={conversation}
            label={`Message to ${thread.withName}`}
            helps={side === 'client'}
            onFiles={addFiles}
            onSend={(body, attachments) => {
              const to = { ...conversation, to: thread.withName, ...(suggestion && { suggestion }) };
              sendMessage(userId, to, body, attachments);
              onSent?.();
              if (!isAtEnd) onLatest?.();
            }}
          />
        ) : (
          <Text c="dimmed" py="xs">
            {thread.status === 'invited' || thread.status === 'declined'
              ? `You can send messages once ${thread.withName} accepts an invitation.`
              : 'This conversation is closed. You can still read it.'}
          </Text>
        )}
      </div>
    </section>
  );
}

function ThreadHead({ conversation, side, name }: { conversation: ConversationIds; side: Side; name: string }) {
  const { coachId, conversationId } = conversation;
  return (
    <Group
      component="header"
      gap="sm"
      wrap="nowrap"
      mih={60}
      py="xs"
      px={{ base: 'md', md: 20 }}
      className={classes.head}
    >
      {side === 'coach' && (
        <ActionIcon
          renderRoot={(props) => (
            <Link
              {...props}
              to="/coach/$coachId/messages"
              params={{ coachId }}
              // Back to the results of a search.
              search={(now) => readConversationSearch({ ...now })}
            />
          )}
          variant="subtle"
          size={40}
          hiddenFrom="md"
          aria-label="All conversations"
        >
          <IconArrowLeft size={20} stroke={1.75} />
        </ActionIcon>
      )}
      <ClientAvatar name={name} size={36} />
      <Title order={1} size="h3" lineClamp={2}>
        {side === 'coach' ? (
          <Anchor component={Link} to={`/coach/${coachId}/client/${conversationId}`} inherit c="inherit">
            {name}
          </Anchor>
        ) : (
          name
        )}
      </Title>
    </Group>
  );
}
