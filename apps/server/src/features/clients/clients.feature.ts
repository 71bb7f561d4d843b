import { defineFeature, handleJob } from '../../core/feature.ts';
import { clientExports } from './clients.copy.ts';
import { registerClients } from './clients.http.ts';
import { renewEngagementJob } from './clients.jobs.ts';
import { labelHandlers, renewEngagement } from './clients.labels.service.ts';
import { invitationMail } from './clients.mails.ts';
import { clientsProcedures } from './clients.procedures.ts';
import { noteLine, statusLines } from './clients.timeline.data.ts';

export const clients = defineFeature({
  name: 'clients',
  exports: clientExports,
  procedures: { clients: clientsProcedures },
  events: { handles: labelHandlers },
  timeline: { ...statusLines, 'note.created': noteLine },
  jobs: [handleJob(renewEngagementJob, renewEngagement)],
  mails: [invitationMail],
  http: registerClients,
});
