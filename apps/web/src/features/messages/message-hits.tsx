import { Group, Stack, Text, Title } from '@mantine/core';
import type { MessageHit } from '@stridewell/contract/messages/messages';
import { markWords } from '@stridewell/contract/messages/messages.search.rules';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTimeZone } from '../../lib/time-zone.ts';
import { ClientAvatar } from '../../shared/client-avatar.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { Muted } from '../../ui/muted.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import classes from './conversation-list.module.css';
import { messageHitsQuery } from './messages.queries.ts';
import type { ConversationSearch } from './messages.search.ts';
import { FOUND, WhenWritten } from './when-written.tsx';

type MessageHitsProps = {
  coachId: string;
  search: ConversationSearch & { q: string };
  /** The open conversation and the message that it was opened at. */
  openId: string | undefined;
  openAt: number | undefined;
};

/** The messages that have the searched words, the newest first. Each leads to its place in the conversation. */
export function MessageHits({ coachId, search, openId, openAt }: MessageHitsProps) {
  const query = useInfiniteQuery({ ...messageHitsQuery(coachId, search), placeholderData: keepPreviousData });
  return (
    <section aria-label="Messages that match">
      <Title order={3} size="sm" px={20} pt="xs">
        Messages
      </Title>
      <QueryBoundary query={query} failed="The messages could not be searched" skeleton={280}>
        {({ pages }) => (
          <>
            <Hits
              coachId={coachId}
              search={search}
              openId={openId}
              openAt={openAt}
              hits={pages.flatMap((page) => page.hits)}
            />
            <LoadMore
              query={query}
              label="Show more messages"
              failed="More messages could not be loaded"
              variant="subtle"
              mb="xs"
            />
          </>
        )}
      </QueryBoundary>
    </section>
  );
}

function Hits({ coachId, search, openId, openAt, hits }: MessageHitsProps & { hits: MessageHit[] }) {
  const { q, show } = search;
  const zone = useTimeZone();
  if (hits.length === 0)
    return <Muted px={20} py="sm">{`No message with “${q}”${show ? ' in unread conversations' : ''}.`}</Muted>;
  return (
    <ul className={classes.list}>
      {hits.map(({ id, conversationId, clientName, photoId, seq, sender, excerpt, createdAt }) => (
        <li key={id}>
          <Link
            to="/coach/$coachId/messages/$conversationId"
            params={{ coachId, conversationId }}
            search={{ ...search, message: seq }}
            className={classes.item}
            aria-current={conversationId === openId && seq === openAt ? 'page' : undefined}
          >
            <ClientAvatar coachId={coachId} photoId={photoId} name={clientName} size={40} />
            <Stack component="span" flex={1} gap={2} miw={0}>
              <Group component="span" justify="space-between" align="baseline" wrap="nowrap" gap="xs">
                <Text component="span" fw={600} truncate>
                  {clientName}
                </Text>
                <WhenWritten createdAt={createdAt} zone={zone} />
              </Group>
              <Text component="span" size="sm" c="dimmed" lineClamp={2}>
                {sender === 'coach' && 'You: '}
                {markWords(excerpt, q).map(({ text, isFound }, at) =>
                  isFound ? (
                    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name.
                    <mark key={at} style={FOUND}>
                      {text}
                    </mark>
                  ) : (
                    text
                  ),
                )}
              </Text>
            </Stack>
          </Link>
        </li>
      ))}
    </ul>
  );
}
