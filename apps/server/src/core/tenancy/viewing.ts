import { listProcedures } from '@stridewell/contract/access';
import { contract } from '@stridewell/contract/router';
import { refuse } from '../refusals.ts';

const PROCEDURES = listProcedures(contract);

/**
 * Procedures shown to operators who view as a coach: calendar, programs, leads, money and settings, without the names of
 * the people in them. Everything that tells how a client is doing is withheld, and so are messages, photos and files. A
 * new procedure is withheld until its access in the contract says `whileViewing`.
 */
const SHOWN = new Set(
  PROCEDURES.filter(({ access }) => 'whileViewing' in access && access.whileViewing).map(({ name }) => name),
);

const NOT_SHOWN = 'Not shown to operators.';

/** Procedures for the operator behind the view, which end it: the only ones that may write. */
const ENDING = PROCEDURES.filter(({ access }) => access.allow === 'viewer');
const ENDING_NAMES = new Set(ENDING.map(({ name }) => name));

/** What ends the view, and what ends the session with it: all that may be sent while viewing. */
const STOPS = new Set([...ENDING.map(({ path }) => path), '/auth/v1/sign-out']);
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

export const isStop = (procedure: unknown): boolean => typeof procedure === 'string' && ENDING_NAMES.has(procedure);

/**
 * @param procedure undefined for a route that is none, such as a file or an export
 * @throws VIEWING for what operators are not shown
 */
export function requireShown(procedure: unknown): void {
  if (typeof procedure === 'string' && SHOWN.has(procedure)) return;
  throw refuse('VIEWING', { message: NOT_SHOWN });
}

/** Links of mails and endpoints of the auth library write with GET as well. They are about the operator's own account. */
const OWN_ACCOUNT = ['/auth/v1/', '/links/'];

/** Fields of shown answers that hold what a coach wrote about a client. */
const NOTES = new Set(['note', 'notes', 'cancelReason', 'voidReason']);

/** Fields of shown answers that name a client, or a guest without a client record. */
const CLIENT_NAMES = new Set(['clientName', 'mostConsistentClientName']);

/** Procedures whose rows are people, so that these fields are theirs. */
const LISTS_PEOPLE = new Set(['pipeline.getBoard', 'pipeline.listLeads', 'metrics.getBusinessMetrics']);
const CONTACT_DETAILS = new Set(['email', 'phone']);

type Row = Record<string, unknown>;

/** Tells rows of one person from those of another without the name, like `Client 3f2a`. */
const pseudonym = (kind: 'Client' | 'Lead', id: string): string => `${kind} ${id.slice(-4)}`;

function nameOf(row: Row, isPerson: boolean): string {
  if (typeof row.clientId === 'string') return pseudonym('Client', row.clientId);
  return isPerson && typeof row.id === 'string' ? pseudonym('Lead', row.id) : 'Name hidden';
}

function shownValue(row: Row, key: string, isPerson: boolean): unknown {
  const value = row[key];
  if (typeof value !== 'string' || value === '') return undefined;
  if (NOTES.has(key)) return NOT_SHOWN;
  if (CLIENT_NAMES.has(key) || (isPerson && key === 'name')) return nameOf(row, isPerson);
  return isPerson && CONTACT_DETAILS.has(key) ? '' : undefined;
}

/** The answer of a procedure without the notes, names and contact details that it holds at any depth. */
export function shownToOperators(procedure: unknown, answer: unknown): unknown {
  const isPerson = typeof procedure === 'string' && LISTS_PEOPLE.has(procedure);
  const shown = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(shown);
    if (typeof value !== 'object' || value === null || value instanceof Date) return value;
    const row = value as Row;
    return Object.fromEntries(
      Object.entries(row).map(([key, field]) => [key, shownValue(row, key, isPerson) ?? shown(field)]),
    );
  };
  return shown(answer);
}

/** Whether a request could change something, and does not end the view. */
export const isRefusedWhileViewing = (method: string, path: string): boolean =>
  !STOPS.has(path) && (!SAFE_METHODS.has(method) || OWN_ACCOUNT.some((start) => path.startsWith(start)));
