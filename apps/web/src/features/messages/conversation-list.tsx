import { Badge, Button, Group, Highlight, Stack, Text } from '@mantine/core';
import type { Conversation } from '@stridewell/contract/messages/messages';
import { SEARCHED_MESSAGES, unreadLabel } from '@stridewell/contract/messages/messages.rules';
import { dayInZone, relativeDayLabel } from '@stridewell/contract/time';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { timeOfDay } from '../../lib/format.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import { addingClient } from '../../shared/add-client.ts';
import { ClientAvatar } from '../../shared/client-avatar.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { Muted } from '../../ui/muted.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import classes from './conversation-list.module.css';
import { conversationsQuery } from './messages.queries.ts';
import type { ConversationSearch } from './messages.search.ts';

/** The time of a message, short enough for the end of a line. */
function whenWritten(createdAt: string, zone: string): string {
  const [day, today] = [dayInZone(new Date(createdAt), zone), dayInZone(new Date(), zone)];
  return day === today ? timeOfDay(createdAt, zone) : relativeDayLabel(day, today);
}

type ConversationListProps = { coachId: string; openId: string | undefined; search: ConversationSearch };

/** The conversations of a coach, the latest first. */
export function ConversationList({ coachId, openId, search }: ConversationListProps) {
  const query = useInfiniteQuery({ ...conversationsQuery(coachId, search), placeholderData: keepPreviousData });
  return (
    <QueryBoundary query={query} failed="Your conversations could not be loaded" skeleton={420}>
      {({ pages }) => (
        <>
          <Conversations
            coachId={coachId}
            openId={openId}
            search={search}
            found={pages.flatMap((page) => page.conversations)}
          />
          <LoadMore
            query={query}
            label="Show more conversations"
            failed="More conversations could not be loaded"
            variant="subtle"
            mb="xs"
          />
          {search.q && (
            <Muted px="lg" pb="md">
              Names and the newest {SEARCHED_MESSAGES} messages of each conversation were searched.
            </Muted>
          )}
        </>
      )}
    </QueryBoundary>
  );
}

function Conversations({ coachId, openId, search, found }: ConversationListProps & { found: Conversation[] }) {
  // A conversation that moved up between two requests is on both pages.
  const conversations = [...new Map(found.map((item) => [item.id, item])).values()];
  const zone = useTimeZone();
  if (conversations.length === 0) return <NoneFound search={search} />;
  return (
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
}

function NoneFound({ search: { q, show } }: { search: ConversationSearch }) {
  if (q) return <Muted p="lg">{`No conversation with “${q}”${show ? ' is unread' : ''}.`}</Muted>;
  if (show) return <Muted p="lg">You have read everything.</Muted>;
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

/** The searched words, readable in light and dark. */
const FOUND = { color: 'inherit', background: 'var(--pine-tint)' };

const LINE = { justify: 'space-between', align: 'baseline', wrap: 'nowrap', gap: 'xs' } as const;

/** The message in the list: the one that was found, or else the last one. */
function lineOf({ found, last, lastIsGroup }: Conversation): string {
  const message = found ?? last;
  if (!message) return 'No messages yet';
  if (!found && lastIsGroup) return `Group message: ${message.excerpt}`;
  return `${message.sender === 'coach' ? 'You: ' : ''}${message.excerpt}`;
}

type ConversationItemProps = {
  coachId: string;
  conversation: Conversation;
  zone: string;
  /** The searched words. */
  text: string;
};

function ConversationItem({ coachId, conversation, zone, text }: ConversationItemProps) {
  const { clientName, photoId, status } = conversation;
  const shown = conversation.found ?? conversation.last;
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
          {shown && (
            <Text component="time" size="xs" c="dimmed" dateTime={shown.createdAt} flex="none">
              {whenWritten(shown.createdAt, zone)}
            </Text>
          )}
        </Group>
        <Group component="span" {...LINE}>
          <Highlight
            component="span"
            highlight={text}
            highlightStyles={FOUND}
            size="sm"
            c={unread ? 'inherit' : 'dimmed'}
            fw={unread ? 550 : 400}
            truncate
          >
            {lineOf(conversation)}
          </Highlight>
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
