import type { AuditSearch } from '@stridewell/contract/audit';
import { AUDIT_ACTION_NAMES, AUDIT_ACTIONS, type AuditAction } from '@stridewell/contract/audit.rules';
import { isUuid } from '@stridewell/contract/identity.rules';
import { addDays, startOfDay } from '@stridewell/contract/time';
import { readDay } from '../../lib/search-day.ts';
import { readSearchText } from '../../lib/search-text.ts';

/** The search parameters of the operators' audit log. Days are those of the browser's zone, both included. */
export type AuditPageSearch = Pick<AuditSearch, 'action' | 'by' | 'about' | 'clientId' | 'network'> & {
  from?: string;
  to?: string;
};

/** Reads untrusted search parameters and drops invalid ones. */
export function readAuditSearch(given: Record<string, unknown>): AuditPageSearch {
  const action = AUDIT_ACTION_NAMES.find((name) => name === given.action);
  const [by, about, network] = [given.by, given.about, given.network].map(readSearchText);
  const clientId = typeof given.clientId === 'string' && isUuid(given.clientId) ? given.clientId : undefined;
  const [from, to] = [readDay(given.from), readDay(given.to)];
  return {
    ...(action && { action }),
    ...(by && { by }),
    ...(about && { about }),
    ...(clientId && { clientId }),
    ...(network && { network: network.slice(0, 64) }),
    ...(from && { from }),
    ...(to && { to }),
  };
}

/** What the page asks the server for. */
export const auditSearchOf = ({ from, to, ...search }: AuditPageSearch, timeZone: string): AuditSearch => ({
  ...search,
  ...(from && { from: startOfDay(from, timeZone).toISOString() }),
  ...(to && { before: startOfDay(addDays(to, 1), timeZone).toISOString() }),
});

/** The file with the entries of a search. */
export function auditFileUrl(search: AuditSearch): string {
  const parameters = Object.entries(search).flatMap(([name, value]) => (value ? [[name, value]] : []));
  return `/exports/operator/audit-log.csv?${new URLSearchParams(parameters)}`;
}

const GROUPS: readonly { group: string; begin: readonly string[] }[] = [
  { group: 'Accounts', begin: ['account.', 'role.', 'plan.'] },
  { group: 'Coaches', begin: ['coach.'] },
  { group: 'Health data', begin: ['health.'] },
  { group: 'Money', begin: ['invoice', 'payment.', 'subscription.', 'package.', 'revenue.'] },
  { group: 'Expenses', begin: ['expense.', 'recurring_expense.'] },
];

const groupOf = (action: AuditAction): string =>
  GROUPS.find(({ begin }) => begin.some((start) => action.startsWith(start)))?.group ?? 'Platform';

/** All actions for a choice, those of one subject together. */
export const actionChoices = (): { group: string; items: { value: AuditAction; label: string }[] }[] =>
  [...Map.groupBy(AUDIT_ACTION_NAMES, groupOf)].map(([group, names]) => ({
    group,
    items: names.map((value) => ({ value, label: AUDIT_ACTIONS[value] })),
  }));
