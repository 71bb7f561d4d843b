import { keepPush } from '../../device/push.ts';
import { isNotFound } from '../../lib/errors.ts';
import { rpc } from '../../lib/rpc.ts';

/** Renews the subscription of this browser with the session, at most once a day. */
export const renewPush = (userId: string): Promise<void> =>
  keepPush(userId, async (device) => {
    try {
      await rpc.notifications.addPushDevice({ ...device, former: device.endpoint }, { context: { userId } });
      return 'renewed';
    } catch (error) {
      return isNotFound(error) ? 'unknown' : 'later';
    }
  });
