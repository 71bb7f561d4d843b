import { isFormerClient } from '@stridewell/contract/clients/clients.rules';
import type { CurrentSession } from '@stridewell/contract/identity/identity';
import type { Message, Thread } from '@stridewell/contract/messages/messages';
import { lastContiguousSeq, MESSAGES_REFRESH_MS, mergeMessages } from '@stridewell/contract/messages/messages.rules';
import { isCoachRole, type Side } from '@stridewell/contract/people.rules';
import {
  infiniteQueryOptions,
  type QueryClient,
  type QueryFunctionContext,
  queryOptions,
  skipToken,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { withOfflineAnswer } from '../../device/offline-answers.ts';
import { refresh } from '../../lib/changes.ts';
import { orpc, pagedQuery, rpc } from '../../lib/rpc.ts';
import type { ConversationSearch } from './messages.search.ts';

/** One conversation of a client with a coach; it has the id of the client. */
export type ConversationIds = { coachId: string; conversationId: string };

/** Name under which the composer of a conversation keeps its text. */
export const draftName = (userId: string, conversationId: string): string => `${userId}.${conversationId}`;

/** The loaded part of a conversation. `older` says whether the server has earlier messages. */
export type LoadedThread = Omit<Thread, 'more'> & { older: boolean };

/** The dashboards of both sides show unread messages. */
const UNREAD_KEY = orpc.dashboard.key();

export const conversationsQuery = (coachId: string, search: ConversationSearch = {}) =>
  infiniteQueryOptions({
    ...pagedQuery(orpc.messages.listConversations, { coachId, ...search }),
    staleTime: MESSAGES_REFRESH_MS,
    refetchInterval: MESSAGES_REFRESH_MS,
    refetchOnWindowFocus: true,
  });

export const messageHitsQuery = (coachId: string, search: ConversationSearch & { q: string }) =>
  infiniteQueryOptions({
    ...pagedQuery(orpc.messages.searchMessages, { coachId, ...search }),
    staleTime: MESSAGES_REFRESH_MS,
  });

/** The number that every badge of the person shows. */
const unreadQuery = () => queryOptions({ ...orpc.messages.countUnread.queryOptions(), staleTime: MESSAGES_REFRESH_MS });

/** Unread messages of a coach, or of a client with a current coach; 0 for all others and until the number is known. */
export function useUnreadMessages({ role, coach, client }: CurrentSession): number {
  const writes = isCoachRole(role) ? coach?.status === 'active' : client !== null && !isFormerClient(client.status);
  const { data } = useQuery({ ...unreadQuery(), enabled: writes });
  return writes ? (data?.unread ?? 0) : 0;
}

const threadsKey = [...orpc.messages.key(), 'thread'] as const;
export const threadKey = ({ coachId, conversationId }: ConversationIds) =>
  [...threadsKey, coachId, conversationId] as const;

const KEPT_MESSAGES = 100;
const newestOf = (thread: LoadedThread): LoadedThread => ({
  ...thread,
  messages: thread.messages.slice(-KEPT_MESSAGES),
  older: thread.older || thread.messages.length > KEPT_MESSAGES,
});

/** Stored messages never change, so a refetch asks only for those after the last loaded one. */
export const threadQuery = (conversation: ConversationIds) =>
  queryOptions({
    queryKey: threadKey(conversation),
    queryFn: withOfflineAnswer(
      async ({
        client,
        queryKey,
        signal,
      }: QueryFunctionContext<ReturnType<typeof threadKey>>): Promise<LoadedThread> => {
        const loaded = () => client.getQueryData<LoadedThread>(queryKey);
        if (!loaded()) {
          const { more, ...newest } = await rpc.messages.listMessages(conversation, { signal });
          return { ...newest, older: more };
        }
        const added: Message[] = [];
        for (;;) {
          const known = mergeMessages(loaded()?.messages ?? [], added);
          // Without earlier pages the list must begin with message 1. An own message may have arrived before it.
          const lacksFirst = !loaded()?.older && known[0]?.seq !== 1;
          const after = lacksFirst ? 0 : lastContiguousSeq(known);
          const { more, messages, ...rest } = await rpc.messages.listMessages({ ...conversation, after }, { signal });
          added.push(...messages);
          if (more) continue;
          // Reads the cache again, because an earlier page or an own message may have been added meanwhile.
          const now = loaded();
          return { ...rest, messages: mergeMessages(now?.messages ?? [], added), older: now?.older ?? false };
        }
      },
      newestOf,
    ),
    staleTime: MESSAGES_REFRESH_MS,
    refetchInterval: MESSAGES_REFRESH_MS,
    refetchOnWindowFocus: true,
  });

/** Adds messages to a loaded conversation; does nothing when it is not loaded. */
export function addMessages(
  client: QueryClient,
  conversation: ConversationIds,
  messages: readonly Message[],
  older?: boolean,
): void {
  client.setQueryData<LoadedThread>(
    threadKey(conversation),
    (thread) =>
      thread && {
        ...thread,
        messages: mergeMessages(thread.messages, messages),
        ...(older !== undefined && { older }),
      },
  );
}

export function useOlderMessages(conversation: ConversationIds) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (before: number) => rpc.messages.listMessages({ ...conversation, before }),
    onSuccess: ({ messages, more }) => addMessages(client, conversation, messages, more),
  });
}

