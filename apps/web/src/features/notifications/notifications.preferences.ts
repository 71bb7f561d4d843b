import { type ChannelChoice, updateChoice } from '@stridewell/contract/notifications/notifications.rules';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../../lib/errors.ts';
import { orpc, rpc } from '../../lib/rpc.ts';
import { toast } from '../../lib/toasts.ts';

export const preferencesQuery = () => queryOptions(orpc.notifications.getNotificationPreferences.queryOptions());

/** Shows a choice at once. A refused one is reverted without changing the others. */
export function useSetPreference() {
  const client = useQueryClient();
  const { queryKey } = preferencesQuery();
  const mutationKey = orpc.notifications.setNotificationPreference.key();
  const show = (choice: ChannelChoice) =>
    client.setQueryData(queryKey, (data) => data && { choices: updateChoice(data.choices, choice) });
  return useMutation({
    mutationKey,
    mutationFn: (choice: ChannelChoice) => rpc.notifications.setNotificationPreference(choice),
    async onMutate(choice) {
      await client.cancelQueries({ queryKey });
      show(choice);
    },
    onError(error, choice) {
      show({ ...choice, enabled: !choice.enabled });
      toast.error('Not saved', messageOf(error, 'Nothing was changed. Please try again.'));
    },
    // While another choice is being saved, a refetch would briefly revert it.
    onSettled: () => (client.isMutating({ mutationKey }) === 1 ? client.invalidateQueries({ queryKey }) : undefined),
  });
}

/** The id of the section about the devices that get pushes. */
export const PUSH_SECTION = 'push';

export const pushDevicesQuery = () => queryOptions(orpc.notifications.listPushDevices.queryOptions());
