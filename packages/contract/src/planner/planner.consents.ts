import { z } from 'zod';
import { procedure } from '../errors.ts';
import { instant } from '../fields.ts';

/** Version of the wording that the client agrees to. A new one asks again. */
export const MODEL_CONSENT_VERSION = 1;

/** The client's answer about language models. `allowed` is null until they answer the current wording. */
export const modelConsent = z.object({ allowed: z.boolean().nullable(), answeredAt: instant.nullable() });
export type ModelConsent = z.infer<typeof modelConsent>;

const path = '/planner/model_consent/own';
const tags = ['planner'];

export const plannerConsents = {
  getOwnModelConsent: procedure({ allow: 'client' })
    .route({
      method: 'GET',
      path,
      tags,
      summary: 'Get whether the calling client has agreed that a language model helps to draft their plans',
    })
    .output(modelConsent),
  setOwnModelConsent: procedure({ allow: 'client' })
    .route({
      method: 'PUT',
      path,
      tags,
      summary:
        'Agree that a language model helps to draft the caller’s plans, or withdraw that; repeating changes nothing',
    })
    .input(z.object({ allowed: z.boolean() }))
    .output(modelConsent),
};
