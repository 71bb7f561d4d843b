import { z } from 'zod';
import { COACH_PLAN_FULL } from '../billing/billing.rules.ts';
import { procedure } from '../errors.ts';
import { several } from '../exercises/exercises.ts';
import { computedDay, day, hasNoRepeats, id, instant } from '../fields.ts';
import { key } from '../programs/programs.workout.rules.ts';
import {
  ADJUSTMENT_KINDS,
  ADJUSTMENT_STATUSES,
  CHOSEN_KINDS,
  GUARDRAIL_MINUTES,
  SMALL_KINDS,
} from './adjustments.rules.ts';
import { ADJUSTERS } from './adjustments.wording.rules.ts';

export const guardrails = z.object({
  kinds: several(CHOSEN_KINDS),
  automatic: several(SMALL_KINDS),
  /** 1 for Monday. */
  freeWeekdays: z
    .array(z.int().min(1).max(7))
    .max(7)
    .refine((days) => hasNoRepeats(days.map(String))),
  maxMinutes: z
    .int('Please enter whole minutes')
    .min(GUARDRAIL_MINUTES.min, `Please enter ${GUARDRAIL_MINUTES.min} minutes or more`)
    .max(GUARDRAIL_MINUTES.max, `Please enter ${GUARDRAIL_MINUTES.max} minutes or less`)
    .nullable(),
  manualAfterPain: z.boolean(),
  clientMoves: z.boolean(),
});

/** A proposed or made change of a client's coming days. */
export const adjustment = z.object({
  id,
  clientId: id,
  clientProgramId: id,
  kind: z.enum(ADJUSTMENT_KINDS),
  status: z.enum(ADJUSTMENT_STATUSES),
  reason: z.string(),
  /** The difference in sentences. */
  lines: z.array(z.string()),
  /** Names of days that wait until the coach has decided. */
  held: z.array(z.string()),
  /** Rises with each new version of the proposal, so that a coach approves what they have read. */
  revision: z.int(),
  /** The side that made the change; null while it is open. */
  by: z.enum(ADJUSTERS).nullable(),
  at: instant,
  /** The change is of days that have not started, and nothing has changed them since. */
  canUndo: z.boolean(),
  /** It changes exercises, so it can be edited as a draft of the program. */
  canEdit: z.boolean(),
  /** Of an open move of one day: its new date, and those that the coach can choose instead. */
  move: z.object({ to: computedDay, dates: z.array(computedDay) }).nullable(),
});
export type Adjustment = z.infer<typeof adjustment>;

const adjustmentKey = { coachId: id, adjustmentId: id };
const DRAFT_EXISTS = {
  status: 409,
  message: 'This program has changes that are not published yet. Publish or discard them first.',
};
const clientKey = { coachId: id, clientId: id };
const CHANGED = {
  status: 409,
  message: 'The program or the day has changed since, so this is no longer possible.',
};

export const adjustments = {
  getClientAdjustments: procedure({ allow: 'coach' })
    .route({
      method: 'GET',
      path: '/clients/{clientId}/adjustments',
      tags: ['adjustments'],
      summary: 'List the open proposals for a client and the latest changes',
    })
    .input(z.object(clientKey))
    .output(
      z.object({
        adjustments: z.array(adjustment),
        guardrails,
        /** The guardrails are those of this client alone. */
        isException: z.boolean(),
      }),
    ),
  approveAdjustment: procedure({ allow: 'coach' })
    .route({
      method: 'POST',
      path: '/adjustments/{adjustmentId}/approve',
      tags: ['adjustments'],
      summary: 'Apply a proposal, or get its new version when the program has changed; repeating changes nothing',
    })
    .input(
      z.object({
        ...adjustmentKey,
        revision: z.int().min(1).max(1_000_000),
        /** Another date for a day that moves alone. */
        to: day.optional(),
      }),
    )
    .output(adjustment)
    .errors({ DRAFT_EXISTS }),
  dismissAdjustment: procedure({ allow: 'coach' })
    .route({
      method: 'POST',
      path: '/adjustments/{adjustmentId}/dismiss',
      tags: ['adjustments'],
      summary: 'Dismiss a proposal; repeating changes nothing',
    })
    .input(z.object(adjustmentKey))
    .output(adjustment)
    .errors({ ADJUSTMENT_CHANGED: CHANGED }),
  undoAdjustment: procedure({ allow: 'coach' })
    .route({
      method: 'POST',
      path: '/adjustments/{adjustmentId}/undo',
      tags: ['adjustments'],
      summary: 'Undo a change until its days have started; repeating changes nothing',
    })
    .input(z.object(adjustmentKey))
    .output(adjustment)
    .errors({ ADJUSTMENT_CHANGED: CHANGED, DRAFT_EXISTS }),
  draftAdjustment: procedure({ allow: 'coach' })
    .route({
      method: 'POST',
      path: '/adjustments/{adjustmentId}/draft',
      tags: ['adjustments'],
      summary: 'Save a proposal as the draft of the client’s program; repeating changes nothing',
    })
    .input(z.object(adjustmentKey))
    .output(adjustment)
    .errors({
      ADJUSTMENT_CHANGED: CHANGED,
      DRAFT_EXISTS,
    }),

  getGuardrails: procedure({ allow: 'coach', whileViewing: true })
    .route({
      method: 'GET',
      path: '/adjustment_guardrails',
      tags: ['adjustments'],
      summary: 'Get what may be proposed for the clients of a coach, and what may happen automatically',
    })
    .input(z.object({ coachId: id }))
    .output(z.object({ guardrails })),
  saveGuardrails: procedure({ allow: 'coach' })
    .route({
      method: 'PATCH',
      path: '/adjustment_guardrails',
      tags: ['adjustments'],
      summary: 'Change what may be proposed for the clients of a coach; repeating changes nothing',
    })
    .input(z.object({ coachId: id, guardrails }))
    .output(z.object({ guardrails })),
  saveClientGuardrails: procedure({ allow: 'coach' })
    .route({
      method: 'PATCH',
      path: '/clients/{clientId}/adjustment_guardrails',
      tags: ['adjustments'],
      summary: 'Set the guardrails of one client, or null for those of the coach; repeating changes nothing',
    })
    .input(z.object({ ...clientKey, guardrails: guardrails.nullable() }))
    .output(z.object({ guardrails, isException: z.boolean() })),

  getOwnAdjustments: procedure({ allow: 'client' })
    .route({
      method: 'GET',
      path: '/adjustments/own',
      tags: ['adjustments'],
      summary: 'Get what changed in the coming days of the caller, and missed days that can be done today',
    })
    .output(
      z.object({
        notes: z.array(
          z.object({
            clientProgramId: id,
            dayKey: key,
            /** Date for which the note holds; null for any. */
            day: computedDay.nullable(),
            text: z.string(),
            /** The day waits for the coach. */
            held: z.boolean(),
          }),
        ),
        today: z.array(z.object({ clientProgramId: id, dayKey: key })),
      }),
    ),
  moveOwnWorkout: procedure({ allow: 'client', sends: true })
    .route({
      method: 'POST',
      path: '/adjustments/own/today',
      tags: ['adjustments'],
      summary: 'Move a missed day of the caller to today if the guardrails allow it; repeating changes nothing',
    })
    .input(z.object({ clientProgramId: id, dayKey: key }))
    /** The new date; null where it cannot be today. */
    .output(z.object({ day: computedDay.nullable() }))
    .errors({ COACH_PLAN_FULL: { status: 403, message: COACH_PLAN_FULL } }),
};
