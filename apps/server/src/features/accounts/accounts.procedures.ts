import { os } from '../../core/procedures.ts';
import { requireOperator } from '../../core/tenancy/access.ts';
import { describeAccount, listAccountEntries, listAccounts } from './accounts.service.ts';

export const accountsProcedures = {
  listAccounts: os.accounts.listAccounts.handler(async ({ context, input }) => {
    const { scope } = requireOperator(await context.actor(), 'accounts');
    const { query = '', kind, plan, status, after } = input;
    return context.services.db.readAtOnce(scope, (tx) => listAccounts(tx, { query, kind, plan, status, after }));
  }),

  getAccount: os.accounts.getAccount.handler(async ({ context, input }) => {
    const { scope } = requireOperator(await context.actor(), 'accounts');
    return describeAccount(context.services, scope, input.userId);
  }),

  listAccountEntries: os.accounts.listAccountEntries.handler(async ({ context, input }) => {
    const { scope } = requireOperator(await context.actor(), 'accounts');
    const { userId, before } = input;
    return context.services.db.read(scope, (tx) => listAccountEntries(tx, { userId, before }));
  }),
};
