import { z } from 'zod';
import { ADJUSTMENT_KINDS } from '../adjustments/adjustments.rules.ts';
import { day, id, instant } from '../fields.ts';
import { SIDES } from '../people.rules.ts';
import { MEASUREMENT_KINDS } from '../progress/progress.rules.ts';
import { CLIENT_EVENTS, RECORD_FIELDS } from '../records/records.rules.ts';
import { PAIN_LEVELS, PAIN_PARTS } from '../workouts/workouts.rules.ts';

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
  /** Photos of the meals of one day; `at` is the time of the first one. */
  z.object({ ...entry, kind: z.literal('food_photos'), day, photos: z.int() }),
  /** The coach's comment on a day of the food log, or on one of its meals. */
  z.object({ ...entry, kind: z.literal('food_comment'), day, meal: z.string().nullable(), text: z.string() }),
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
