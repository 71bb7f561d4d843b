import { z } from 'zod';
import { checkInStatus } from '../checkins/checkins.ts';
import { procedure } from '../errors.ts';
import {
  bulkResults,
  day,
  email,
  hasNoRepeats,
  id,
  instant,
  line,
  password,
  relationshipStatus,
  text,
  timeCursor,
  timeZone,
  unitSystem,
} from '../fields.ts';
import { BULK_MAX } from '../people.rules.ts';
import { workoutAdherence } from '../workouts/workouts.ts';
import { seatsFull, statusErrors } from './clients.errors.ts';
import { STANDINGS, type WeightFigures } from './clients.figures.rules.ts';
import { engagement, engagementPart } from './clients.health.ts';
import { ENGAGEMENT_LABELS, PLAN_STATUSES, PROGRESS_LABELS } from './clients.labels.rules.ts';
import { clientNote, clientOverview } from './clients.overview.rules.ts';
import { CLIENT_FILTERS, CLIENT_SORTS, parseListCursor, SORT_ORDERS, TARGET_STATUSES } from './clients.rules.ts';
import { startChoices } from './clients.start.rules.ts';
import { NOTE_MAX, TIMELINE_FILTERS } from './clients.timeline.rules.ts';
import { timelineEntry } from './clients.timeline.ts';

/** invited, active and paused hold a seat; declined, archived and ended do not. */

/** As the rules of the figures give it. */
export const weightFigures = z.object({
  day,
  weightKg: z.number(),
  startKg: z.number(),
  changeKg: z.number().nullable(),
  fourWeeks: z.object({ changeKg: z.number(), kgPerWeek: z.number() }).nullable(),
  goal: z.object({ weightKg: z.number(), toGoKg: z.number(), share: z.number() }).nullable(),
}) satisfies z.ZodType<WeightFigures>;

export const clientSummary = z.object({
  clientId: id,
  fullName: z.string(),
  email: z.string(),
  status: relationshipStatus,
  /** The coach's plan does not cover this seat, so the client cannot write. */
  readOnly: z.boolean(),
  onboardingCompleted: z.boolean(),
  goal: z.string().nullable(),
  clientSince: day,
  lastCheckInDay: day.nullable(),
  lastContactDay: day.nullable(),
  weight: weightFigures.nullable(),
  /** The client's last self-reported answer, in percent; null without a current one. */
  planFollowed: z.int().nullable(),
  workouts: workoutAdherence,
  /** Null unless the client is active. */
  checkIn: checkInStatus.nullable(),
  /** The one status of the client. Null unless the client is active and the plan covers the seat. */
  standing: z.enum(STANDINGS).nullable(),
  /** Whether the client ever accepted. Until then name and email are the coach's entries. */
  accepted: z.boolean(),
  /** Photo that the coach or the client uploaded. */
  photoId: id.nullable(),
  /** Null before the first due check-in. */
  engagement: engagement.nullable(),
  /** Expiry of the newest invitation; null unless it is open. */
  invitationExpiresAt: instant.nullable(),
});
export type ClientSummary = z.infer<typeof clientSummary>;

/**
 * An invited client with the link of the invitation. It is null when a repeated request changed nothing, because only
 * its digest is stored. The link proves no email address, unlike the mailed one.
 */
export const invitedClient = clientSummary.extend({ invitationUrl: z.url().nullable() });
export type InvitedClient = z.infer<typeof invitedClient>;

export const clientDetail = clientSummary.extend({
  engagement: engagement.extend({ parts: z.array(engagementPart) }).nullable(),
  userId: id.nullable(),
  invitedAt: instant.nullable(),
  acceptedAt: instant.nullable(),
  progress: z.enum(PROGRESS_LABELS).nullable(),
  nextSession: z.object({ sessionDate: instant, sessionType: z.string() }).nullable(),
  /** Oldest check-in without a review. */
  checkInToReview: id.nullable(),
});
export type ClientDetail = z.infer<typeof clientDetail>;

const clientKey = { coachId: id, clientId: id };

/** The sender creates the id, so a repeated request adds only one client. */
export const addClientInput = z.object({
  coachId: id,
  clientId: id,
  fullName: line(120),
  email,
  start: startChoices.default({}),
});

/** Filter and order of the client list. */
export const clientSelection = z.object({
  /** Start of a name, last name or email address. */
  q: z
    .string()
    .trim()
    .max(120)
    .regex(/^\P{Cc}*$/u)
    .default(''),
  status: z.enum(CLIENT_FILTERS).default('current'),
  sort: z.enum(CLIENT_SORTS).default('name'),
  /** Defaults to the usual order of the sort. */
  order: z.enum(SORT_ORDERS).optional(),
  planStatus: z.enum(PLAN_STATUSES).optional(),
  /** Only active clients have an engagement label. */
  engagement: z.enum(ENGAGEMENT_LABELS).optional(),
});
export type ClientSelection = z.infer<typeof clientSelection>;

