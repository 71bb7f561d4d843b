import { isNotificationOn } from '@stridewell/contract/notifications/notifications.rules';
import type { Database } from '../../platform/db/database.ts';
import { requireTime } from '../../platform/queue/each-due.ts';
import { publish } from '../../platform/realtime/live.ts';
import {
  deleteFromOutbox,
  insertNotificationMails,
  insertNotifications,
  lockOutbox,
  selectAppChoices,
} from './notifications.delivery.data.ts';
import { enqueuePushes } from './notifications.push.service.ts';
import { deliveryScope } from './notifications.scopes.ts';

const BATCH = 100;

/**
 * Delivers a tenant's notifications: to the app if the recipient's settings allow it, to the mails that the mail job
 * sends, and to the recipient's devices. Each notification arrives once, because its row moves in one transaction.
 */
export async function deliverNotifications({ db }: { db: Database }, { coachId }: { coachId: string }): Promise<void> {
  const scope = deliveryScope(coachId);
  let count: number;
  do {
    requireTime();
    count = await db.write(scope, async (tx) => {
      const sent = await lockOutbox(tx, BATCH);
      if (sent.length === 0) return 0;
      const choices = await selectAppChoices(tx, [...new Set(sent.map(({ userId }) => userId))]);
      const wanted = sent.filter(({ userId, type }) =>
        isNotificationOn(
          choices.filter((choice) => choice.userId === userId),
          type,
          'in_app',
        ),
      );
      const [arrived] = await Promise.all([
        insertNotifications(tx, wanted),
        insertNotificationMails(tx, sent),
        enqueuePushes(tx, sent),
        deleteFromOutbox(
          tx,
          sent.map(({ id }) => id),
        ),
      ]);
      for (const { userId, id } of arrived) await publish(tx, [userId], { event: 'notification', id });
      return sent.length;
    });
  } while (count === BATCH);
}
