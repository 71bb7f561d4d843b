import { z } from 'zod';
import { procedure } from '../errors.ts';
import { day, id, instant, text } from '../fields.ts';
import { clientRecord } from '../records/records.fields.ts';
import { storedRecord } from '../records/records.ts';
import {
  CLEARANCES,
  DETAILS_MAX,
  HEALTH_RESPONSES,
  HEALTH_TOPICS,
  type HealthTopic,
  SCOFF_ITEMS,
  type ScoffItem,
  SENT_HEALTH_VERSIONS,
} from './onboarding.health.rules.ts';
import { CONSENT_VERSION, ONBOARDING_FIELDS, SETUP_STEPS } from './onboarding.rules.ts';
import { ONBOARDING_STEPS } from './onboarding.steps.rules.ts';

const side = z.enum(['coach', 'client']);

export const healthAnswer = z
  .object({ said: z.enum(HEALTH_RESPONSES), details: text(DETAILS_MAX), cleared: z.enum(CLEARANCES).nullable() })
  .refine(({ said, cleared }) => said !== 'yes' || cleared !== null, {
    path: ['cleared'],
    message: 'Please choose one',
  })
  // Details and clearance belong to a yes only.
  .transform((answer) => (answer.said === 'yes' ? answer : { said: answer.said, details: '', cleared: null }));

export const healthAnswers = z.strictObject(
  Object.fromEntries(HEALTH_TOPICS.map((topic) => [topic, healthAnswer])) as Record<HealthTopic, typeof healthAnswer>,
);

/** Answers to the questions about eating. */
export const scoffAnswers = z.strictObject(
  Object.fromEntries(SCOFF_ITEMS.map((item) => [item, z.enum(HEALTH_RESPONSES)])) as Record<
    ScoffItem,
    z.ZodEnum<{ [Said in (typeof HEALTH_RESPONSES)[number]]: Said }>
  >,
);

/** Health answers. Answers that the coach entered count once the client has confirmed them. */
export const healthScreen = z.object({
  id,
  version: z.int(),
  answers: healthAnswers,
  /** Null where they were not asked. */
  scoff: scoffAnswers.nullable(),
  answeredBy: side,
  answeredAt: instant,
  confirmedAt: instant.nullable(),
});
export type HealthScreen = z.infer<typeof healthScreen>;

export const consent = z.object({
  id,
  version: z.int(),
  givenBy: side,
  givenAt: instant,
  confirmedAt: instant.nullable(),
  withdrawnAt: instant.nullable(),
});
export type Consent = z.infer<typeof consent>;

export const onboardingState = z.object({
  fullName: z.string(),
  coachName: z.string(),
  /** Whether the client has joined. Until then only the coach can edit. */
  accepted: z.boolean(),
  step: z.enum(ONBOARDING_STEPS),
  completed: z.boolean(),
  today: day,
  record: clientRecord,
  parts: storedRecord.shape.onboarding,
  photoId: id.nullable(),
  consent: consent.nullable(),
  health: healthScreen.nullable(),
});
export type OnboardingState = z.infer<typeof onboardingState>;

const clientKey = { coachId: id, clientId: id };
const fields = clientRecord
  .pick(Object.fromEntries(ONBOARDING_FIELDS.map((field) => [field, true])) as Record<OnboardingField, true>)
  .partial()
  .strict();
type OnboardingField = (typeof ONBOARDING_FIELDS)[number];

const onboardingInput = z.object({
  ...clientKey,
  /** Step at which onboarding continues on any device. */
  step: z.enum(ONBOARDING_STEPS),
  record: fields.optional(),
  /** An uploaded photo of the client. */
  photoId: id.optional(),
  consent: z.object({ id, version: z.literal(CONSENT_VERSION) }).optional(),
  health: z
    .object({ id, version: z.literal(SENT_HEALTH_VERSIONS), answers: healthAnswers, scoff: scoffAnswers.optional() })
    .optional(),
});
export type OnboardingInput = z.infer<typeof onboardingInput>;

const tags = ['onboarding'];
export const coachSetup = z.object({
  step: z.enum(SETUP_STEPS),
  dismissed: z.boolean(),
  verified: z.boolean(),
  profile: z.boolean(),
  photo: z.boolean(),
  availability: z.boolean(),
  template: z.boolean(),
  invited: z.boolean(),
});
export type CoachSetup = z.infer<typeof coachSetup>;

export const onboarding = {
  getOnboarding: procedure({ allow: 'relationship' })
    .route({
      method: 'GET',
      path: '/clients/{clientId}/onboarding',
      tags,
      summary: 'Get the onboarding answers and the current step of a client',
    })
    .input(z.object(clientKey))
    .output(onboardingState),
  saveOnboarding: procedure({ allow: 'relationship' })
    .route({
      method: 'PATCH',
      path: '/clients/{clientId}/onboarding',
      tags,
      summary: 'Save one step of the onboarding; omitted fields stay',
    })
    .input(onboardingInput)
    .output(onboardingState)
    .errors({
      TOO_YOUNG: { status: 422, message: 'Coaching here is for people aged 18 and over.' },
      FILE_NOT_FOUND: { status: 400, message: 'This photo was not found. Please choose it again.' },
      CLOSED: { status: 409, message: 'This coaching has ended, so nothing was saved.' },
      CONSENT_REQUIRED: { status: 409, message: 'Please give your consent to data storage first.' },
    }),
  finishOnboarding: procedure({ allow: 'relationship' })
    .route({
      method: 'POST',
      path: '/clients/{clientId}/onboarding/finish',
      tags,
      summary: 'Finish onboarding and notify the coach; repeating changes nothing',
    })
    .input(z.object(clientKey))
    .output(onboardingState)
    .errors({
      CLOSED: { status: 409, message: 'This coaching has ended, so nothing was saved.' },
      STEPS_MISSING: {
        status: 409,
        message: 'One step is still missing.',
        data: z.object({ steps: z.array(z.enum(ONBOARDING_STEPS)) }),
      },
    }),
  confirmOnboarding: procedure({ allow: 'client', named: true })
    .route({
      method: 'POST',
      path: '/clients/{clientId}/onboarding/confirm',
      tags,
      summary: 'Confirm the consent and health answers that the coach entered',
    })
    .input(z.object({ ...clientKey, consentId: id.nullable(), healthId: id.nullable() }))
    .output(onboardingState),
  withdrawConsent: procedure({ allow: 'client', named: true })
    .route({
      method: 'POST',
      path: '/clients/{clientId}/onboarding/withdraw',
      tags,
      summary: 'Withdraw the consent and delete the health answers',
    })
    .input(z.object(clientKey))
    .output(onboardingState),
  getCoachSetup: procedure({ allow: 'coach', whileViewing: true })
    .route({
      method: 'GET',
      path: '/coach_setups/{coachId}',
      tags,
      summary: 'Get the setup progress of a coach',
    })
    .input(z.object({ coachId: id }))
    .output(coachSetup),
  saveCoachSetup: procedure({ allow: 'coach' })
    .route({
      method: 'PATCH',
      path: '/coach_setups/{coachId}',
      tags,
      summary: 'Save the setup step, or dismiss the setup list',
    })
    .input(z.object({ coachId: id, step: z.enum(SETUP_STEPS).optional(), dismissed: z.boolean().optional() }))
    .output(coachSetup),
};
