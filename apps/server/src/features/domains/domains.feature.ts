import { exportOfTenant } from '../../core/exports.ts';
import { defineFeature, handleJob } from '../../core/feature.ts';
import { checkDomains, checkDomainsJob, tellMoved, tellMovedJob } from './domains.check.service.ts';
import { domainsProcedures } from './domains.procedures.ts';
import { coachDomains, coachSenders } from './domains.table.ts';

export const domains = defineFeature({
  name: 'domains',
  exports: [
    exportOfTenant(coachDomains, {
      file: 'domain',
      about: 'The domain at which your clients sign in, and what its latest check found.',
      coach: { but: ['token', 'dueAt'] },
      client: 'The domain of a coach is for the coach alone.',
    }),
    exportOfTenant(coachSenders, {
      file: 'sender-address',
      about: 'The address that emails in your brand come from, and what its latest check found.',
      coach: { but: ['publicKey', 'sealedKey'] },
      client: 'Clients see the sender address of their coach in emails.',
    }),
  ],
  sealed: [{ table: coachSenders, sealed: coachSenders.sealedKey, key: coachSenders.coachId }],
  procedures: { domains: domainsProcedures },
  jobs: [handleJob(checkDomainsJob, checkDomains), handleJob(tellMovedJob, tellMoved)],
});
