import type { CurrentSession } from '@stridewell/contract/identity';
import {
  COACH_PARAM,
  isCoachRole,
  isSafeReturnPath,
  isUuid,
  redirectAfterLogin,
} from '@stridewell/contract/identity.rules';
import { notFound, redirect } from '@tanstack/react-router';
import { waitingText } from '../features/identity/identity.waiting.ts';
import { sessionStore } from './session.ts';

type Place = {
  location: { href: string; pathname: string; searchStr: string };
  /** The page is only made ready, because a link to it is pointed at. */
  preload?: boolean;
};

export const homeOf = ({ role, user }: CurrentSession): string => redirectAfterLogin({ role, userId: user.id });

/** Where somebody goes after signing in: back to `next` when it is a path of this site, else home. */
export const placeAfterSignIn = (session: CurrentSession, next: string | undefined): string =>
  next !== undefined && isSafeReturnPath(next) ? next : homeOf(session);

/** Somebody signed in; anybody else signs in first and comes back. */
export async function requireSession({ location }: Pick<Place, 'location'>): Promise<CurrentSession> {
  const { session } = await sessionStore.ready();
  if (!session) throw redirect({ to: '/auth', search: { next: location.href } });
  return session;
}

/** A wrong role gets its own home. The server asks again on every call; this is for the person's sake. */
async function requireRole(place: Place, fits: (role: string) => boolean): Promise<CurrentSession> {
  const session = await requireSession(place);
  if (!fits(session.role)) throw redirect({ href: homeOf(session) });
  return session;
}

/** A client, and of the coach whom the address names where they have several. */
export async function requireClient(place: Place): Promise<CurrentSession> {
  const session = await requireRole(place, (role) => role === 'Client');
  const search = new URLSearchParams(place.location.searchStr);
  const coachId = search.get(COACH_PARAM);
  if (coachId === null || place.preload) return session;
  if (coachId !== session.client?.coachId && session.coachings.some((one) => one.coachId === coachId)) {
    // Not with the frame, which visitors load as well.
    const { rpc } = await import('../lib/rpc.ts');
    await rpc.coaches.chooseCoach({ coachId });
    await sessionStore.apply('USER_UPDATED');
  }
  search.delete(COACH_PARAM);
  throw redirect({ href: `${place.location.pathname}${search.size > 0 ? `?${search}` : ''}`, replace: true });
}
export const requireOperator = (place: Place) => requireRole(place, (role) => role === 'Operator');

/** A coach who may work; one who may not yet reads why on the sign-in screen. */
export async function requireAnyCoach(place: Place): Promise<CurrentSession> {
  const session = await requireRole(place, isCoachRole);
  if (waitingText(session)) throw redirect({ to: '/auth' });
  return session;
}

/**
 * A coach under their own id: the same page of another coach becomes the own one, and an id that is none is not found.
 */
export async function requireCoach(place: Place & { params: { coachId: string } }): Promise<CurrentSession> {
  const { coachId } = place.params;
  if (!isUuid(coachId)) throw notFound();
  const signedIn = await requireSession(place);
  // The operator's pseudo-coach dashboard is the only coach page that an operator sees.
  if (signedIn.role === 'Operator' && place.location.pathname === `/coach/${coachId}/dashboard`) return signedIn;
  const session = await requireAnyCoach(place);
  if (coachId !== session.user.id) throw redirect({ href: place.location.href.replace(coachId, session.user.id) });
  return session;
}
