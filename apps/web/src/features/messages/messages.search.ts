import { readSearchText } from '../../lib/search-text.ts';

/** Filters of the conversation list, kept in the address. */
export type ConversationSearch = { q?: string | undefined; show?: 'unread' | undefined };

export function readConversationSearch(search: Record<string, unknown>): ConversationSearch {
  const q = readSearchText(search.q);
  return { ...(q && { q }), ...(search.show === 'unread' && { show: 'unread' }) };
}
