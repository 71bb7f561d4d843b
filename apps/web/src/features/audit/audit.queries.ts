import type { AuditSearch } from '@stridewell/contract/audit/audit';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
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

const operatorPages = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next }: { next: string | null }) => next ?? undefined,
};

/** Entries of all chains, for operators. */
export const auditSearchQuery = (search: AuditSearch) =>
  infiniteQueryOptions(
    orpc.audit.searchEntries.infiniteOptions({
      input: (after: string | undefined) => ({ ...search, ...(after !== undefined && { after }) }),
      ...operatorPages,
    }),
  );

export const lastCheckQuery = () => queryOptions(orpc.audit.getLastCheck.queryOptions());

/** Checks a chain each time it is asked for. */
export const chainCheckQuery = (chainId: string) =>
  queryOptions({ ...orpc.audit.verifyChain.queryOptions({ input: { chainId } }), staleTime: 0, gcTime: 0 });

/** The first accounts whose name or address begins with what is typed. */
export const peopleQuery = (typed: string) =>
  queryOptions({
    ...orpc.accounts.listAccounts.queryOptions({ input: { query: typed } }),
    enabled: typed !== '',
    placeholderData: keepPreviousData,
  });
