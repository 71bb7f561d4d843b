import { mergeMessages } from '@stridewell/contract/messages/messages.rules';
import { infiniteQueryOptions, useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query';
import { rpc } from '../../lib/rpc.ts';
import type { QueryState } from '../../ui/query-boundary.tsx';
import { type ConversationIds, type LoadedThread, threadQuery, useOlderMessages } from './messages.queries.ts';

type Place = { around: number } | { before: number } | { after: number };

/** Messages around one, in pages both ways. Stored messages never change, so nothing is loaded again. */
const messagesAroundQuery = (conversation: ConversationIds, seq: number) =>
  infiniteQueryOptions({
    queryKey: ['messages around', conversation.coachId, conversation.conversationId, seq],
    queryFn: ({ pageParam, signal }) => rpc.messages.listMessages({ ...conversation, ...pageParam }, { signal }),
    initialPageParam: { around: seq } as Place,
    getPreviousPageParam: ({ messages: [first] }): Place | undefined =>
      first && first.seq > 1 ? { before: first.seq } : undefined,
    getNextPageParam: ({ messages, more }, _pages, place): Place | undefined => {
      const last = messages.at(-1);
      return last && (more || 'before' in place) ? { after: last.seq } : undefined;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

/** More messages in one direction. */
export type MorePages = { load: () => void; isPending: boolean; isError: boolean };

export type ShownThread = Omit<LoadedThread, 'older'> & { older: MorePages | null; newer: MorePages | null };

/** The newest messages; with `at`, those around the message with this number, until they reach the newest ones. */
export function useShownThread(
  conversation: ConversationIds,
  at: number | undefined,
): { latest: LoadedThread; shown: QueryState<ShownThread>; isRefetchError: boolean } {
  const query = useSuspenseQuery(threadQuery(conversation));
  const latest = query.data;
  const first = latest.messages[0]?.seq ?? 1;
  const isAmongLatest = at === undefined || at >= first;
  const olderLatest = useOlderMessages(conversation);
  const around = useInfiniteQuery({ ...messagesAroundQuery(conversation, at ?? 0), enabled: !isAmongLatest });

  const shownLatest = (): ShownThread => ({
    ...latest,
    older: latest.older
      ? { load: () => olderLatest.mutate(first), isPending: olderLatest.isPending, isError: olderLatest.isError }
      : null,
    newer: null,
  });
  const shownAround = (): ShownThread | undefined => {
    if (!around.data) return undefined;
    const messages = around.data.pages.flatMap((page) => page.messages);
    const isJoined = !around.hasNextPage || (messages.at(-1)?.seq ?? 0) >= first - 1;
    return {
      ...latest,
      messages: isJoined ? mergeMessages(messages, latest.messages) : messages,
      older: around.hasPreviousPage
        ? {
            load: () => void around.fetchPreviousPage({ cancelRefetch: false }),
            isPending: around.isFetchingPreviousPage,
            isError: around.isFetchPreviousPageError,
          }
        : null,
      newer: isJoined
        ? null
        : {
            load: () => void around.fetchNextPage({ cancelRefetch: false }),
            isPending: around.isFetchingNextPage,
            isError: around.isFetchNextPageError,
          },
    };
  };
  const { error, isError, refetch } = isAmongLatest ? query : around;
  const shown = { data: isAmongLatest ? shownLatest() : shownAround(), error, isError, refetch };
  return { latest, shown, isRefetchError: query.isRefetchError };
}
