import { call, ORPCError } from '@orpc/server';
import { describe, expect, it } from 'vitest';
import type { Tx } from '../platform/db/database.ts';
import type { RequestContext } from './context.ts';
import { coachProcedure } from './procedures.ts';
import { answerOf, Refusal, refuse } from './refusals.ts';
import type { Services } from './services.ts';
import type { Actor } from './tenancy/actor.ts';
import type { CoachScope } from './tenancy/scope.ts';

const ID = '0190b1c4-7e1f-7000-8000-000000000001';
const coach = { role: 'Coach-Base', emailVerified: true, coach: { id: ID, status: 'active' } } as Actor;
const context = {
  services: { now: () => new Date() } as Services,
  event: {},
  findActor: async () => coach,
  findActorNow: async () => coach,
} as Partial<RequestContext> as RequestContext;
const tx = { answers: {} } as Tx<CoachScope, 'SEATS_FULL'>;

/** Calls a procedure of the contract whose handler throws `error`, and returns what its caller would get. */
async function answerTo(error: Error): Promise<unknown> {
  const addClient = coachProcedure.clients.addClient.handler(() => {
    throw error;
  });
  const input = { coachId: ID, clientId: ID, fullName: 'Kim', email: 'kim@example.com' };
  return call(addClient, input, { context }).catch((caught: unknown) => caught);
}

describe('a refusal thrown in a procedure', () => {
  it('becomes the error of the contract, with its status, message and data', async () => {
    const answer = await answerTo(refuse(tx, 'SEATS_FULL', { data: { plan: 'base', cap: 5 } }));
    expect(answer).toBeInstanceOf(ORPCError);
    expect(answer).toMatchObject({ code: 'SEATS_FULL', status: 409, defined: true, data: { plan: 'base', cap: 5 } });
    expect((answer as Error).message).toBe('Your plan has no room for another client.');
  });

  it('can replace the message', async () => {
    const answer = await answerTo(refuse('FORBIDDEN', { message: 'Plans are for coaches.' }));
    expect(answer).toMatchObject({ code: 'FORBIDDEN', status: 403, message: 'Plans are for coaches.' });
  });

  it('stays a bug when the procedure does not declare its code', async () => {
    const bug = new Refusal('NO_SUBSCRIPTION');
    expect(await answerTo(bug)).toBe(bug);
  });

  it('does not hide other errors', async () => {
    const bug = new TypeError('broken');
    expect(await answerTo(bug)).toBe(bug);
  });
});

describe('a refusal outside of procedures', () => {
  it('is answered when every procedure declares its code', () => {
    expect(answerOf(refuse('NOT_FOUND'))).toEqual({
      status: 404,
      body: { code: 'NOT_FOUND', message: 'We could not find that.' },
    });
    expect(answerOf(refuse('BAD_REQUEST', { message: 'There is no such list.' }))).toEqual({
      status: 400,
      body: { code: 'BAD_REQUEST', message: 'There is no such list.' },
    });
  });

  it('has no answer for a code that only one procedure declares', () => {
    expect(answerOf(refuse(tx, 'SEATS_FULL', { data: { plan: 'base', cap: 5 } }))).toBeUndefined();
  });
});

it('is type-checked', () => {
  const silent = { answers: {} } as Tx<CoachScope>;
  // @ts-expect-error The caller of this transaction cannot answer SEATS_FULL.
  expect(refuse(silent, 'SEATS_FULL', { data: { plan: 'base', cap: 5 } })).toBeInstanceOf(Refusal);
  // @ts-expect-error The contract's data for SEATS_FULL has a plan and a cap.
  expect(refuse(tx, 'SEATS_FULL', { data: { seats: 5 } })).toBeInstanceOf(Refusal);
  // @ts-expect-error No procedure declares such a code.
  expect(refuse(tx, 'NO_SUCH_CODE')).toBeInstanceOf(Refusal);
});
