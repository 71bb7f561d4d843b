import { z } from 'zod';
import { COACH_PLAN_FULL } from './billing.rules.ts';
import { FORM_LIMITS, MEASUREMENT_SITES, PHOTO_SLOTS } from './checkins.forms.rules.ts';
import { question, questionId, questions } from './checkins.questions.rules.ts';
import { procedure } from './errors.ts';
import { day, id, instant, line, text } from './fields.ts';
import { MESSAGE_MAX } from './messages.rules.ts';

/** Of a shape that can be an answer at all; `checkAnswers` holds it against its questions. */
const answers = z.record(
  questionId,
  z.union([
    z.number(),
    text(FORM_LIMITS.longText),
    z.array(z.string().max(200)).max(FORM_LIMITS.options),
    z.array(z.object({ slot: z.enum(PHOTO_SLOTS), fileId: id })).max(PHOTO_SLOTS.length),
    z.partialRecord(z.enum(MEASUREMENT_SITES), z.number()),
  ]),
);

/** The exact questions of one version; the built-in form has no template, and version 0. */
export const form = z.object({
  templateId: id.nullable(),
  version: z.int(),
  name: z.string(),
  questions: z.array(question),
});

/** Which form is answered, and how. */
const answered = { templateId: id.nullable(), version: z.int().min(0).max(1_000_000), answers };

export const checkIn = z.object({
  id,
  clientId: id,
  /** In the zone of the client's schedule. */
  day,
  submittedAt: instant,
  /** Logged by the coach for the client. */
  byCoach: z.boolean(),
  reviewedAt: instant.nullable(),
  weightKg: z.number().nullable(),
  ...answered,
});
export type CheckIn = z.infer<typeof checkIn>;

/** What somebody has begun to answer, with the id that the check-in will have. */
export const checkInDraft = z.object({
  id,
  ...answered,
  answers: answers.refine((given) => Object.keys(given).length <= FORM_LIMITS.questions, 'These are too many answers'),
  savedAt: instant,
});
export type CheckInDraft = z.infer<typeof checkInDraft>;

/** `savedAt` of the draft that a device went on from, null for none. Without it nobody asks what came from another one. */
const basedOn = instant.nullable().optional();
const DRAFT_NEWER = {
  status: 409,
  message: 'You wrote more on another device.',
  data: z.object({ draft: checkInDraft }),
};
/** Whom it was written for: in a relationship with anybody else it is not found. Without it, whoever is the coach now. */
const writtenFor = id.optional();
const SENT_BEFORE = { status: 409, message: 'You have sent this check-in from another device.' };

export const checkInStatus = z.object({
  state: z.enum(['upcoming', 'due', 'overdue', 'done', 'paused']),
  dueDay: day,
  nextDay: day.nullable(),
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
  /** Asked of clients who have no form of their own. */
  isDefault: z.boolean(),
  version: z.int(),
  questions: z.array(question),
  /** How many current clients have this one chosen for them. */
  clients: z.int(),
});
export type Template = z.infer<typeof template>;

const weekday = z.int().min(1).max(7);
/** When a client is asked. */
export const scheduleInput = z.object({
  firstDay: day,
  every: z.union([
    z.object({ weekdays: z.array(weekday).min(1, 'Please choose a day').max(7) }),
    z.object({ days: z.int('Please enter a number of days').min(1, 'At least 1 day').max(365, 'At most 365 days') }),
  ]),
  zone: z.enum(['coach', 'client']),
});
export type ScheduleInput = z.infer<typeof scheduleInput>;
/** The schedule with the form; null for the coach's default form. */
export const checkInPlanInput = scheduleInput.extend({ templateId: id.nullable() });
export type CheckInPlanInput = z.infer<typeof checkInPlanInput>;

const ofCoach = { coachId: id };
const ofClient = { coachId: id, clientId: id };

export const quickReplies = z.array(line(400)).max(20, 'Please keep at most 20');

