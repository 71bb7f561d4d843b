import { eq } from 'drizzle-orm';
import { exportOfPerson, exportOfTenant } from '../../core/exports.ts';
import { defineFeature, handleJob } from '../../core/feature.ts';
import { defineScheduledJob } from '../../platform/queue/queue.ts';
import { auditHeadMail, verifyGently } from './audit.check.service.ts';
import { registerAudit } from './audit.http.ts';
import { auditProcedures } from './audit.procedures.ts';
import { auditEntries } from './audit.table.ts';

const about = 'Who changed what, when, and from which network.';
const SHOWN = ['at', 'actor', 'action', 'before', 'after', 'network'] as const;

/** Activity in copies of people's data. A coach's tenant and person share one chain. */
const auditExports = [
  exportOfPerson(auditEntries, {
    file: 'activity',
    about,
    person: { only: SHOWN },
    where: { person: ({ settings: { userId } }) => eq(auditEntries.chainId, userId ?? '') },
  }),
  exportOfTenant(auditEntries, {
    file: 'activity',
    about,
    coach: 'It is in the activity of the account.',
    client: { only: SHOWN },
    where: {
      client: ({ settings: { coachId } }) => eq(auditEntries.chainId, coachId ?? ''),
    },
  }),
];

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
