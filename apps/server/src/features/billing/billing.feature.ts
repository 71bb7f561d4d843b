import { defineFeature, handleJob } from '../../core/feature.ts';
import { sandboxEventJob, sandboxRenewJob } from '../../core/payments/sandbox-jobs.ts';
import { billSeatsJob } from '../../core/payments/seat-jobs.ts';
import { registerBilling } from './billing.http.ts';
import { endOverdueJob, remindJob, settleJob } from './billing.jobs.ts';
import { billingFunctions, billingProcedures } from './billing.procedures.ts';
import {
  billSeats,
  endOverdue,
  paymentFailedMail,
  planEndedMail,
  purchaseWaitingMail,
  remindOfPurchase,
} from './billing.purchase.service.ts';
import { countFailedWebhooks, receiveSandboxEvent, settleEvent } from './billing.webhooks.service.ts';

export const billing = defineFeature({
  name: 'billing',
  procedures: { billing: billingProcedures },
  functions: billingFunctions,
  jobs: [
    handleJob(settleJob, settleEvent),
    handleJob(remindJob, (services, { sessionId }) => remindOfPurchase(services, sessionId)),
    handleJob(billSeatsJob, (services, { coachId }) => billSeats(services, coachId)),
    handleJob(endOverdueJob, endOverdue),
    handleJob(sandboxEventJob, receiveSandboxEvent),
    handleJob(sandboxRenewJob, async ({ sandbox, log }) => sandbox?.renewDue({ log })),
  ],
  mails: [purchaseWaitingMail, paymentFailedMail, planEndedMail],
  http: registerBilling,
  counts: [{ name: 'webhooks_failed', help: 'Failed events of the payment provider', count: countFailedWebhooks }],
});
