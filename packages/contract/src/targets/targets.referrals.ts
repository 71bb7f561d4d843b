import { z } from 'zod';
import { procedure } from '../errors.ts';
import { computedDay, id, instant } from '../fields.ts';
import { OBSERVATION_SOURCES, REFERRAL_CODES } from '../onboarding/onboarding.letters.rules.ts';

/** An observation of a letter; its sentence follows from the code. */
const observation = z.object({
  code: z.enum(REFERRAL_CODES),
  day: computedDay,
  source: z.enum(OBSERVATION_SOURCES),
  /** All numbers of the observation; empty without any, and where numbers are off. */
  figures: z.string(),
});

/** The observations of a letter. */
export const observations = z.array(observation);

const letter = { id, createdAt: instant, readAt: instant.nullable() };

/** A letter for the coach. `observations` are null until the client has read it. */
export const referral = z.object({ ...letter, observations: observations.nullable() });
export type Referral = z.infer<typeof referral>;

export const clientReferrals = z.object({
  /** Whether something needs a doctor that no recent letter says. */
  isDue: z.boolean(),
  /** Newest first. */
  letters: z.array(referral),
});
export type ClientReferrals = z.infer<typeof clientReferrals>;

export const ownReferral = z.object({ ...letter, observations });
export type OwnReferral = z.infer<typeof ownReferral>;

const clientKey = { coachId: id, clientId: id };
const tags = ['targets'];

export const referrals = {
  getReferrals: procedure({ allow: 'coach' })
    .route({
      method: 'GET',
      path: '/clients/{clientId}/referrals',
      tags,
      summary: 'Get the referral letters of a client, and whether another one is due',
    })
    .input(z.object(clientKey))
    .output(clientReferrals),
  prepareReferral: procedure({ allow: 'coach' })
    .route({
      method: 'PUT',
      path: '/clients/{clientId}/referrals/{letterId}',
      tags,
      summary: 'Write a referral letter from observations, which the client reads first; repeating changes nothing',
    })
    .input(z.object({ ...clientKey, letterId: id }))
    .output(referral)
    .errors({
      FORMER_CLIENT: { status: 409, message: 'You no longer coach this client, so no letter was written.' },
      NOTHING_NEW: { status: 409, message: 'There is nothing new to write about, so no letter was written.' },
    }),
  listOwnReferrals: procedure({ allow: 'client' })
    .route({ method: 'GET', path: '/referrals/own', tags, summary: 'List the referral letters of the calling client' })
    .output(z.object({ letters: z.array(ownReferral) })),
  markReferralRead: procedure({ allow: 'client' })
    .route({
      method: 'PUT',
      path: '/referrals/own/{letterId}/read',
      tags,
      summary: 'Mark a referral letter as read by the calling client; repeating changes nothing',
    })
    .input(z.object({ letterId: id }))
    .output(ownReferral),
};
