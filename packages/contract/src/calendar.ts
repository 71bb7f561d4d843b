import { z } from 'zod';
import { procedure } from './errors.ts';
import { id, instant } from './fields.ts';

export const sessionStatus = z.enum(['scheduled', 'completed']);

export const coachSession = z.object({
  id,
  clientId: id.nullable(),
  clientName: z.string(),
  sessionDate: instant,
  sessionType: z.string(),
  location: z.string().nullable(),
  status: sessionStatus,
});
export type CoachSession = z.infer<typeof coachSession>;

export const calendar = {
  listSessions: procedure
    .route({
      method: 'GET',
      path: '/coach_sessions',
      tags: ['calendar'],
      summary: 'Sessions from one instant up to another, by time; at most 100',
    })
    .input(z.object({ coachId: id, from: instant, to: instant, status: sessionStatus.optional() }))
    .output(z.object({ sessions: z.array(coachSession) })),
  updateSessionStatus: procedure
    .route({
      method: 'PATCH',
      path: '/coach_sessions/{id}',
      tags: ['calendar'],
      summary: 'Set the status of a session',
    })
    .input(z.object({ coachId: id, id, status: sessionStatus }))
    .output(coachSession),
};
