import { z } from 'zod';
import { procedure } from '../errors.ts';
import { day, hasNoRepeats, id, instant, line, text, timeCursor, version } from '../fields.ts';
import { LEAD_STATUSES } from '../pipeline/pipeline.rules.ts';
import { FLOW_TEXT_MAX, QUIET_HOURS, RUN_STATES, STOP_REASONS, textProblem, WIDEST_QUIET } from './flows.rules.ts';
import {
  CONDITIONS,
  HOLDS,
  LEAD_DAYS,
  MAIL_SUBJECT_MAX,
  MOST_ADDED,
  MOST_SEQUENCE_STEPS,
  MOST_SEQUENCES,
  RESUME_DAYS,
  SEQUENCE_NAMES,
  SEQUENCE_STEPS,
  SEQUENCE_WAIT_DAYS,
  SKIP_REASONS,
  STEP_OUTCOMES,
  sequenceProblem,
  TASK_DAYS,
  TASK_TEXT_MAX,
  WORKOUT_DAYS,
} from './flows.sequences.rules.ts';

const between = ({ least, most }: { least: number; most: number }, unit = 'days') => {
  const problem = `Please choose ${least} to ${most} ${unit}`;
  return z.number(problem).int(problem).min(least, problem).max(most, problem);
};
const daysBefore = between(LEAD_DAYS);

/**
 * The id of a program or a meal plan: words for a built-in one, a UUID for one of the coach. Not the schemas of those
 * features, which would load with the builder of flows.
 */
const planTemplateId = (missing: string) =>
  z
    .string()
    .max(80)
    .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, missing);

const status = z.enum(LEAD_STATUSES);

export const sequenceTrigger = z.discriminatedUnion('on', [
  z.object({ on: z.literal('client_added') }),
  z.object({ on: z.literal('client_joined') }),
  z.object({ on: z.literal('client_archived') }),
  z.object({ on: z.literal('client_by_hand') }),
  z.object({ on: z.literal('lead_captured') }),
  z.object({ on: z.literal('lead_by_hand') }),
  z.object({ on: z.literal('lead_moved'), status }),
  z.object({ on: z.literal('program_ending'), days: daysBefore }),
  z.object({ on: z.literal('renewal_due'), days: daysBefore }),
]);
export type SequenceTrigger = z.infer<typeof sequenceTrigger>;

const withPlaceholders = (value: string, context: z.RefinementCtx) => {
  const problem = textProblem(value, SEQUENCE_NAMES);
  if (problem) context.addIssue({ code: 'custom', message: problem });
};
const written = text(FLOW_TEXT_MAX).min(1, 'Please write something').superRefine(withPlaceholders);

export const sequenceStep = z.discriminatedUnion('kind', [
  z.object({ id, kind: z.literal('message'), text: written }),
  z.object({
    id,
    kind: z.literal('mail'),
    subject: line(MAIL_SUBJECT_MAX, 'Please enter a subject').superRefine(withPlaceholders),
    text: written,
  }),
  /** For the coach. */
  z.object({
    id,
    kind: z.literal('task'),
    text: line(TASK_TEXT_MAX, 'Please describe the task'),
    dueInDays: between(TASK_DAYS),
  }),
  z.object({ id, kind: z.literal('form'), templateId: z.uuid('Please choose a form').toLowerCase() }),
  z.object({ id, kind: z.literal('program'), programId: planTemplateId('Please choose a program') }),
  z.object({ id, kind: z.literal('meal_plan'), planId: planTemplateId('Please choose a meal plan') }),
  z
    .object({
      id,
      kind: z.literal('wait'),
      days: between(SEQUENCE_WAIT_DAYS),
      /** 1 for Monday, in the person's time zone. */
      weekday: z.int().min(1).max(7).nullable(),
      hour: z.int().min(0).max(23).nullable(),
    })
    .refine(({ days, weekday, hour }) => days > 0 || weekday !== null || hour !== null, {
      message: 'Please choose how long to wait',
      path: ['days'],
    }),
  z
    .object({
      id,
      kind: z.literal('condition'),
      of: z.enum(CONDITIONS),
      /** For `workout`; null for the others. */
      days: between(WORKOUT_DAYS).nullable(),
      /** Whether it must hold, or must not. */
      is: z.boolean(),
      /** Otherwise the person leaves the flow, or only the next step is skipped. */
      otherwise: z.enum(['leave', 'skip']),
    })
    .refine(({ of, days }) => (of === 'workout') === (days !== null), {
      message: `Please choose ${WORKOUT_DAYS.least} to ${WORKOUT_DAYS.most} days`,
      path: ['days'],
    }),
]);
export type SequenceStep = z.infer<typeof sequenceStep>;

const NIGHT = 'Nothing is sent between 9 pm and 8 am. Please choose a longer night, or this one.';

