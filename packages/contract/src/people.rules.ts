/** Roles of people, statuses of coaches, and the two sides of a coaching relationship. Spec section 2. */

export const ROLES = ['Operator', 'Coach-Base', 'Coach-Plus', 'Coach-Pro', 'Client'] as const;
export type Role = (typeof ROLES)[number];

export const isRole = (value: unknown): value is Role => ROLES.some((role) => role === value);
export const isCoachRole = (role: string): role is 'Coach-Base' | 'Coach-Plus' | 'Coach-Pro' =>
  role === 'Coach-Base' || role === 'Coach-Plus' || role === 'Coach-Pro';

export const COACH_STATUSES = ['pending', 'approved', 'active', 'inactive', 'rejected', 'suspended'] as const;
export type CoachStatus = (typeof COACH_STATUSES)[number];

export const RELATIONSHIP_STATUSES = ['invited', 'declined', 'active', 'paused', 'archived', 'ended'] as const;
export type RelationshipStatus = (typeof RELATIONSHIP_STATUSES)[number];

/** The coach or the client, as author of a message or event. */
export const SIDES = ['coach', 'client'] as const;
export type Side = (typeof SIDES)[number];

export const otherSide = (side: Side): Side => (side === 'coach' ? 'client' : 'coach');
