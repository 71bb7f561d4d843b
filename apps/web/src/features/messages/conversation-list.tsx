import { Badge, Button, Group, Highlight, Stack, Text, Title } from '@mantine/core';
import type { Conversation } from '@stridewell/contract/messages/messages';
import { unreadLabel } from '@stridewell/contract/messages/messages.rules';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTimeZone } from '../../lib/time-zone.ts';
import { addingClient } from '../../shared/add-client.ts';
import { ClientAvatar } from '../../shared/client-avatar.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { Muted } from '../../ui/muted.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import classes from './conversation-list.module.css';
import { MessageHits } from './message-hits.tsx';
import { conversationsQuery } from './messages.queries.ts';
import type { ConversationSearch } from './messages.search.ts';
import { FOUND, WhenWritten } from './when-written.tsx';

type ConversationListProps = { coachId: string; openId: string | undefined; search: ConversationSearch };

/** The conversations of a coach, the latest first; in a search those with clients of this name, and the messages found. */
export function ConversationList({ openAt, ...list }: ConversationListProps & { openAt: number | undefined }) {
  const { coachId, openId, search } = list;
  const query = useInfiniteQuery({ ...conversationsQuery(coachId, search), placeholderData: keepPreviousData });
  const { q } = search;
  return (
    <>
      <QueryBoundary query={query} failed="Your conversations could not be loaded" skeleton={q ? 64 : 420}>
        {({ pages }) => (
          <>
            <Conversations {...list} found={pages.flatMap((page) => page.conversations)} />
            <LoadMore
              query={query}
              label="Show more conversations"
              failed="More conversations could not be loaded"
              variant="subtle"
              mb="xs"
            />
          </>
        )}
      </QueryBoundary>
      {q && <MessageHits coachId={coachId} openId={openId} openAt={openAt} search={{ ...search, q }} />}
    </>
  );
}

function Conversations({ coachId, openId, search, found }: ConversationListProps & { found: Conversation[] }) {
  // A conversation that moved up between two requests is on both pages.
  const conversations = [...new Map(found.map((item) => [item.id, item])).values()];
  const zone = useTimeZone();
  if (conversations.length === 0) return search.q ? null : <NoneFound isUnread={search.show === 'unread'} />;
  const list = (
    <ul className={classes.list}>
      {conversations.map((conversation) => (
        <li key={conversation.id}>
          <Link
            to="/coach/$coachId/messages/$conversationId"
            params={{ coachId, conversationId: conversation.id }}
            search={search}
            className={classes.item}
            aria-current={conversation.id === openId ? 'page' : undefined}
          >
            <ConversationItem coachId={coachId} conversation={conversation} zone={zone} text={search.q ?? ''} />
          </Link>
        </li>
      ))}
    </ul>
  );
  if (!search.q) return list;
  return (
    <section aria-label="Clients that match">
      <Title order={3} size="sm" px={20} pt="xs">
        Clients
      </Title>
      {list}
    </section>
  );
}

function NoneFound({ isUnread }: { isUnread: boolean }) {
  if (isUnread) return <Muted p="lg">You have read everything.</Muted>;
  return (
    <Stack align="flex-start" gap="sm" p="lg">
      <Text fw={650}>Your conversations will appear here</Text>
      <Muted>Each client who accepts your invitation gets one.</Muted>
      <Button variant="light" onClick={addingClient.open}>
        Add a client
      </Button>
    </Stack>
  );
}

const LINE = { justify: 'space-between', align: 'baseline', wrap: 'nowrap', gap: 'xs' } as const;

/** The last message in the list. */
function lineOf({ last, lastIsGroup }: Conversation): string {
  if (!last) return 'No messages yet';
  if (lastIsGroup) return `Group message: ${last.excerpt}`;
  return `${last.sender === 'coach' ? 'You: ' : ''}${last.excerpt}`;
}

type ConversationItemProps = {
  coachId: string;
  conversation: Conversation;
  zone: string;
  /** The searched name. */
  text: string;
};

function ConversationItem({ coachId, conversation, zone, text }: ConversationItemProps) {
  const { clientName, photoId, status, last } = conversation;
  const unread = unreadLabel(conversation.unread);
  const former = status === 'archived' || status === 'ended';
  return (
    <>
      <ClientAvatar coachId={coachId} photoId={photoId} name={clientName} size={40} />
      <Stack component="span" flex={1} gap={2} miw={0}>
        <Group component="span" {...LINE}>
          <Highlight component="span" highlight={text} highlightStyles={FOUND} fw={unread ? 700 : 600} truncate>
            {clientName}
          </Highlight>
          {last && <WhenWritten createdAt={last.createdAt} zone={zone} />}
        </Group>
        <Group component="span" {...LINE}>
          <Text component="span" size="sm" c={unread ? 'inherit' : 'dimmed'} fw={unread ? 550 : 400} truncate>
            {lineOf(conversation)}
          </Text>
          {former && (
            <Badge color="gray" size="sm" flex="none">
              Former client
            </Badge>
          )}
          {unread && (
            <Badge size="sm" variant="filled" flex="none" aria-label={`${unread} unread`}>
              {unread}
            </Badge>
          )}
        </Group>
      </Stack>
    </>
  );
}
