import { z } from 'zod';
import { procedure } from '../errors.ts';
import { exerciseId } from '../exercises/exercises.ts';
import { bulkClientIds, computedDay, day, hasNoRepeats, id, instant, line, version } from '../fields.ts';
import { countExercises, keysOf, PROGRAM_BOUNDS, weeksOf } from './programs.rules.ts';
import {
  type exerciseGroup,
  key,
  number,
  optionalLine,
  type programExercise,
  type setEffort,
  type setLoad,
  type setTarget,
  text,
  whole,
  workout,
} from './programs.workout.rules.ts';

export type SetLoad = z.infer<typeof setLoad>;
export type SetEffort = z.infer<typeof setEffort>;
export type SetTarget = z.infer<typeof setTarget>;
export type ProgramExercise = z.infer<typeof programExercise>;
export type ExerciseGroup = z.infer<typeof exerciseGroup>;
export type Workout = z.infer<typeof workout>;

export const programDay = z.object({ key, name: line(PROGRAM_BOUNDS.name), workout });
export type ProgramDay = z.infer<typeof programDay>;

export const programWeek = z.object({
  key,
  deload: z.boolean(),
  days: z.array(programDay).min(1, 'Please add a day').max(PROGRAM_BOUNDS.days),
});
export type ProgramWeek = z.infer<typeof programWeek>;

/** The increase from week to week, for all working sets. */
export const progression = z.object({
  sets: whole(0, 3),
  reps: whole(0, 5),
  /** Repetitions in reserve that go away. */
  rir: number(0, 2).multipleOf(0.5),
  /** Points of the one-repetition maximum, or percent of a load in kilograms. */
  percent: number(0, 10).multipleOf(0.5),
});
export type Progression = z.infer<typeof progression>;

export const programPhase = z.object({
  key,
  name: optionalLine(PROGRAM_BOUNDS.name),
  progression,
  weeks: z.array(programWeek).min(1, 'Please add a week'),
});
export type ProgramPhase = z.infer<typeof programPhase>;

/** A program template. `frequency`: days a week. */
export const program = z
  .object({
    name: line(PROGRAM_BOUNDS.name),
    description: text(PROGRAM_BOUNDS.description),
    frequency: whole(1, 7),
    split: optionalLine(PROGRAM_BOUNDS.split),
    phases: z.array(programPhase).min(1).max(PROGRAM_BOUNDS.phases),
  })
  .refine(
    (value) => weeksOf(value).length <= PROGRAM_BOUNDS.weeks,
    `A program can have up to ${PROGRAM_BOUNDS.weeks} weeks`,
  )
  .refine(
    (value) => countExercises(value) <= PROGRAM_BOUNDS.total,
    `A program can have up to ${PROGRAM_BOUNDS.total.toLocaleString('en-US')} exercises`,
  )
  .refine((value) => hasNoRepeats(keysOf(value)), 'Each part needs a key of its own');
export type Program = z.infer<typeof program>;

const programId = exerciseId;
const folder = optionalLine(PROGRAM_BOUNDS.folder);
const tags = z
  .array(line(PROGRAM_BOUNDS.tag))
  .max(PROGRAM_BOUNDS.tags, `Please use at most ${PROGRAM_BOUNDS.tags} tags`)
  .refine(hasNoRepeats, 'Please enter each tag once');
/** Where a coach keeps a template. */
export const programLabels = z.object({ folder, tags });

/** A template in a list. Built-in examples have words as ids, belong to no folder and cannot be changed. */
export const programSummary = z.object({
  id: programId,
  builtIn: z.boolean(),
  name: z.string(),
  description: z.string(),
  frequency: z.int(),
  split: z.string(),
  weeks: z.int(),
  folder: z.string(),
  tags: z.array(z.string()),
  /** Clients who follow it now or from a later day. */
  clients: z.int(),
  updatedAt: instant.nullable(),
});
export type ProgramSummary = z.infer<typeof programSummary>;

export const storedProgram = z.object({
  id: programId,
  builtIn: z.boolean(),
  folder: z.string(),
  tags: z.array(z.string()),
  program,
  version: z.int(),
  updatedAt: instant.nullable(),
});
export type StoredProgram = z.infer<typeof storedProgram>;

/** 1 for Monday. The days of a week fall on these weekdays in their order. */
const weekdays = z
  .array(z.int().min(1).max(7))
  .min(1, 'Please choose a day')
  .max(7)
  .refine((days) => days.every((value, index) => index === 0 || value > (days[index - 1] ?? 0)));

/** The last week of a program ends in a year that every day field takes. */
const startDay = day.refine((value) => value < '2198-01-01', 'Please enter a year between 1900 and 2197');

