import { z } from 'zod';
import { BLOCK_CODES } from './targets.rules.ts';

/** Why there is no number. `refer`: a doctor or clinician comes first. */
export const targetBlock = z.object({ code: z.enum(BLOCK_CODES), refer: z.boolean(), sentence: z.string() });
export type TargetBlock = z.infer<typeof targetBlock>;

export const TARGET_BLOCKED = {
  status: 409,
  message: 'The target was not set, because one of the rules for targets speaks against it.',
  data: z.object({ blocks: z.array(targetBlock) }),
};
