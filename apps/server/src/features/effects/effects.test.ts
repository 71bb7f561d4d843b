import { addDays } from '@stridewell/contract/time';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { aRule, aRuleRun, aSuggestedTime } from '../../../test/factories/automation.ts';
import { aClient, aCoach, type Client, type Coach } from '../../../test/people.ts';
import { countEffects } from './effects.service.ts';
import { effectCounts } from './effects.table.ts';

const TODAY = '2026-03-02';

let test: TestApp;
let coaches: Coach[];
beforeAll(async () => {
  test = await createTestApp();
  coaches = await Promise.all(Array.from({ length: 10 }, () => aCoach(test, { timeZone: 'UTC', plan: 'pro' })));
});
afterAll(() => test.close());
beforeEach(async () => {
  test.setNow(new Date(`${TODAY}T12:00:00Z`));
  await test.owner.execute(sql`delete from suggested_times`);
  await test.owner.execute(sql`delete from flows`);
  await test.owner.execute(sql`delete from effect_counts`);
});

const ago = (days: number) => new Date(`${addDays(TODAY, -days)}T09:00:00Z`);

/** A time that was drawn for a client, whose two weeks are over. */
const aTime = (of: Client, { days = 20, later = false, active = false } = {}) =>
  aSuggestedTime(test, {
    of,
    madeAt: ago(days),
    waitHours: later ? 24 : 0,
    dueAt: ago(days - (later ? 1 : 0)),
    followed: active ? ['visit'] : [],
  });

type Run = { days?: number; heldOut?: boolean; outcome?: 'back' | 'not_back' | null; holdOut?: number | null };

async function aRun(of: Client, { days = 20, heldOut = false, outcome = 'back', holdOut = 10 }: Run) {
  const flowId = await aRule(test, { of: { id: of.coachId }, holdOut: holdOut ?? 0 });
  const state = heldOut ? 'held_out' : 'done';
  await aRuleRun(test, { of, flowId, startedAt: ago(days), state, holdOut, outcome });
}

const clientsOf = (of: Coach, count: number) =>
  Promise.all(Array.from({ length: count }, () => aClient(test, { of, checkInAnchor: null })));
const count = () => countEffects(test.services);
const effects = ({ api, id }: Coach) => api.effects.getEffects({ coachId: id });
const first = () => {
  const [coach] = coaches;
  if (!coach) throw new Error('no coach');
  return coach;
};
const cellsOf = async ({ id }: Coach) =>
  (await test.owner.select().from(effectCounts).where(eq(effectCounts.coachId, id)))[0]?.cells;

describe('the pool of effects', () => {
  it('says that there is no evidence before the first count', async () => {
    await test.owner.execute(sql`delete from pooled_effects`);
    expect(await effects(first())).toEqual({
      inPool: true,
      effects: ['automatic', 'timing'].map((comparison) => ({
        comparison,
        state: 'few_clients',
        clients: 0,
        coaches: 0,
        interval: null,
        countedOn: null,
      })),
    });
  });

  it('has an interval from 50 clients of 10 coaches on, unless one coach has too many, and stays the same twice', async () => {
    for (const coach of coaches) {
      for (const [place, client] of (await clientsOf(coach, 5)).entries()) {
        await aTime(client, { later: place > 2, active: place === 0 });
      }
    }
    await Promise.all([count(), count()]);
    const [, timing] = (await effects(first())).effects;
    expect(timing).toMatchObject({ state: 'counted', clients: 50, coaches: 10, countedOn: TODAY });
    expect(timing?.interval?.low).toBeLessThan(0);
    expect(timing?.interval?.high).toBeGreaterThan(0);
    await count();
    expect((await effects(first())).effects[1]).toEqual(timing);
    for (const client of await clientsOf(first(), 8)) await aTime(client);
    await count();
    expect((await effects(first())).effects[1]).toMatchObject({ state: 'one_coach', clients: 58, interval: null });
  });

  it('loses a coach who leaves with the next count, and gets them back', async () => {
    for (const coach of coaches) for (const client of await clientsOf(coach, 5)) await aTime(client);
    await count();
    const set = (inPool: boolean) => first().api.effects.setEffectPool({ coachId: first().id, inPool });
    expect(await Promise.all([set(false), set(false)])).toEqual([{ inPool: false }, { inPool: false }]);
    expect((await effects(first())).inPool).toBe(false);
    expect(await cellsOf(first())).toEqual([]);
    await count();
    expect((await effects(first())).effects[1]).toMatchObject({ state: 'few_clients', clients: 45, coaches: 9 });
    expect(await cellsOf(first())).toEqual([]);
    await set(true);
    await count();
    expect((await effects(first())).effects[1]).toMatchObject({ state: 'counted', clients: 50 });
  });

  it('counts a client once, when their time is over, by the percent of that day', async () => {
    const [twice, open, late, old, held] = await clientsOf(first(), 5);
    if (!twice || !open || !late || !old || !held) throw new Error('no clients');
    await aRun(twice, { days: 60, outcome: 'not_back', holdOut: 20 });
    await aRun(twice, { days: 20, outcome: 'back', holdOut: 10 });
    await aRun(open, { days: 20, outcome: null });
    // Came back at once, but those who did not are not known yet.
    await aRun(late, { days: 13, outcome: 'back' });
    await aRun(old, { holdOut: null });
    await aRun(held, { heldOut: true, outcome: 'not_back' });
    await aTime(held, { days: 60, active: true });
    await aTime(held, { days: 20, later: true });
    await count();
    const none = { clients: 0, active: 0, comparedClients: 0, comparedActive: 0 };
    expect(await cellsOf(first())).toEqual([
      { comparison: 'automatic', share: 10, ...none, comparedClients: 1 },
      { comparison: 'automatic', share: 20, ...none, clients: 1 },
      { comparison: 'timing', share: 50, ...none, clients: 1, active: 1 },
    ]);
    expect(JSON.stringify(await cellsOf(first()))).not.toContain(held.clientId);
  });

  it('needs the plan', async () => {
    const plus = await aCoach(test, { plan: 'plus' });
    await expect(effects(plus)).rejects.toMatchObject({ code: 'FEATURE_REQUIRED' });
  });
});
