import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { orpc } from '../../lib/rpc.ts';
import type { AccountsSearch } from './accounts.search.ts';

export const accountsQuery = ({ q, ...filter }: AccountsSearch) =>
  infiniteQueryOptions(
    orpc.accounts.listAccounts.infiniteOptions({
      input: (after: string | undefined) => ({
        ...filter,
        ...(q !== undefined && { query: q }),
        ...(after !== undefined && { after }),
      }),
      initialPageParam: undefined,
      getNextPageParam: ({ next }) => next ?? undefined,
    }),
  );

export const accountQuery = (userId: string) =>
  queryOptions(orpc.accounts.getAccount.queryOptions({ input: { userId } }));

export const accountEntriesQuery = (userId: string) =>
  infiniteQueryOptions(
    orpc.accounts.listAccountEntries.infiniteOptions({
      input: (before: number | undefined) => ({ userId, ...(before !== undefined && { before }) }),
      initialPageParam: undefined,
      getNextPageParam: ({ next }) => next ?? undefined,
    }),
  );
