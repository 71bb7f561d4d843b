import { z } from 'zod';
import { procedure } from '../errors.ts';
import { id, instant } from '../fields.ts';
import { NUMBERS_OFF_BY, NUTRITION_WAYS } from '../people.rules.ts';

const way = z.enum(NUTRITION_WAYS);
/** The side that turned numbers off, and when; null while numbers are shown. */
const numbersOff = z.object({ by: z.enum(NUMBERS_OFF_BY), since: instant }).nullable();

export const ownWay = z.object({
  way: way.nullable(),
  numbersOff,
  /** Whether the client may show the numbers again. After an answer about an eating disorder only the coach may. */
  mayShow: z.boolean(),
  /** Whether nutrition follows the rules for GLP-1 drugs. */
  glp1: z.boolean(),
});
export type OwnWay = z.infer<typeof ownWay>;

export const clientWay = z.object({
  /** Null until the coach has chosen. */
  way: way.nullable(),
  numbersOff,
  /** Ways that fit the health answers, best first, and why. */
  suggested: z.object({ ways: z.array(way), reason: z.string() }),
  /** Whether the coach's scope of practice includes targets by number and meal plans. */
  prescribes: z.boolean(),
  /** Nutrition for a client who takes a GLP-1 drug. It needs the client's consent to the use of health answers. */
  mode: z.object({ glp1: z.boolean(), isAnswered: z.boolean(), hasConsent: z.boolean() }),
});
export type ClientWay = z.infer<typeof clientWay>;

const clientKey = { coachId: id, clientId: id };
const tags = ['ways'];

export const ways = {
  getOwnWay: procedure({ allow: 'client' })
    .route({
      method: 'GET',
      path: '/nutrition_way/own',
      tags,
      summary: 'Get how the calling client works on nutrition, and whether numbers are hidden',
    })
    .output(ownWay),
  setOwnNumbers: procedure({ allow: 'client' })
    .route({
      method: 'PATCH',
      path: '/nutrition_way/own',
      tags,
      summary: 'Hide calories, macros and body weight from the calling client, or show them; repeating changes nothing',
    })
    .input(z.object({ hidden: z.boolean() }))
    .output(ownWay)
    .errors({
      COACH_DECIDES: {
        status: 409,
        message: 'Your coach decides with you when numbers come back. Send them a message.',
      },
    }),
  getClientWay: procedure({ allow: 'coach' })
    .route({
      method: 'GET',
      path: '/clients/{clientId}/nutrition_way',
      tags,
      summary: 'Get how a client works on nutrition, with the ways that fit their health answers',
    })
    .input(z.object(clientKey))
    .output(clientWay),
  setClientWay: procedure({ allow: 'coach' })
    .route({
      method: 'PATCH',
      path: '/clients/{clientId}/nutrition_way',
      tags,
      summary: 'Choose how a client works on nutrition, or hide or show their numbers; repeating changes nothing',
    })
    .input(
      z.object({
        ...clientKey,
        way: way.optional(),
        numbersHidden: z.boolean().optional(),
        glp1: z.boolean().optional(),
      }),
    )
    .output(clientWay)
    .errors({
      CONSENT_REQUIRED: {
        status: 409,
        message: 'The mode needs the client’s consent to the use of health answers. They give it in their details.',
      },
      NOT_A_CLIENT: { status: 409, message: 'This can be changed for current clients only.' },
    }),
  saveScopeOfPractice: procedure({ allow: 'coach' })
    .route({
      method: 'PUT',
      path: '/scope_of_practice',
      tags,
      summary: 'Save whether the calling coach sets nutrition targets and meal plans',
    })
    .input(z.object({ coachId: id, prescribes: z.boolean() }))
    .output(z.object({ prescribes: z.boolean() })),
};
