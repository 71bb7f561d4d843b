import { queryOptions } from '@tanstack/react-query';
import { useChange } from '../../lib/changes.ts';
import { orpc, rpc } from '../../lib/rpc.ts';

const WAITING_REFRESH_MS = 3000;

/** The newest copy of the person's data. Loaded again and again until it is written. */
export const ownExportQuery = () =>
  queryOptions({
    ...orpc.privacy.getOwnExport.queryOptions(),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.export?.status === 'waiting' ? WAITING_REFRESH_MS : false),
  });

export const useAskForOwnExport = () =>
  useChange(() => rpc.privacy.askForOwnExport(), [ownExportQuery().queryKey, orpc.audit.key()]);
