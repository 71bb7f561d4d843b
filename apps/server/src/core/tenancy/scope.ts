import type { Scope, SystemScope } from '../../platform/db/scope.ts';

type Ids = { userId?: string; coachId?: string; clientId?: string; relationshipStatus?: string; seat?: Seat };

/** Whether the coach's plan covers a client. One without cover reads and cannot write. */
export type Seat = 'covered' | 'none';

type ScopeOf<Role extends string, Named extends Ids> = Scope & { readonly role: Role } & Readonly<Named>;

/** The coach `coachId` in their own tenant. */
export type CoachScope = ScopeOf<'coach', { userId: string; coachId: string }>;
/** The client of one relationship, with the status and the seat that it had when the session was resolved. */
export type ClientScope = ScopeOf<
  'client',
  { userId: string; coachId: string; clientId: string; relationshipStatus: string; seat: Seat }
>;
/** A signed-in person, for what belongs to the person alone. */
export type UserScope = Scope & { readonly userId: string };
/** What a change in one tenant means for the person it is about, beyond that tenant. */
export type PersonScope = SystemScope<'person'> & { readonly userId: string };
/** What the client of one relationship changes in the coach's row of it. Each statement names its columns. */
export type RelationshipScope = SystemScope<'relationship'> & { readonly coachId: string; readonly clientId: string };
/** The one invitation whose secret was shown, or whose verified address the caller owns. */
export type InvitationScope = SystemScope<'invitation'> & { readonly coachId: string; readonly clientId: string };
/** The invitation and the person who answers it, which it is addressed to. */
export type AnsweringScope = InvitationScope & { readonly personId: string };
/** What a visitor sends to the coach whose form they filled in. */
export type CaptureScope = SystemScope<'capture'> & { readonly coachId: string };
/** An operator of the platform, for what their role opens. */
export type OperatorScope = ScopeOf<'operator', { userId: string }>;
/** The delivery of notifications that a tenant has sent. */
export type DeliveryScope = SystemScope<'notifications'> & { readonly coachId: string };
