import { z } from 'zod';
import { defineJob } from '../../platform/queue/queue.ts';

/** Sends the pending copies of a group message. Keeps its first name, under which jobs may wait in the queue. */
export const deliverBroadcastJob = defineJob('notifications.broadcast', {
  schema: z.object({ coachId: z.uuid(), broadcastId: z.uuid() }),
  retryLimit: 12,
  heartbeatSeconds: 60,
  expireInSeconds: 900,
});
