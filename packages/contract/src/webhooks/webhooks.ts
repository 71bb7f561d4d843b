import { z } from 'zod';
import { procedure } from '../errors.ts';
import { hasNoRepeats, id, instant, line, timeCursor } from '../fields.ts';
import {
  CONTACT_FIELD_NAMES,
  DELIVERY_STATUSES,
  isClearMapping,
  isWebhookAddress,
  OFF_REASONS,
  SEND_PROBLEMS,
  SENT_EVENT_NAMES,
  WEBHOOK_BOUNDS,
  WEBHOOK_EVENT_NAMES,
} from './webhooks.rules.ts';

export const webhookEvent = z.enum(WEBHOOK_EVENT_NAMES);

export const webhookField = z.object({
  field: z.enum(CONTACT_FIELD_NAMES),
  /** Name in the event. */
  name: z
    .string()
    .trim()
    .max(WEBHOOK_BOUNDS.fieldName, `Please use at most ${WEBHOOK_BOUNDS.fieldName} characters`)
    .regex(/^[a-z][a-z0-9_]*$/i, 'Please use letters, digits and _, and begin with a letter'),
});

export const webhookInput = z.object({
  label: line(WEBHOOK_BOUNDS.label, 'Please enter a label'),
  url: z
    .string()
    .trim()
    .max(WEBHOOK_BOUNDS.url, `Please use at most ${WEBHOOK_BOUNDS.url} characters`)
    .refine(isWebhookAddress, 'Please enter an address that begins with https://'),
  events: z
    .array(webhookEvent)
    .min(1, 'Please choose an event')
    .max(WEBHOOK_EVENT_NAMES.length)
    .refine(hasNoRepeats, 'Please choose each event once'),
  /** Contact fields that events contain. */
  fields: z
    .array(webhookField)
    .max(CONTACT_FIELD_NAMES.length)
    .refine(isClearMapping, 'Please give each field a different name'),
});
export type WebhookInput = z.infer<typeof webhookInput>;

export const webhookEndpoint = webhookInput.extend({
  id,
  isOn: z.boolean(),
  /** Why it is off; null while it is on. */
  offReason: z.enum(OFF_REASONS).nullable(),
  /** Counts the secrets so far. */
  secretNumber: z.int(),
  /** Until then the former secret signs too; null when there is none. */
  formerSecretUntil: instant.nullable(),
  /** The first failure since the last success. */
  failingSince: instant.nullable(),
  createdAt: instant,
});
export type WebhookEndpoint = z.infer<typeof webhookEndpoint>;

export const webhookDelivery = z.object({
  /** The `webhook-id` of all its attempts. */
  eventId: id,
  type: z.enum(SENT_EVENT_NAMES),
  clientId: id.nullable(),
  leadId: id.nullable(),
  occurredAt: instant,
  createdAt: instant,
  status: z.enum(DELIVERY_STATUSES),
  attempts: z.int(),
  /** When the next attempt is due; null without one. */
  dueAt: instant.nullable(),
  /** The latest attempt; null before the first one. */
  lastAttempt: z
    .object({
      at: instant,
      milliseconds: z.int(),
      /** HTTP status; null without an answer. */
      code: z.int().nullable(),
      problem: z.enum(SEND_PROBLEMS).nullable(),
      /** The start of the answer. */
      answer: z.string(),
    })
    .nullable(),
});
export type WebhookDelivery = z.infer<typeof webhookDelivery>;

const tags = ['webhooks'];
const ofCoach = { coachId: id };
const ofEndpoint = { coachId: id, endpointId: id };
const gated = { allow: 'coach', plan: 'integrations' } as const;

const ENDPOINT_OFF = { status: 409, message: 'This webhook is off. Turn it on first.' };
const WEBHOOK_ADDRESS_REFUSED = {
  status: 422,
  message: 'Webhooks need a public address that begins with https://.',
};

