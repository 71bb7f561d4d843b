import { readSearchText } from '../../lib/search-text.ts';

/** Filters of the conversation list, kept in the address. */
export type ConversationSearch = { q?: string | undefined; show?: 'unread' | undefined };

export function readConversationSearch(search: Record<string, unknown>): ConversationSearch {
  const q = readSearchText(search.q);
  return { ...(q && { q }), ...(search.show === 'unread' && { show: 'unread' }) };
}

/** The number of the message at which a conversation opens. */
export function readMessageSeq(search: Record<string, unknown>): number | undefined {
  const seq = search.message;
  return typeof seq === 'number' && Number.isInteger(seq) && seq > 0 && seq < 2 ** 31 ? seq : undefined;
}
