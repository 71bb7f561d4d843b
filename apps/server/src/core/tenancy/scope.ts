declare const minted: unique symbol;

/** Work that no person asked for, or that comes before there is a person. Each name can do just its own work. */
export type SystemName =
  | 'identity'
  | 'invitation'
  | 'billing'
  | 'mail'
  | 'limiter'
  | 'site'
  | 'calendar'
  | 'checkins'
  | 'notifications'
  | 'files';

type ScopeFields = {
  readonly role: 'coach' | 'client' | 'operator' | 'user' | `system_${SystemName}`;
  readonly userId: string | null;
  readonly coachId: string | null;
  readonly clientId: string | null;
};

/**
 * On whose behalf a transaction runs. Only policies can make one (`mint.ts`), so a data function that takes it cannot
 * be reached without somebody having checked.
 */
export type Scope = ScopeFields & { readonly [minted]: true };
/** The coach `coachId` in the own tenant. */
export type CoachScope = Scope & { readonly role: 'coach'; readonly userId: string; readonly coachId: string };
/** The client of one relationship. */
export type ClientScope = Scope & {
  readonly role: 'client';
  readonly userId: string;
  readonly coachId: string;
  readonly clientId: string;
};
/** Somebody signed in, for what belongs to the person alone. */
export type UserScope = Scope & { readonly userId: string };
export type SystemScope<Name extends SystemName> = Scope & { readonly role: `system_${Name}` };
/** The one invitation whose secret was shown. */
export type InvitationScope = SystemScope<'invitation'> & { readonly coachId: string; readonly clientId: string };
