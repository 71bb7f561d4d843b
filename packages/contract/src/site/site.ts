import { z } from 'zod';
import { procedure } from '../errors.ts';
import { email, id, instant, line, text, timeZone } from '../fields.ts';
import {
  COACHING_EXPERIENCES,
  type ContactForm,
  clientCountOf,
  type DemoForm,
  EMPTY_DEMO_FORM,
  MAX_CLIENT_COUNT,
  SOURCE_CHANNELS,
} from './site.rules.ts';

/** JSON columns store neither NUL nor half characters. */
const storable = (max: number) =>
  z
    .string()
    .max(max)
    .refine((value) => !value.includes('\u0000') && !/\p{Cs}/u.test(value));
const field = storable(10_000);

/** Structural check only. `contactProblem` explains mistakes to the sender. */
const contactForm = z.object({
  firstName: field.default(''),
  lastName: field.default(''),
  businessName: field.default(''),
  businessPhone: field.default(''),
  businessEmail: field.default(''),
  sourceChannel: z.enum(['', ...SOURCE_CHANNELS]).default(''),
  referralName: field.default(''),
  otherSource: field.default(''),
  message: field.default(''),
}) satisfies z.ZodType<ContactForm>;

/** An invalid count becomes 1, so that it does not stop a demo request. */
const clientCount = z.preprocess(clientCountOf, z.int().min(1).max(MAX_CLIENT_COUNT));

const demoAnswers = {
  full_name: line(120),
  email,
  social_proof: line(300),
  workflow_bottleneck: text(2000).min(1, 'Please fill this in'),
  current_tools: text(2000).min(1, 'Please fill this in'),
  success_vision: text(2000).min(1, 'Please fill this in'),
  coaching_experience: z.enum(COACHING_EXPERIENCES),
  commitment_level: z.int().min(1).max(5),
};

const { workflow_bottleneck, current_tools, ...sharedAnswers } = demoAnswers;

/** Row of `form_submissions`. The sender creates the id, so a repeated insert changes nothing. */
const formSubmission = z.object({
  id,
  ...sharedAnswers,
  interest_reason: text(2000),
  monthly_clients: clientCount,
  time_suck: workflow_bottleneck,
  tools_used: current_tools,
  feedback_willing: z.boolean(),
  form_source: z.literal('Demo'),
});
export type FormSubmission = z.infer<typeof formSubmission>;

/** Structural check only: the stored row has been checked. `isDemoComplete` says whether answers are missing. */
const answeredForm = z.object({
  /** Of the stored request. */
  id: id.optional(),
  full_name: field.default(''),
  email: field.default(''),
  social_proof: field.default(''),
  coaching_experience: z.enum(COACHING_EXPERIENCES).default(EMPTY_DEMO_FORM.coaching_experience),
  motivation_text: field.default(''),
  client_count: clientCount.default(1),
  workflow_bottleneck: field.default(''),
  current_tools: field.default(''),
  success_vision: field.default(''),
  provide_feedback: z.enum(['yes', 'no']).default(EMPTY_DEMO_FORM.provide_feedback),
  commitment_level: z.int().min(1).max(5).default(EMPTY_DEMO_FORM.commitment_level),
  formSource: z.literal('Demo').default('Demo'),
}) satisfies z.ZodType<DemoForm>;

export const demoBooking = z.object({
  startsAt: instant,
  fullName: z.string(),
  email: z.string(),
  timeZone: z.string(),
  /** `held` until the visitor confirms, `expired` when that came too late. */
  status: z.enum(['held', 'expired', 'booked', 'cancelled']),
});
export type DemoBooking = z.infer<typeof demoBooking>;

const token = z.string().max(100);
const slotErrors = {
  SLOT_TAKEN: { status: 409, message: 'That time was just taken. Please choose another one.' },
  BOOKING_CLOSED: { status: 409, message: 'This booking was canceled or is over.' },
};
const holdErrors = {
  SLOT_TAKEN: slotErrors.SLOT_TAKEN,
  TOO_MANY_BOOKINGS: {
    status: 409,
    message: 'This email address already has two open bookings. Please use or cancel one of them first.',
  },
};
const confirmErrors = {
  BOOKING_CLOSED: slotErrors.BOOKING_CLOSED,
  HOLD_EXPIRED: {
    status: 410,
    message: 'This link has expired, and the time is free again. Please choose a time again.',
  },
};

export const site = {
  createFormSubmission: procedure({ allow: 'visitor' })
    .route({ method: 'POST', path: '/form_submissions', tags: ['site'], summary: 'Save the answers of a demo request' })
    .input(formSubmission)
    .output(z.object({ id })),
  listDemoSlots: procedure({ allow: 'visitor' })
    .route({ method: 'GET', path: '/demo_slots', tags: ['site'], summary: 'List the free times for a demo' })
    .output(z.object({ minutes: z.int(), slots: z.array(instant) })),
  bookDemo: procedure({ allow: 'visitor' })
    .route({
      method: 'POST',
      path: '/demo_bookings',
      tags: ['site'],
      summary: 'Hold a time for a demo and mail a link that confirms it',
    })
    .errors(holdErrors)
    .input(z.object({ id, startsAt: instant, fullName: line(120), email, timeZone, answers: text(2000) }))
    .output(z.object({ id, startsAt: instant })),
  getDemoBooking: procedure({ allow: 'visitor' })
    .route({
      method: 'GET',
      path: '/demo_bookings/{token}',
      tags: ['site'],
      summary: 'Get the demo booking of a mailed link',
    })
    .input(z.object({ token }))
    .output(demoBooking),
  confirmDemo: procedure({ allow: 'visitor' })
    .route({
      method: 'POST',
      path: '/demo_bookings/{token}/confirm',
      tags: ['site'],
      summary: 'Confirm the demo time that is held; repeating changes nothing',
    })
    .errors(confirmErrors)
    .input(z.object({ token }))
    .output(demoBooking),
  rescheduleDemo: procedure({ allow: 'visitor' })
    .route({
      method: 'POST',
      path: '/demo_bookings/{token}/reschedule',
      tags: ['site'],
      summary: 'Move a demo booking to another time',
    })
    .errors(slotErrors)
    .input(z.object({ token, startsAt: instant }))
    .output(demoBooking),
  cancelDemo: procedure({ allow: 'visitor' })
    .route({ method: 'POST', path: '/demo_bookings/{token}/cancel', tags: ['site'], summary: 'Cancel a demo booking' })
    .input(z.object({ token }))
    .output(demoBooking),
};

export const siteFunctions = {
  secureFormSubmission: procedure({ allow: 'visitor' })
    .route({
      method: 'POST',
      path: '/secure-form-submission',
      tags: ['site'],
      summary: 'Send a contact form; `error` explains a refusal',
    })
    .input(
      z.object({
        formType: z.literal('contact').default('contact'),
        formData: contactForm.prefault({}),
        honeypotValue: field.default(''),
        /** Load time of the form in milliseconds since 1970, from the sender's clock. */
        timestamp: z.number().optional(),
        userAgent: storable(1000).default(''),
        /** Id of the submission, so that a repeated request is stored once. */
        id: id.optional(),
      }),
    )
    .output(z.object({ success: z.boolean(), error: z.string().nullable() })),
  processFormSubmission: procedure({ allow: 'visitor' })
    .route({
      method: 'POST',
      path: '/process-form-submission',
      tags: ['site'],
      summary: 'Notify the operator of a saved demo request; repeating changes nothing',
    })
    .input(answeredForm)
    .output(z.object({ success: z.boolean(), error: z.string().nullable() })),
};
