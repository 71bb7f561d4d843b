import { defineFeature, handleJob } from '../../core/feature.ts';
import { settleAccountEventJob } from '../../core/payments/connect-jobs.ts';
import { sandboxConnectEventJob } from '../../core/payments/sandbox-jobs.ts';
import { moneyExports } from './money.copy.ts';
import { billSubscriptions, moneyHandlers, remindOfInvoices } from './money.due.service.ts';
import { registerMoney } from './money.http.ts';
import { billSubscriptionsJob, remindOfInvoicesJob, sumMonthsJob } from './money.jobs.ts';
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
    handleJob(billSubscriptionsJob, billSubscriptions),
    handleJob(remindOfInvoicesJob, remindOfInvoices),
    handleJob(sumMonthsJob, sumMonths),
    handleJob(sandboxConnectEventJob, receiveSandboxConnectEvent),
    handleJob(settleAccountEventJob, settleAccountEvent),
  ],
  http: registerMoney,
});
