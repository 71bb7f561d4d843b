import { ACCOUNT_KINDS, type AccountKind } from '@stridewell/contract/accounts/accounts.rules';
import { PLAN_ORDER, type Plan } from '@stridewell/contract/billing/billing.rules';
import { COACH_STATUSES, type CoachStatus } from '@stridewell/contract/people.rules';
import { readSearchText } from '../../lib/search-text.ts';

/** The search parameters of the accounts, without default values. */
export type AccountsSearch = { q?: string; kind?: AccountKind; plan?: Plan; status?: CoachStatus };

/** Reads untrusted search parameters and drops invalid ones. */
export function readAccountsSearch(search: Record<string, unknown>): AccountsSearch {
  const q = readSearchText(search.q);
  const kind = ACCOUNT_KINDS.find((one) => one === search.kind);
  const plan = PLAN_ORDER.find((one) => one === search.plan);
  const status = COACH_STATUSES.find((one) => one === search.status);
  return { ...(q && { q }), ...(kind && { kind }), ...(plan && { plan }), ...(status && { status }) };
}
