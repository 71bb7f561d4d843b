import { Button, Center, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { IconMailOpened, IconMessages } from '@tabler/icons-react';
import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { conversationsQuery } from './messages.queries.ts';

const ICON = { size: 24, stroke: 1.75 };

/** Stands beside the list while no conversation is open, and leads to the unread message that waits longest. */
export function NoConversation({ coachId }: { coachId: string }) {
  const { data } = useSuspenseInfiniteQuery(conversationsQuery(coachId));
  const conversations = data.pages.flatMap((page) => page.conversations);
  // The latest message comes first.
  const next = conversations.findLast(({ unread }) => unread > 0);
  if (conversations.length === 0) return null;
  return (
    <Center h="100%" p="lg">
      <Stack align="center" gap="md" maw={420} ta="center">
        <ThemeIcon size={48} radius="xl" variant="light" aria-hidden>
          {next ? <IconMessages {...ICON} /> : <IconMailOpened {...ICON} />}
        </ThemeIcon>
        <Title order={2}>{next ? `${next.clientName} wrote to you` : 'You have read everything'}</Title>
        <Text c="dimmed">
          {next
            ? 'Of your unread messages, this one has waited longest.'
            : 'Choose a conversation to write to a client.'}
        </Text>
        {next && (
          <Button component={Link} to={`/coach/${coachId}/messages/${next.id}`}>
            Read message
          </Button>
        )}
      </Stack>
    </Center>
  );
}
