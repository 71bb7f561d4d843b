import { z } from 'zod';
import { defineJob } from '../../platform/queue/queue.ts';

/** Sends the pending copies of a group message. Keeps its original name, because jobs may wait under it. */
export const deliverBroadcastJob = defineJob('notifications.broadcast', {
  schema: z.object({ coachId: z.uuid(), broadcastId: z.uuid() }),
  retryLimit: 12,
  heartbeatSeconds: 60,
  expireInSeconds: 900,
});
