import { defineFeature, handleJob } from '../../core/feature.ts';
import { defineScheduledJob } from '../../platform/queue/queue.ts';
import { coachDecisionMail, operatorInvitationMail } from './operator.mails.ts';
import { countPlatform } from './operator.overview.service.ts';
import { operatorProcedures } from './operator.procedures.ts';

export const operator = defineFeature({
  name: 'operator',
  procedures: { operator: operatorProcedures },
  jobs: [
    // Counts figures across tenants for the operators' dashboard.
    handleJob(defineScheduledJob('operator.count_platform', { schedule: '*/15 * * * *' }), countPlatform),
  ],
  mails: [coachDecisionMail, operatorInvitationMail],
});
