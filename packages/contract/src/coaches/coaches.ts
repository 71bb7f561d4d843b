import { z } from 'zod';
import { procedure } from '../errors.ts';
import { id, instant, line, relationshipStatus, text, webAddress } from '../fields.ts';
import { CURRENCY_CODES } from '../money/money.amounts.rules.ts';

const YEAR = z.int('Please enter the year').min(1950, 'Please check the year').max(2100, 'Please check the year');

export const certification = z.object({ name: line(120), issuer: line(120), year: YEAR });
export type Certification = z.infer<typeof certification>;

const wordList = (most: number) => z.array(line(40)).max(most, `Please name at most ${most}`);

export const coachProfile = z.object({
  headline: line(120).or(z.literal('')),
  bio: text(2000),
  specialities: wordList(12),
  certifications: z.array(certification).max(20, 'Please name at most 20'),
  yearsOfExperience: z
    .int('Please check the years')
    .min(0, 'Please check the years')
    .max(70, 'Please check the years')
    .nullable(),
  languages: wordList(12),
  website: webAddress,
  instagram: webAddress,
});
export type CoachProfile = z.infer<typeof coachProfile>;

/** Coach profile as clients see it. */
export const coachCard = coachProfile.extend({
  coachId: id,
  fullName: z.string(),
  initials: z.string(),
  photoUrl: z.string().nullable(),
});
export type CoachCard = z.infer<typeof coachCard>;

/** Most clients that a coach can plan for. */
const MOST_PLACES = 1000;

/** How the coach does business. */
export const business = z.object({
  /** Of the figures, and the first choice for new prices, payments and expenses. Recorded money keeps its own. */
  currency: z.enum(CURRENCY_CODES),
  /** Clients that the coach wants to have at most; null for `DEFAULT_PLACES`. */
  places: z
    .int('Please enter a whole number')
    .min(1, 'Please enter at least 1')
    .max(MOST_PLACES, `Please enter at most ${MOST_PLACES}`)
    .nullable(),
});
export type Business = z.infer<typeof business>;

export const coaches = {
  findCoach: procedure({ allow: 'coach', tenant: 'own' })
    .route({
      method: 'GET',
      path: '/coaches/{coachId}',
      tags: ['coaches'],
      summary: 'Check whether an id belongs to a coach; coaches get their own page under the id of another one',
    })
    .input(z.object({ coachId: id }))
    .output(z.object({ coachId: id })),
  getCoachProfile: procedure({ allow: 'coach', whileViewing: true })
    .route({
      method: 'GET',
      path: '/coach_profiles/{coachId}',
      tags: ['coaches'],
      summary: 'Get the profile of the calling coach',
    })
    .input(z.object({ coachId: id }))
    .output(coachCard),
  saveCoachProfile: procedure({ allow: 'coach' })
    .route({
      method: 'PATCH',
      path: '/coach_profiles/{coachId}',
      tags: ['coaches'],
      summary: 'Save the profile of the calling coach',
    })
    .input(coachProfile.extend({ coachId: id }))
    .output(coachCard),
  getBusiness: procedure({ allow: 'coach', whileViewing: true })
    .route({
      method: 'GET',
      path: '/business',
      tags: ['coaches'],
      summary: 'Get the currency and places of the calling coach',
    })
    .input(z.object({ coachId: id }))
    .output(business),
  saveBusiness: procedure({ allow: 'coach' })
    .route({
      method: 'PUT',
      path: '/business',
      tags: ['coaches'],
      summary: 'Save the currency and places of the calling coach',
    })
    .input(business.extend({ coachId: id }))
    .output(business),
  setCoachPhoto: procedure({ allow: 'coach' })
    .route({
      method: 'PATCH',
      path: '/coach_profiles/{coachId}/photo',
      tags: ['coaches'],
      summary: 'Set or remove the photo of the calling coach',
    })
    .input(z.object({ coachId: id, fileId: id.nullable() }))
    .output(coachCard)
    .errors({ FILE_NOT_FOUND: { status: 400, message: 'This photo was not found. Please choose it again.' } }),
  getMyCoach: procedure({ allow: 'client', nullWithoutCoach: true })
    .route({
      method: 'GET',
      path: '/my_coach',
      tags: ['coaches'],
      summary: 'Get the coach of the calling client, or null',
    })
    .output(z.object({ coach: coachCard, status: relationshipStatus, since: instant.nullable() }).nullable()),
  chooseCoach: procedure({ allow: 'person' })
    .route({
      method: 'POST',
      path: '/my_coach/{coachId}/choose',
      tags: ['coaches'],
      summary: 'Choose the coach that the portal shows, until this coaching ends or another one starts',
    })
    .input(z.object({ coachId: id }))
    .output(z.object({ coachId: id })),
  endRelationship: procedure({ allow: 'client' })
    .route({
      method: 'POST',
      path: '/my_coach/{coachId}/end',
      tags: ['coaches'],
      summary: 'End the coaching; the history stays readable; repeating changes nothing',
    })
    .input(z.object({ coachId: id }))
    .output(z.object({ coachId: id })),
};
