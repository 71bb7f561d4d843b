import type { ImportedLead } from '@stridewell/contract/pipeline/pipeline';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { refresh, useChange } from '../../lib/changes.ts';
import { orpc, rpc } from '../../lib/rpc.ts';
import { leadParts } from './pipeline.import-file.ts';

type Import = { importId: string; leads: readonly ImportedLead[] };
type Outcome = { added: number; known: number };

/** Sends the parts of an import one after the other. `onPart` gets the number of leads that were sent so far. */
async function sendParts(
  coachId: string,
  { importId, leads }: Import,
  dryRun: boolean,
  onPart?: (sent: number) => void,
): Promise<Outcome> {
  const sum = { added: 0, known: 0 };
  let sent = 0;
  for (const part of leadParts(leads)) {
    const { added, known } = await rpc.pipeline.importLeads({ coachId, importId, leads: part, dryRun });
    sum.added += added;
    sum.known += known;
    sent += part.length;
    onPart?.(sent);
  }
  return sum;
}

/** Leads that an import would add. Nothing is stored. */
export const useDryRun = (coachId: string, { importId, leads }: Import) =>
  useQuery({
    queryKey: [...orpc.pipeline.key(), 'dry run', importId, leads],
    queryFn: () => sendParts(coachId, { importId, leads }, true),
    enabled: leads.length > 0,
    staleTime: 0,
    gcTime: 0,
  });

/** Imports leads in parts. `sent` counts those that the server has; sending again adds none twice. */
export function useImportLeads(coachId: string) {
  const client = useQueryClient();
  const [sent, setSent] = useState(0);
  const send = useMutation({
    mutationFn: (input: Import) => sendParts(coachId, input, false, setSent),
    // Also after a failure, because earlier parts were added.
    onSettled: () =>
      refresh(client, [orpc.pipeline.getBoard.key(), orpc.pipeline.listLeads.key(), orpc.dashboard.key()]),
  });
  return { sent, send };
}

export const useUndoImport = (coachId: string) =>
  useChange(
    (importId: string) => rpc.pipeline.undoImport({ coachId, importId }),
    [orpc.pipeline.key(), orpc.dashboard.key()],
  );