/** A program of one client. `endDay` is its last day: that of the last week, or earlier when another followed. */
export const clientProgram = z.object({
  id,
  clientId: id,
  /** Template that it was assigned from, as long as that exists. */
  programId: programId.nullable(),
  program,
  version: z.int(),
  startDay: day,
  endDay: computedDay,
  weekdays,
  /** Days with another date than their weekday gives, by key (`programs.schedule.rules.ts`). */
  moved: z.record(key, day),
  assignedAt: instant,
});
export type ClientProgram = z.infer<typeof clientProgram>;

/** Origin of an unpublished change. */
export const DRAFT_SOURCES = ['coach', 'engine', 'model'] as const;
export const programDraft = z.object({
  clientProgramId: id,
  program,
  /** Version of the client's program that was changed. It can be published as long as that is the latest. */
  programVersion: z.int(),
  source: z.enum(DRAFT_SOURCES),
  version: z.int(),
  savedAt: instant,
});
export type ProgramDraft = z.infer<typeof programDraft>;

/** An entry of a client's plan history; `changes` are sentences. */
export const planChange = z.object({ id, at: instant, programName: z.string(), changes: z.array(z.string()) });
export type PlanChange = z.infer<typeof planChange>;

const coachKey = { coachId: id };
const programKey = { coachId: id, programId };
const clientProgramKey = { coachId: id, clientProgramId: id };
const basedOn = z.int().min(0).max(1_000_000);
const CHANGED = { status: 409, message: 'This program was changed elsewhere. Reload to see the latest version.' };
const EMPTY_DAY = {
  status: 409,
  message: 'Some days have no exercises. Fill or delete them first.',
  data: z.object({ days: z.array(z.string()) }),
};
const PUSH_OUTCOMES = ['updated', 'merged', 'unchanged', 'finished'] as const;

