import { readDraft, saveDraft } from '../../lib/drafts.ts';

/** Name under which the composer of a conversation keeps its text. */
export const draftName = (userId: string, conversationId: string): string => `${userId}.${conversationId}`;

/**
 * Puts a text into the composer of a conversation that is opened next. A text that was typed there stays.
 * @returns whether the composer shows the text
 */
export function offerDraft(userId: string, conversationId: string, text: string): boolean {
  const name = draftName(userId, conversationId);
  const typed = readDraft(name);
  if (typed.trim() === '') saveDraft(name, text);
  return typed.trim() === '' || typed === text;
}
