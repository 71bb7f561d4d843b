import { z } from 'zod';
import { procedure } from '../errors.ts';
import { id, instant } from '../fields.ts';
import { EXPORT_DAYS, EXPORT_STATUSES } from './privacy.rules.ts';

/** The newest copy of a person's data. */
export const dataExport = z.object({
  id,
  status: z.enum(EXPORT_STATUSES),
  askedAt: instant,
  /** Whether an operator asked for it, as the person wanted. */
  bySupport: z.boolean(),
  /** Null unless it can be downloaded, as `expiresAt`. */
  bytes: z.int().nullable(),
  expiresAt: instant.nullable(),
});
export type DataExport = z.infer<typeof dataExport>;

export const privacy = {
  getOwnExport: procedure({ allow: 'person', role: 'customer' })
    .route({
      method: 'GET',
      path: '/account_exports/own',
      tags: ['privacy'],
      summary: 'Get the newest copy of the caller’s data, or null',
    })
    .output(z.object({ export: dataExport.nullable() })),
  askForOwnExport: procedure({ allow: 'person', role: 'customer' })
    .errors({
      EXPORT_EXISTS: { status: 409, message: 'There is a copy of your data already, so no other one was started.' },
    })
    .route({
      method: 'POST',
      path: '/account_exports/own',
      tags: ['privacy'],
      summary: `Start a copy of the caller’s data, which can be downloaded for ${EXPORT_DAYS} days`,
    })
    .output(dataExport),
};
