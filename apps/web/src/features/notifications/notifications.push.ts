import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ownDigest, rememberPushOwner, subscribeHere, unsubscribeHere } from '../../device/push.ts';
import { isNotFound } from '../../lib/errors.ts';
import { rpc } from '../../lib/rpc.ts';
import { pushDevicesQuery } from './notifications.preferences.ts';

/** The digest of this browser's subscription, which the list of devices may have. */
export const ownDigestQuery = (publicKey: string) =>
  queryOptions({ queryKey: ['push', 'own', publicKey], queryFn: () => ownDigest(publicKey), staleTime: 0 });

function useAfterPush() {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ['push', 'own'] }),
      client.invalidateQueries({ queryKey: pushDevicesQuery().queryKey }),
    ]);
}

/** Turns pushes on in this browser. Answers false when the person or the browser refuses. */
export function useTurnOnPush(userId: string, publicKey: string) {
  return useMutation({
    async mutationFn() {
      const device = await subscribeHere(publicKey);
      if (!device) return false;
      await rpc.notifications.addPushDevice(device, { context: { userId } });
      rememberPushOwner(userId);
      return true;
    },
    onSettled: useAfterPush(),
  });
}

/** Removes a device. The browser of this one ends its subscription as well. */
export function useRemovePushDevice() {
  return useMutation({
    async mutationFn({ id, isOwn }: { id: string; isOwn: boolean }) {
      if (isOwn) await unsubscribeHere();
      try {
        await rpc.notifications.removePushDevice({ id });
      } catch (error) {
        // Removed elsewhere, or ended by its push service.
        if (!isNotFound(error)) throw error;
      }
    },
    onSettled: useAfterPush(),
  });
}
