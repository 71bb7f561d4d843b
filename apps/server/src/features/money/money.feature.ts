import { defineFeature, handleJob } from '../../core/feature.ts';
import { sandboxConnectEventJob } from '../../core/payments/sandbox-jobs.ts';
import { billSubscriptions, moneyHandlers, remindOfInvoices } from './money.due.service.ts';
import { moneyExports } from './money.export.data.ts';
import { registerMoney } from './money.http.ts';
import { billSubscriptionsJob, remindOfInvoicesJob } from './money.jobs.ts';
import { receiveSandboxConnectEvent } from './money.online.service.ts';
import { moneyProcedures } from './money.procedures.ts';

export const money = defineFeature({
  name: 'money',
  exports: moneyExports,
  procedures: { money: moneyProcedures },
  events: { handles: moneyHandlers },
  jobs: [
    handleJob(billSubscriptionsJob, billSubscriptions),
    handleJob(remindOfInvoicesJob, remindOfInvoices),
    handleJob(sandboxConnectEventJob, (services, event) => receiveSandboxConnectEvent(services, event)),
  ],
  http: registerMoney,
});
