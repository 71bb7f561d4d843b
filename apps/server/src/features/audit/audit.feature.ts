import { defineFeature, handleJob } from '../../core/feature.ts';
import { auditExports } from './audit.export.data.ts';
import { registerAudit } from './audit.http.ts';
import { verifyJob } from './audit.jobs.ts';
import { auditProcedures } from './audit.procedures.ts';
import { verifyGently } from './audit.verify.service.ts';

export const audit = defineFeature({
  name: 'audit',
  exports: auditExports,
  procedures: { audit: auditProcedures },
  jobs: [handleJob(verifyJob, verifyGently)],
  http: registerAudit,
});
