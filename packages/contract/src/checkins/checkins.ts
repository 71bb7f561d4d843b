import { z } from 'zod';
import { COACH_PLAN_FULL } from '../billing/billing.rules.ts';
import { procedure } from '../errors.ts';
import { bulkClientIds, bulkResults, computedDay, day, id, instant, line, text } from '../fields.ts';
import { MESSAGE_MAX } from '../messages/messages.rules.ts';
import {
  answeredCheckIn,
  answers,
  checkIn,
  checkInDraft,
  form,
  formAnswers,
  reportedWorkouts,
  unreviewedCheckIn,
} from './checkins.answers.rules.ts';
import { question, questions } from './checkins.questions.rules.ts';

/** `savedAt` of the draft that the device edited, null for none. Omitted, the server skips the conflict check. */
const basedOn = instant.nullable().optional();
const DRAFT_NEWER = {
  status: 409,
  message: 'You saved a newer draft on another device.',
  data: z.object({ draft: checkInDraft }),
};
/** Coach of the check-in; a relationship with another coach answers NOT_FOUND. Defaults to the current coach. */
const optionalCoachId = id.optional();
export const sentDraft = checkInDraft.omit({ savedAt: true }).extend({ basedOn, coachId: optionalCoachId });
const SENT_BEFORE = { status: 409, message: 'You already sent this check-in from another device.' };

export const checkInStatus = z.object({
  state: z.enum(['upcoming', 'due', 'overdue', 'done', 'paused']),
  dueDay: computedDay,
  nextDay: computedDay.nullable(),
  missed: z.int(),
});

const ANSWERS_INVALID = {
  status: 422,
  message: 'Some answers need another look.',
  data: z.object({ problems: z.record(z.string(), z.string()) }),
};

export const template = z.object({
  id,
  name: z.string(),
  archived: z.boolean(),
  /** Used for clients without an assigned form. */
  isDefault: z.boolean(),
  version: z.int(),
  questions: z.array(question),
  /** Number of current clients with this form. */
  clients: z.int(),
});
export type Template = z.infer<typeof template>;

const weekday = z.int().min(1).max(7);
/** On the same weekdays each week, or after a number of days. */
export const checkInRhythm = z.union([
  z.object({ weekdays: z.array(weekday).min(1, 'Please choose a day').max(7) }),
  z.object({ days: z.int('Please enter a number of days').min(1, 'At least 1 day').max(365, 'At most 365 days') }),
]);
/** Schedule of a client's check-ins. */
export const scheduleInput = z.object({
  firstDay: day,
  every: checkInRhythm,
  zone: z.enum(['coach', 'client']),
});
export type ScheduleInput = z.infer<typeof scheduleInput>;
/** Schedule with the form; null for the coach's default form. */
export const checkInPlanInput = scheduleInput.extend({ templateId: id.nullable() });
export type CheckInPlanInput = z.infer<typeof checkInPlanInput>;

const coachKey = { coachId: id };
const clientKey = { coachId: id, clientId: id };

const quickReplies = z.array(line(400)).max(20, 'Please keep at most 20');