export const checkins = {
  getCheckInForm: procedure
    .route({
      method: 'GET',
      path: '/check_ins/form',
      tags: ['checkins'],
      summary: 'What the client is asked, and when',
    })
    .output(
      z.object({
        coachName: z.string(),
        today: day,
        status: checkInStatus,
        last: checkIn.nullable(),
        form,
        /** Begun and not sent, as it was last saved from any device. */
        draft: checkInDraft.nullable(),
        /** The coach's plan does not cover this client, whose check-in would be refused. */
        readOnly: z.boolean(),
      }),
    ),
  submitCheckIn: procedure
    .route({
      method: 'POST',
      path: '/check_ins',
      tags: ['checkins'],
      summary: 'Submit a check-in; repeating the id is harmless',
    })
    .input(z.object({ id, ...answered, basedOn, coachId: writtenFor }))
    .output(checkIn)
    .errors({ COACH_PLAN_FULL: { status: 403, message: COACH_PLAN_FULL }, ANSWERS_INVALID, DRAFT_NEWER, SENT_BEFORE }),
  saveCheckInDraft: procedure
    .route({
      method: 'POST',
      path: '/check_ins/draft',
      tags: ['checkins'],
      summary: 'Keep what is answered so far, for another device; without basedOn the last one to save wins',
    })
    .input(checkInDraft.omit({ savedAt: true }).extend({ basedOn, coachId: writtenFor }))
    .output(z.object({ savedAt: instant }))
    .errors({ DRAFT_NEWER }),
  listOwnDrafts: procedure
    .route({
      method: 'GET',
      path: '/check_ins/drafts',
      tags: ['checkins'],
      summary: 'What the caller has begun and not sent, for every coach they ever had, as it was asked',
    })
    .output(
      z.object({
        drafts: z.array(checkInDraft.extend({ coachId: id, coachName: z.string(), form: form.nullable() })),
      }),
    ),
  deleteCheckInDraft: procedure
    .route({
      method: 'DELETE',
      path: '/check_ins/drafts/{draftId}',
      tags: ['checkins'],
      summary: 'Delete what the caller has begun; repeating it is harmless',
    })
    .input(z.object({ draftId: id }))
    .output(z.object({ draftId: id })),
  listOwnCheckIns: procedure
    .route({
      method: 'GET',
      path: '/check_ins/own',
      tags: ['checkins'],
      summary: 'The check-ins of the client, newest first, with what the coach replied',
    })
    .output(
      z.object({
        /** At most sixty. */
        checkIns: z.array(checkIn.extend({ reply: z.object({ body: z.string(), at: instant }).nullable() })),
        forms: z.array(form),
        today: day,
      }),
    ),
  listCheckIns: procedure
    .route({ method: 'GET', path: '/check_ins', tags: ['checkins'], summary: 'Check-ins of one client, newest first' })
    .input(z.object(ofClient))
    .output(z.object({ checkIns: z.array(checkIn), forms: z.array(form) })),
  getClientCheckInForm: procedure
    .route({
      method: 'GET',
      path: '/clients/{clientId}/check_in_form',
      tags: ['checkins'],
      summary: 'What a client is asked, for the coach who logs it',
    })
    .input(z.object(ofClient))
    .output(z.object({ clientName: z.string(), open: z.boolean(), today: day, lastDay: day.nullable(), form })),
  logCheckIn: procedure
    .route({
      method: 'POST',
      path: '/clients/{clientId}/check_ins',
      tags: ['checkins'],
      summary: 'Log a check-in for a client; repeating the id is harmless',
    })
    .input(z.object({ ...ofClient, id, day, ...answered }))
    .output(checkIn)
    .errors({
      ANSWERS_INVALID,
      DAY_AHEAD: { status: 422, message: 'Please choose a day up to today.' },
      NOT_A_CLIENT: { status: 409, message: 'Check-ins can be logged for current clients only.' },
    }),
  listDueClients: procedure
    .route({
      method: 'GET',
      path: '/check_ins/due',
      tags: ['checkins'],
      summary: 'Current clients, whose check-in is due or overdue first',
    })
    .input(
      z.object({
        ...ofCoach,
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
  listTemplates: procedure
    .route({ method: 'GET', path: '/check_in_templates', tags: ['checkins'], summary: 'Forms that the coach has made' })
    .input(z.object(ofCoach))
    .output(z.object({ templates: z.array(template) })),
  saveTemplate: procedure
    .route({
      method: 'POST',
      path: '/check_in_templates/{templateId}',
      tags: ['checkins'],
      summary: 'Make a form or its next version; repeating it is harmless',
    })
    .input(
      z.object({
        ...ofCoach,
        templateId: id,
        name: line(80),
        questions,
        /** The version that was edited; 0 for a new form. */
        basedOn: z.int().min(0).max(1_000_000),
      }),
    )
    .output(template)
    .errors({
      TEMPLATE_CHANGED: { status: 409, message: 'This form was changed elsewhere. Reload to see it as it is now.' },
      TOO_MANY_TEMPLATES: { status: 409, message: 'You have 100 forms. Change one of them instead.' },
    }),
  updateTemplate: procedure
    .route({
      method: 'PATCH',
      path: '/check_in_templates/{templateId}',
      tags: ['checkins'],
      summary: 'Archive a form, bring it back, or make it the one for everybody',
    })
    .input(
      z.object({ ...ofCoach, templateId: id, archived: z.boolean().optional(), isDefault: z.boolean().optional() }),
    )
    .output(template)
    .errors({ TEMPLATE_ARCHIVED: { status: 409, message: 'This form is archived. Bring it back first.' } }),
  getCheckInPlan: procedure
    .route({
      method: 'GET',
      path: '/clients/{clientId}/check_in_plan',
      tags: ['checkins'],
      summary: 'When a client is asked, which form, and how well they keep to it',
    })
    .input(z.object(ofClient))
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
  setCheckInPlan: procedure
    .route({
      method: 'PATCH',
      path: '/clients/{clientId}/check_in_plan',
      tags: ['checkins'],
      summary: 'Change when a client is asked, and which form',
    })
    .input(checkInPlanInput.extend(ofClient))
    .output(z.object({ clientId: id }))
    .errors({ NOT_A_CLIENT: { status: 409, message: 'The schedule can be changed once the client has accepted.' } }),
  listCheckInsToReview: procedure
    .route({
      method: 'GET',
      path: '/check_ins/unreviewed',
      tags: ['checkins'],
      summary: 'Check-ins to read, oldest first',
    })
    .input(z.object(ofCoach))
    .output(
      z.object({
        /** At most 100. */
        checkIns: z.array(z.object({ id, clientId: id, clientName: z.string(), day, submittedAt: instant })),
        total: z.int(),
        quickReplies,
        /** Median hours from check-in to review, over the last 30 days; null when there were none. */
        medianHours: z.number().nullable(),
      }),
    ),
  getReview: procedure
    .route({
      method: 'GET',
      path: '/check_ins/{checkInId}/review',
      tags: ['checkins'],
      summary: 'A check-in beside those before it',
    })
    .input(z.object({ ...ofCoach, checkInId: id }))
    .output(
      z.object({
        checkIn,
        clientName: z.string(),
        goal: z.string().nullable(),
        today: day,
        /** Whether a reply can be sent. */
        open: z.boolean(),
        /** Before this one, newest first, at most twelve. */
        earlier: z.array(checkIn),
        /** Of all of them. */
        forms: z.array(form),
        /** Oldest first, up to this check-in. */
        weights: z.array(z.object({ day, weightKg: z.number() })),
      }),
    ),
  reviewCheckIn: procedure
    .route({
      method: 'POST',
      path: '/check_ins/{checkInId}/review',
      tags: ['checkins'],
      summary: 'Mark a check-in as read, with or without a reply; repeating it is harmless',
    })
    .input(
      z.object({
        ...ofCoach,
        checkInId: id,
        reply: z.object({ id, body: text(MESSAGE_MAX).min(1, 'Please write something') }).nullable(),
      }),
    )
    .output(z.object({ id, reviewedAt: instant }))
    .errors({ CONVERSATION_CLOSED: { status: 409, message: 'This client is not a current one; nothing was sent.' } }),
  saveQuickReplies: procedure
    .route({
      method: 'POST',
      path: '/check_ins/quick_replies',
      tags: ['checkins'],
      summary: 'Keep the replies that the coach uses often',
    })
    .input(z.object({ ...ofCoach, quickReplies }))
    .output(z.object({ quickReplies })),
};
