import { z } from 'zod';
import { planAccess } from './billing.ts';
import { procedure } from './errors.ts';
import { id, instant, timeZone, unitSystem } from './fields.ts';
import { ROLES } from './identity.rules.ts';

export const role = z.enum(ROLES);

/** What the web app knows about the person in front of it: everything a shell needs, in one answer. */
export const currentSession = z.object({
  expiresAt: instant,
  user: z.object({
    id,
    email: z.string(),
    emailVerified: z.boolean(),
    fullName: z.string(),
    image: z.string().nullable(),
    unitSystem,
    timeZone,
  }),
  role,
  plan: planAccess,
  coach: z.object({ id, status: z.string(), fullName: z.string(), timeZone }).nullable(),
  /** The client's current relationship; null for everybody else and for a client without a coach. */
  client: z.object({ coachId: id, clientId: id, coachName: z.string(), status: z.string() }).nullable(),
  unreadNotifications: z.int(),
  demo: z.boolean(),
});
export type CurrentSession = z.infer<typeof currentSession>;

export const identity = {
  getSession: procedure
    .route({ method: 'GET', path: '/session', tags: ['identity'], summary: 'The session of the caller, or null' })
    .output(currentSession.nullable()),
  getRole: procedure
    .route({ method: 'GET', path: '/user_roles', tags: ['identity'], summary: 'The role of the caller' })
    .output(z.object({ userId: id, role })),
  getCoach: procedure
    .route({ method: 'GET', path: '/coaches', tags: ['identity'], summary: 'The coach record of the caller, or null' })
    .output(z.object({ id, status: z.string(), fullName: z.string() }).nullable()),
};