export const sequenceInput = z
  .object({
    name: line(80, 'Please enter a name'),
    trigger: sequenceTrigger,
    steps: z
      .array(sequenceStep)
      .min(1, 'Please add a step')
      .max(MOST_SEQUENCE_STEPS, `A flow can have up to ${MOST_SEQUENCE_STEPS} steps`),
    /** Hours of the person's day. */
    quiet: z.object({
      from: z.int().min(WIDEST_QUIET.from, NIGHT).max(QUIET_HOURS.from, NIGHT),
      until: z.int().min(QUIET_HOURS.until, NIGHT).max(WIDEST_QUIET.until, NIGHT),
    }),
    /** Days after a reply in which no message is sent. */
    resumeDays: between(RESUME_DAYS),
    isOn: z.boolean(),
  })
  .superRefine(({ trigger, steps }, context) => {
    const problem = sequenceProblem(trigger.on, steps);
    if (!problem) return;
    const path = problem.index === null ? ['steps'] : ['steps', problem.index];
    context.addIssue({ code: 'custom', message: problem.text, path });
  });
export type SequenceInput = z.infer<typeof sequenceInput>;

const listed = {
  id,
  version,
  name: z.string(),
  trigger: sequenceTrigger,
  isOn: z.boolean(),
  steps: z.int(),
};

const sequenceMetrics = z.object({
  started: z.int(),
  open: z.int(),
  done: z.int(),
  left: z.int(),
  /** Runs in which the person wrote back. */
  replied: z.int(),
});

export const sequenceSummary = z.object({ ...listed, metrics: sequenceMetrics });
export type SequenceSummary = z.infer<typeof sequenceSummary>;

export const sequence = z.object({
  id,
  version,
  name: z.string(),
  trigger: sequenceTrigger,
  steps: z.array(sequenceStep),
  quiet: z.object({ from: z.int(), until: z.int() }),
  resumeDays: z.int(),
  isOn: z.boolean(),
  metrics: sequenceMetrics,
  /** Open runs that follow an earlier version. */
  outdated: z.int(),
});
export type Sequence = z.infer<typeof sequence>;

/** A client or a lead. */
const person = { personId: id, audience: z.enum(['client', 'lead']), name: z.string() };

export const sequenceRun = z.object({
  id,
  sequenceId: id,
  sequenceName: z.string(),
  ...person,
  version,
  state: z.enum(RUN_STATES),
  held: z.enum(HOLDS).nullable(),
  stopped: z.enum(STOP_REASONS).nullable(),
  /** Number of the next step from 1; null for a run that has ended. */
  step: z.int().nullable(),
  steps: z.int(),
  stepKind: z.enum(SEQUENCE_STEPS).nullable(),
  replied: z.boolean(),
  startedAt: instant,
  dueAt: instant.nullable(),
  endedAt: instant.nullable(),
});
export type SequenceRun = z.infer<typeof sequenceRun>;

export const sequenceTask = z.object({ id, ...person, sequenceName: z.string(), text: z.string(), dueOn: day });
export type SequenceTask = z.infer<typeof sequenceTask>;

export const sequenceRunDetail = z.object({
  run: sequenceRun,
  /** The steps of the run's version. */
  steps: z.array(sequenceStep),
  history: z.array(
    z.object({ stepId: id, outcome: z.enum(STEP_OUTCOMES), reason: z.enum(SKIP_REASONS).nullable(), at: instant }),
  ),
  /** Reasons against the program or meal plan that waits. */
  blocks: z.array(z.string()),
});
export type SequenceRunDetail = z.infer<typeof sequenceRunDetail>;

export const sequencePreview = z.object({
  today: day,
  timeZone: z.string(),
  /** People who would have started it in the past days, the latest first. */
  past: z.array(z.object({ ...person, at: instant, timeZone: z.string() })),
});
export type SequencePreview = z.infer<typeof sequencePreview>;

export const RUN_ACTIONS = ['pause', 'resume', 'skip', 'remove', 'update'] as const;
export type RunAction = (typeof RUN_ACTIONS)[number];

const tags = ['flows'];
const key = { coachId: id, sequenceId: id };
const ofPlan = { allow: 'coach', plan: 'flows' } as const;
/** Its texts are mailed with replies to the coach's address. */
const writing = { allow: 'coach', plan: 'flows', verifiedEmail: true } as const;
const optionalDays = z.coerce.number().int().min(LEAD_DAYS.least).max(LEAD_DAYS.most).optional();

