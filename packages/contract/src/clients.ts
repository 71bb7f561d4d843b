import { z } from 'zod';
import { procedure } from './errors.ts';
import { day, email, id, instant, line, password, text, timeZone, unitSystem } from './fields.ts';

/** invited, active and paused take a seat; archived and ended do not. */
export const relationshipStatus = z.enum(['invited', 'active', 'paused', 'archived', 'ended']);

export const clientSummary = z.object({
  clientId: id,
  fullName: z.string(),
  email: z.string(),
  status: relationshipStatus,
  /** Takes a seat that the coach's plan does not cover: the client can read and not write. */
  readOnly: z.boolean(),
  onboardingCompleted: z.boolean(),
  goal: z.string().nullable(),
  clientSince: day,
  lastCheckInDay: day.nullable(),
  lastWeightKg: z.number().nullable(),
  adherence: z.int().nullable(),
  checkInState: z.enum(['upcoming', 'due', 'overdue', 'done']).nullable(),
  missedCheckIns: z.int(),
});
export type ClientSummary = z.infer<typeof clientSummary>;

export const clientDetail = clientSummary.extend({
  userId: id.nullable(),
  nextCheckInDay: day.nullable(),
  invitedAt: instant.nullable(),
  acceptedAt: instant.nullable(),
});
export type ClientDetail = z.infer<typeof clientDetail>;

/** The id is made by the sender, so that sending the same request twice adds one client. */
export const addClientInput = z.object({ coachId: id, clientId: id, fullName: line(120), email });

export const invitation = z.object({
  coachName: z.string(),
  fullName: z.string(),
  email: z.string(),
  status: z.enum(['open', 'accepted', 'expired', 'revoked']),
  /** Whether the invited address already has an account, in which case it signs in instead of choosing a password. */
  hasAccount: z.boolean(),
});
export type Invitation = z.infer<typeof invitation>;

export const acceptInvitationInput = z.object({
  token: z.string().min(20).max(200),
  fullName: line(120),
  /** Required for a new account; ignored for someone who is signed in. */
  password: password.optional(),
  goal: text(500),
  unitSystem,
  timeZone,
});

export const clients = {
  listClients: procedure
    .route({
      method: 'GET',
      path: '/client_coach_relationships',
      tags: ['clients'],
      summary: 'Clients of a coach by name, each with the state of their check-ins',
    })
    .input(z.object({ coachId: id }))
    .output(z.object({ clients: z.array(clientSummary), seats: z.object({ used: z.int(), cap: z.int() }) })),
  getClient: procedure
    .route({ method: 'GET', path: '/clients/{clientId}', tags: ['clients'], summary: 'One client of a coach' })
    .input(z.object({ coachId: id, clientId: id }))
    .output(clientDetail),
  addClient: procedure
    .route({ method: 'POST', path: '/clients', tags: ['clients'], summary: 'Add a client and mail the invitation' })
    .input(addClientInput)
    .output(clientSummary)
    .errors({
      SEATS_FULL: {
        status: 409,
        message: 'Your plan has no free seat.',
        data: z.object({ plan: z.string(), cap: z.int() }),
      },
      DUPLICATE_CLIENT: {
        status: 409,
        message: 'You already have a client with this email address.',
        data: z.object({ clientId: id, fullName: z.string(), status: relationshipStatus }),
      },
    }),
  getInvitation: procedure
    .route({
      method: 'GET',
      path: '/invitations/{token}',
      tags: ['clients'],
      summary: 'What an invitation shows before it is accepted',
    })
    .input(z.object({ token: z.string().min(20).max(200) }))
    .output(invitation),
  acceptInvitation: procedure
    .route({
      method: 'POST',
      path: '/invitations/{token}/accept',
      tags: ['clients'],
      summary: 'Accept an invitation; creates the account of a new person and signs it in',
    })
    .input(acceptInvitationInput)
    .output(z.object({ coachId: id, clientId: id }))
    .errors({
      INVITATION_CLOSED: {
        status: 410,
        message: 'This invitation can no longer be used. Ask your coach for a new one.',
      },
      SIGN_IN_REQUIRED: { status: 409, message: 'This email address already has an account. Sign in to accept.' },
      OTHER_ACCOUNT: {
        status: 409,
        message: 'This invitation was sent to another email address. Sign in with that one to accept it.',
      },
      COACH_ACCOUNT: {
        status: 409,
        message: 'This account is a coach account. Use another email address to train as a client.',
      },
    }),
};
