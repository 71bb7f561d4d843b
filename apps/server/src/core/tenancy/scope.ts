import type { Scope, SystemScope } from '../../platform/db/scope.ts';

type Ids = { userId?: string; coachId?: string; clientId?: string; relationshipStatus?: string; seat?: Seat };

/** Whether the coach's plan covers a client. Clients without cover can read, but not write. */
export type Seat = 'covered' | 'none';

type ScopeOf<Role extends string, Named extends Ids> = Scope & { readonly role: Role } & Readonly<Named>;

/** A coach in their own tenant. */
export type CoachScope = ScopeOf<'coach', { userId: string; coachId: string }>;
/**
 * The client of one relationship, with its status and seat at the time the session was resolved. With `numbersOff`, no
 * answer contains calories, macros or body weight.
 */
export type ClientScope = ScopeOf<
  'client',
  { userId: string; coachId: string; clientId: string; relationshipStatus: string; seat: Seat }
> & { readonly numbersOff: boolean };
/** A signed-in person, for personal data. */
export type UserScope = Scope & { readonly userId: string };
/** Effects of a tenant's change on a person, outside of the tenant. */
export type PersonScope = SystemScope<'person'> & { readonly userId: string };
/** A client's changes of the relationship row, which belongs to the coach. Statements name their columns. */
export type RelationshipScope = SystemScope<'relationship'> & { readonly coachId: string; readonly clientId: string };
/** One invitation, whose secret the caller has or whose verified address they own. */
export type InvitationScope = SystemScope<'invitation'> & { readonly coachId: string; readonly clientId: string };
/** An invitation and its invitee, who answers it. */
export type AnsweringScope = InvitationScope & { readonly personId: string };
/** A visitor's submission of a coach's lead form. */
export type CaptureScope = SystemScope<'capture'> & { readonly coachId: string };
/** A calendar that reads a coach's feed. The person in scope is the coach. */
export type FeedScope = SystemScope<'feed'> & { readonly userId: string; readonly coachId: string };
/** An operator of the platform, with the rights of their role. */
export type OperatorScope = ScopeOf<'operator', { userId: string }>;
/** Delivery of a tenant's notifications. */
export type DeliveryScope = SystemScope<'notifications'> & { readonly coachId: string };
