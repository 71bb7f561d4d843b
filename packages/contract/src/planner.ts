import { z } from 'zod';
import { procedure } from './errors.ts';
import { id } from './fields.ts';
import { generationInput, generationReasons } from './planner.rules.ts';
import { program } from './programs.ts';

export const planner = {
  generateProgram: procedure
    .route({
      method: 'POST',
      path: '/programs/generate',
      tags: ['planner'],
      summary: 'Generate a program from the exercises of a coach by rules; stores nothing',
    })
    .input(z.object({ coachId: id, profile: generationInput }))
    .output(z.object({ program, reasons: generationReasons, rulesVersion: z.string() })),
};
