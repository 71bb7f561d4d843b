import type { QueryClient } from '@tanstack/react-query';
import { forgetRecent } from '../lib/recent.ts';
import type { SessionStore } from '../lib/session.ts';

type Pages = {
  /** Asks the guards of the page that is open once more. */
  recheck: () => void;
  /** Goes to the public landing page. */
  leave: () => void;
};

/**
 * What follows when somebody else is in front of the screen, or nobody: nothing of the person before stays in memory,
 * and the page that is open asks again who may see it. Answers how to stop.
 */
export function reactToSession(store: SessionStore, queryClient: QueryClient, pages: Pages): () => void {
  let before: string | undefined;
  return store.onEvent((event, { session }) => {
    const now = session?.user.id;
    const changed = before !== now;
    if (changed && before !== undefined) {
      queryClient.clear();
      forgetRecent(before);
    }
    before = now;
    if (event === 'SIGNED_OUT') pages.leave();
    else if (changed && event !== 'INITIAL_SESSION') pages.recheck();
  });
}
