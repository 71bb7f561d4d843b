import { z } from 'zod';
import { planAccess } from '../billing/billing.ts';
import { barBrand, shownBrand } from '../branding/branding.ts';
import { SWITCHES } from '../errors.rules.ts';
import { procedure } from '../errors.ts';
import { energyUnit, id, instant, relationshipStatus, timeZone, unitSystem } from '../fields.ts';
import { OPERATOR_ROLES } from '../operator/operator.rules.ts';
import { NUTRITION_WAYS, ROLES } from '../people.rules.ts';
import { BANNER_TONES } from '../settings/settings.rules.ts';
import { DELETE_CONFIRMATION } from './identity.rules.ts';

const role = z.enum(ROLES);

/** One coaching of a client, including former ones. */
export const coaching = z.object({
  coachId: id,
  clientId: id,
  coachName: z.string(),
  status: relationshipStatus,
});
export type Coaching = z.infer<typeof coaching>;

/** Notices that every page needs about the platform. */
export const notices = z.object({
  /** The operators' message on top of every page, as soon as it is due. */
  banner: z
    .object({
      /** Grows with each change, so that a message that was closed stays closed and a new one is shown. */
      version: z.int(),
      text: z.string(),
      tone: z.enum(BANNER_TONES),
      from: instant.nullable(),
      until: instant.nullable(),
      dismissible: z.boolean(),
    })
    .nullable(),
  /** Features that are turned off. */
  off: z.array(z.enum(SWITCHES)),
});
export type Notices = z.infer<typeof notices>;

/** Session with everything that a page shell needs. */
export const currentSession = z.object({
  expiresAt: instant,
  user: z.object({
    id,
    email: z.string(),
    emailVerified: z.boolean(),
    fullName: z.string(),
    image: z.string().nullable(),
    unitSystem,
    /** In which energy of food is shown. */
    energyUnit,
    timeZone,
  }),
  role,
  plan: planAccess,
  /** The role that decides what an operator may do; null for everyone else. */
  operatorRole: z.enum(OPERATOR_ROLES).nullable(),
  /** An operator whose console opens once two-factor sign-in is on. */
  needsTwoFactor: z.boolean(),
  coach: z
    .object({
      id,
      status: z.string(),
      /** The operator's text with the latest decision about the status. */
      statusReason: z.string(),
      fullName: z.string(),
      timeZone,
      /** Of the coach's business, like `USD`. */
      currency: z.string(),
      /** Scope of practice: whether the coach sets nutrition targets and meal plans. */
      prescribesNutrition: z.boolean(),
      /** The coach's own brand; null for the product's look. */
      brand: barBrand.nullable(),
    })
    .nullable(),
  /** Current relationship of a client; null for other roles and without a coach. */
  client: z
    .object({
      coachId: id,
      clientId: id,
      coachName: z.string(),
      status: z.string(),
      photoId: id.nullable(),
      nutritionWay: z.enum(NUTRITION_WAYS).nullable(),
      /** No screen may show calories, macros or body weight. */
      numbersOff: z.boolean(),
      /** The coach's brand; null for the product's look. */
      brand: shownBrand.nullable(),
    })
    .nullable(),
  /** Until when an operator views as this person; null for the person. */
  viewingUntil: instant.nullable(),
  /** Every coaching of a client, the current one first. */
  coachings: z.array(coaching),
  unreadNotifications: z.int(),
  notices,
  demo: z.boolean(),
});
export type CurrentSession = z.infer<typeof currentSession>;

export const device = z.object({
  id,
  userAgent: z.string().nullable(),
  signedInAt: instant,
  lastUsedAt: instant,
  current: z.boolean(),
});
export type Device = z.infer<typeof device>;

/** One way in which the caller can sign in. */
export const signInMethod = z.object({
  id,
  kind: z.enum(['password', 'passkey', 'phone', 'provider']),
  /** Of the passkey or provider, or the phone number. Empty for the password. */
  name: z.string(),
  /** The host on which a passkey works. */
  host: z.string().nullable(),
  addedAt: instant,
  lastUsedAt: instant.nullable(),
  /** False while the installation no longer offers it. */
  isUsable: z.boolean(),
  /** False for the password, and for the last way that remains. */
  isRemovable: z.boolean(),
});
export type SignInMethod = z.infer<typeof signInMethod>;

const preferences = z.object({
  unitSystem,
  timeZone,
  /** Without it, energy stays as it is. */
  energyUnit: energyUnit.optional(),
});

export const identity = {
  getSession: procedure({ allow: 'visitor', whileViewing: true })
    .route({ method: 'GET', path: '/session', tags: ['identity'], summary: 'Get the session of the caller, or null' })
    .output(currentSession.nullable()),
  getRole: procedure({ allow: 'person', whileViewing: true })
    .route({ method: 'GET', path: '/user_roles', tags: ['identity'], summary: 'Get the role of the caller' })
    .output(z.object({ userId: id, role })),
  getCoach: procedure({ allow: 'person', whileViewing: true })
    .route({
      method: 'GET',
      path: '/coaches',
      tags: ['identity'],
      summary: 'Get the coach record of the caller, or null',
    })
    .output(z.object({ id, status: z.string(), fullName: z.string() }).nullable()),
  getSecurity: procedure({ allow: 'person' })
    .route({
      method: 'GET',
      path: '/account/security',
      tags: ['identity'],
      summary: 'Get the two-factor status, the ways to sign in and the signed-in devices of the caller',
    })
    .output(z.object({ twoFactorEnabled: z.boolean(), methods: z.array(signInMethod), devices: z.array(device) })),
  endSession: procedure({ allow: 'person' })
    .route({
      method: 'POST',
      path: '/account/sessions/{sessionId}/end',
      tags: ['identity'],
      summary: 'End one session of the caller',
    })
    .input(z.object({ sessionId: id }))
    .output(z.object({ sessionId: id })),
  endOtherSessions: procedure({ allow: 'person' })
    .route({
      method: 'POST',
      path: '/account/sessions/end_others',
      tags: ['identity'],
      summary: 'End all other sessions of the caller',
    })
    .output(z.object({ ended: z.int() })),
  savePreferences: procedure({ allow: 'person' })
    .route({
      method: 'PATCH',
      path: '/preferences',
      tags: ['identity'],
      summary: 'Save the units and time zone of the caller',
    })
    .input(preferences)
    .output(preferences),
  deleteAccount: procedure({ allow: 'person', role: 'customer' })
    .route({
      method: 'POST',
      path: '/account/delete',
      tags: ['identity'],
      summary: 'Delete the account of the caller permanently',
    })
    .input(z.object({ password: z.string().min(1).max(128), confirmation: z.literal(DELETE_CONFIRMATION) }))
    .output(z.object({ deleted: z.literal(true) }))
    .errors({
      WRONG_PASSWORD: { status: 403, message: 'That is not your password.' },
      SUBSCRIPTION_RUNNING: { status: 409, message: 'Please cancel your subscription first.' },
    }),
};
