import type { AuditSearch } from '@stridewell/contract/audit/audit';
import {
  AUDIT_ACTION_NAMES,
  AUDIT_ACTIONS,
  AUDIT_SUBJECTS,
  actionsOf,
  subjectLabel,
} from '@stridewell/contract/audit/audit.rules';
import { isUuid } from '@stridewell/contract/identity/identity.rules';
import { addDays, startOfDay } from '@stridewell/contract/time';
import { readDay } from '../../lib/search-day.ts';
import { readSearchText } from '../../lib/search-text.ts';

/** The search parameters of the operators' audit log. Days are those of the browser's zone, both included. */
export type AuditPageSearch = Pick<AuditSearch, 'action' | 'subject' | 'by' | 'about' | 'clientId' | 'network'> & {
  from?: string;
  to?: string;
};

/** Reads untrusted search parameters and drops invalid ones. */
export function readAuditSearch(given: Record<string, unknown>): AuditPageSearch {
  const action = AUDIT_ACTION_NAMES.find((name) => name === given.action);
  const subject = action ? undefined : AUDIT_SUBJECTS.find((name) => name === given.subject);
  const [by, about, network] = [given.by, given.about, given.network].map(readSearchText);
  const clientId = typeof given.clientId === 'string' && isUuid(given.clientId) ? given.clientId : undefined;
  const [from, to] = [readDay(given.from), readDay(given.to)];
  return {
    ...(action && { action }),
    ...(subject && { subject }),
    ...(by && { by }),
    ...(about && { about }),
    ...(clientId && { clientId }),
    ...(network && { network: network.slice(0, 64) }),
    ...(from && { from }),
    ...(to && { to }),
  };
}

/** Query that the page sends to the server. */
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

const ALL_OF = 'all:';

type Choice = { value: string; label: string };

/** All subjects with their actions for a choice; each begins with all actions together. */
export const actionChoices = (): { group: string; items: Choice[] }[] =>
  AUDIT_SUBJECTS.map((subject) => ({
    group: subjectLabel(subject),
    items: [
      { value: `${ALL_OF}${subject}`, label: `${subjectLabel(subject)}: all` },
      ...actionsOf(subject).map((value) => ({ value, label: AUDIT_ACTIONS[value] })),
    ],
  }));

/** The choice of a search. */
export const choiceOf = ({ action, subject }: AuditPageSearch): string | null =>
  action ?? (subject ? `${ALL_OF}${subject}` : null);

/** Parameters of the address for the selected filters. */
export const searchOfChoice = (choice: string | null): Pick<AuditPageSearch, 'action' | 'subject'> => ({
  action: AUDIT_ACTION_NAMES.find((name) => name === choice),
  subject: AUDIT_SUBJECTS.find((name) => `${ALL_OF}${name}` === choice),
});