/** Marks everything shown as read while the page is visible. */
export function useMarkRead(
  conversation: ConversationIds,
  side: Side,
  thread: LoadedThread | undefined,
  mayWrite: boolean,
): void {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: (seq: number) => rpc.messages.markConversationRead({ ...conversation, seq }),
    onSuccess({ seq }) {
      client.setQueryData<LoadedThread>(
        threadKey(conversation),
        (loaded) => loaded && { ...loaded, reads: { ...loaded.reads, [side]: seq } },
      );
      void refresh(client, [
        orpc.messages.listConversations.key(),
        orpc.messages.countUnread.key(),
        orpc.notifications.key(),
        UNREAD_KEY,
      ]);
    },
  });
  const visible = useVisible();
  const theirs = thread?.messages.findLast(({ sender }) => sender !== side)?.seq ?? 0;
  const unread = theirs > (thread?.reads[side] ?? 0);
  // Depends on the thread, so that a failed mark is repeated after the next refetch.
  useEffect(() => {
    if (thread && unread && visible && mayWrite && !isPending) mutate(theirs);
  }, [thread, theirs, unread, visible, mayWrite, isPending, mutate]);
}

function useVisible(): boolean {
  return useSyncExternalStore(
    (changed) => {
      document.addEventListener('visibilitychange', changed);
      return () => document.removeEventListener('visibilitychange', changed);
    },
    () => document.visibilityState === 'visible',
  );
}

/** Loads everything about messages again. */
export const refreshMessages = (client: QueryClient) => refresh(client, [orpc.messages.key(), UNREAD_KEY]);

const typingKey = (conversationId: string) => [...orpc.messages.sendTyping.key(), conversationId] as const;
const TYPING_MS = 5000;

/** Notes that the other side is typing. The note expires after five seconds without a repeat. */
export function setTyping(client: QueryClient, conversationId: string, isTyping: boolean): void {
  client.setQueryData<number>(typingKey(conversationId), isTyping ? Date.now() : 0);
}

/** A lost call does no harm: the next keystrokes repeat it. */
export function sendTyping(conversation: ConversationIds): void {
  rpc.messages.sendTyping(conversation).catch(() => undefined);
}

export function useTyping(conversationId: string): boolean {
  const client = useQueryClient();
  const { data: at = 0 } = useQuery<number>({ queryKey: typingKey(conversationId), queryFn: skipToken });
  useEffect(() => {
    if (at === 0) return;
    const timer = setTimeout(() => setTyping(client, conversationId, false), at + TYPING_MS - Date.now());
    return () => clearTimeout(timer);
  }, [at, client, conversationId]);
  return at > 0;
}
