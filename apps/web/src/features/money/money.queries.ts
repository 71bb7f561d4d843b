import { queryOptions } from '@tanstack/react-query';
import { useChange } from '../../lib/changes.ts';
import { orpc, pagedQuery, rpc } from '../../lib/rpc.ts';

/** All screens that show revenue or expenses. */
const LEDGER_KEYS = [orpc.metrics.key(), orpc.expenses.key(), orpc.dashboard.key()];
/** The queries to refresh after a change to a payment, an invoice or a subscription. */
const MONEY_KEYS = [orpc.money.key(), ...LEDGER_KEYS];

type Rpc = typeof rpc.money;
type Input<Name extends keyof Rpc> = Omit<Parameters<Rpc[Name]>[0] & object, 'coachId'>;

export const useCreateLedgerEntry = (coachId: string) =>
  useChange((entry: Input<'createLedgerEntry'>) => rpc.money.createLedgerEntry({ coachId, ...entry }), LEDGER_KEYS);

export const moneyQuery = (coachId: string) => queryOptions(orpc.money.getMoney.queryOptions({ input: { coachId } }));

/** The clients to choose from. One page holds as many clients as the largest plan. */
export const billedClientsQuery = (coachId: string) =>
  queryOptions({
    ...orpc.clients.listClients.queryOptions({ input: { coachId, limit: 100 } }),
    staleTime: 60_000,
    select: ({ clients }) => clients.map(({ clientId, fullName }) => ({ value: clientId, label: fullName })),
  });

export const packagesQuery = (coachId: string) =>
  queryOptions(orpc.money.listPackages.queryOptions({ input: { coachId } }));

export const subscriptionsQuery = (coachId: string) =>
  queryOptions(orpc.money.listSubscriptions.queryOptions({ input: { coachId } }));

export const invoiceSettingsQuery = (coachId: string) =>
  queryOptions(orpc.money.getInvoiceSettings.queryOptions({ input: { coachId } }));

export const invoiceQuery = (coachId: string, invoiceId: string) =>
  queryOptions(orpc.money.getInvoice.queryOptions({ input: { coachId, invoiceId } }));

export const clientMoneyQuery = (coachId: string, clientId: string) =>
  queryOptions(orpc.money.getClientMoney.queryOptions({ input: { coachId, clientId } }));

export const moneyHistoryQuery = (coachId: string, subjectId: string) =>
  queryOptions(orpc.money.listMoneyHistory.queryOptions({ input: { coachId, subjectId } }));

export const ownMoneyQuery = () => queryOptions(orpc.money.getOwnMoney.queryOptions());

export const invoicesQuery = (coachId: string) => pagedQuery(orpc.money.listInvoices, { coachId });

export const paymentsQuery = (coachId: string) => pagedQuery(orpc.money.listPayments, { coachId });

/** The addresses of an invoice as a file, for its two sides. */
export const invoiceFileUrl = (coachId: string, invoiceId: string): string =>
  `/exports/${coachId}/invoices/${invoiceId}.pdf`;
export const paymentsFileUrl = (coachId: string): string => `/exports/${coachId}/payments.csv`;
export const ownInvoiceFileUrl = (invoiceId: string): string => `/exports/own/invoices/${invoiceId}.pdf`;

export const useSavePackage = (coachId: string) =>
  useChange((input: Input<'savePackage'>) => rpc.money.savePackage({ coachId, ...input }), [orpc.money.key()]);

export const useSaveInvoiceSettings = (coachId: string) =>
  useChange(
    (input: Input<'saveInvoiceSettings'>) => rpc.money.saveInvoiceSettings({ coachId, ...input }),
    [orpc.money.key()],
  );

export const useStartSubscription = (coachId: string) =>
  useChange((input: Input<'startSubscription'>) => rpc.money.startSubscription({ coachId, ...input }), MONEY_KEYS);

export const useChangeSubscription = (coachId: string) =>
  useChange((input: Input<'changeSubscription'>) => rpc.money.changeSubscription({ coachId, ...input }), MONEY_KEYS);

export const usePauseSubscription = (coachId: string) =>
  useChange((input: Input<'pauseSubscription'>) => rpc.money.pauseSubscription({ coachId, ...input }), MONEY_KEYS);

export const useEndSubscription = (coachId: string) =>
  useChange((input: Input<'endSubscription'>) => rpc.money.endSubscription({ coachId, ...input }), MONEY_KEYS);

export const useSaveInvoice = (coachId: string) =>
  useChange((input: Input<'saveInvoice'>) => rpc.money.saveInvoice({ coachId, ...input }), MONEY_KEYS);

export const useIssueInvoice = (coachId: string) =>
  useChange((invoiceId: string) => rpc.money.issueInvoice({ coachId, invoiceId }), MONEY_KEYS);

export const useVoidInvoice = (coachId: string) =>
  useChange((input: Input<'voidInvoice'>) => rpc.money.voidInvoice({ coachId, ...input }), MONEY_KEYS);

/** The draft's page navigates away after the deletion, so its own query is not refreshed. */
export const useDeleteInvoice = (coachId: string) =>
  useChange(
    (invoiceId: string) => rpc.money.deleteInvoice({ coachId, invoiceId }),
    [orpc.money.getMoney.key(), orpc.money.listInvoices.key()],
  );

export const usePauseReminders = (coachId: string) =>
  useChange((input: Input<'pauseReminders'>) => rpc.money.pauseReminders({ coachId, ...input }), [orpc.money.key()]);

export const useRecordPayment = (coachId: string) =>
  useChange((input: Input<'recordPayment'>) => rpc.money.recordPayment({ coachId, ...input }), MONEY_KEYS);

export const useRefundPayment = (coachId: string) =>
  useChange((input: Input<'refundPayment'>) => rpc.money.refundPayment({ coachId, ...input }), MONEY_KEYS);

export const useVoidPayment = (coachId: string) =>
  useChange((input: Input<'voidPayment'>) => rpc.money.voidPayment({ coachId, ...input }), MONEY_KEYS);

/** Whether clients can pay the coach by card. The provider knows, so each visit asks again. */
export const onlinePaymentsQuery = (coachId: string) =>
  queryOptions({ ...orpc.money.getOnlinePayments.queryOptions({ input: { coachId } }), staleTime: 0 });

export const useConnectOnlinePayments = (coachId: string) =>
  useChange(() => rpc.money.connectOnlinePayments({ coachId }), []);

export const usePayInvoice = () => useChange((invoiceId: string) => rpc.money.payInvoice({ invoiceId }), []);

/** Where a checkout stands. Asking also records what was paid. */
export const checkoutQuery = (checkoutId: string) =>
  queryOptions({
    queryKey: [...orpc.money.key(), 'checkout', checkoutId],
    queryFn: () => rpc.money.confirmCheckout({ checkoutId }),
    staleTime: 0,
  });

export const usePaySandboxInvoice = () =>
  useChange((input: Input<'paySandboxInvoice'>) => rpc.money.paySandboxInvoice(input), []);
