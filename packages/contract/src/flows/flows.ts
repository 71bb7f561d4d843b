import { z } from 'zod';
import { procedure } from '../errors.ts';
import { day, id, instant, line, text, timeCursor, version } from '../fields.ts';
import {
  FLOW_TEXT_MAX,
  HOLD_OUT,
  MOST_FLOWS,
  MOST_STEPS,
  OUTCOMES,
  QUIET_HOURS,
  RUN_STATES,
  SILENCES,
  SILENT_DAYS,
  STOP_REASONS,
  stepsProblem,
  textProblem,
  WAIT_DAYS,
  WIDEST_QUIET,
} from './flows.rules.ts';

const DAYS = `Please choose ${SILENT_DAYS.least} to ${SILENT_DAYS.most} days`;
const silentDays = z.number(DAYS).int(DAYS).min(SILENT_DAYS.least, DAYS).max(SILENT_DAYS.most, DAYS);
const WAIT = `Please choose ${WAIT_DAYS.least} to ${WAIT_DAYS.most} days`;
const silence = z.enum(SILENCES);

/** A silence of the client that lasts so many days. */
const trigger = z.object({ of: silence, days: silentDays });

export const flowStep = z.discriminatedUnion('kind', [
  z.object({
    id,
    kind: z.literal('message'),
    text: text(FLOW_TEXT_MAX)
      .min(1, 'Please write something')
      .superRefine((value, context) => {
        const problem = textProblem(value);
        if (problem) context.addIssue({ code: 'custom', message: problem });
      }),
  }),
  z.object({
    id,
    kind: z.literal('wait'),
    days: z.number(WAIT).int(WAIT).min(WAIT_DAYS.least, WAIT).max(WAIT_DAYS.most, WAIT),
  }),
  /** Ends the run unless the client has been silent in this way for so many days. */
  z.object({ id, kind: z.literal('condition'), of: silence, days: silentDays }),
]);
export type FlowStep = z.infer<typeof flowStep>;
export type FlowTrigger = z.infer<typeof trigger>;

const NIGHT = 'Nothing is sent between 9 pm and 8 am. Please choose a longer night, or this one.';
const SHARE = `Please choose 0, or ${HOLD_OUT.least} to ${HOLD_OUT.most} percent`;

export const flowInput = z.object({
  name: line(80, 'Please enter a name'),
  trigger,
  steps: z
    .array(flowStep)
    .min(1, 'Please add a message')
    .max(MOST_STEPS, `A rule can have up to ${MOST_STEPS} steps`)
    .superRefine((steps, context) => {
      const problem = stepsProblem(steps);
      if (problem) context.addIssue({ code: 'custom', message: problem });
    }),
  /** Hours of the client's day. */
  quiet: z.object({
    from: z.int().min(WIDEST_QUIET.from, NIGHT).max(QUIET_HOURS.from, NIGHT),
    until: z.int().min(QUIET_HOURS.until, NIGHT).max(WIDEST_QUIET.until, NIGHT),
  }),
  /** Percent of clients who get nothing, to compare. */
  holdOut: z
    .int(SHARE)
    .min(0, SHARE)
    .max(HOLD_OUT.most, SHARE)
    .refine((percent) => percent === 0 || percent >= HOLD_OUT.least, SHARE),
  isOn: z.boolean(),
});
export type FlowInput = z.infer<typeof flowInput>;

/** Clients whose outcome is known, and how many of them came back. */
const counted = z.object({ known: z.int(), back: z.int() });

export const flow = flowInput.extend({
  id,
  version,
  /** Runs that wait for their next step. */
  open: z.int(),
  messages: z.int(),
  reached: counted,
  heldOut: counted,
});
export type Flow = z.infer<typeof flow>;

const listedClient = z.object({ clientId: id, name: z.string() });

