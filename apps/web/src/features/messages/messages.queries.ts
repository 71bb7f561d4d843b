import type { Message, Thread } from '@stridewell/contract/messages';
import { contiguousEnd, MESSAGES_REFRESH_MS, mergeMessages, type Side } from '@stridewell/contract/messages.rules';
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
import { uploads } from '../../lib/file-upload.ts';
import { withOfflineAnswer } from '../../lib/offline-answers.ts';
import type { OutboxItem } from '../../lib/outbox.ts';
import { orpc, rpc } from '../../lib/rpc.ts';
import type { Letter } from './messages.outbox.ts';

/** The conversation of one client with one coach. */
export type Place = { coachId: string; conversationId: string };

/** What of a conversation is here, and whether there is more above it. */
export type HeldThread = Omit<Thread, 'more'> & { older: boolean };

export const conversationsQuery = (coachId: string) =>
  infiniteQueryOptions({
    ...orpc.messages.listConversations.infiniteOptions({
      input: (cursor: string | undefined) => ({ coachId, ...(cursor && { cursor }) }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    }),
    staleTime: MESSAGES_REFRESH_MS,
    refetchInterval: MESSAGES_REFRESH_MS,
    refetchOnWindowFocus: true,
  });

const threadsKey = [...orpc.messages.key(), 'thread'] as const;
const threadKey = ({ coachId, conversationId }: Place) => [...threadsKey, coachId, conversationId] as const;

const KEPT_MESSAGES = 100;
const newestOf = (thread: HeldThread): HeldThread => ({
  ...thread,
  messages: thread.messages.slice(-KEPT_MESSAGES),
  older: thread.older || thread.messages.length > KEPT_MESSAGES,
});

/** Stored messages never change, so what is known is kept and only what came after it is asked for. */
export const threadQuery = (place: Place) =>
  queryOptions({
    queryKey: threadKey(place),
    queryFn: withOfflineAnswer(
      async ({ client, queryKey, signal }: QueryFunctionContext<ReturnType<typeof threadKey>>): Promise<HeldThread> => {
        const held = () => client.getQueryData<HeldThread>(queryKey);
        if (!held()) {
          const { more, ...newest } = await rpc.messages.listMessages(place, { signal });
          return { ...newest, older: more };
        }
        const added: Message[] = [];
        for (;;) {
          const known = mergeMessages(held()?.messages ?? [], added);
          // Nothing older is left to ask for, so what is known must begin with the first: one's own came before it else.
          const lacksFirst = !held()?.older && known[0]?.seq !== 1;
          const after = lacksFirst ? 0 : contiguousEnd(known);
          const { more, messages, ...rest } = await rpc.messages.listMessages({ ...place, after }, { signal });
          added.push(...messages);
          if (more) continue;
          // Looked at again, because more may have come meanwhile: from above, or one's own.
          const now = held();
          return { ...rest, messages: mergeMessages(now?.messages ?? [], added), older: now?.older ?? false };
        }
      },
      newestOf,
    ),
    staleTime: MESSAGES_REFRESH_MS,
    refetchInterval: MESSAGES_REFRESH_MS,
    refetchOnWindowFocus: true,
  });

/** Adds messages to what is held of a conversation; nothing where nothing is held. */
function holdMessages(client: QueryClient, place: Place, messages: readonly Message[], older?: boolean): void {
  client.setQueryData<HeldThread>(
    threadKey(place),
    (held) =>
      held && { ...held, messages: mergeMessages(held.messages, messages), ...(older !== undefined && { older }) },
  );
}

export function useOlderMessages(place: Place) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (before: number) => rpc.messages.listMessages({ ...place, before }),
    onSuccess: ({ messages, more }) => holdMessages(client, place, messages, more),
  });
}

/** Sends one message of this person, once its files are there, and shows it where it belongs. */
export async function deliverMessage(
  client: QueryClient,
  userId: string,
  { id, content: { coachId, conversationId, body, attachments } }: OutboxItem<Letter>,
  signal: AbortSignal,
): Promise<void> {
  const place = { coachId, conversationId };
  const attachmentIds = attachments.map((file) => file.id);
  await Promise.all(attachmentIds.map((fileId) => uploads.whenStored(fileId)));
  signal.throwIfAborted();
  const stored = await rpc.messages.sendMessage({ ...place, id, body, attachmentIds }, { signal, context: { userId } });
  holdMessages(client, place, [stored]);
  uploads.forget(attachmentIds);
  void client.invalidateQueries({ queryKey: threadKey(place) });
  void client.invalidateQueries({ queryKey: orpc.messages.listConversations.key() });
}

/** Says that everything shown has been seen, while it is really in front of somebody. */
export function useMarkRead(place: Place, side: Side, thread: HeldThread | undefined, mayWrite: boolean): void {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: (seq: number) => rpc.messages.markConversationRead({ ...place, seq }),
    onSuccess({ seq }) {
      client.setQueryData<HeldThread>(
        threadKey(place),
        (held) => held && { ...held, reads: { ...held.reads, [side]: seq } },
      );
      void client.invalidateQueries({ queryKey: orpc.messages.listConversations.key() });
      void client.invalidateQueries({ queryKey: orpc.notifications.key() });
      void refreshUnread(client);
    },
  });
  const visible = useVisible();
  const theirs = thread?.messages.findLast(({ sender }) => sender !== side)?.seq ?? 0;
  const unread = theirs > (thread?.reads[side] ?? 0);
  // The thread is among what it follows, so that a mark which did not arrive is made again with the next answer.
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

/** How many are unread is told on a client's dashboard as well. */
const refreshUnread = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: orpc.dashboard.getClientDashboard.key() });

/** Everything about messages is asked for again. */
export const refreshMessages = (client: QueryClient) =>
  Promise.all([client.invalidateQueries({ queryKey: orpc.messages.key() }), refreshUnread(client)]);

const typingKey = (conversationId: string) => [...orpc.messages.sendTyping.key(), conversationId] as const;
const TYPING_MS = 5000;

/** The other side is writing in this conversation; until they have said nothing of it for five seconds. */
export function heardTyping(client: QueryClient, conversationId: string, heard: boolean): void {
  client.setQueryData<number>(typingKey(conversationId), heard ? Date.now() : 0);
}

/** Lost without harm: the next letters tell it again. */
export function sendTyping(place: Place): void {
  rpc.messages.sendTyping(place).catch(() => undefined);
}

export function useTyping(conversationId: string): boolean {
  const client = useQueryClient();
  const { data: at = 0 } = useQuery<number>({ queryKey: typingKey(conversationId), queryFn: skipToken });
  useEffect(() => {
    if (at === 0) return;
    const timer = setTimeout(() => heardTyping(client, conversationId, false), at + TYPING_MS - Date.now());
    return () => clearTimeout(timer);
  }, [at, client, conversationId]);
  return at > 0;
}
