import type { ClientScope, CoachScope, InvitationScope, Scope, SystemScope, UserScope } from './scope.ts';

type Fields<Kind extends Scope> = Pick<Kind, 'role'> & Partial<Pick<Scope, 'userId' | 'coachId' | 'clientId'>>;

function mint<Kind extends Scope>(fields: Fields<Kind>): Kind {
  // The brand exists in the type alone, so this is the one place that asserts it.
  return Object.freeze({ userId: null, coachId: null, clientId: null, ...fields }) as Scope as Kind;
}

/** Makers of scopes, for policies, which check before they call. */
export const mintCoachScope = (coachId: string) => mint<CoachScope>({ role: 'coach', userId: coachId, coachId });

export const mintClientScope = (ids: { userId: string; coachId: string; clientId: string }) =>
  mint<ClientScope>({ role: 'client', ...ids });

export const mintUserScope = (userId: string) => mint<UserScope>({ role: 'user', userId });

export const mintInvitationScope = (ids: { coachId: string; clientId: string }) =>
  mint<InvitationScope>({ role: 'system_invitation', ...ids });

export const systemScope = {
  identity: mint<SystemScope<'identity'>>({ role: 'system_identity' }),
  billing: mint<SystemScope<'billing'>>({ role: 'system_billing' }),
  mail: mint<SystemScope<'mail'>>({ role: 'system_mail' }),
  limiter: mint<SystemScope<'limiter'>>({ role: 'system_limiter' }),
  site: mint<SystemScope<'site'>>({ role: 'system_site' }),
  calendar: mint<SystemScope<'calendar'>>({ role: 'system_calendar' }),
  checkins: mint<SystemScope<'checkins'>>({ role: 'system_checkins' }),
  notifications: mint<SystemScope<'notifications'>>({ role: 'system_notifications' }),
  files: mint<SystemScope<'files'>>({ role: 'system_files' }),
};
