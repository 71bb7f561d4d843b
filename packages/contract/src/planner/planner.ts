import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { procedure } from '../errors.ts';
import { CONTRAINDICATIONS, EXERCISE_EQUIPMENT, EXERCISE_LEVELS } from '../exercises/exercises.rules.ts';
import { id, instant } from '../fields.ts';
import { program } from '../programs/programs.ts';
import { plannerConsents } from './planner.consents.ts';
import { provenance, screening } from './planner.drafts.ts';
import { generationInput, generationReasons } from './planner.generation.ts';
import { plannerMeals } from './planner.meals.ts';
import { DRAFT_STEPS, PROGRAM_GOALS } from './planner.rules.ts';

/** A value of the client's record. `source` says where it comes from; empty while it is unknown. */
const fact = <Value extends z.ZodType>(value: Value) => z.object({ value: value.nullable(), source: z.string() });

/** Known facts for a draft. The coach can change each, and an unknown one becomes a question. */
export const plannerFacts = z.object({
  goal: fact(z.enum(PROGRAM_GOALS)),
  level: fact(z.enum(EXERCISE_LEVELS)),
  daysPerWeek: fact(z.int()),
  minutes: fact(z.int()),
  equipment: fact(z.array(z.enum(EXERCISE_EQUIPMENT))),
  contraindications: fact(z.array(z.enum(CONTRAINDICATIONS))),
});
export type PlannerFacts = z.infer<typeof plannerFacts>;

export const plannerDraft = z.object({
  id,
  clientId: id.nullable(),
  program,
  reasons: generationReasons,
  provenance,
});
export type PlannerDraft = z.infer<typeof plannerDraft>;

/** One line of a draft in the making. The last one is `ready` or `blocked`. */
export const draftEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('step'), step: z.enum(DRAFT_STEPS), note: z.string() }),
  z.object({ type: z.literal('blocked'), blocks: z.array(z.string()) }),
  z.object({ type: z.literal('ready'), draft: plannerDraft }),
]);
export type DraftEvent = z.infer<typeof draftEvent>;

const draftKey = { coachId: id, draftId: id.lowercase() };
const micros = z.number().min(0);

export const planner = {
  ...plannerMeals,
  ...plannerConsents,
  getPlanner: procedure({ allow: 'coach', plan: 'ai' })
    .route({
      method: 'GET',
      path: '/planner',
      tags: ['planner'],
      summary: 'Get the model that drafts programs, and what it cost the coach this month',
    })
    .input(z.object({ coachId: id }))
    .output(z.object({ model: z.string().nullable(), spentMicros: micros, capMicros: micros })),
  getPlannerRecord: procedure({ allow: 'coach', plan: 'ai' })
    .route({
      method: 'GET',
      path: '/planner/clients/{clientId}',
      tags: ['planner'],
      summary: 'Get what is known about a client for a program, with sources, and whether they may train',
    })
    .input(z.object({ coachId: id, clientId: id }))
    .output(
      z.object({
        clientId: id,
        name: z.string(),
        facts: plannerFacts,
        screening,
        /** Of the last twelve weeks. `exercises`: done at least twice; `maxima`: with an estimated one-rep max. */
        history: z.object({ workouts: z.int(), exercises: z.int(), maxima: z.int() }),
      }),
    ),
  draftProgram: procedure({ allow: 'coach', plan: 'ai' })
    .route({
      method: 'POST',
      path: '/planner/drafts/{draftId}',
      tags: ['planner'],
      summary: 'Draft a program step by step; repeating the id of a finished draft returns it',
    })
    .input(z.object({ ...draftKey, clientId: id.nullable(), profile: generationInput }))
    .output(eventIterator(draftEvent)),
  openDraft: procedure({ allow: 'coach', plan: 'ai' })
    .route({
      method: 'POST',
      path: '/planner/drafts/{draftId}/open',
      tags: ['planner'],
      summary: 'Open a draft as a template, or as the unpublished change of the client’s program',
    })
    .input(
      z.object({
        ...draftKey,
        as: z.enum(['template', 'client_draft']),
        /** Version of the unpublished change that it replaces; 0 for none. */
        replaces: z.int().min(0).max(1_000_000),
      }),
    )
    .output(z.object({ programId: id }))
    .errors({
      PROGRAM_CHANGED: { status: 409, message: 'This program has other changes now. Reload to see them.' },
      NO_PROGRAM: { status: 409, message: 'This client has no program that the draft could change.' },
      TOO_MANY_PROGRAMS: { status: 409, message: 'You have too many programs. Delete one that you no longer need.' },
    }),
  getProvenance: procedure({ allow: 'coach' })
    .route({
      method: 'GET',
      path: '/planner/provenance/{programId}',
      tags: ['planner'],
      summary: 'Get how the latest draft of a program was made, and what the coach changed',
    })
    .input(z.object({ coachId: id, programId: id }))
    .output(
      z.object({
        provenance: provenance
          .extend({
            /** Changes by the coach, in sentences: until the approval, or up to now. */
            edits: z.array(z.string()),
            approvedAt: instant.nullable(),
          })
          .nullable(),
      }),
    ),
};
