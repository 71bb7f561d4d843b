import { randomUUID } from 'node:crypto';
import { COACH_HEADER } from '@stridewell/contract/errors';
import type { CurrentSession } from '@stridewell/contract/identity';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient, createCoach, createUser } from '../../../seed/factories.ts';
import { createTestApp, hashOfPassword, type TestApp } from '../../../test/app.ts';
import { relationships } from '../../core/relationships/relationships.table.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

/** A client with a coach for strength and, since a little later, one for running. */
async function trainee() {
  const passwordHash = await hashOfPassword();
  const [strength, running] = [
    await createCoach(test.owner, { plan: 'plus', passwordHash }),
    await createCoach(test.owner, { plan: 'plus' }),
  ];
  const person = await createUser(test.owner, 'Client', { passwordHash });
  const join = (coachId: string, day: string) =>
    createClient(test.owner, coachId, { person, acceptedAt: new Date(day), checkInAnchor: '2026-01-05' });
  const first = await join(strength.id, '2026-01-05');
  const second = await join(running.id, '2026-02-02');
  const caller = await test.signIn(person.email);
  return {
    ...{ strength, running, person, first, second, caller },
    choose: (coachId: string) => caller.send<{ code?: string }>('POST', `/rest/v1/my_coach/${coachId}/choose`, {}),
    session: async () => (await caller.get<CurrentSession>('/rest/v1/session')).body,
    setStatus: ({ coachId, clientId }: { coachId: string; clientId: string }, status: string) =>
      test.owner
        .update(relationships)
        .set({ status })
        .where(and(eq(relationships.coachId, coachId), eq(relationships.clientId, clientId))),
  };
}
type Trainee = Awaited<ReturnType<typeof trainee>>;

const currentOf = async (of: Trainee) => (await of.session()).client?.coachId;

describe('a client with two coaches', () => {
  it('is with the newer one until they choose the other, and sees both', async () => {
    const of = await trainee();
    expect(await of.session()).toMatchObject({
      client: { coachId: of.running.id, clientId: of.second.clientId },
      coachings: [
        { coachId: of.running.id, coachName: of.running.name, status: 'active' },
        { coachId: of.strength.id, coachName: of.strength.name, status: 'active' },
      ],
    });
    expect(await of.choose(of.strength.id)).toMatchObject({ status: 200 });
    expect(await of.choose(of.strength.id)).toMatchObject({ status: 200 });
    const { client, coachings } = await of.session();
    expect(client).toMatchObject({ coachId: of.strength.id, clientId: of.first.clientId });
    expect(coachings.map(({ coachId }) => coachId)).toEqual([of.strength.id, of.running.id]);
  });

  it('cannot choose a coach of others, or one who is none', async () => {
    const of = await trainee();
    const stranger = await createCoach(test.owner);
    expect(await of.choose(stranger.id)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    expect(await of.choose(randomUUID())).toMatchObject({ status: 404 });
    expect(await currentOf(of)).toBe(of.running.id);
  });

  it('comes back to the coach who stays when the chosen one ends, and may look at what was', async () => {
    const of = await trainee();
    await of.choose(of.strength.id);
    await of.setStatus(of.first, 'ended');
    expect(await of.session()).toMatchObject({
      client: { coachId: of.running.id, status: 'active' },
      coachings: [{ status: 'active' }, { coachId: of.strength.id, status: 'ended' }],
    });
    await of.choose(of.strength.id);
    expect(await of.session()).toMatchObject({ client: { coachId: of.strength.id, status: 'ended' } });
    expect((await of.caller.get('/rest/v1/check_ins/own')).status).toBe(200);
  });

  it('stays where they are when the other coach ends, pauses or takes them on again', async () => {
    const of = await trainee();
    await of.choose(of.strength.id);
    for (const status of ['paused', 'active', 'archived', 'active']) {
      await of.setStatus(of.second, status);
      expect(await currentOf(of)).toBe(of.strength.id);
    }
  });

  it('is with a coach from the moment they accept the invitation', async () => {
    const of = await trainee();
    await of.choose(of.strength.id);
    const yoga = await createCoach(test.owner, { plan: 'plus' });
    const invited = await createClient(test.owner, yoga.id, { email: of.person.email });
    await test.owner
      .update(relationships)
      .set({ status: 'active', personId: of.person.id, acceptedAt: new Date('2026-01-01') })
      .where(and(eq(relationships.coachId, yoga.id), eq(relationships.clientId, invited.clientId)));
    expect(await currentOf(of)).toBe(yoga.id);
  });
});

describe('a request that names the coach', () => {
  it('is about that coaching, whichever is the current one by now', async () => {
    const of = await trainee();
    const coachFor = async (coachId: string) =>
      (await of.caller.get<{ coach: { coachId: string } }>('/rest/v1/my_coach', { [COACH_HEADER]: coachId })).body
        ?.coach;
    expect(await coachFor(of.strength.id)).toMatchObject({ coachId: of.strength.id });
    await of.choose(of.strength.id);
    expect(await coachFor(of.running.id)).toMatchObject({ coachId: of.running.id });
  });

  it.each([
    ['another coach', () => randomUUID()],
    ['no id', () => "' or true --"],
  ])('is not found by a client of another coach: %s', async (_what, coachId) => {
    const of = await trainee();
    const named = { [COACH_HEADER]: coachId() };
    expect((await of.caller.get('/rest/v1/dashboards/client', named)).body).toBeNull();
    expect((await of.caller.get('/rest/v1/check_ins/own', named)).status).toBe(403);
  });

  it('ends only the coaching that it names', async () => {
    const of = await trainee();
    const end = (coachId: string) =>
      of.caller.send('POST', `/rest/v1/my_coach/${coachId}/end`, {}, { [COACH_HEADER]: coachId });
    expect((await end(of.strength.id)).status).toBe(200);
    expect((await of.session()).coachings).toMatchObject([
      { coachId: of.running.id, status: 'active' },
      { coachId: of.strength.id, status: 'ended' },
    ]);
  });
});
