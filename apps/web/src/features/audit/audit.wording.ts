import type { AuditCheck, AuditEntry, AuditSearchEntry } from '@stridewell/contract/audit/audit';
import { AUDIT_ACTIONS, type AuditProblemKind } from '@stridewell/contract/audit/audit.rules';
import { isPlan, PLANS } from '@stridewell/contract/billing/billing.rules';
import { queueLabel } from '@stridewell/contract/jobs/jobs.rules';
import { isOperatorRole, OPERATOR_ROLE_TEXTS } from '@stridewell/contract/operator/operator.rules';
import { countLabel, momentLabel, money, numberText } from '../../lib/format.ts';

type Facts = NonNullable<AuditEntry['after']>;

/** Name of the person who acted, for the reader of the entry. */
export function actorText({ actor, own }: AuditEntry, names: { coach: string; product: string }): string {
  if (own) return 'You';
  if (actor === 'coach') return names.coach;
  if (actor === 'client') return 'Your client';
  return actor === 'person' ? 'The account' : names.product;
}

/** `amountCents` as `Amount`, `twoFactor` as `Two factor`. */
const factName = (key: string): string => {
  const words = key.replace(/Cents$/, '').replaceAll(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
};

/** `client_joined` as `client joined`. */
const isTechnical = (value: string): boolean => /^[a-z]+(?:_[a-z]+)+$/.test(value);

const isInstant = (value: string): boolean => /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(value);

const planName = (value: string): string | undefined => (isPlan(value) ? PLANS[value].label : undefined);

/** A role of the product or of an operator by its name. */
function roleName(value: string): string | undefined {
  if (isOperatorRole(value)) return OPERATOR_ROLE_TEXTS[value].label;
  return Object.values(PLANS).find(({ role }) => role === value)?.label;
}

/** Facts whose values are technical names. */
const NAMED: Readonly<Record<string, (value: string) => string | undefined>> = {
  role: roleName,
  plan: planName,
  queue: queueLabel,
  earlierEntry: (action) => Object.entries(AUDIT_ACTIONS).find(([name]) => name === action)?.[1],
};

function factValue(key: string, facts: Facts, timeZone: string): string {
  const value = facts[key];
  if (value === undefined || value === null || value === '') return 'none';
  if (typeof value === 'number' && key.endsWith('Cents')) {
    return money(value, typeof facts.currency === 'string' ? facts.currency : 'USD');
  }
  if (typeof value === 'string') {
    const named = NAMED[key]?.(value);
    if (named !== undefined) return named;
    if (isInstant(value)) return momentLabel(value, timeZone);
    return isTechnical(value) ? value.replaceAll('_', ' ') : value;
  }
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

export type FactChange = { name: string; before: string | null; after: string };

/** Facts of an entry, one line for each fact that it holds or that changed. */
export function factChanges({ before, after }: Pick<AuditEntry, 'before' | 'after'>, timeZone: string): FactChange[] {
  const [was, is] = [before ?? {}, after ?? {}];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .filter((key) => key !== 'currency')
    .map((key) => ({
      name: factName(key),
      before: key in was ? factValue(key, was, timeZone) : null,
      after: key in is ? factValue(key, is, timeZone) : 'none',
    }))
    .filter((change) => change.before !== change.after);
}

/** Name of the person who acted, for an operator. Deleted accounts have no name. */
export function actorName({ actor, actorPerson }: AuditSearchEntry, product: string): string {
  if (actor === 'system') return product;
  return actorPerson?.name ?? `A deleted ${actor === 'person' ? 'account' : actor}`;
}

const PROBLEMS: Record<AuditProblemKind, string> = {
  changed: 'was changed after it was written',
  missing: 'is missing',
  other_key: 'was sealed with another secret, so it cannot be checked',
};

/** How the check of a chain ended. */
export function checkText({ entries, problems }: AuditCheck): string {
  const [first, ...more] = problems;
  if (!first) return `${entries === 1 ? '1 entry' : `${numberText(entries)} entries`} checked, nothing was changed.`;
  const others = more.length > 0 ? `, and ${countLabel(more.length, 'more problem')}` : '';
  return `Entry ${first.seq} ${PROBLEMS[first.problem]}${others}.`;
}
