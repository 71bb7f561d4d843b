import { defineFeature } from '../../core/feature.ts';
import { coachDecisionMail, operatorInvitationMail } from './operator.mails.ts';
import { operatorProcedures } from './operator.procedures.ts';

export const operator = defineFeature({
  name: 'operator',
  procedures: { operator: operatorProcedures },
  mails: [coachDecisionMail, operatorInvitationMail],
});
