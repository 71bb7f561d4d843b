import type { FlowInput, FlowTrigger } from '@stridewell/contract/flows/flows';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { useChange } from '../../lib/changes.ts';
import { orpc, pagedQuery, rpc } from '../../lib/rpc.ts';

export const flowsQuery = (coachId: string) => queryOptions(orpc.flows.listFlows.queryOptions({ input: { coachId } }));

export const flowRunsQuery = (coachId: string) => pagedQuery(orpc.flows.listFlowRuns, { coachId });

/** The last preview stays while another one loads, so that the form does not jump. */
export const flowPreviewQuery = (coachId: string, { of, days }: FlowTrigger) =>
  queryOptions({
    ...orpc.flows.previewFlow.queryOptions({ input: { coachId, of, days } }),
    placeholderData: keepPreviousData,
  });

export const ownAutomaticQuery = () => queryOptions(orpc.flows.getOwnAutomatic.queryOptions());

const changed = () => [orpc.flows.key()];

type SavedFlow = { flowId: string; flow: FlowInput; basedOn: number };

export const useSaveFlow = (coachId: string) =>
  useChange((saved: SavedFlow) => rpc.flows.saveFlow({ coachId, ...saved }), changed());

export const useDeleteFlow = (coachId: string) =>
  useChange((flowId: string) => rpc.flows.deleteFlow({ coachId, flowId }), changed());

export const useSetOwnAutomatic = () =>
  useChange((stopped: boolean) => rpc.flows.setOwnAutomatic({ stopped }), changed());
