import { defineFeature, handleJob } from '../../core/feature.ts';
import { deliverBroadcast } from './messages.broadcast.service.ts';
import { messageExports } from './messages.copy.ts';
import { deliverBroadcastJob } from './messages.jobs.ts';
import { messagesProcedures } from './messages.procedures.ts';

export const messages = defineFeature({
  name: 'messages',
  exports: messageExports,
  procedures: { messages: messagesProcedures },
  jobs: [handleJob(deliverBroadcastJob, deliverBroadcast)],
});
