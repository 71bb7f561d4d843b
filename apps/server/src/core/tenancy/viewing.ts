import { listProcedures } from '@stridewell/contract/access';
import { contract } from '@stridewell/contract/router';
import { refuse } from '../refusals.ts';

const PROCEDURES = listProcedures(contract);

/**
 * Procedures shown to operators who view as a coach: calendar, programs, leads, money and settings, without names
 * and without texts that people wrote (`viewing.texts.ts`). Data about a client's progress is withheld, and so are messages, photos and files. A new
 * procedure is withheld until its access in the contract says `whileViewing`.
 */
const SHOWN = new Set(
  PROCEDURES.filter(({ access }) => 'whileViewing' in access && access.whileViewing).map(({ name }) => name),
);

export const NOT_SHOWN = 'Not shown to operators.';

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

/** Whether a request may write, and does not end the view. */
export const isRefusedWhileViewing = (method: string, path: string): boolean =>
  !STOPS.has(path) && (!SAFE_METHODS.has(method) || OWN_ACCOUNT.some((start) => path.startsWith(start)));
