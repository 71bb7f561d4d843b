import type { CurrentSession } from '@stridewell/contract/identity/identity';
import type { QueryClient } from '@tanstack/react-query';
import { clearPerson } from '../device/keys.ts';
import { hasEnded, isSameReader, type SessionStore } from '../device/session.ts';

type Pages = {
  /** Runs the guards of the open page again. */
  recheck: () => void;
  /** Goes to the page after signing out. */
  leave: () => void;
};

/**
 * Reacts to another person, no person, or another coach of the same client: clears the cached data and checks the guards
 * of the open page again. They are also checked when the coaching ends or resumes. After a person whose session ended
 * signs in again, the open queries are fetched again.
 * @returns a function that stops it
 */
export function reactToSession(store: SessionStore, queryClient: QueryClient, pages: Pages): () => void {
  // A session that came with the page is there before anything listens.
  let before: CurrentSession | null = store.getSnapshot().session;
  let ended = false;
  return store.onEvent((event, snapshot) => {
    const { session } = snapshot;
    const isSame = before && session ? isSameReader(before, session) : before === session;
    const isMoved = !isSame || before?.client?.status !== session?.client?.status;
    const isSamePlace = before?.user.id === session?.user.id && before?.client?.coachId === session?.client?.coachId;
    // Numbers were hidden or shown: an open page must not keep the answer that it has.
    if (before && !isSame && isSamePlace) void queryClient.resetQueries();
    else if (before && !isSame) queryClient.clear();
    if (before && before.user.id !== session?.user.id) clearPerson(before.user.id);
    before = session;
    const isBack = ended && isSame && !hasEnded(snapshot);
    ended = hasEnded(snapshot);
    if (isBack) void queryClient.refetchQueries({ type: 'active' });
    if (event === 'SIGNED_OUT') pages.leave();
    else if (isMoved && event !== 'INITIAL_SESSION') pages.recheck();
  });
}