export const programs = {
  listPrograms: procedure({ allow: 'coach', whileViewing: true })
    .route({
      method: 'GET',
      path: '/programs',
      tags: ['programs'],
      summary: 'List the program templates of a coach by name',
    })
    .input(z.object(coachKey))
    .output(z.object({ programs: z.array(programSummary) })),
  getProgram: procedure({ allow: 'coach', whileViewing: true })
    .route({
      method: 'GET',
      path: '/programs/{programId}',
      tags: ['programs'],
      summary: 'Get a template with all weeks',
    })
    .input(z.object(programKey))
    .output(storedProgram),
  saveProgram: procedure({ allow: 'coach' })
    .route({
      method: 'POST',
      path: '/programs/{programId}',
      tags: ['programs'],
      summary: 'Create or change a template; repeating changes nothing',
    })
    .input(
      z.object({
        ...programKey,
        programId: id.lowercase(),
        /** Version that the coach edited; 0 for a new template. */
        basedOn,
        program,
        ...programLabels.shape,
      }),
    )
    .output(z.object({ version: z.int(), updatedAt: instant }))
    .errors({
      PROGRAM_CHANGED: CHANGED,
      TOO_MANY_PROGRAMS: {
        status: 409,
        message: `You can have up to ${PROGRAM_BOUNDS.programs} programs. Delete one that you no longer need.`,
      },
    }),
  deleteProgram: procedure({ allow: 'coach' })
    .route({
      method: 'DELETE',
      path: '/programs/{programId}',
      tags: ['programs'],
      summary: 'Delete a template with its versions; clients keep their programs; repeating changes nothing',
    })
    .input(z.object(programKey))
    .output(z.object({ programId })),
  listProgramVersions: procedure({ allow: 'coach', whileViewing: true })
    .route({
      method: 'GET',
      path: '/programs/{programId}/versions',
      tags: ['programs'],
      summary: 'List the earlier versions of a template, latest first, one for each ten minutes of work',
    })
    .input(z.object(programKey))
    .output(z.object({ versions: z.array(z.object({ version: z.int(), savedAt: instant })) })),
  getProgramVersion: procedure({ allow: 'coach', whileViewing: true })
    .route({
      method: 'GET',
      path: '/programs/{programId}/versions/{version}',
      tags: ['programs'],
      summary: 'Get an earlier version of a template',
    })
    .input(z.object({ ...programKey, version: z.coerce.number<number>().int().min(1).max(1_000_000) }))
    .output(z.object({ version: z.int(), savedAt: instant, program })),

  assignProgram: procedure({ allow: 'coach' })
    .route({
      method: 'POST',
      path: '/programs/{programId}/assign',
      tags: ['programs'],
      summary: 'Assign a template to clients; a program that overlaps ends the day before; repeating changes nothing',
    })
    .input(
      z.object({
        ...programKey,
        /** One id for each client, made by the sender. */
        assignments: z
          .array(z.object({ id: id.lowercase(), clientId: id }))
          .min(1, 'Please choose a client')
          .max(PROGRAM_BOUNDS.clients)
          .refine((list) => hasNoRepeats(list.map(({ clientId }) => clientId)), 'Please choose each client once')
          .refine((list) => hasNoRepeats(list.map((one) => one.id))),
        startDay,
        weekdays,
      }),
    )
    .output(z.object({ results: z.array(z.object({ clientId: id, outcome: z.enum(['assigned', 'not_a_client']) })) }))
    .errors({ EMPTY_DAYS: EMPTY_DAY }),
  previewPush: procedure({ allow: 'coach' })
    .route({
      method: 'GET',
      path: '/programs/{programId}/push',
      tags: ['programs'],
      summary: 'Preview what the latest version would change for each client who follows the template',
    })
    .input(z.object(programKey))
    .output(
      z.object({
        version: z.int(),
        clients: z.array(
          z.object({
            clientProgramId: id,
            clientId: id,
            clientName: z.string(),
            /** `merged`: days that were changed for this client stay. `finished`: no day is left. */
            outcome: z.enum(PUSH_OUTCOMES),
            changes: z.array(z.string()),
            /** Days that stay as they are for this client. */
            kept: z.array(z.string()),
          }),
        ),
      }),
    ),
  pushProgram: procedure({ allow: 'coach' })
    .route({
      method: 'POST',
      path: '/programs/{programId}/push',
      tags: ['programs'],
      summary: 'Give the latest version to clients who follow the template; repeating changes nothing',
    })
    .input(z.object({ ...programKey, version, clientIds: bulkClientIds }))
    .output(z.object({ results: z.array(z.object({ clientId: id, outcome: z.enum(PUSH_OUTCOMES) })) }))
    .errors({ PROGRAM_CHANGED: CHANGED, EMPTY_DAYS: EMPTY_DAY }),

  getClientPrograms: procedure({ allow: 'coach' })
    .route({
      method: 'GET',
      path: '/clients/{clientId}/programs',
      tags: ['programs'],
      summary: 'Get the current and next program of a client, the draft and the history',
    })
    .input(z.object({ coachId: id, clientId: id }))
    .output(
      z.object({
        today: day,
        current: clientProgram.nullable(),
        next: clientProgram.nullable(),
        draft: programDraft.nullable(),
        /** Name of the program chosen at the invitation, until the client has answered the health questions. */
        waiting: z.string().nullable(),
        history: z.array(planChange),
      }),
    ),
  saveClientDraft: procedure({ allow: 'coach' })
    .route({
      method: 'POST',
      path: '/client_programs/{clientProgramId}/draft',
      tags: ['programs'],
      summary: 'Save an unpublished change of a client’s program; repeating changes nothing',
    })
    .input(
      z.object({
        ...clientProgramKey,
        /** Version of the draft that the coach edited; 0 for a new draft. */
        basedOn,
        /** Version of the client's program that a new draft changes. */
        programVersion: basedOn,
        program,
      }),
    )
    .output(z.object({ version: z.int(), savedAt: instant }))
    .errors({ PROGRAM_CHANGED: CHANGED }),
  deleteClientDraft: procedure({ allow: 'coach' })
    .route({
      method: 'DELETE',
      path: '/client_programs/{clientProgramId}/draft',
      tags: ['programs'],
      summary: 'Discard the unpublished change of a client’s program; repeating changes nothing',
    })
    .input(z.object(clientProgramKey))
    .output(z.object({ clientProgramId: id })),
  publishClientDraft: procedure({ allow: 'coach' })
    .route({
      method: 'POST',
      path: '/client_programs/{clientProgramId}/publish',
      tags: ['programs'],
      summary: 'Publish the draft to the client; repeating changes nothing',
    })
    .input(z.object({ ...clientProgramKey, draftVersion: version }))
    .output(clientProgram)
    .errors({ PROGRAM_CHANGED: CHANGED, EMPTY_DAYS: EMPTY_DAY }),
  rescheduleClientProgram: procedure({ allow: 'coach' })
    .route({
      method: 'PATCH',
      path: '/client_programs/{clientProgramId}',
      tags: ['programs'],
      summary: "Change the start day and weekdays of a client's program; repeating changes nothing",
    })
    .input(z.object({ ...clientProgramKey, startDay, weekdays }))
    .output(clientProgram),
  endClientProgram: procedure({ allow: 'coach' })
    .route({
      method: 'POST',
      path: '/client_programs/{clientProgramId}/end',
      tags: ['programs'],
      summary: 'End a program today, or remove one that has not started; repeating changes nothing',
    })
    .input(z.object(clientProgramKey))
    .output(z.object({ clientProgramId: id })),

  getOwnProgram: procedure({ allow: 'client' })
    .route({
      method: 'GET',
      path: '/client_programs/own',
      tags: ['programs'],
      summary: 'Get the current and the next program of the calling client',
    })
    .output(z.object({ today: day, current: clientProgram.nullable(), next: clientProgram.nullable() })),
};
