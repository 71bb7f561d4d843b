import { defineFeature, handleJob } from '../../core/feature.ts';
import { verifyGently } from './audit.check.service.ts';
import { auditExports } from './audit.copy.ts';
import { registerAudit } from './audit.http.ts';
import { verifyJob } from './audit.jobs.ts';
import { auditHeadMail } from './audit.mails.ts';
import { auditProcedures } from './audit.procedures.ts';

export const audit = defineFeature({
  name: 'audit',
  exports: auditExports,
  procedures: { audit: auditProcedures },
  mails: [auditHeadMail],
  jobs: [handleJob(verifyJob, verifyGently)],
  http: registerAudit,
});
