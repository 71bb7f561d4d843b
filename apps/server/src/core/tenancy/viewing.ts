import { listProcedures } from '@stridewell/contract/access';
import { contract } from '@stridewell/contract/router';
import { refuse } from '../refusals.ts';

const PROCEDURES = listProcedures(contract);

/**
 * Procedures shown to operators who view as a coach: calendar, programs, leads, money and settings, without the names
 * of clients and leads. Data about a client's progress is withheld, and so are messages, photos and files. A new
 * procedure is withheld until its access in the contract says `whileViewing`.
 */
const SHOWN = new Set(
  PROCEDURES.filter(({ access }) => 'whileViewing' in access && access.whileViewing).map(({ name }) => name),
);

const NOT_SHOWN = 'Not shown to operators.';

/** Procedures that end the view. */
const ENDING = PROCEDURES.filter(({ access }) => access.allow === 'viewer');
const ENDING_NAMES = new Set(ENDING.map(({ name }) => name));

/** Requests that end the view, alone or with the session: the only writes allowed while viewing. */
const STOPS = new Set([...ENDING.map(({ path }) => path), '/auth/v1/sign-out']);
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

export const isStop = (procedure: unknown): boolean => typeof procedure === 'string' && ENDING_NAMES.has(procedure);

/**
 * @param procedure undefined for other routes, such as a file or an export
 * @throws VIEWING for data that operators are not shown
 */
export function requireShown(procedure: unknown): void {
  if (typeof procedure === 'string' && SHOWN.has(procedure)) return;
  throw refuse('VIEWING', { message: NOT_SHOWN });
}

/**
 * Mailed links and endpoints of the auth library, which may write with GET. They concern the operator's own account.
 */
const OWN_ACCOUNT = ['/auth/v1/', '/links/'];

/** Fields of answers that contain a coach's notes about a client. */
const NOTES = new Set(['note', 'notes', 'cancelReason', 'voidReason']);

/** Fields of answers that name a client, or a guest without a client record. */
const CLIENT_NAMES = new Set(['clientName', 'mostConsistentClientName']);

/** Procedures whose rows are people, so that these fields identify a person. */
const LISTS_PEOPLE = new Set(['pipeline.getBoard', 'pipeline.listLeads', 'metrics.getBusinessMetrics']);
const CONTACT_DETAILS = new Set(['email', 'phone']);

type Row = Record<string, unknown>;

/** A stable label that replaces a name, like `Client 3f2a`. */
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

/** Removes notes, names and contact details from an answer, at any depth. */
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

/** Whether a request may write, and does not end the view. */
export const isRefusedWhileViewing = (method: string, path: string): boolean =>
  !STOPS.has(path) && (!SAFE_METHODS.has(method) || OWN_ACCOUNT.some((start) => path.startsWith(start)));
