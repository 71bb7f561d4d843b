import { answerAtDomains } from '@stridewell/contract/domains/domains.pages.rules';
import type { CurrentSession } from '@stridewell/contract/identity/identity';
import {
  isSafeReturnPath,
  isUuid,
  navigationBarFor,
  redirectAfterLogin,
} from '@stridewell/contract/identity/identity.rules';
import { COACH_PARAM, isCoachRole } from '@stridewell/contract/people.rules';
import { notFound, redirect } from '@tanstack/react-router';
import { waitingText } from '../features/identity/identity.waiting.ts';
import { isNotFound } from '../lib/errors.ts';
import { product } from '../lib/product.ts';
import { isHiddenWhileViewing } from '../shared/hidden-pages.ts';
import { OPERATORS_ONLY, TWO_FACTOR_MISSING, WITHHELD } from '../shared/not-found-page.tsx';
import { sessionStore } from './session.ts';

type Visit = {
  location: { href: string; pathname: string; searchStr: string };
  /** The router only preloads the page for a link under the pointer. */
  preload?: boolean;
};

/**
 * Opens a page that a coach's domain does not have with a full load, so the server answers as it does everywhere. The
 * server has already answered for the first page.
 */
export function requirePageOfDomain({ location, cause }: Visit & { cause: 'preload' | 'enter' | 'stay' }): void {
  if (!product.isCoachDomain) return;
  const answer = answerAtDomains(location.pathname);
  if (answer === 'sign in') throw redirect({ to: '/auth' });
  // Without the fragment: a page that differs in it alone is not loaded.
  if (answer === 'product' && cause !== 'enter') {
    throw redirect({ href: location.pathname + location.searchStr, reloadDocument: true });
  }
}

/** The page for people without a session, and after signing out. */
export const visitorsHome = (): string => (product.isCoachDomain ? '/auth' : '/landing');

export const homeOf = ({ role, user }: CurrentSession): string => redirectAfterLogin({ role, userId: user.id });

/** The page after signing in: `next` when it is a path of this site, else home. */
export const pathAfterSignIn = (session: CurrentSession, next: string | undefined): string =>
  next !== undefined && isSafeReturnPath(next) ? next : homeOf(session);

/** Requires a session. Visitors sign in first and come back. Operators who view as a coach are not shown some pages. */
export async function requireSession({ location }: Pick<Visit, 'location'>): Promise<CurrentSession> {
  const { session } = await sessionStore.ready();
  if (!session) throw redirect({ to: '/auth', search: { next: location.href } });
  if (session.viewingUntil !== null && isHiddenWhileViewing(location.pathname)) throw notFound({ data: WITHHELD });
  return session;
}

/** Redirects a wrong role to its home, for convenience only: the server checks every call. */
async function requireRole(visit: Visit, fits: (role: string) => boolean): Promise<CurrentSession> {
  const session = await requireSession(visit);
  if (!fits(session.role)) throw redirect({ href: homeOf(session) });
  return session;
}

/** Requires a client. Changes to the coach in the address when the client has several. */
export async function requireClient(visit: Visit): Promise<CurrentSession> {
  const session = await requireRole(visit, (role) => role === 'Client');
  const { pathname, searchStr } = visit.location;
  // The domain has moved to another coach. The server leads to the product's host, where the client has their coach.
  if (product.isCoachDomain && !session.client && !visit.preload) {
    throw redirect({ href: pathname + searchStr, reloadDocument: true });
  }
  const search = new URLSearchParams(searchStr);
  const coachId = search.get(COACH_PARAM);
  if (coachId === null || visit.preload) return session;
  if (coachId !== session.client?.coachId && session.coachings.some((one) => one.coachId === coachId)) {
    // Loaded late, because visitors load this file as well.
    const { rpc } = await import('../lib/rpc.ts');
    await rpc.coaches.chooseCoach({ coachId });
    await sessionStore.apply('USER_UPDATED');
  }
  search.delete(COACH_PARAM);
  throw redirect({ href: `${pathname}${search.size > 0 ? `?${search}` : ''}`, replace: true });
}

/** Requires an operator. People of the company see the operator bar and why the page is closed to them. */
export async function requireOperatorRole(visit: Visit): Promise<CurrentSession> {
  const { role, user } = await requireSession(visit);
  const path = visit.location.pathname;
  const bar = navigationBarFor({ role, path, email: user.email, operatorDomain: product.operatorDomain });
  if (role !== 'Operator' && bar === 'operator') throw notFound({ data: OPERATORS_ONLY });
  return requireRole(visit, (role) => role === 'Operator');
}

/** Requires an operator whose console is open. Without two-factor sign-in, the page says how to open it. */
export async function requireOperator(visit: Visit): Promise<CurrentSession> {
  const session = await requireOperatorRole(visit);
  if (!session.needsTwoFactor) return session;
  // It may have been turned on since the session was loaded.
  await sessionStore.apply('USER_UPDATED');
  const current = await requireOperatorRole(visit);
  if (current.needsTwoFactor) throw notFound({ data: TWO_FACTOR_MISSING });
  return current;
}

/** Requires an active coach. The sign-in page tells other coaches why they cannot work yet. */
export async function requireAnyCoach(visit: Visit): Promise<CurrentSession> {
  const session = await requireRole(visit, isCoachRole);
  if (waitingText(session)) throw redirect({ to: '/auth' });
  return session;
}

/** Whether the id in an address is that of a coach. */
async function isCoachId(coachId: string): Promise<boolean> {
  // Loaded late, because visitors load this file as well.
  const { rpc } = await import('../lib/rpc.ts');
  return rpc.coaches.findCoach({ coachId }).then(
    () => true,
    (error: unknown) => {
      if (isNotFound(error)) return false;
      throw error;
    },
  );
}

/**
 * Requires a coach under their own id. The page of another coach redirects to their own; any other id is not found.
 */
export async function requireCoach(visit: Visit & { params: { coachId: string } }): Promise<CurrentSession> {
  const { coachId } = visit.params;
  if (!isUuid(coachId)) throw notFound();
  const signedIn = await requireSession(visit);
  // The operator's pseudo-coach dashboard is the only coach page that an operator sees.
  if (signedIn.role === 'Operator' && visit.location.pathname === `/coach/${coachId}/dashboard`) return signedIn;
  const session = await requireAnyCoach(visit);
  if (coachId === session.user.id) return session;
  if (!(await isCoachId(coachId))) throw notFound();
  throw redirect({ href: visit.location.href.replace(coachId, session.user.id) });
}