export const flowPreview = z.object({
  today: day,
  /** Days on which the rule would have started in the past weeks, newest first. */
  past: z.array(listedClient.extend({ day })),
  /** Clients that start it now. */
  now: z.array(listedClient.extend({ days: z.int() })),
  /** Clients who can get automatic messages, by name, with the days of their silence. Null for what they never did. */
  clients: z.array(listedClient.extend({ days: z.int().nullable() })),
  coachName: z.string(),
});
export type FlowPreview = z.infer<typeof flowPreview>;

export const flowRun = listedClient.extend({
  id,
  flowName: z.string(),
  state: z.enum(RUN_STATES),
  stopped: z.enum(STOP_REASONS).nullable(),
  outcome: z.enum(OUTCOMES).nullable(),
  startedAt: instant,
  /** When the next step is due; null for a run that has ended. */
  dueAt: instant.nullable(),
  /** Times of its messages, the first one first. */
  sentAt: z.array(instant),
});
export type FlowRun = z.infer<typeof flowRun>;

export const ownAutomatic = z.object({
  /** When the client stopped automatic messages; null while they may come. */
  stoppedAt: instant.nullable(),
});
export type OwnAutomatic = z.infer<typeof ownAutomatic>;

const tags = ['flows'];
const flowKey = { coachId: id, flowId: id };
const ofPlan = { allow: 'coach', plan: 'retention_tracking' } as const;

export const flows = {
  listFlows: procedure(ofPlan)
    .route({
      method: 'GET',
      path: '/flows',
      tags,
      summary: 'List the rules of automatic messages to silent clients, with their outcomes',
    })
    .input(z.object({ coachId: id }))
    .output(z.object({ flows: z.array(flow) })),
  saveFlow: procedure(ofPlan)
    .route({
      method: 'PUT',
      path: '/flows/{flowId}',
      tags,
      summary: 'Add or change a rule of automatic messages; repeating changes nothing',
    })
    .input(z.object({ ...flowKey, flow: flowInput, basedOn: version }))
    .output(z.object({ flowId: id, version }))
    .errors({
      FLOW_CHANGED: { status: 409, message: 'This rule was changed elsewhere. Reload the page to see it.' },
      TOO_MANY_FLOWS: { status: 409, message: `You can have up to ${MOST_FLOWS} rules. Delete some first.` },
    }),
  deleteFlow: procedure(ofPlan)
    .route({
      method: 'DELETE',
      path: '/flows/{flowId}',
      tags,
      summary: 'Delete a rule and stop its open runs; its history stays',
    })
    .input(z.object(flowKey))
    .output(z.object({ flowId: id })),
  previewFlow: procedure(ofPlan)
    .route({
      method: 'GET',
      path: '/flows/preview',
      tags,
      summary: 'Get when a rule would have started in the past weeks, and with which clients',
    })
    .input(
      z.object({
        coachId: id,
        of: silence,
        days: z.coerce.number(DAYS).int(DAYS).min(SILENT_DAYS.least, DAYS).max(SILENT_DAYS.most, DAYS),
      }),
    )
    .output(flowPreview),
  listFlowRuns: procedure(ofPlan)
    .route({
      method: 'GET',
      path: '/flow_runs',
      tags,
      summary: 'List what rules did with clients, newest first',
    })
    .input(z.object({ coachId: id, cursor: timeCursor }))
    .output(z.object({ runs: z.array(flowRun), nextCursor: z.string().nullable() })),
  getOwnAutomatic: procedure({ allow: 'client' })
    .route({
      method: 'GET',
      path: '/automatic_messages/own',
      tags,
      summary: 'Get whether the calling client has stopped automatic messages',
    })
    .output(ownAutomatic),
  setOwnAutomatic: procedure({ allow: 'client' })
    .route({
      method: 'PUT',
      path: '/automatic_messages/own',
      tags,
      summary: 'Stop automatic messages to the caller, or allow them; repeating changes nothing',
    })
    .input(z.object({ stopped: z.boolean() }))
    .output(ownAutomatic),
};
