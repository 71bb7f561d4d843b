import { defineFeature, handleJob } from '../../core/feature.ts';
import { defineScheduledJob, EVERY_MINUTE } from '../../platform/queue/queue.ts';
import { clientExports } from './clients.copy.ts';
import { registerClients } from './clients.http.ts';
import { invitationMail } from './clients.invitations.service.ts';
import { labelHandlers, renewEngagement } from './clients.labels.service.ts';
import { clientsProcedures } from './clients.procedures.ts';
import { noteLine, statusLines } from './clients.timeline.data.ts';

export const clients = defineFeature({
  name: 'clients',
  exports: clientExports,
  procedures: { clients: clientsProcedures },
  events: { handles: labelHandlers },
  timeline: { ...statusLines, 'note.created': noteLine },
  jobs: [
    // Renews engagement labels. Every minute, because a new check-in may change one.
    handleJob(defineScheduledJob('clients.labels', { schedule: EVERY_MINUTE }), renewEngagement),
  ],
  mails: [invitationMail],
  http: registerClients,
});
