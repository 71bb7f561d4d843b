export const RELATIONSHIP_STATUSES = ['invited', 'declined', 'active', 'paused', 'archived', 'ended'] as const;
export type RelationshipStatus = (typeof RELATIONSHIP_STATUSES)[number];

/** What the list of clients can be narrowed to; `current` is everybody with a seat. */
export const CLIENT_FILTERS = ['current', 'attention', 'active', 'invited', 'paused', 'archived'] as const;
export type ClientFilter = (typeof CLIENT_FILTERS)[number];

export const CLIENT_SORTS = ['name', 'last_check_in', 'newest'] as const;
export type ClientSort = (typeof CLIENT_SORTS)[number];

/** Statuses that a filter shows. Of the active ones `attention` shows those who need some. */
export const STATUSES_OF: Record<ClientFilter, readonly RelationshipStatus[]> = {
  current: ['invited', 'active', 'paused'],
  attention: ['active'],
  active: ['active'],
  invited: ['invited', 'declined'],
  paused: ['paused'],
  archived: ['archived', 'ended'],
};

/** Former clients read their history and write nothing. */
export const isFormerClient = (status: string): boolean => STATUSES_OF.archived.some((former) => former === status);

/** The statuses that a coach may choose. Active clients become so by accepting; only clients decline or end something. */
export const TARGET_STATUSES = ['invited', 'active', 'paused', 'archived'] as const;
export type TargetStatus = (typeof TARGET_STATUSES)[number];

/**
 * Whether a coach may move a client from one status to another. Whoever never accepted, or declined, goes between
 * invited and archived; everybody else between active, paused and archived.
 */
export function canChangeStatus(from: RelationshipStatus, to: TargetStatus, accepted: boolean): boolean {
  if (from === to || from === 'ended') return false;
  return accepted ? to !== 'invited' : to === 'invited' || to === 'archived';
}

const ID_LENGTH = 36;

/** Where a page of a sorted list ends: the sort key of its last row, and its id because keys may be equal. */
export type ListPosition = { key: string; id: string };

export const formatListCursor = ({ key, id }: ListPosition): string => `${key}~${id}`;

/** Reads what `formatListCursor` made; the id is last because it has one length. */
export const parseListCursor = (cursor: string): ListPosition => ({
  key: cursor.slice(0, -ID_LENGTH - 1),
  id: cursor.slice(-ID_LENGTH),
});

/** Spreadsheets run a cell that begins like this as a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/** One cell of a CSV file. Text never becomes a formula; numbers stay numbers. */
export function csvCell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const csvLine = (cells: readonly (string | number | null)[]): string => `${cells.map(csvCell).join(',')}\r\n`;
