import { defineFeature, handleJob } from '../../core/feature.ts';
import { defineScheduledJob } from '../../platform/queue/queue.ts';
import { verifyGently } from './audit.check.service.ts';
import { auditExports } from './audit.copy.ts';
import { registerAudit } from './audit.http.ts';
import { auditHeadMail } from './audit.mails.ts';
import { auditProcedures } from './audit.procedures.ts';

export const audit = defineFeature({
  name: 'audit',
  exports: auditExports,
  procedures: { audit: auditProcedures },
  mails: [auditHeadMail],
  jobs: [
    // Checks the hashes of all chains. Six hours are enough for a million chains.
    handleJob(defineScheduledJob('audit.verify', { schedule: '40 2 * * *', expireInSeconds: 6 * 3600 }), verifyGently),
  ],
  http: registerAudit,
});
