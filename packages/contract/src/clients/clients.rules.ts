import type { RelationshipStatus } from '../people.rules.ts';

/**
 * Filters of the client list; `current` lists all clients with a seat. `active` are those of the figures: clients in the
 * onboarding have a separate filter.
 */
export const CLIENT_FILTERS = [
  'current',
  'attention',
  'active',
  'onboarding',
  'invited',
  'paused',
  'archived',
] as const;
export type ClientFilter = (typeof CLIENT_FILTERS)[number];

export const CLIENT_SORTS = ['name', 'last_check_in', 'workouts', 'newest'] as const;
export type ClientSort = (typeof CLIENT_SORTS)[number];

export const SORT_ORDERS = ['asc', 'desc'] as const;
export type SortOrder = (typeof SORT_ORDERS)[number];

/** The order of a sort unless the coach turns it round: names from A, all others from the newest or highest. */
export const USUAL_ORDER: Record<ClientSort, SortOrder> = {
  name: 'asc',
  last_check_in: 'desc',
  workouts: 'desc',
  newest: 'desc',
};

/** Statuses that a filter shows. `attention` shows only the clients who need it. */
export const STATUSES_OF: Record<ClientFilter, readonly RelationshipStatus[]> = {
  current: ['invited', 'active', 'paused'],
  attention: ['active'],
  active: ['active'],
  onboarding: ['active'],
  invited: ['invited', 'declined'],
  paused: ['paused'],
  archived: ['archived', 'ended'],
};

/** Former clients can read their history and cannot write. */
export const isFormerClient = (status: string): boolean => STATUSES_OF.archived.some((former) => former === status);

/** Statuses that a coach may set. Only clients decline or end; new clients become active by accepting. */
export const TARGET_STATUSES = ['invited', 'active', 'paused', 'archived'] as const;
export type TargetStatus = (typeof TARGET_STATUSES)[number];

/**
 * Whether a coach may change a client's status. Clients who never accepted move between invited and archived. Other
 * clients move between active, paused and archived.
 */
export function canChangeStatus(from: RelationshipStatus, to: TargetStatus, accepted: boolean): boolean {
  if (from === to || from === 'ended') return false;
  return accepted ? to !== 'invited' : to === 'invited' || to === 'archived';
}

const ID_LENGTH = 36;

/** End of a page of a sorted list: sort key of its last row, and its id because keys may repeat. */
export type ListPosition = { key: string; id: string };

export const formatListCursor = ({ key, id }: ListPosition): string => `${key}~${id}`;

/** Parses a cursor of `formatListCursor`. The id comes last because its length is fixed. */
export const parseListCursor = (cursor: string): ListPosition => ({
  key: cursor.slice(0, -ID_LENGTH - 1),
  id: cursor.slice(-ID_LENGTH),
});
