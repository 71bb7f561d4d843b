import { z } from 'zod';
import { ADJUSTMENT_KINDS } from '../adjustments/adjustments.rules.ts';
import { day, id, instant } from '../fields.ts';
import type { RelationshipStatus } from '../people.rules.ts';
import { SIDES } from '../people.rules.ts';
import { MEASUREMENT_KINDS } from '../progress/progress.rules.ts';
import { CLIENT_EVENTS, RECORD_FIELDS } from '../records/records.rules.ts';
import { PAIN_LEVELS, PAIN_PARTS } from '../workouts/workouts.rules.ts';

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

/** Events of a client's program. */
const PROGRAM_EVENTS = ['assigned', 'changed', 'ended'] as const;

const entry = { id, at: instant };

export const timelineEntry = z.discriminatedUnion('kind', [
  z.object({
    ...entry,
    kind: z.literal('status'),
    event: z.enum(CLIENT_EVENTS),
    actor: z.enum(SIDES),
    /** Fields that an edit changed; empty for other events. */
    fields: z.array(z.enum(RECORD_FIELDS)),
  }),
  z.object({
    ...entry,
    kind: z.literal('check_in'),
    weightKg: z.number().nullable(),
    adherence: z.int().nullable(),
    energy: z.int().nullable(),
    note: z.string(),
  }),
  /** All messages of one day; `at` is the time of the last one. */
  z.object({ ...entry, kind: z.literal('message'), coach: z.int(), client: z.int() }),
  z.object({
    ...entry,
    kind: z.literal('session'),
    sessionType: z.string(),
    completed: z.boolean(),
    missed: z.boolean(),
  }),
  z.object({
    ...entry,
    kind: z.literal('program'),
    event: z.enum(PROGRAM_EVENTS),
    name: z.string(),
    /** Of an assigned program; null for other events. */
    startDay: day.nullable(),
  }),
  z.object({ ...entry, kind: z.literal('meal_plan'), name: z.string(), startDay: day }),
  /** A change of the client's coming days that was made or undone. */
  z.object({
    ...entry,
    kind: z.literal('adjustment'),
    event: z.enum(['applied', 'undone']),
    change: z.enum(ADJUSTMENT_KINDS),
    /** The guardrails let it happen. */
    automatic: z.boolean(),
    reason: z.string(),
  }),
  /** A finished workout. `logId` names it; sets are working sets. */
  z.object({
    ...entry,
    kind: z.literal('workout'),
    logId: z.string(),
    name: z.string(),
    sets: z.int(),
    plannedSets: z.int(),
    volumeKg: z.number(),
    /** Exercises with a personal record. */
    records: z.int(),
    /** Exercises that were done instead of planned ones. */
    swaps: z.int(),
  }),
  z.object({
    ...entry,
    kind: z.literal('pain'),
    logId: z.string(),
    name: z.string(),
    part: z.enum(PAIN_PARTS),
    level: z.enum(PAIN_LEVELS),
    /** The exercise that hurt; null for the workout as a whole. */
    exercise: z.string().nullable(),
  }),
  /** A new nutrition target, or its end. */
  z.object({
    ...entry,
    kind: z.literal('target'),
    /** Null for an end. */
    kcal: z.int().nullable(),
    startsOn: day,
    /** The limits of the coach let it happen. */
    automatic: z.boolean(),
    note: z.string(),
  }),
  z.object({ ...entry, kind: z.literal('note'), text: z.string(), pinned: z.boolean() }),
  z.object({
    ...entry,
    kind: z.literal('measurement'),
    day,
    by: z.enum(SIDES),
    values: z.array(z.object({ kind: z.enum(MEASUREMENT_KINDS), value: z.number() })),
  }),
]);
export type TimelineEntry = z.infer<typeof timelineEntry>;

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
