import { exportOfTenant } from '../../core/exports.ts';
import { defineFeature, handleJob } from '../../core/feature.ts';
import { collectAllEvents, forgetDeliveries } from './webhooks.collect.service.ts';
import { collectEventsJob, forgetDeliveriesJob, sendWebhooksJob } from './webhooks.jobs.ts';
import { webhooksProcedures } from './webhooks.procedures.ts';
import { sendDue } from './webhooks.send.service.ts';
import { webhookDeliveries, webhookEndpoints } from './webhooks.table.ts';

const OF_COACH = 'The webhooks of a coach are for the coach alone.';

export const webhooks = defineFeature({
  name: 'webhooks',
  exports: [
    exportOfTenant(webhookEndpoints, {
      file: 'webhooks',
      about: 'Addresses to which events are sent, without their secrets.',
      coach: { but: ['sealed', 'formerSealed', 'readUntil', 'retryAt'] },
      client: OF_COACH,
    }),
    exportOfTenant(webhookDeliveries, {
      file: 'webhook-deliveries',
      about: 'Events that were sent to webhooks in the last 30 days, with the latest attempt of each.',
      csv: true,
      coach: { but: [] },
      client: OF_COACH,
    }),
  ],
  sealed: [
    { table: webhookEndpoints, sealed: webhookEndpoints.sealed, key: webhookEndpoints.coachId },
    { table: webhookEndpoints, sealed: webhookEndpoints.formerSealed, key: webhookEndpoints.coachId },
  ],
  procedures: { webhooks: webhooksProcedures },
  jobs: [
    handleJob(collectEventsJob, collectAllEvents),
    handleJob(sendWebhooksJob, sendDue),
    handleJob(forgetDeliveriesJob, forgetDeliveries),
  ],
});