export const checkins = {
  getCheckInForm: procedure({ allow: 'client' })
    .route({
      method: 'GET',
      path: '/check_ins/form',
      tags: ['checkins'],
      summary: 'Get the form, schedule and draft of the calling client',
    })
    .output(
      z.object({
        coachName: z.string(),
        today: day,
        status: checkInStatus,
        last: checkIn.nullable(),
        form,
        /** Latest draft from any device. */
        draft: checkInDraft.nullable(),
        workouts: reportedWorkouts,
        /** The coach's plan does not cover this client, so the server would refuse a check-in. */
        readOnly: z.boolean(),
      }),
    ),
  submitCheckIn: procedure({ allow: 'client', sends: true })
    .route({
      method: 'POST',
      path: '/check_ins',
      tags: ['checkins'],
      summary: 'Submit a check-in; repeating the id changes nothing',
    })
    .input(z.object({ id, ...formAnswers, basedOn, coachId: optionalCoachId }))
    .output(checkIn)
    .errors({ COACH_PLAN_FULL: { status: 403, message: COACH_PLAN_FULL }, ANSWERS_INVALID, DRAFT_NEWER, SENT_BEFORE }),
  correctCheckIn: procedure({ allow: 'client', sends: true })
    .route({
      method: 'PATCH',
      path: '/check_ins/{id}',
      tags: ['checkins'],
      summary: 'Correct a check-in of the caller until the coach replies; repeating changes nothing',
    })
    .input(z.object({ id, answers }))
    .output(checkIn)
    .errors({
      COACH_PLAN_FULL: { status: 403, message: COACH_PLAN_FULL },
      ANSWERS_INVALID,
      REPLIED: {
        status: 409,
        message: 'Your coach has replied, so this check-in stays as it is. Write a message instead.',
      },
    }),
  saveCheckInDraft: procedure({ allow: 'client', sends: true })
    .route({
      method: 'POST',
      path: '/check_ins/draft',
      tags: ['checkins'],
      summary: 'Save a draft for all devices; without `basedOn` the last save wins',
    })
    .input(sentDraft)
    .output(z.object({ savedAt: instant }))
    .errors({ DRAFT_NEWER }),
  listOwnDrafts: procedure({ allow: 'person' })
    .route({
      method: 'GET',
      path: '/check_ins/drafts',
      tags: ['checkins'],
      summary: 'List the drafts of the caller for all coaches, each with its form',
    })
    .output(
      z.object({
        drafts: z.array(checkInDraft.extend({ coachId: id, coachName: z.string(), form: form.nullable() })),
      }),
    ),
  deleteCheckInDraft: procedure({ allow: 'person' })
    .route({
      method: 'DELETE',
      path: '/check_in_drafts/{draftId}',
      tags: ['checkins'],
      summary: 'Delete a draft of the caller; repeating changes nothing',
    })
    .input(z.object({ draftId: id }))
    .output(z.object({ draftId: id })),
  listOwnCheckIns: procedure({ allow: 'client' })
    .route({
      method: 'GET',
      path: '/check_ins/own',
      tags: ['checkins'],
      summary: 'List the check-ins of the calling client with replies, newest first',
    })
    .output(
      z.object({
        /** At most sixty. */
        checkIns: z.array(
          answeredCheckIn.extend({
            /** Whether the client can still correct it. */
            editable: z.boolean(),
          }),
        ),
        forms: z.array(form),
        today: day,
      }),
    ),
  listCheckIns: procedure({ allow: 'coach' })
    .route({
      method: 'GET',
      path: '/check_ins',
      tags: ['checkins'],
      summary: 'List the check-ins of a client, newest first',
    })
    .input(z.object(clientKey))
    .output(z.object({ checkIns: z.array(answeredCheckIn), forms: z.array(form) })),
  getClientCheckInForm: procedure({ allow: 'coach' })
    .route({
      method: 'GET',
      path: '/clients/{clientId}/check_in_form',
      tags: ['checkins'],
      summary: 'Get the form of a client, for a coach who logs a check-in',
    })
    .input(z.object(clientKey))
    .output(z.object({ clientName: z.string(), open: z.boolean(), today: day, lastDay: day.nullable(), form })),
  logCheckIn: procedure({ allow: 'coach' })
    .route({
      method: 'POST',
      path: '/clients/{clientId}/check_ins',
      tags: ['checkins'],
      summary: 'Log a check-in for a client; repeating the id changes nothing',
    })
    .input(z.object({ ...clientKey, id, day, ...formAnswers }))
    .output(checkIn)
    .errors({
      ANSWERS_INVALID,
      DAY_AHEAD: { status: 422, message: 'Please choose today or an earlier date.' },
      NOT_A_CLIENT: { status: 409, message: 'Check-ins can be logged for current clients only.' },
    }),
  listDueClients: procedure({ allow: 'coach' })
    .route({
      method: 'GET',
      path: '/check_ins/due',
      tags: ['checkins'],
      summary: 'List the current clients, those with due and overdue check-ins first',
    })
    .input(
      z.object({
        ...coachKey,
        q: z
          .string()
          .trim()
          .max(120)
          .regex(/^\P{Cc}*$/u)
          .default(''),
      }),
    )
    .output(
      z.object({
        clients: z.array(z.object({ clientId: id, fullName: z.string(), status: checkInStatus.nullable() })),
      }),
    ),
  listTemplates: procedure({ allow: 'coach', whileViewing: true })
    .route({ method: 'GET', path: '/check_in_templates', tags: ['checkins'], summary: 'List the forms of the coach' })
    .input(z.object(coachKey))
    .output(z.object({ templates: z.array(template) })),
  saveTemplate: procedure({ allow: 'coach' })
    .route({
      method: 'POST',
      path: '/check_in_templates/{templateId}',
      tags: ['checkins'],
      summary: 'Create a form, or its next version; repeating changes nothing',
    })
    .input(
      z.object({
        ...coachKey,
        templateId: id,
        name: line(80),
        questions,
        /** Version that the coach edited; 0 for a new form. */
        basedOn: z.int().min(0).max(1_000_000),
      }),
    )
    .output(template)
    .errors({
      TEMPLATE_CHANGED: { status: 409, message: 'This form was changed elsewhere. Reload to see the latest version.' },
      TOO_MANY_TEMPLATES: { status: 409, message: 'You have 100 forms. Change one of them instead.' },
    }),
  updateTemplate: procedure({ allow: 'coach' })
    .route({
      method: 'PATCH',
      path: '/check_in_templates/{templateId}',
      tags: ['checkins'],
      summary: 'Archive or restore a form, or make it the default',
    })
    .input(
      z.object({ ...coachKey, templateId: id, archived: z.boolean().optional(), isDefault: z.boolean().optional() }),
    )
    .output(template)
    .errors({ TEMPLATE_ARCHIVED: { status: 409, message: 'This form is archived. Restore it first.' } }),
  getCheckInPlan: procedure({ allow: 'coach' })
    .route({
      method: 'GET',
      path: '/clients/{clientId}/check_in_plan',
      tags: ['checkins'],
      summary: 'Get the check-in schedule and form of a client, with their adherence',
    })
    .input(z.object(clientKey))
    .output(
      z.object({
        /** Null until the client accepts. */
        schedule: scheduleInput.extend({ timeZone: z.string() }).nullable(),
        clientZone: z.string().nullable(),
        templateId: id.nullable(),
        templates: z.array(z.object({ id, name: z.string(), isDefault: z.boolean(), archived: z.boolean() })),
        status: checkInStatus.nullable(),
        adherence: z.object({ done: z.int(), expected: z.int() }),
      }),
    ),
  setCheckInPlan: procedure({ allow: 'coach' })
    .route({
      method: 'PATCH',
      path: '/clients/{clientId}/check_in_plan',
      tags: ['checkins'],
      summary: 'Set the check-in schedule and form of a client',
    })
    .input(checkInPlanInput.extend(clientKey))
    .output(z.object({ clientId: id }))
    .errors({ NOT_A_CLIENT: { status: 409, message: 'The schedule can be changed once the client has accepted.' } }),
  assignForm: procedure({ allow: 'coach' })
    .route({
      method: 'PATCH',
      path: '/check_in_plans',
      tags: ['checkins'],
      summary: 'Set the form of several current clients; repeating changes nothing',
    })
    .input(z.object({ ...coachKey, clientIds: bulkClientIds, templateId: id.nullable() }))
    .output(bulkResults),
  listCheckInsToReview: procedure({ allow: 'coach' })
    .route({
      method: 'GET',
      path: '/check_ins/unreviewed',
      tags: ['checkins'],
      summary: 'List the check-ins without a review, oldest first',
    })
    .input(z.object(coachKey))
    .output(
      z.object({
        /** At most 100. */
        checkIns: z.array(unreviewedCheckIn),
        total: z.int(),
        quickReplies,
        /** Median hours from check-in to review over the last 30 days; null without reviews. */
        medianHours: z.number().nullable(),
      }),
    ),
  getReview: procedure({ allow: 'coach' })
    .route({
      method: 'GET',
      path: '/check_ins/{checkInId}/review',
      tags: ['checkins'],
      summary: 'Get a check-in with earlier ones to compare',
    })
    .input(z.object({ ...coachKey, checkInId: id }))
    .output(
      z.object({
        checkIn: answeredCheckIn,
        clientName: z.string(),
        goal: z.string().nullable(),
        today: day,
        /** Whether the coach can send a reply. */
        open: z.boolean(),
        /** Up to twelve earlier check-ins, newest first. */
        earlier: z.array(answeredCheckIn),
        /** Forms of this check-in and the earlier ones. */
        forms: z.array(form),
        /** Oldest first, up to this check-in. */
        weights: z.array(z.object({ day, weightKg: z.number() })),
        workouts: reportedWorkouts,
      }),
    ),
  reviewCheckIn: procedure({ allow: 'coach' })
    .route({
      method: 'POST',
      path: '/check_ins/{checkInId}/review',
      tags: ['checkins'],
      summary: 'Review a check-in, with or without a reply; repeating changes nothing',
    })
    .input(
      z.object({
        ...coachKey,
        checkInId: id,
        reply: z.object({ id, body: text(MESSAGE_MAX).min(1, 'Please write something') }).nullable(),
      }),
    )
    .output(z.object({ id, reviewedAt: instant }))
    .errors({ CONVERSATION_CLOSED: { status: 409, message: 'You no longer coach this client, so nothing was sent.' } }),
  saveQuickReplies: procedure({ allow: 'coach' })
    .route({
      method: 'POST',
      path: '/check_ins/quick_replies',
      tags: ['checkins'],
      summary: 'Save the quick replies of the coach',
    })
    .input(z.object({ ...coachKey, quickReplies }))
    .output(z.object({ quickReplies })),
};
