import { queryOptions } from '@tanstack/react-query';
import { useChange } from '../../lib/changes.ts';
import { orpc, rpc } from '../../lib/rpc.ts';

export const domainQuery = (coachId: string) =>
  queryOptions(orpc.domains.getDomain.queryOptions({ input: { coachId } }));

const changed = () => [orpc.domains.key()];

export const useClaimDomain = (coachId: string) =>
  useChange((input: { domain: string }) => rpc.domains.claimDomain({ coachId, ...input }), changed());

export const useCheckDomain = (coachId: string) => useChange(() => rpc.domains.checkDomain({ coachId }), changed());

export const useRemoveDomain = (coachId: string) => useChange(() => rpc.domains.removeDomain({ coachId }), changed());

export const useSaveSender = (coachId: string) =>
  useChange((input: { address: string }) => rpc.domains.saveSender({ coachId, ...input }), changed());

export const useRemoveSender = (coachId: string) => useChange(() => rpc.domains.removeSender({ coachId }), changed());
