import { infiniteQueryOptions } from '@tanstack/react-query';
import { orpc } from '../../lib/rpc.ts';

const pages = {
  initialPageParam: undefined as number | undefined,
  getNextPageParam: ({ next }: { next: number | null }) => next ?? undefined,
};
const input = (before: number | undefined) => (before === undefined ? {} : { before });

export const ownEntriesQuery = () =>
  infiniteQueryOptions(orpc.audit.listOwnEntries.infiniteOptions({ input, ...pages }));

export const coachingEntriesQuery = () =>
  infiniteQueryOptions(orpc.audit.listCoachingEntries.infiniteOptions({ input, ...pages }));
