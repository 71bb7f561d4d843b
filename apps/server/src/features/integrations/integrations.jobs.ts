import { CALENDAR_PROVIDER_NAMES } from '@stridewell/contract/integrations/integrations.calendars.rules';
import { z } from 'zod';
import { defineJob } from '../../platform/queue/queue.ts';

export const revocation = z.object({ kind: z.enum(CALENDAR_PROVIDER_NAMES), account: z.string(), sealed: z.string() });
export type Revocation = z.infer<typeof revocation>;

/** Revokes the tokens of an account that is no longer connected. */
export const revokeTokenJob = defineJob('integrations.revoke_token', {
  schema: revocation,
});
