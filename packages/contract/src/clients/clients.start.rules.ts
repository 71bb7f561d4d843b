import { z } from 'zod';
import { exerciseId as programId } from '../exercises/exercises.ts';
import { id } from '../fields.ts';

/**
 * Choices for a new client. The form counts at once, the package from the acceptance on, and the program once the
 * client has answered the health questions and nothing speaks against training.
 */
export const startChoices = z.object({
  packageId: id.optional(),
  templateId: id.optional(),
  programId: programId.optional(),
});
export type StartChoices = z.infer<typeof startChoices>;
