import { randomUUID } from 'node:crypto';
import { COACH_HEADER } from '@stridewell/contract/errors.rules';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PASSWORD, shareTestApp, type TestApp } from '../../../test/app.ts';
import { aClient, aCoach, anInvitation, aPerson, type Client, type Coach } from '../../../test/people.ts';

/** A strength coach, and one for running who started a little later, both with the same client. */
let strength: Coach;
let running: Coach;
let first: Client;
let second: Client;

let test: TestApp;
beforeAll(async () => {
  test = await shareTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  [strength, running] = [await aCoach(test, { plan: 'plus' }), await aCoach(test, { plan: 'plus' })];
  const person = await aPerson(test);
  first = await aClient(test, { of: strength, person, acceptedAt: new Date('2026-01-05') });
  second = await aClient(test, { of: running, person, acceptedAt: new Date('2026-02-02') });
});

const choose = (coachId: string) => first.api.coaches.chooseCoach({ coachId });
const session = () => first.api.identity.getSession();
const currentCoach = async () => (await session())?.client?.coachId;
const leave = ({ id: coachId }: Coach) => first.api.coaches.endRelationship({ coachId }, { context: { coachId } });
const setStatus = ({ api }: Coach, { coachId, clientId }: Client, status: 'active' | 'paused' | 'archived') =>
  api.clients.setClientStatus({ coachId, clientId, status });
const NOT_FOUND = { code: 'NOT_FOUND' };

describe('a client with two coaches', () => {
  it('has the newer one as the current coach until they choose the other, and sees both', async () => {
    expect(await session()).toMatchObject({
      client: { coachId: running.id, clientId: second.clientId },
      coachings: [
        { coachId: running.id, coachName: running.name, status: 'active' },
        { coachId: strength.id, coachName: strength.name, status: 'active' },
      ],
    });
    await choose(strength.id);
    await choose(strength.id);
    expect(await session()).toMatchObject({
      client: { coachId: strength.id, clientId: first.clientId },
      coachings: [{ coachId: strength.id }, { coachId: running.id }],
    });
  });

  it('cannot choose the coach of other clients, or an unknown one', async () => {
    const stranger = await aCoach(test);
    await expect(choose(stranger.id)).rejects.toMatchObject(NOT_FOUND);
    await expect(choose(randomUUID())).rejects.toMatchObject(NOT_FOUND);
    expect(await currentCoach()).toBe(running.id);
  });

  it('returns to the remaining coach when the chosen one ends, and can still read the history', async () => {
    await choose(strength.id);
    await leave(strength);
    expect(await session()).toMatchObject({
      client: { coachId: running.id, status: 'active' },
      coachings: [{ status: 'active' }, { coachId: strength.id, status: 'ended' }],
    });
    await choose(strength.id);
    expect(await session()).toMatchObject({ client: { coachId: strength.id, status: 'ended' } });
    expect(await first.api.checkins.listOwnCheckIns()).toMatchObject({ checkIns: [] });
  });

  it('stays with the chosen coach when the other one pauses, ends or resumes', async () => {
    await choose(strength.id);
    for (const status of ['paused', 'active', 'archived', 'active'] as const) {
      await setStatus(running, second, status);
      expect(await currentCoach()).toBe(strength.id);
    }
  });

  it('stays with the remaining coach when the archived coaching is restored', async () => {
    await choose(running.id);
    await setStatus(running, second, 'archived');
    expect(await currentCoach()).toBe(strength.id);
    await setStatus(running, second, 'active');
    expect(await currentCoach()).toBe(strength.id);
  });

  it('returns to the remaining coach when the chosen one deletes their account', async () => {
    await choose(strength.id);
    await strength.api.identity.deleteAccount({ password: PASSWORD, confirmation: 'DELETE' });
    expect(await session()).toMatchObject({
      client: { coachId: running.id },
      coachings: [{ coachId: running.id }, { coachId: strength.id, status: 'ended' }],
    });
  });

  it('switches to a third coach when they accept the invitation', async () => {
    await choose(strength.id);
    const yoga = await aCoach(test, { plan: 'plus' });
    const { coachId, clientId } = await anInvitation(test, { from: yoga, to: first.email });
    await first.api.clients.acceptOwnInvitation({ coachId, clientId });
    expect(await currentCoach()).toBe(yoga.id);
  });
});

describe('a request that names the coach', () => {
  it('concerns that coaching, whichever is the current one', async () => {
    const coachFor = async (coachId: string) =>
      (await first.api.coaches.getMyCoach(undefined, { context: { coachId } }))?.coach.coachId;
    expect(await coachFor(strength.id)).toBe(strength.id);
    await choose(strength.id);
    expect(await coachFor(running.id)).toBe(running.id);
  });

  it('names the coach in a header over HTTP', async () => {
    const { body } = await first.caller.get('/rest/v1/my_coach', { [COACH_HEADER]: strength.id });
    expect(body).toMatchObject({ coach: { coachId: strength.id } });
  });

  it.each([
    ['another coach', () => randomUUID()],
    ['an invalid id', () => "' or true --"],
  ])('finds nothing with %s', async (_, newCoachId) => {
    const context = { coachId: newCoachId() };
    expect(await first.api.dashboard.getClientDashboard(undefined, { context })).toBeNull();
    const history = first.api.checkins.listOwnCheckIns(undefined, { context });
    await expect(history).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it('ends only the coaching that it names', async () => {
    await leave(strength);
    expect(await session()).toMatchObject({
      coachings: [
        { coachId: running.id, status: 'active' },
        { coachId: strength.id, status: 'ended' },
      ],
    });
  });
});

describe('the business of a coach', () => {
  const save = (currency: 'USD' | 'EUR', places: number | null) =>
    strength.api.coaches.saveBusiness({ coachId: strength.id, currency, places });
  const revenue = (by = strength) => by.api.metrics.getCoachRevenue({ coach_id: by.id });

  it('has 30 places until the coach chooses another number', async () => {
    expect(await strength.api.coaches.getBusiness({ coachId: strength.id })).toEqual({ currency: 'USD', places: null });
    expect((await revenue()).max_capacity).toBe(30);
    await save('USD', 12);
    expect([(await revenue()).max_capacity, (await revenue(running)).max_capacity]).toEqual([12, 30]);
    await save('USD', null);
    expect((await revenue()).max_capacity).toBe(30);
  });

  it('has figures and new entries in the currency that the coach chose', async () => {
    const add = (amountCents: number) =>
      strength.api.money.createLedgerEntry({
        coachId: strength.id,
        id: randomUUID(),
        kind: 'revenue',
        amountCents,
        category: 'Coaching',
        occurredOn: '2026-01-05',
      });
    await add(700);
    await save('EUR', null);
    await add(900);
    const ask = (currency?: string) =>
      strength.api.metrics.getBusinessMetrics({
        coachId: strength.id,
        from: '2026-01-01',
        to: '2026-01-31',
        ...(currency && { currency }),
      });
    expect(await ask()).toMatchObject({ currency: 'EUR', currencies: ['EUR', 'USD'], figures: { revenue: 900 } });
    expect(await ask('USD')).toMatchObject({ figures: { revenue: 700 } });
    expect((await strength.api.identity.getSession())?.coach?.currency).toBe('EUR');
  });

  it('records changes with the former values in the audit log', async () => {
    await save('EUR', 12);
    await save('EUR', 12);
    const { entries } = await strength.api.audit.listOwnEntries({});
    expect(entries.filter(({ action }) => action === 'business.changed')).toMatchObject([
      { before: { currency: 'USD', places: null }, after: { currency: 'EUR', places: 12 } },
    ]);
  });
});
