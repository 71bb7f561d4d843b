import { defineFeature, handleJob } from '../../core/feature.ts';
import { settleAccountEventJob } from '../../core/payments/connect-jobs.ts';
import { sandboxConnectEventJob } from '../../core/payments/sandbox-jobs.ts';
import { defineScheduledJob, EVERY_HOUR } from '../../platform/queue/queue.ts';
import { moneyExports } from './money.copy.ts';
import { billSubscriptions, moneyHandlers, remindOfInvoices } from './money.due.service.ts';
import { registerMoney } from './money.http.ts';
import { sumMonths } from './money.months.service.ts';
import { moneyProcedures } from './money.procedures.ts';
import { packageHandlers } from './money.start.service.ts';
import { receiveSandboxConnectEvent, settleAccountEvent } from './money.webhooks.service.ts';

export const money = defineFeature({
  name: 'money',
  exports: moneyExports,
  procedures: { money: moneyProcedures },
  events: { handles: { ...moneyHandlers, ...packageHandlers } },
  jobs: [
    // Issues the invoices of subscriptions. Hourly, because a day begins at a different hour in each time zone.
    handleJob(defineScheduledJob('money.bill', { schedule: EVERY_HOUR }), billSubscriptions),
    // Reminds clients of overdue invoices.
    handleJob(defineScheduledJob('money.remind', { schedule: EVERY_HOUR }), remindOfInvoices),
    // Updates the monthly sums of the books.
    handleJob(defineScheduledJob('money.sum_months', { schedule: EVERY_HOUR }), sumMonths),
    handleJob(sandboxConnectEventJob, receiveSandboxConnectEvent),
    handleJob(settleAccountEventJob, settleAccountEvent),
  ],
  http: registerMoney,
});
