import { defineFeature, handleJob } from '../../core/feature.ts';
import { countPlatformJob } from './operator.jobs.ts';
import { coachDecisionMail, operatorInvitationMail } from './operator.mails.ts';
import { countPlatform } from './operator.overview.service.ts';
import { operatorProcedures } from './operator.procedures.ts';

export const operator = defineFeature({
  name: 'operator',
  procedures: { operator: operatorProcedures },
  jobs: [handleJob(countPlatformJob, countPlatform)],
  mails: [coachDecisionMail, operatorInvitationMail],
});
