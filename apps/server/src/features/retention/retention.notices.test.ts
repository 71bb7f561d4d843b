import type { RiskLevel } from '@stridewell/contract/retention/retention.rules';
import { addDays } from '@stridewell/contract/time';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { shareTestApp, type TestApp } from '../../../test/app.ts';
import { anEvent } from '../../../test/factories/records.ts';
import { aClient, aCoach, type Client, type Coach } from '../../../test/people.ts';
import { changeOf, type Seen } from './retention.notices.rules.ts';
import { notifyOfRisks } from './retention.notices.service.ts';

const TODAY = '2026-03-02';

describe('a change of a client', () => {
  const scored = (level: RiskLevel, score: number | null) => ({
    level,
    engagement: score === null ? null : { score, label: 'Good' as const },
  });
  const seen = (level: RiskLevel, ...scores: [number, number][]): Seen => ({
    level,
    day: addDays(TODAY, -1),
    scores: scores.map(([ago, score]) => [addDays(TODAY, -ago), score]),
  });

  it.each<[string, Seen | null, ReturnType<typeof scored>, object | null]>([
    ['is none at the first check', null, scored('High Risk', 10), null],
    ['is a level that rose', seen('On Track'), scored('Moderate Risk', 80), { kind: 'level', level: 'Moderate Risk' }],
    ['is no level that fell or stayed', seen('High Risk'), scored('High Risk', null), null],
    ['is a score that fell 20 points', seen('On Track', [14, 80]), scored('On Track', 60), { from: 80, to: 60 }],
    ['is no smaller fall', seen('On Track', [3, 79]), scored('On Track', 60), null],
    ['is no fall from more than two weeks ago', seen('On Track', [15, 90]), scored('On Track', 60), null],
    ['is one for level and score together', seen('On Track', [1, 90]), scored('High Risk', 20), { kind: 'level' }],
  ])('%s', (_, before, now, change) => {
    const found = changeOf(now, before, TODAY).change;
    if (change === null) expect(found).toBeNull();
    else expect(found).toMatchObject(change);
  });

  it('counts once, and a fall again only from where the score is now', () => {
    const first = changeOf(scored('On Track', 50), seen('On Track', [2, 75]), TODAY);
    expect(first.change).not.toBeNull();
    expect(changeOf(scored('On Track', 50), first.seen, TODAY).change).toBeNull();
    const next = changeOf(scored('On Track', 45), first.seen, addDays(TODAY, 1));
    expect(next.change).toBeNull();
    expect(changeOf(scored('On Track', 29), next.seen, addDays(TODAY, 2)).change).toMatchObject({ from: 50, to: 29 });
  });
});

describe('the check of a morning', () => {
  let test: TestApp;
  let coach: Coach;
  beforeAll(async () => {
    test = await shareTestApp();
  });
  afterAll(() => test.close());
  beforeEach(async () => {
    coach = await aCoach(test, { timeZone: 'UTC', plan: 'pro' });
  });

  const morning = (days: number) => new Date(`${addDays(TODAY, days)}T07:10:00Z`);
  async function aSilent(of = coach) {
    const client = await aClient(test, { of, fullName: 'Nina Park', checkInAnchor: null });
    const ago = (days: number) => new Date(`${addDays(TODAY, -days)}T09:00:00Z`);
    await anEvent(test, { of: client, type: 'relationship.accepted', occurredAt: ago(100) });
    for (let days = 1; days < 40; days += 3) {
      await anEvent(test, { of: client, type: 'workout.completed', occurredAt: ago(days), data: { day: TODAY } });
    }
    return client;
  }
  const check = async (days: number) => {
    test.setNow(morning(days));
    await notifyOfRisks(test.services);
  };
  const told = async (of = coach) => {
    const { rows } = await test.owner.execute<{ title: string }>(sql`
      select title from notifications where user_id = ${of.id} and type = 'client_at_risk'
      union all select title from notification_outbox where coach_id = ${of.id} and type = 'client_at_risk'
      order by title`);
    return rows.map(({ title }) => title);
  };
  const risk = (days: number) => {
    test.setNow(morning(days));
    return coach.api.retention.getEngagement({ coachId: coach.id });
  };

  it('tells the coach once for each level that rises, however often it runs', async () => {
    await aSilent();
    await check(0);
    expect(await told()).toEqual([]);
    await Promise.all([check(25), check(25)]);
    await check(25);
    const [client] = (await risk(25)).clients;
    expect(await told()).toEqual([`Nina Park: ${client?.level}`]);
    expect(client?.level).not.toBe('On Track');
    await check(26);
    const levels = new Set([client?.level, (await risk(26)).clients[0]?.level]);
    expect(await told()).toHaveLength(levels.size);
  });

  it('says nothing about clients who objected, are paused or whose reason is known, nor on other plans', async () => {
    const plus = await aCoach(test, { timeZone: 'UTC', plan: 'plus' });
    const [objecting, paused, known, other]: Client[] = [
      await aSilent(),
      await aSilent(),
      await aSilent(),
      await aSilent(plus),
    ];
    await check(0);
    await objecting?.api.retention.setOwnScoring({ objected: true });
    const { rows } = await test.owner.execute(sql`select client_id from risk_notices where coach_id = ${coach.id}`);
    expect(rows).toHaveLength(2);
    await coach.api.clients.setClientStatus({ coachId: coach.id, clientId: paused?.clientId ?? '', status: 'paused' });
    test.setNow(morning(20));
    await coach.api.retention.saveKnownReason({
      coachId: coach.id,
      clientId: known?.clientId ?? '',
      reasonId: crypto.randomUUID(),
      reason: 'ill',
      fromDay: addDays(TODAY, 20),
      untilDay: addDays(TODAY, 40),
    });
    await check(25);
    expect(await told()).toEqual([]);
    expect(await told(plus)).toEqual([]);
    expect(other?.coachId).toBe(plus.id);
  });

  it('leaves other hours alone', async () => {
    await aSilent();
    test.setNow(new Date(`${TODAY}T12:00:00Z`));
    await notifyOfRisks(test.services);
    const { rows } = await test.owner.execute(sql`select 1 from risk_notices where coach_id = ${coach.id}`);
    expect(rows).toEqual([]);
  });
});
