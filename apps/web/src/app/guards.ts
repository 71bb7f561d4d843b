import type { CurrentSession } from '@stridewell/contract/identity';
import { isCoachRole, isUuid, redirectAfterLogin } from '@stridewell/contract/identity.rules';
import { notFound, redirect } from '@tanstack/react-router';
import { sessionStore } from './session.ts';

type Place = { location: { href: string } };

export const homeOf = ({ role, user }: CurrentSession): string => redirectAfterLogin({ role, userId: user.id });

/** Somebody signed in; anybody else signs in first and comes back. */
export async function requireSession({ location }: Place): Promise<CurrentSession> {
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

export const requireClient = (place: Place) => requireRole(place, (role) => role === 'Client');
export const requireOperator = (place: Place) => requireRole(place, (role) => role === 'Operator');
export const requireAnyCoach = (place: Place) => requireRole(place, isCoachRole);

/**
 * A coach under their own id: the same page of another coach becomes the own one, an id that is none is not found,
 * and a coach who is not active yet reads why on the sign-in screen.
 */
export async function requireCoach(place: Place & { params: { coachId: string } }): Promise<CurrentSession> {
  const { coachId } = place.params;
  if (!isUuid(coachId)) throw notFound();
  const session = await requireSession(place);
  // The operator's pseudo-coach dashboard is the only coach page that an operator sees.
  if (session.role === 'Operator' && place.location.href.endsWith('/dashboard')) return session;
  if (!isCoachRole(session.role)) throw redirect({ href: homeOf(session) });
  if (session.coach?.status !== 'active') throw redirect({ to: '/auth', search: {} });
  if (coachId !== session.user.id) throw redirect({ href: place.location.href.replace(coachId, session.user.id) });
  return session;
}
