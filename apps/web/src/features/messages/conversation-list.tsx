import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import type { Conversation } from '@stridewell/contract/messages';
import { unreadLabel } from '@stridewell/contract/messages.rules';
import { dayInZone, relativeDayLabel } from '@stridewell/contract/time';
import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ClientAvatar } from '../../components/client-avatar.tsx';
import { LoadMore } from '../../components/load-more.tsx';
import { Muted } from '../../components/muted.tsx';
import { addingClient } from '../../lib/add-client.ts';
import { timeOfDay } from '../../lib/format.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import classes from './conversation-list.module.css';
import { conversationsQuery } from './messages.queries.ts';

/** The time of a message, short enough for the end of a line. */
function whenWritten(createdAt: string, zone: string): string {
  const [day, today] = [dayInZone(new Date(createdAt), zone), dayInZone(new Date(), zone)];
  return day === today ? timeOfDay(createdAt, zone) : relativeDayLabel(day, today);
}

/** The conversations of a coach, the latest first. */
export function ConversationList({ coachId, openId }: { coachId: string; openId: string | undefined }) {
  const query = useSuspenseInfiniteQuery(conversationsQuery(coachId));
  // A conversation that moved up between two requests is on both pages.
  const conversations = [
    ...new Map(query.data.pages.flatMap((page) => page.conversations).map((item) => [item.id, item])).values(),
  ];
  const zone = useTimeZone();
  if (conversations.length === 0) {
    return (
      <Stack align="flex-start" gap="sm" p="lg">
        <Text fw={650}>Your conversations will be here</Text>
        <Muted>Each client who accepts your invitation gets one.</Muted>
        <Button variant="light" onClick={addingClient.open}>
          Add a client
        </Button>
      </Stack>
    );
  }
  return (
    <>
      <ul className={classes.list}>
        {conversations.map((conversation) => (
          <li key={conversation.id}>
            <Link
              to="/coach/$coachId/messages/$conversationId"
              params={{ coachId, conversationId: conversation.id }}
              className={classes.item}
              aria-current={conversation.id === openId ? 'page' : undefined}
            >
              <ConversationItem coachId={coachId} conversation={conversation} zone={zone} />
            </Link>
          </li>
        ))}
      </ul>
      <LoadMore
        query={query}
        label="Show more conversations"
        failed="More conversations could not be loaded"
        variant="subtle"
        mb="xs"
      />
    </>
  );
}

const LINE = { justify: 'space-between', align: 'baseline', wrap: 'nowrap', gap: 'xs' } as const;

type ConversationItemProps = { coachId: string; conversation: Conversation; zone: string };

function ConversationItem({ coachId, conversation, zone }: ConversationItemProps) {
  const { clientName, photoId, last, status } = conversation;
  const unread = unreadLabel(conversation.unread);
  const former = status === 'archived' || status === 'ended';
  return (
    <>
      <ClientAvatar coachId={coachId} photoId={photoId} name={clientName} size={40} />
      <Stack component="span" flex={1} gap={2} miw={0}>
        <Group component="span" {...LINE}>
          <Text component="span" fw={unread ? 700 : 600} truncate>
            {clientName}
          </Text>
          {last && (
            <Text component="time" size="xs" c="dimmed" dateTime={last.createdAt} flex="none">
              {whenWritten(last.createdAt, zone)}
            </Text>
          )}
        </Group>
        <Group component="span" {...LINE}>
          <Text component="span" size="sm" c={unread ? 'inherit' : 'dimmed'} fw={unread ? 550 : 400} truncate>
            {last ? `${last.sender === 'coach' ? 'You: ' : ''}${last.excerpt}` : 'Nothing written yet'}
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
