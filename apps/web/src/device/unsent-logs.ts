import { useMemo, useSyncExternalStore } from 'react';
import type { MergeStore } from './merge.ts';

/** A log that the server does not have as this device does. */
export type UnsentLog<Log extends { id: string }, LogStore extends MergeStore<Log>> = {
  store: LogStore;
  log: Log;
  /** Why it cannot be sent: what the server said, or that the coaching has ended. Null while it is sent automatically. */
  problem: string | null;
  /** Whether sending it again can succeed. */
  canRetry: boolean;
  /** The server could not be reached. The log is sent again automatically. */
  isWaiting: boolean;
};

/**
 * The logs in these stores that wait or cannot be sent.
 * @param stores must be the same list as long as the person and the coachings are
 * @param open the coaches of coachings that have not ended
 * @param ended why logs of other coachings are not sent
 */
export function useUnsentLogs<Log extends { id: string }, LogStore extends MergeStore<Log>>(
  stores: readonly { coachId: string; store: LogStore }[],
  open: string,
  ended: string,
): UnsentLog<Log, LogStore>[] {
  const list = (): UnsentLog<Log, LogStore>[] =>
    stores.flatMap(({ coachId, store }) => {
      const isOpen = open.includes(coachId);
      const { logs, status } = store.getSnapshot();
      return [...logs.values()].flatMap(({ log, pending, problem: refusal }) => {
        const problem = isOpen ? (refusal ?? null) : ended;
        const isWaiting = problem === null && status === 'offline';
        return pending ? [{ store, log, problem, canRetry: isOpen, isWaiting }] : [];
      });
    });
  // Compared as text, because each call makes a new list.
  const state = useSyncExternalStore(
    (changed) => {
      const stops = stores.map(({ store }) => store.subscribe(changed));
      return () => {
        for (const stop of stops) stop();
      };
    },
    () => JSON.stringify(list().map(({ log, problem, isWaiting }) => [log, problem, isWaiting])),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is made again when its text changes.
  return useMemo(list, [state, stores]);
}