export const sequences = {
  listSequences: procedure(ofPlan)
    .route({
      method: 'GET',
      path: '/sequences',
      tags,
      summary: 'List the flows of the coach with their figures, the people who wait for a decision, and open tasks',
    })
    .input(z.object({ coachId: id }))
    .output(
      z.object({ sequences: z.array(sequenceSummary), waiting: z.array(sequenceRun), tasks: z.array(sequenceTask) }),
    ),
  getSequence: procedure(ofPlan)
    .route({ method: 'GET', path: '/sequences/{sequenceId}', tags, summary: 'Get a flow with its steps' })
    .input(z.object(key))
    .output(sequence),
  saveSequence: procedure(writing)
    .route({
      method: 'PUT',
      path: '/sequences/{sequenceId}',
      tags,
      summary: 'Add or change a flow; people in it keep the version with which they started',
    })
    .input(z.object({ ...key, sequence: sequenceInput, basedOn: version }))
    .output(z.object({ sequenceId: id, version }))
    .errors({
      FLOW_CHANGED: { status: 409, message: 'This flow was changed elsewhere. Reload the page to see it.' },
      TOO_MANY_FLOWS: { status: 409, message: `You can have up to ${MOST_SEQUENCES} flows. Delete some first.` },
      STEP_GONE: {
        status: 409,
        message: 'A form, program or meal plan of a step is gone or archived. Choose another one.',
        data: z.object({ stepId: id }),
      },
    }),
  deleteSequence: procedure(ofPlan)
    .route({
      method: 'DELETE',
      path: '/sequences/{sequenceId}',
      tags,
      summary: 'Delete a flow and end it for the people in it; its history stays',
    })
    .input(z.object(key))
    .output(z.object({ sequenceId: id })),
  previewSequence: procedure(ofPlan)
    .route({
      method: 'GET',
      path: '/sequences/preview',
      tags,
      summary: 'List the people that a trigger would have added to a flow in the past days',
    })
    .input(
      z.object({
        coachId: id,
        on: z.enum(sequenceTrigger.options.map(({ shape }) => shape.on.value) as [SequenceTrigger['on']]),
        days: optionalDays,
        status: status.optional(),
      }),
    )
    .output(sequencePreview),
  testSequence: procedure(writing)
    .route({
      method: 'POST',
      path: '/sequences/{sequenceId}/test',
      tags,
      summary: 'Mail the texts of a flow to the calling coach, marked as a test; nothing else happens',
    })
    .input(z.object(key))
    .output(z.object({ mails: z.int() })),
  listCandidates: procedure(ofPlan)
    .route({
      method: 'GET',
      path: '/sequences/{sequenceId}/candidates',
      tags,
      summary: 'List people that the coach can add to a flow, by name',
    })
    .input(z.object({ ...key, q: z.string().trim().max(120).optional() }))
    .output(z.object({ people: z.array(z.object(person)) })),
  startSequence: procedure(writing)
    .route({ method: 'POST', path: '/sequences/{sequenceId}/runs', tags, summary: 'Add people to a flow by hand' })
    .input(
      z.object({
        ...key,
        personIds: z.array(id).min(1).max(MOST_ADDED).refine(hasNoRepeats, 'Please choose each person once'),
      }),
    )
    .output(z.object({ started: z.int(), skipped: z.int() }))
    .errors({ FLOW_OFF: { status: 409, message: 'This flow is off. Turn it on first.' } }),
  listSequenceRuns: procedure(ofPlan)
    .route({
      method: 'GET',
      path: '/sequences/{sequenceId}/runs',
      tags,
      summary: 'List the people in a flow and those who left it, the latest first',
    })
    .input(z.object({ ...key, show: z.enum(['open', 'ended']), cursor: timeCursor }))
    .output(z.object({ runs: z.array(sequenceRun), nextCursor: z.string().nullable() })),
  getSequenceRun: procedure(ofPlan)
    .route({
      method: 'GET',
      path: '/sequence_runs/{runId}',
      tags,
      summary: 'Get the history of a person in a flow, and the next steps',
    })
    .input(z.object({ coachId: id, runId: id }))
    .output(sequenceRunDetail),
  changeSequenceRun: procedure(ofPlan)
    .route({
      method: 'PUT',
      path: '/sequence_runs/{runId}',
      tags,
      summary: 'Pause, resume or end a flow for a person, skip its next step, or move it to the latest version',
    })
    .input(z.object({ coachId: id, runId: id, action: z.enum(RUN_ACTIONS) }))
    .output(sequenceRunDetail),
  updateSequenceRuns: procedure(ofPlan)
    .route({
      method: 'POST',
      path: '/sequences/{sequenceId}/update_runs',
      tags,
      summary: 'Move all people in a flow to its latest version',
    })
    .input(z.object(key))
    .output(z.object({ moved: z.int() })),
  completeSequenceTask: procedure(ofPlan)
    .route({
      method: 'PUT',
      path: '/sequence_tasks/{taskId}',
      tags,
      summary: 'Mark a task of a flow as done, or as open',
    })
    .input(z.object({ coachId: id, taskId: id, done: z.boolean() }))
    .output(z.object({ taskId: id, done: z.boolean() })),
  listClientSequences: procedure(ofPlan)
    .route({
      method: 'GET',
      path: '/clients/{clientId}/sequences',
      tags,
      summary: 'List the flows that a client is in',
    })
    .input(z.object({ coachId: id, clientId: id }))
    .output(z.object({ runs: z.array(sequenceRun) })),
};
