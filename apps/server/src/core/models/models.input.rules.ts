import { createHash } from 'node:crypto';
import { isAssistantWord } from '@stridewell/contract/assistant/assistant.words.rules';
import { EXERCISE_LEVELS } from '@stridewell/contract/exercises/exercises.rules';
import { PROGRAM_GOALS } from '@stridewell/contract/planner/planner.rules';
import { z } from 'zod';

/** An id or a word of the product's own lists: no spaces, so no sentence of a person passes. */
const term = z
  .string()
  .regex(/^[A-Za-z0-9]+(?:[-_][A-Za-z0-9]+)*$/)
  .max(60);
const place = z.string().regex(/^\d{1,2}\.\d{1,2}$/);
/** A word of the assistant's own list. Names and everything else that a person made up are not on it. */
const listedWord = z.string().refine(isAssistantWord);
/** Stands for a client, a time or a figure of one question. */
const slot = z.string().regex(/^[cpf]\d{1,2}$/);
const number = z.number().min(0).max(10_000);

/**
 * Everything that any model may receive, for workouts, nutrition and what comes later. A request has these fields and
 * no others, and its instructions are the same for everybody.
 *
 * Never here: name, e-mail, birth date, photos, answers of the health screen, medication, pregnancy, eating history,
 * diet, and text that a person wrote. What they rule out is left out of `candidates` before the call.
 */
export const modelInput = z.strictObject({
  /** Stands for the client in this draft alone, so that two requests cannot be linked. */
  subject: z.string().regex(/^[0-9a-f]{16}$/),
  facts: z.strictObject({
    goal: z.enum(PROGRAM_GOALS).optional(),
    level: z.enum(EXERCISE_LEVELS).optional(),
    daysPerWeek: number.optional(),
    minutes: number.optional(),
    kcal: number.optional(),
    protein: number.optional(),
    mealsPerDay: number.optional(),
  }),
  /** The choices: ids of exercises or dishes that suit the client, the rules' choice first. */
  places: z
    .array(z.strictObject({ place, purpose: z.array(term).max(3), candidates: z.array(term).min(1).max(20) }))
    .max(200),
  /** The problems of the last answer. */
  problems: z.array(z.strictObject({ code: term, place: place.optional() })).max(60),
  /**
   * A coach's question: its listed words, and slots for the clients and times that it names. `figures` are what tools
   * found, without their values.
   */
  question: z
    .strictObject({
      words: z.array(listedWord).max(60),
      slots: z.array(slot).max(4),
      tools: z.array(term).max(60),
      figures: z
        .array(z.strictObject({ slot, tool: term, unit: term, client: slot.optional(), period: slot.optional() }))
        .max(20),
    })
    .optional(),
});
export type ModelInput = z.infer<typeof modelInput>;

/** @throws ZodError for a field or value that no model may receive */
export const promptOf = (input: ModelInput): string => JSON.stringify(modelInput.parse(input));

/** A pseudonym for the client of a draft. Another draft has another one. */
export const subjectOf = (draftId: string): string => createHash('sha256').update(draftId).digest('hex').slice(0, 16);

/** Fingerprint of a request, to see later what a draft was asked with. */
export const promptHashOf = (instructions: string, input: ModelInput): string =>
  createHash('sha256')
    .update(`${instructions}\n${promptOf(input)}`)
    .digest('hex');
