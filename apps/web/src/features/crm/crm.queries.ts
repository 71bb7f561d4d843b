import type { CrmSettings, CrmState } from '@stridewell/contract/crm/crm';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useChange } from '../../lib/changes.ts';
import { leaveFor } from '../../lib/leave-for.ts';
import { orpc, rpc } from '../../lib/rpc.ts';

const stateOptions = (coachId: string) => orpc.crm.getCrm.queryOptions({ input: { coachId } });

/** A sync takes some seconds, so the card asks again until the first one is over. */
const FIRST_SYNC_MS = 4000;

export const crmQuery = (coachId: string) =>
  queryOptions({
    ...stateOptions(coachId),
    refetchInterval: ({ state: { data } }) =>
      data?.connection && !data.connection.syncedAt && !data.connection.failing ? FIRST_SYNC_MS : false,
  });

/** Never cached: the pipelines may have changed in HubSpot. */
export const pipelinesQuery = (coachId: string) =>
  queryOptions({ ...orpc.crm.listCrmPipelines.queryOptions({ input: { coachId } }), gcTime: 0, staleTime: 0 });

/** Leads and clients may change with a sync. */
const changed = () => [orpc.crm.getCrm.key()];

/** Leads the coach to HubSpot, and keeps the button busy until the page is left. */
export const useConnectCrm = (coachId: string) =>
  useChange(async () => {
    const { url } = await rpc.crm.connectCrm({ coachId });
    leaveFor(url);
    await new Promise<never>(() => undefined);
  }, []);

const useStateChange = <Input>(coachId: string, send: (input: Input) => Promise<CrmState>) => {
  const client = useQueryClient();
  return useChange(async (input: Input) => {
    const state = await send(input);
    client.setQueryData(stateOptions(coachId).queryKey, state);
    return state;
  }, []);
};

export const useSaveCrmSettings = (coachId: string) =>
  useStateChange(coachId, (settings: CrmSettings) => rpc.crm.saveCrmSettings({ coachId, ...settings }));

export const useSyncCrm = (coachId: string) => useStateChange<void>(coachId, () => rpc.crm.syncCrm({ coachId }));

export const useDisconnectCrm = (coachId: string) => useChange(() => rpc.crm.disconnectCrm({ coachId }), changed());

export const useFinishErasure = (coachId: string) =>
  useChange((id: string) => rpc.crm.finishCrmErasure({ coachId, id }), changed());
