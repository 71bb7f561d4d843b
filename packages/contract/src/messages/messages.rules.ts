import type { FileKind } from '../files/files.rules.ts';
import type { Side } from '../people.rules.ts';
import { dayInZone } from '../time.ts';

/** Rules of a conversation between a coach and one client. */
export const MESSAGE_MAX = 10_000;
export const ATTACHMENTS_MAX = 5;
/** Messages per page. Requests name older and newer ones by number. */
export const MESSAGE_PAGE = 50;
export const CONVERSATION_PAGE = 30;
export const EXCERPT_LENGTH = 140;
/** Messages per page of a search. */
export const SEARCH_PAGE = 20;
export const SEARCH_MAX = 120;
/** Unread messages are counted up to here; the badge shows no larger number. */
export const UNREAD_CAP = 100;
/** Polling interval, in case the live connection delivers nothing. */
export const MESSAGES_REFRESH_MS = 10_000;

/** Longer gaps start a new group of messages with its own time. */
const GROUP_GAP_MS = 5 * 60_000;

/** One line of a message for lists, cut between code points. */
export function excerptOf(body: string, length = EXCERPT_LENGTH): string {
  const oneLine = body.replace(/\s+/gu, ' ').trim();
  // A text never has more code points than UTF-16 units.
  if (oneLine.length <= length) return oneLine;
  const characters = Array.from(oneLine);
  return characters.length <= length
    ? oneLine
    : `${characters
        .slice(0, length - 1)
        .join('')
        .trimEnd()}…`;
}

/** Text of a message in a list: its body, else its attachments. */
export function summaryOf(body: string, kinds: readonly FileKind[]): string {
  if (body || kinds.length === 0) return excerptOf(body);
  const [first] = kinds;
  if (kinds.some((kind) => kind !== first)) return `${kinds.length} files`;
  if (kinds.length === 1) return first === 'pdf' ? 'PDF' : 'Photo';
  return `${kinds.length} ${first === 'pdf' ? 'PDFs' : 'photos'}`;
}

type SequencedMessage = { id: string; seq: number };

/** Merges two lists in the order of the conversation, each message once. */
export function mergeMessages<Message extends SequencedMessage>(
  known: readonly Message[],
  added: readonly Message[],
): Message[] {
  const byId = new Map([...known, ...added].map((message) => [message.id, message]));
  return [...byId.values()].sort((a, b) => a.seq - b.seq);
}

/**
 * Last message number without a gap before it. An own message may arrive before earlier ones of the other side, so the
 * next request starts after this number.
 */
export function lastContiguousSeq(messages: readonly { seq: number }[]): number {
  const gap = messages.findIndex(({ seq }, index) => seq !== (messages[0]?.seq ?? 0) + index);
  return messages.at(gap === -1 ? -1 : gap - 1)?.seq ?? 0;
}

/** Pending messages that are not stored yet, so a sent message shows only once. */
export const withoutStored = <Message extends { id: string }>(
  pending: readonly Message[],
  stored: readonly { id: string }[],
): Message[] => {
  const ids = new Set(stored.map(({ id }) => id));
  return pending.filter(({ id }) => !ids.has(id));
};

type DatedMessage = { createdAt: string; sender: Side };
export type MessageGroup<Message> = { day: string; sender: Side; messages: Message[] };

/** Groups consecutive messages by sender, day in `timeZone` and gaps up to five minutes. Keeps the order. */
export function groupMessages<Message extends DatedMessage>(
  messages: readonly Message[],
  timeZone: string,
): MessageGroup<Message>[] {
  const groups: MessageGroup<Message>[] = [];
  for (const message of messages) {
    const day = dayInZone(new Date(message.createdAt), timeZone);
    const group = groups.at(-1);
    const before = group?.messages.at(-1);
    const near = before && Date.parse(message.createdAt) - Date.parse(before.createdAt) < GROUP_GAP_MS;
    if (group && near && group.day === day && group.sender === message.sender) group.messages.push(message);
    else groups.push({ day, sender: message.sender, messages: [message] });
  }
  return groups;
}

/** Badge text for unread messages; null for none. */
export const unreadLabel = (unread: number): string | null => (unread <= 0 ? null : unread > 99 ? '99+' : `${unread}`);

/** Subjects of suggestions, in the order of their priority. The first one is also that of follow-ups. */
export const SUGGESTION_TOPICS = ['check_in', 'unanswered', 'renewal', 'adherence', 'plateau'] as const;
export type SuggestionTopic = (typeof SUGGESTION_TOPICS)[number];
