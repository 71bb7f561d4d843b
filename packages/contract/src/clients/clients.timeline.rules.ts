import type { RelationshipStatus } from '../people.rules.ts';
import type { TimelineEntry } from './clients.timeline.ts';

export const NOTE_MAX = 10_000;
export const NOTE_PAGE = 30;
export const TIMELINE_PAGE = 30;
/** Characters of a note or check-in note that the timeline shows. */
export const TIMELINE_EXCERPT = 280;

export const TIMELINE_FILTERS = [
  'all',
  'status',
  'check_in',
  'message',
  'session',
  'program',
  'workout',
  'nutrition',
  'note',
  'measurement',
] as const;
export type TimelineFilter = (typeof TIMELINE_FILTERS)[number];

type StatusEvent =
  | {
      type: `relationship.${'ended' | 'invited' | 'revoked' | 'archived' | 'paused' | 'resumed'}`;
    }
  | { type: 'relationship.restored'; data: { status: 'active' | 'paused' } };

/** Event of a status change. */
export function statusEvent(from: RelationshipStatus, to: RelationshipStatus): StatusEvent {
  if (to === 'ended') return { type: 'relationship.ended' };
  if (to === 'invited') return { type: 'relationship.invited' };
  if (to === 'archived') return { type: from === 'invited' ? 'relationship.revoked' : 'relationship.archived' };
  if (from === 'archived') {
    return { type: 'relationship.restored', data: { status: to === 'paused' ? 'paused' : 'active' } };
  }
  return { type: to === 'paused' ? 'relationship.paused' : 'relationship.resumed' };
}

/** Entries that happen often and say little alone: messages, measurements and edits of the record. */
export const isRoutine = (entry: TimelineEntry): boolean =>
  entry.kind === 'message' ||
  entry.kind === 'measurement' ||
  (entry.kind === 'status' && entry.event === 'record_edited');

/** Puts consecutive routine entries together, and each other entry alone. Keeps the order. */
export function foldRoutine(entries: readonly TimelineEntry[]): TimelineEntry[][] {
  const lines: TimelineEntry[][] = [];
  for (const entry of entries) {
    const line = lines.at(-1);
    const [first] = line ?? [];
    if (line && first && isRoutine(first) && isRoutine(entry)) line.push(entry);
    else lines.push([entry]);
  }
  return lines;
}