export const webhooks = {
  listWebhookEndpoints: procedure(gated)
    .route({ method: 'GET', path: '/webhook_endpoints', tags, summary: 'List the webhooks of the calling coach' })
    .input(z.object(ofCoach))
    .output(
      z.object({
        endpoints: z.array(webhookEndpoint),
        /** How many the plan includes. */
        most: z.int(),
      }),
    ),
  createWebhookEndpoint: procedure(gated)
    .route({
      method: 'POST',
      path: '/webhook_endpoints',
      tags,
      summary: 'Subscribe an address to events; the answer is the only one with the secret',
    })
    .input(webhookInput.extend({ ...ofCoach, id }))
    .output(
      z.object({
        endpoint: webhookEndpoint,
        /** Null when the request was repeated. */
        secret: z.string().nullable(),
      }),
    )
    .errors({
      WEBHOOK_ADDRESS_REFUSED,
      TOO_MANY_ENDPOINTS: {
        status: 409,
        message: 'Your plan includes no more webhooks. Delete one first.',
      },
    }),
  getWebhookEndpoint: procedure(gated)
    .route({ method: 'GET', path: '/webhook_endpoints/{endpointId}', tags, summary: 'Get a webhook' })
    .input(z.object(ofEndpoint))
    .output(z.object({ endpoint: webhookEndpoint })),
  updateWebhookEndpoint: procedure(gated)
    .route({
      method: 'PUT',
      path: '/webhook_endpoints/{endpointId}',
      tags,
      summary: 'Change a webhook, or turn it on or off; repeating changes nothing',
    })
    .input(webhookInput.extend({ ...ofEndpoint, isOn: z.boolean() }))
    .output(z.object({ endpoint: webhookEndpoint }))
    .errors({ WEBHOOK_ADDRESS_REFUSED }),
  deleteWebhookEndpoint: procedure({ allow: 'coach' })
    .route({
      method: 'DELETE',
      path: '/webhook_endpoints/{endpointId}',
      tags,
      summary: 'Unsubscribe an address and delete its log, on every plan; repeating changes nothing',
    })
    .input(z.object(ofEndpoint))
    .output(z.object({ endpointId: id })),
  rotateWebhookSecret: procedure(gated)
    .route({
      method: 'POST',
      path: '/webhook_endpoints/{endpointId}/secret',
      tags,
      summary: 'Make a new secret; the former one signs too for a day',
    })
    .input(
      z.object({
        ...ofEndpoint,
        /** The `secretNumber` of the secret to replace, so that two requests at once replace it once. */
        secretNumber: z.int().min(1).max(1_000_000),
      }),
    )
    .output(z.object({ endpoint: webhookEndpoint, secret: z.string() }))
    .errors({
      SECRET_CHANGED: { status: 409, message: 'The secret was changed elsewhere. Reload the page to see when.' },
    }),
  sendTestEvent: procedure(gated)
    .route({
      method: 'POST',
      path: '/webhook_endpoints/{endpointId}/test',
      tags,
      summary: 'Send a test event, once for each id',
    })
    .input(z.object({ ...ofEndpoint, eventId: id }))
    .output(z.object({ eventId: id }))
    .errors({ ENDPOINT_OFF }),
  listWebhookDeliveries: procedure(gated)
    .route({
      method: 'GET',
      path: '/webhook_endpoints/{endpointId}/deliveries',
      tags,
      summary: 'List the deliveries of a webhook in the last 30 days, newest first',
    })
    .input(z.object({ ...ofEndpoint, cursor: timeCursor }))
    .output(z.object({ deliveries: z.array(webhookDelivery), nextCursor: z.string().nullable() })),
  replayWebhookDelivery: procedure(gated)
    .route({
      method: 'POST',
      path: '/webhook_endpoints/{endpointId}/deliveries/{eventId}/replay',
      tags,
      summary: 'Send an event again with the same webhook-id; one that waits is sent now',
    })
    .input(z.object({ ...ofEndpoint, eventId: id }))
    .output(z.object({ eventId: id }))
    .errors({ ENDPOINT_OFF }),
};
