import type { WebhookInput } from '@stridewell/contract/webhooks/webhooks';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { useChange } from '../../lib/changes.ts';
import { newId } from '../../lib/ids.ts';
import { orpc, pagedQuery, rpc } from '../../lib/rpc.ts';

type OfEndpoint = { coachId: string; endpointId: string };

export const webhooksQuery = (coachId: string) =>
  queryOptions(orpc.webhooks.listWebhookEndpoints.queryOptions({ input: { coachId } }));

export const webhookQuery = (of: OfEndpoint) =>
  queryOptions(orpc.webhooks.getWebhookEndpoint.queryOptions({ input: of }));

/** While an attempt is made, the next one is due in two minutes, in case that its worker dies. */
const SOON_MS = 130_000;
const isSoon = (dueAt: string | null) => dueAt !== null && Date.parse(dueAt) < Date.now() + SOON_MS;

/** Asks again every few seconds while an attempt is about to be made. */
export const deliveriesQuery = (of: OfEndpoint) =>
  infiniteQueryOptions({
    ...pagedQuery(orpc.webhooks.listWebhookDeliveries, of),
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ deliveries }) => deliveries.some(({ dueAt }) => isSoon(dueAt))) ? 3000 : false,
  });

const changed = () => [orpc.webhooks.key()];

export const useCreateWebhook = (coachId: string) =>
  useChange(
    ({ id, ...input }: WebhookInput & { id: string }) => rpc.webhooks.createWebhookEndpoint({ coachId, id, ...input }),
    changed(),
  );

export const useUpdateWebhook = (of: OfEndpoint) =>
  useChange(
    (input: WebhookInput & { isOn: boolean }) => rpc.webhooks.updateWebhookEndpoint({ ...of, ...input }),
    changed(),
  );

export const useDeleteWebhook = (of: OfEndpoint) => useChange(() => rpc.webhooks.deleteWebhookEndpoint(of), changed());

export const useNewSecret = (of: OfEndpoint) =>
  useChange((secretNumber: number) => rpc.webhooks.rotateWebhookSecret({ ...of, secretNumber }), changed());

export const useSendTest = (of: OfEndpoint) =>
  useChange(() => rpc.webhooks.sendTestEvent({ ...of, eventId: newId() }), changed());

export const useSendAgain = (of: OfEndpoint) =>
  useChange((eventId: string) => rpc.webhooks.replayWebhookDelivery({ ...of, eventId }), changed());
