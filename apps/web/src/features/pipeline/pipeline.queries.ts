import type { BoardColumn, Lead } from '@stridewell/contract/pipeline/pipeline';
import { LEAD_STATUS_LABELS, type LeadStatus, type LostReason } from '@stridewell/contract/pipeline/pipeline.rules';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { useChange, useOptimisticChange } from '../../lib/changes.ts';
import { codeOf, messageOf } from '../../lib/errors.ts';
import { orpc, pagedQuery, rpc } from '../../lib/rpc.ts';
import { toast } from '../../lib/toasts.ts';
import type { PipelineSearch } from './pipeline.search.ts';

/** Every screen that shows leads or counts them. */
const KEYS = [orpc.pipeline.key(), orpc.dashboard.key()];

export const boardQuery = (coachId: string, q: string) =>
  queryOptions({
    ...orpc.pipeline.getBoard.queryOptions({ input: { coachId, q } }),
    placeholderData: keepPreviousData,
  });
export type Board = Awaited<ReturnType<typeof rpc.pipeline.getBoard>>;

export const leadsQuery = (coachId: string, { q, status, sort }: PipelineSearch) =>
  infiniteQueryOptions({
    ...pagedQuery(orpc.pipeline.listLeads, {
      coachId,
      ...(q && { q }),
      ...(status && { status }),
      ...(sort && { sort }),
    }),
    placeholderData: keepPreviousData,
  });

export const leadQuery = (coachId: string, leadId: string) =>
  queryOptions(orpc.pipeline.getLead.queryOptions({ input: { coachId, leadId } }));

export const leadFormQuery = (coachId: string) =>
  queryOptions(orpc.pipeline.getLeadForm.queryOptions({ input: { coachId } }));

type Input<Name extends keyof typeof rpc.pipeline> = Omit<Parameters<(typeof rpc.pipeline)[Name]>[0], 'coachId'>;

export const useCreateLead = (coachId: string) =>
  useChange((input: Input<'createLead'>) => rpc.pipeline.createLead({ coachId, ...input }), KEYS);

export const useUpdateLead = (coachId: string) =>
  useChange((input: Input<'updateLead'>) => rpc.pipeline.updateLead({ coachId, ...input }), KEYS);

export const useDeleteLead = (coachId: string) =>
  useChange((leadId: string) => rpc.pipeline.deleteLead({ coachId, leadId }), KEYS);

export const useMergeLead = (coachId: string) =>
  useChange((input: Input<'mergeLead'>) => rpc.pipeline.mergeLead({ coachId, ...input }), KEYS);

export const useSaveTask = (coachId: string) =>
  useChange((input: Input<'saveLeadTask'>) => rpc.pipeline.saveLeadTask({ coachId, ...input }), KEYS);

export const useSaveLeadForm = (coachId: string) =>
  useChange((form: Input<'saveLeadForm'>) => rpc.pipeline.saveLeadForm({ coachId, ...form }), [orpc.pipeline.key()]);

/** The address of the leads as a file. */
export const leadsFileUrl = (coachId: string): string => `/exports/${coachId}/leads.csv`;

export const useDeleteTask = (coachId: string) =>
  useChange((input: Input<'deleteLeadTask'>) => rpc.pipeline.deleteLeadTask({ coachId, ...input }), KEYS);

export const useMailLead = (coachId: string) =>
  useChange((input: Input<'mailLead'>) => rpc.pipeline.mailLead({ coachId, ...input }), KEYS);

export const useConvertLead = (coachId: string) =>
  useChange(
    (input: Input<'convertLead'>) => rpc.pipeline.convertLead({ coachId, ...input }),
    [...KEYS, orpc.clients.key(), orpc.billing.key()],
  );

export type Move = { lead: Lead; to: LeadStatus; lostReason: LostReason | null };

/** The board with a lead at the top of another column. */
function withMove({ columns, ...board }: Board, { lead, to, lostReason }: Move): Board {
  const moved: Lead = { ...lead, status: to, lostReason };
  const change = (column: BoardColumn, by: 1 | -1): BoardColumn['values'] => {
    const { currency, valueCents } = lead;
    const others = column.values.filter((value) => value.currency !== currency);
    const before = column.values.find((value) => value.currency === currency)?.cents ?? 0;
    const cents = before + by * (valueCents ?? 0);
    return cents > 0 ? [...others, { currency, cents }] : others;
  };
  return {
    ...board,
    columns: columns.map((column) => {
      const leads = column.leads.filter(({ id }) => id !== lead.id);
      const isLeft = column.status === lead.status;
      if (column.status === to) {
        return { ...column, count: column.count + 1, values: change(column, 1), leads: [moved, ...leads] };
      }
      return isLeft ? { ...column, count: column.count - 1, values: change(column, -1), leads } : column;
    }),
  };
}

/** The lead as the server has it, where a move was refused. */
const movedLead = (error: unknown): Lead | null =>
  codeOf(error) === 'LEAD_MOVED' && error instanceof Error && 'data' in error
    ? (error.data as { lead: Lead }).lead
    : null;

/** Moves a lead at once. When the server refuses, the board is as before and the reason is said. */
export function useMoveLead(coachId: string) {
  const { mutateAsync } = useOptimisticChange({
    send: ({ lead, to, lostReason }: Move) =>
      rpc.pipeline.moveLead({ coachId, leadId: lead.id, from: lead.status, to, lostReason }),
    queryKey: orpc.pipeline.getBoard.key(),
    show: withMove,
    changedKeys: KEYS,
  });
  return (move: Move): Promise<boolean> =>
    mutateAsync(move).then(
      () => true,
      (error: unknown) => {
        const now = movedLead(error);
        const { name } = move.lead;
        if (now) toast.error(`${name} was moved elsewhere`, `${name} is in ${LEAD_STATUS_LABELS[now.status]} now.`);
        else toast.error(`${name} was not moved`, messageOf(error, 'Check your connection and try again.'));
        return false;
      },
    );
}
