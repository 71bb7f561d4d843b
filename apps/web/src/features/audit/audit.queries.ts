import type { AuditSearch } from '@stridewell/contract/audit/audit';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { orpc, pagedQuery } from '../../lib/rpc.ts';

export const ownEntriesQuery = () => pagedQuery(orpc.audit.listOwnEntries, {}, 'before');

export const coachingEntriesQuery = () => pagedQuery(orpc.audit.listCoachingEntries, {}, 'before');

/** Entries of all chains, for operators. */
export const auditSearchQuery = (search: AuditSearch) => pagedQuery(orpc.audit.searchEntries, search, 'after');

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
