import { z } from 'zod';
import { day, id, instant, text } from '../fields.ts';
import { FORM_LIMITS, MEASUREMENT_SITES, PHOTO_SLOTS } from './checkins.forms.rules.ts';
import { question, questionId } from './checkins.questions.rules.ts';

/** Structural check only. `checkAnswers` validates against the form's questions. */
export const answers = z.record(
  questionId,
  z.union([
    z.number(),
    text(FORM_LIMITS.longText),
    z.array(z.string().max(200)).max(FORM_LIMITS.options),
    z.array(z.object({ slot: z.enum(PHOTO_SLOTS), fileId: id })).max(PHOTO_SLOTS.length),
    z.partialRecord(z.enum(MEASUREMENT_SITES), z.number()),
  ]),
);

/** Questions of one form version. The built-in form has no template id and version 0. */
export const form = z.object({
  templateId: id.nullable(),
  version: z.int(),
  name: z.string(),
  questions: z.array(question),
});

/** Answers and the form version they belong to. */
export const formAnswers = { templateId: id.nullable(), version: z.int().min(0).max(1_000_000), answers };

export const checkIn = z.object({
  id,
  clientId: id,
  /** In the time zone of the client's schedule. */
  day,
  submittedAt: instant,
  /** Logged by the coach for the client. */
  byCoach: z.boolean(),
  reviewedAt: instant.nullable(),
  /** When the client last corrected it. */
  editedAt: instant.nullable(),
  weightKg: z.number().nullable(),
  ...formAnswers,
});
export type CheckIn = z.infer<typeof checkIn>;

/** Check-in with the coach's reply; null without one. */
export const answeredCheckIn = checkIn.extend({ reply: z.object({ body: z.string(), at: instant }).nullable() });
export type AnsweredCheckIn = z.infer<typeof answeredCheckIn>;

/** Workouts of a client since the check-in before; null while none was due. */
export const reportedWorkouts = z.object({ from: day, to: day, done: z.int(), due: z.int() }).nullable();

const amount = z.number().nullable();
/** Values that every form shares, null where it does not ask for them. */
export const checkInFigures = z.object({
  weightKg: amount,
  adherence: amount,
  nutrition: amount,
  energy: amount,
  sleepHours: amount,
});

/** Check-in without a review, with what changed. */
export const unreviewedCheckIn = z.object({
  id,
  clientId: id,
  clientName: z.string(),
  photoId: id.nullable(),
  goal: z.string().nullable(),
  day,
  submittedAt: instant,
  figures: checkInFigures,
  /** The latest weight before, and the other values of the check-in before; null for the first check-in. */
  before: checkInFigures.nullable(),
  /** Start of the first written answer, or empty. */
  text: z.string(),
});
export type UnreviewedCheckIn = z.infer<typeof unreviewedCheckIn>;

/** Check-in that is not submitted yet. The check-in keeps its id. */
export const checkInDraft = z.object({
  id,
  ...formAnswers,
  answers: answers.refine((given) => Object.keys(given).length <= FORM_LIMITS.questions, 'These are too many answers'),
  savedAt: instant,
});
export type CheckInDraft = z.infer<typeof checkInDraft>;