const listClientsInput = clientSelection.extend({
  coachId: id,
  /** `nextCursor` of the previous page. */
  cursor: z
    .string()
    .max(1000)
    .regex(/^\P{Cc}*~\P{Cc}{36}$/u)
    .refine((cursor) => id.safeParse(parseListCursor(cursor).id).success)
    .optional(),
  limit: z.coerce.number<number>().int().min(1).max(100).default(50),
});

export const invitation = z.object({
  coachName: z.string(),
  fullName: z.string(),
  email: z.string(),
  status: z.enum(['open', 'accepted', 'declined', 'expired', 'revoked']),
  /**
   * The invited address has an account, so the person signs in instead of choosing a password. Always false for a copied
   * link, which must not reveal who has an account.
   */
  hasAccount: z.boolean(),
  /** The link was mailed, so it proves the address. A link that the coach copied does not. */
  mailed: z.boolean(),
});
export type Invitation = z.infer<typeof invitation>;

/** Open invitation to the caller's verified address; it needs no mailed link. */
export const ownInvitation = z.object({ coachId: id, clientId: id, coachName: z.string(), expiresAt: instant });
export type OwnInvitation = z.infer<typeof ownInvitation>;

const invitationClosed = {
  status: 410,
  message: 'This invitation can no longer be used. Ask your coach for a new one.',
};

const otherAccount = {
  status: 409,
  message: 'This invitation was sent to another email address. Sign in with that address to answer it.',
};

export const acceptInvitationInput = z.object({
  token: z.string().min(20).max(200),
  fullName: line(120),
  /** Required for a new account; ignored for a signed-in caller. */
  password: password.optional(),
  goal: text(500),
  unitSystem,
  timeZone,
});

