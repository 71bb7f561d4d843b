import { exportOfTenant } from '../../core/exports.ts';
import { defineFeature, handleJob } from '../../core/feature.ts';
import { revokeAccess } from './crm.connect.service.ts';
import { registerCrm } from './crm.http.ts';
import { revokeJob, startSyncsJob, syncJob } from './crm.jobs.ts';
import { crmProcedures } from './crm.procedures.ts';
import { startSyncs, syncCoach } from './crm.sync.service.ts';
import { crmConnections, crmErasures, crmLinks } from './crm.table.ts';

const OF_COACH = 'The connection of a coach to HubSpot is for the coach alone.';

export const crm = defineFeature({
  name: 'crm',
  exports: [
    exportOfTenant(crmConnections, {
      file: 'hubspot',
      about: 'Your connection to HubSpot, without its secrets.',
      coach: {
        but: ['sealed', 'accessUntil', 'renewingUntil', 'stateDigest', 'stateUntil', 'runId', 'runUntil', 'nextSyncAt'],
      },
      client: OF_COACH,
    }),
    exportOfTenant(crmLinks, {
      file: 'hubspot-contacts',
      about: 'The numbers of your leads and clients in HubSpot.',
      csv: true,
      coach: { only: ['kind', 'subjectId', 'contactId', 'dealId', 'issue', 'detail'] },
      client: OF_COACH,
    }),
    exportOfTenant(crmErasures, {
      file: 'hubspot-deletions',
      about: 'Contacts and deals of people who deleted their accounts, to be deleted in HubSpot.',
      coach: { but: [] },
      client: OF_COACH,
    }),
  ],
  sealed: [
    {
      table: crmConnections,
      sealed: crmConnections.sealed,
      key: crmConnections.coachId,
      busyUntil: crmConnections.renewingUntil,
    },
  ],
  procedures: { crm: crmProcedures },
  jobs: [handleJob(startSyncsJob, startSyncs), handleJob(syncJob, syncCoach), handleJob(revokeJob, revokeAccess)],
  http: registerCrm,
});
