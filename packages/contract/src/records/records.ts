import { z } from 'zod';
import { procedure } from '../errors.ts';
import { id, instant } from '../fields.ts';
import { clientRecord } from './records.fields.ts';

/** Stored record. `version` counts its changes; 0 before the first. */
export const storedRecord = z.object({
  record: clientRecord,
  version: z.int(),
  updatedBy: z.enum(['coach', 'client']).nullable(),
  updatedAt: instant.nullable(),
  photoId: id.nullable(),
  onboarding: z.object({
    goal: z.boolean(),
    diet: z.boolean(),
    measurements: z.boolean(),
    photo: z.boolean(),
    availability: z.boolean(),
  }),
});
export type StoredRecord = z.infer<typeof storedRecord>;

const clientKey = { coachId: id, clientId: id };

export const records = {
  getClientRecord: procedure({ allow: 'coach' })
    .route({
      method: 'GET',
      path: '/clients/{clientId}/record',
      tags: ['records'],
      summary: 'Get the record of a client',
    })
    .input(z.object(clientKey))
    .output(storedRecord),
  saveClientRecord: procedure({ allow: 'coach' })
    .route({
      method: 'PATCH',
      path: '/clients/{clientId}/record',
      tags: ['records'],
      summary: 'Save a record that was edited from `version`; refused if it has changed since',
    })
    .input(z.object({ ...clientKey, version: z.int().min(0).max(2_147_483_647), record: clientRecord }))
    .output(storedRecord)
    .errors({
      RECORD_CHANGED: {
        status: 409,
        message: 'This client was edited in the meantime. Nothing you typed is lost.',
        data: z.object({ stored: storedRecord }),
      },
    }),
};