export const clients = {
  listClients: procedure({ allow: 'coach' })
    .route({
      method: 'GET',
      path: '/client_coach_relationships',
      tags: ['clients'],
      summary: 'List the clients of a coach, each with their check-in status',
    })
    .input(listClientsInput)
    .output(
      z.object({
        clients: z.array(clientSummary),
        nextCursor: z.string().nullable(),
        seats: z.object({ used: z.int(), cap: z.int() }),
      }),
    ),
  getClient: procedure({ allow: 'coach' })
    .route({ method: 'GET', path: '/clients/{clientId}', tags: ['clients'], summary: 'Get a client of a coach' })
    .input(z.object({ coachId: id, clientId: id }))
    .output(clientDetail),
  getOverview: procedure({ allow: 'coach' })
    .route({
      method: 'GET',
      path: '/clients/{clientId}/overview',
      tags: ['clients'],
      summary: 'Get the weights, last check-in, pinned notes and last message of a client',
    })
    .input(z.object({ coachId: id, clientId: id }))
    .output(clientOverview),
  setClientPhoto: procedure({ allow: 'relationship' })
    .route({
      method: 'PATCH',
      path: '/clients/{clientId}/photo',
      tags: ['clients'],
      summary: 'Set or remove the photo of a client',
    })
    .input(z.object({ ...clientKey, fileId: id.nullable() }))
    .output(z.object({ photoId: id.nullable() })),
  listTimeline: procedure({ allow: 'coach' })
    .route({
      method: 'GET',
      path: '/clients/{clientId}/timeline',
      tags: ['clients'],
      summary: 'List the timeline of a client, newest first',
    })
    .input(z.object({ ...clientKey, filter: z.enum(TIMELINE_FILTERS).default('all'), cursor: timeCursor }))
    .output(z.object({ entries: z.array(timelineEntry), nextCursor: z.string().nullable() })),
  listNotes: procedure({ allow: 'coach' })
    .route({
      method: 'GET',
      path: '/clients/{clientId}/notes',
      tags: ['clients'],
      summary: 'List the private notes about a client, pinned ones first, then newest first',
    })
    .input(
      z.object({
        ...clientKey,
        q: z
          .string()
          .trim()
          .max(120)
          .regex(/^\P{Cc}*$/u)
          .default(''),
        cursor: timeCursor,
      }),
    )
    .output(z.object({ notes: z.array(clientNote), nextCursor: z.string().nullable() })),
  saveNote: procedure({ allow: 'coach' })
    .route({
      method: 'POST',
      path: '/clients/{clientId}/notes',
      tags: ['clients'],
      summary: 'Create or change a note; the sender creates the id',
    })
    .input(
      z.object({
        ...clientKey,
        id,
        text: text(NOTE_MAX).min(1, 'Please write something'),
        day,
        pinned: z.boolean(),
      }),
    )
    .output(clientNote),
  deleteNote: procedure({ allow: 'coach' })
    .route({
      method: 'PATCH',
      path: '/clients/{clientId}/notes/{id}',
      tags: ['clients'],
      summary: 'Delete a note, or restore it within a day',
    })
    .input(z.object({ ...clientKey, id, removed: z.boolean() }))
    .output(z.object({ id })),
  addClient: procedure({ allow: 'coach', verifiedEmail: true })
    .route({ method: 'POST', path: '/clients', tags: ['clients'], summary: 'Add a client and mail the invitation' })
    .input(addClientInput)
    .output(invitedClient)
    .errors({
      SEATS_FULL: seatsFull,
      ID_TAKEN: { status: 409, message: 'This client was added already. Please reload the page.' },
      DUPLICATE_CLIENT: {
        status: 409,
        message: 'You already have a client with this email address.',
        data: z.object({ clientId: id, fullName: z.string(), status: relationshipStatus, accepted: z.boolean() }),
      },
    }),
  setClientStatus: procedure({ allow: 'coach' })
    .route({
      method: 'PATCH',
      path: '/client_coach_relationships/{clientId}',
      tags: ['clients'],
      summary: 'Pause, archive or restore a client, or withdraw an invitation',
    })
    .input(z.object({ coachId: id, clientId: id, status: z.enum(TARGET_STATUSES) }))
    .output(clientSummary)
    .errors(statusErrors),
  setClientStatuses: procedure({ allow: 'coach' })
    .route({
      method: 'PATCH',
      path: '/client_coach_relationships',
      tags: ['clients'],
      summary: 'Archive or restore several clients; repeating changes nothing',
    })
    .input(
      z.object({
        coachId: id,
        changes: z
          .array(z.object({ clientId: id, status: z.enum(TARGET_STATUSES).exclude(['invited']) }))
          .min(1)
          .max(BULK_MAX)
          .refine((changes) => hasNoRepeats(changes.map(({ clientId }) => clientId)), 'Please choose each client once'),
      }),
    )
    .output(bulkResults),
  resendInvitation: procedure({ allow: 'coach', verifiedEmail: true })
    .route({
      method: 'POST',
      path: '/clients/{clientId}/invitation',
      tags: ['clients'],
      summary: 'Mail a new invitation; the previous link stops working',
    })
    .input(z.object({ coachId: id, clientId: id }))
    .output(invitedClient)
    .errors({ NOT_INVITED: { status: 409, message: 'This client no longer needs an invitation.' } }),
  getInvitation: procedure({ allow: 'visitor' })
    .route({
      method: 'GET',
      path: '/invitations/{token}',
      tags: ['clients'],
      summary: 'Get the invitation of a mailed link',
    })
    .input(z.object({ token: z.string().min(20).max(200) }))
    .output(invitation),
  acceptInvitation: procedure({ allow: 'visitor' })
    .route({
      method: 'POST',
      path: '/invitations/{token}/accept',
      tags: ['clients'],
      summary: 'Accept an invitation; a new person gets an account and is signed in',
    })
    .input(acceptInvitationInput)
    .output(z.object({ coachId: id, clientId: id }))
    .errors({
      INVITATION_CLOSED: invitationClosed,
      SIGN_IN_REQUIRED: { status: 409, message: 'This email address already has an account. Sign in to accept.' },
      OTHER_ACCOUNT: otherAccount,
      COACH_ACCOUNT: {
        status: 409,
        message: 'This account is a coach account. Use another email address to train as a client.',
      },
    }),
  declineInvitation: procedure({ allow: 'person' })
    .route({
      method: 'POST',
      path: '/invitations/{token}/decline',
      tags: ['clients'],
      summary: 'Decline an invitation without a reason; repeating changes nothing',
    })
    .input(z.object({ token: z.string().min(20).max(200) }))
    .output(z.object(clientKey))
    .errors({ INVITATION_CLOSED: invitationClosed, OTHER_ACCOUNT: otherAccount }),
  listOwnInvitations: procedure({ allow: 'person' })
    .route({
      method: 'GET',
      path: '/my_invitations',
      tags: ['clients'],
      summary: 'List the open invitations to the verified address of the caller, newest first',
    })
    .output(z.object({ invitations: z.array(ownInvitation) })),
  acceptOwnInvitation: procedure({ allow: 'person', role: 'client', verifiedEmail: true })
    .route({
      method: 'POST',
      path: '/my_invitations/{coachId}/{clientId}/accept',
      tags: ['clients'],
      summary: 'Accept an invitation to the verified address of the caller; repeating changes nothing',
    })
    .input(z.object(clientKey))
    .output(z.object(clientKey))
    .errors({ INVITATION_CLOSED: invitationClosed }),
  declineOwnInvitation: procedure({ allow: 'person', role: 'client', verifiedEmail: true })
    .route({
      method: 'POST',
      path: '/my_invitations/{coachId}/{clientId}/decline',
      tags: ['clients'],
      summary: 'Decline an invitation to the verified address of the caller; repeating changes nothing',
    })
    .input(z.object(clientKey))
    .output(z.object(clientKey))
    .errors({ INVITATION_CLOSED: invitationClosed }),
};
