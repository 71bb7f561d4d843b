import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { refresh } from '../../lib/changes.ts';
import { subscribe } from '../../lib/realtime.ts';
import { orpc } from '../../lib/rpc.ts';
import { Throttle } from '../../lib/throttle.ts';

/** However many forms arrive, such as spam, the screens load again once in this time. */
const THROTTLE_MS = 5000;

/** Queries that show a change in each part of the console. */
const CHANGED_KEYS: Record<string, () => QueryKey[]> = {
  contacts: () => [orpc.contacts.key(), orpc.operator.getOverview.key()],
  approvals: () => [
    orpc.operator.getOverview.key(),
    orpc.operator.listCoachesForReview.key(),
    orpc.operator.listCoachDecisions.key(),
  ],
  jobs: () => [orpc.jobs.key(), orpc.contacts.getContact.key(), orpc.operator.getOverview.key()],
  billing: () => [orpc.operator.getOverview.key()],
};
const PARTS = Object.keys(CHANGED_KEYS);

/** Loads the console again when the server announces a change. Events name the changed part without its content. */
export function useLiveConsole(userId: string, isOperator: boolean): void {
  const client = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another person needs another connection.
  useEffect(() => {
    if (!isOperator) return;
    const changed = new Set<string>();
    const throttle = new Throttle(() => {
      const keys = [...changed].flatMap((part) => CHANGED_KEYS[part]?.() ?? []);
      changed.clear();
      void refresh(client, keys);
    }, THROTTLE_MS);
    const unsubscribe = subscribe(['console'], ({ event, part }) => {
      for (const each of event === 'resync' || part === undefined ? PARTS : [part]) changed.add(each);
      throttle.run();
    });
    return () => {
      unsubscribe();
      throttle.stop();
    };
  }, [client, userId, isOperator]);
}
