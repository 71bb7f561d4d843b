import type { CurrentSession } from '@stridewell/contract/identity';
import type { QueryClient } from '@tanstack/react-query';
import { clearRecent } from '../lib/recent.ts';
import { isSameReader, type SessionStore } from '../lib/session.ts';

type Pages = {
  /** Asks the guards of the page that is open once more. */
  recheck: () => void;
  /** Goes to the public landing page. */
  leave: () => void;
};

/**
 * What follows when somebody else is in front of the screen, or nobody, or the same person as the client of another
 * coach: nothing of before stays in memory, and the page that is open asks again who may see it. Answers how to stop.
 */
export function reactToSession(store: SessionStore, queryClient: QueryClient, pages: Pages): () => void {
  let before: CurrentSession | null = null;
  return store.onEvent((event, { session }) => {
    const goesOn = before && session ? isSameReader(before, session) : before === session;
    if (before && !goesOn) queryClient.clear();
    if (before && before.user.id !== session?.user.id) clearRecent(before.user.id);
    before = session;
    if (event === 'SIGNED_OUT') pages.leave();
    else if (!goesOn && event !== 'INITIAL_SESSION') pages.recheck();
  });
}
