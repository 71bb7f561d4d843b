import type { PaidPlan } from '@stridewell/contract/billing/billing.rules';
import { queryOptions } from '@tanstack/react-query';
import { useChange } from '../../lib/changes.ts';
import { orpc, pagedQuery, rpc } from '../../lib/rpc.ts';
import type { AccountsSearch } from './accounts.search.ts';

export const accountsQuery = ({ q, ...filter }: AccountsSearch) =>
  pagedQuery(orpc.accounts.listAccounts, { ...filter, ...(q !== undefined && { query: q }) }, 'after');

export const accountQuery = (userId: string) =>
  queryOptions(orpc.accounts.getAccount.queryOptions({ input: { userId } }));

export const planPriceQuery = (userId: string, plan: PaidPlan) =>
  queryOptions({ ...orpc.accounts.previewPlan.queryOptions({ input: { userId, plan } }), staleTime: 0, gcTime: 0 });

export const accountEntriesQuery = (userId: string) =>
  pagedQuery(orpc.accounts.listAccountEntries, { userId }, 'before');

type Input<Procedure extends keyof typeof rpc.accounts> = Parameters<(typeof rpc.accounts)[Procedure]>[0];

export const useResendVerification = () =>
  useChange((input: Input<'resendVerification'>) => rpc.accounts.resendVerification(input), [orpc.accounts.key()]);

export const useResetSecondStep = () =>
  useChange((input: Input<'resetSecondStep'>) => rpc.accounts.resetSecondStep(input), [orpc.accounts.key()]);

export const useEndAccountSession = () =>
  useChange((input: Input<'endAccountSession'>) => rpc.accounts.endAccountSession(input), [orpc.accounts.key()]);

export const useEndAccountSessions = () =>
  useChange((input: Input<'endAccountSessions'>) => rpc.accounts.endAccountSessions(input), [orpc.accounts.key()]);

export const useExtendGrace = () =>
  useChange((input: Input<'extendGrace'>) => rpc.accounts.extendGrace(input), [orpc.accounts.key()]);

export const useRefundAccount = () =>
  useChange((input: Input<'refundAccount'>) => rpc.accounts.refundAccount(input), [orpc.accounts.key()]);

export const useAskForExport = () =>
  useChange((input: Input<'askForExport'>) => rpc.accounts.askForExport(input), [orpc.accounts.key()]);

export const useAskForErasure = () =>
  useChange((input: Input<'askForErasure'>) => rpc.accounts.askForErasure(input), [orpc.accounts.key()]);

export const useCancelErasure = () =>
  useChange((input: Input<'cancelErasure'>) => rpc.accounts.cancelErasure(input), [orpc.accounts.key()]);

export const useChangePlan = () =>
  useChange((input: Input<'changePlan'>) => rpc.accounts.changePlan(input), [orpc.accounts.key()]);
