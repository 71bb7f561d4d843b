import type { Prospect, ProspectColumn } from '@stridewell/contract/prospects/prospects';
import {
  PROSPECT_STAGE_LABELS,
  type ProspectLostReason,
  type ProspectStage,
} from '@stridewell/contract/prospects/prospects.rules';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { useChange, useOptimisticChange } from '../../lib/changes.ts';
import { codeOf, messageOf } from '../../lib/errors.ts';
import { orpc, pagedQuery, rpc } from '../../lib/rpc.ts';
import { toast } from '../../lib/toasts.ts';
import type { ProspectsSearch } from './prospects.search.ts';

const KEYS = [orpc.prospects.key(), orpc.contacts.key()];

export const prospectBoardQuery = (q: string) =>
  queryOptions({
    ...orpc.prospects.getProspectBoard.queryOptions({ input: { q } }),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: 'always',
  });
type ProspectBoard = Awaited<ReturnType<typeof rpc.prospects.getProspectBoard>>;

export const prospectsQuery = ({ q, stage }: ProspectsSearch) =>
  infiniteQueryOptions({
    ...pagedQuery(orpc.prospects.listProspects, { ...(q && { q }), ...(stage && { stage }) }),
    placeholderData: keepPreviousData,
  });

export const conversionQuery = ({ days = 90, by = 'touch' }: ProspectsSearch) =>
  queryOptions({
    ...orpc.prospects.getConversion.queryOptions({ input: { days, by } }),
    placeholderData: keepPreviousData,
  });

export const prospectQuery = (prospectId: string) =>
  queryOptions(orpc.prospects.getProspect.queryOptions({ input: { prospectId } }));

type Input<Name extends keyof typeof rpc.prospects> = Parameters<(typeof rpc.prospects)[Name]>[0];

export const useUpdateProspect = () =>
  useChange((input: Input<'updateProspect'>) => rpc.prospects.updateProspect(input), KEYS);

export const useAddProspectNote = () =>
  useChange((input: Input<'addProspectNote'>) => rpc.prospects.addProspectNote(input), [orpc.prospects.key()]);

/** The screen leaves the prospect first, so that nothing requests a deleted prospect. */
export const useDeleteProspect = () =>
  useChange(
    (prospectId: string) => rpc.prospects.deleteProspect({ prospectId }),
    [orpc.prospects.getProspectBoard.key(), orpc.prospects.listProspects.key(), orpc.contacts.key()],
  );

export type ProspectMove = { prospect: Prospect; to: ProspectStage; lostReason: ProspectLostReason | null };

/** The board with a prospect at the top of another column. */
const withMove = (board: ProspectBoard, { prospect, to, lostReason }: ProspectMove): ProspectBoard => ({
  columns: board.columns.map((column): ProspectColumn => {
    const prospects = column.prospects.filter(({ id }) => id !== prospect.id);
    if (column.stage === to) {
      return { ...column, count: column.count + 1, prospects: [{ ...prospect, stage: to, lostReason }, ...prospects] };
    }
    return column.stage === prospect.stage ? { ...column, count: column.count - 1, prospects } : column;
  }),
});

/** The prospect as the server has it, where a move was refused. */
const movedProspect = (error: unknown): Prospect | null =>
  codeOf(error) === 'PROSPECT_MOVED' && error instanceof Error && 'data' in error
    ? (error.data as { prospect: Prospect }).prospect
    : null;

/** Moves a prospect at once. When the server refuses, the board is as before and the reason is said. */
export function useMoveProspect() {
  const { mutateAsync } = useOptimisticChange({
    send: ({ prospect, to, lostReason }: ProspectMove) =>
      rpc.prospects.moveProspect({ prospectId: prospect.id, from: prospect.stage, to, lostReason }),
    queryKey: orpc.prospects.getProspectBoard.key(),
    show: withMove,
    changedKeys: KEYS,
  });
  return (move: ProspectMove): Promise<boolean> =>
    mutateAsync(move).then(
      () => true,
      (error: unknown) => {
        const now = movedProspect(error);
        const { name } = move.prospect;
        if (now) toast.error(`${name} was moved meanwhile`, `${name} is in ${PROSPECT_STAGE_LABELS[now.stage]} now.`);
        else toast.error(`${name} was not moved`, messageOf(error, 'Check your connection and try again.'));
        return false;
      },
    );
}
