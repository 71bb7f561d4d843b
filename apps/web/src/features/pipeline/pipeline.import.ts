import type { ImportedLead } from '@stridewell/contract/pipeline/pipeline';
import { newId } from '../../lib/ids.ts';
import { rpc } from '../../lib/rpc.ts';
import { type LeadMapping, leadParts, leadsFromTable } from './pipeline.import-file.ts';

/** Leads that a file would add, with the rows that are left out. */
export type LeadReading = ReturnType<typeof readLeads>;

export function readLeads(rows: readonly string[][], mapping: LeadMapping, today: string) {
  const { leads, repeated, problems } = leadsFromTable(rows, mapping, today);
  return { leads: leads.map((lead) => ({ id: newId(), lead })), repeated, problems };
}

type LeadImport = { coachId: string; importId: string; leads: readonly ImportedLead[]; dryRun: boolean };

/** Sends the parts of an import one after the other. `onPart` gets the number of leads that were sent so far. */
export async function sendLeads({ leads, ...rest }: LeadImport, onPart?: (sent: number) => void) {
  const sum = { added: 0, known: 0 };
  let sent = 0;
  for (const part of leadParts(leads)) {
    const { added, known } = await rpc.pipeline.importLeads({ ...rest, leads: part });
    sum.added += added;
    sum.known += known;
    sent += part.length;
    onPart?.(sent);
  }
  return sum;
}
