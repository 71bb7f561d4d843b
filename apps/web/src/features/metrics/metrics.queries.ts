import { useMutation, useQueryClient } from '@tanstack/react-query';
import { rpc } from '../../lib/rpc.ts';

type LedgerEntry = Omit<Parameters<typeof rpc.metrics.createLedgerEntry>[0], 'coachId'>;

export function useCreateLedgerEntry(coachId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (entry: LedgerEntry) => rpc.metrics.createLedgerEntry({ coachId, ...entry }),
    onSuccess: () => client.invalidateQueries(),
  });
}
