import { DELETE_CONFIRMATION } from '@stridewell/contract/identity/identity.rules';
import { RISK_LEVELS } from '@stridewell/contract/retention/retention.rules';
import { addDays } from '@stridewell/contract/time';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, PASSWORD, type TestApp } from '../../../test/app.ts';
import { copyOf } from '../../../test/copies.ts';
import { aPayment } from '../../../test/factories/business.ts';
import { anEvent } from '../../../test/factories/records.ts';
import { aRetentionModel, aScore, aScoredWeek } from '../../../test/factories/retention.ts';
import { aClient, aCoach, type Client, type Coach, updateRelationship } from '../../../test/people.ts';
import { coaches } from '../../core/people/people.table.ts';
import { countLevels } from './retention.outcomes.rules.ts';
import { retentionModels, retentionScores, retentionWeeks } from './retention.scores.table.ts';
import { watchModel } from './retention.watch.service.ts';
import { scoreWeeks } from './retention.weekly.service.ts';

/** Every fourth Sunday has its outcomes counted; this is one of them. */
const SUNDAY = '2026-03-15';
const MONDAY = addDays(SUNDAY, 1);
const at = (day: string, hour = 3) => new Date(`${day}T${String(hour).padStart(2, '0')}:30:00Z`);

let test: TestApp;
let coach: Coach;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  test.setNow(at(MONDAY));
  await test.owner.delete(retentionModels);
  coach = await aCoach(test, { timeZone: 'UTC' });
});

const score = (day = MONDAY, hour = 3) => scoreWeeks({ ...test.services, now: () => at(day, hour) });
const scoresOf = ({ id }: { id: string } = coach) =>
  test.owner
    .select()
    .from(retentionScores)
    .where(eq(retentionScores.coachId, id))
    .orderBy(asc(retentionScores.day), asc(retentionScores.clientId));
const weeksOf = ({ id }: { id: string } = coach) =>
  test.owner.select().from(retentionWeeks).where(eq(retentionWeeks.coachId, id)).orderBy(asc(retentionWeeks.day));

type History = { of?: Coach; acceptedAgo?: number; workoutsAgo?: readonly number[]; person?: Client };

/** A client with workouts so many days before the end of the week. */
async function aCoached({ of = coach, acceptedAgo = 100, workoutsAgo = [], person }: History = {}) {
  const client = await aClient(test, { of, checkInAnchor: null, ...(person && { person }) });
  const ago = (days: number) => at(addDays(SUNDAY, -days), 12);
  await anEvent(test, { of: client, type: 'relationship.accepted', occurredAt: ago(acceptedAgo) });
  for (const days of workoutsAgo) await anEvent(test, { of: client, type: 'workout.completed', occurredAt: ago(days) });
  return client;
}
const leave = (client: Client, day: string) =>
  anEvent(test, { of: client, type: 'relationship.ended', actor: 'coach', occurredAt: at(day, 12) });
const deleteAccount = ({ api }: Client) =>
  api.identity.deleteAccount({ password: PASSWORD, confirmation: DELETE_CONFIRMATION });
const SILENT = Array.from({ length: 20 }, (_, index) => 24 + 3 * index);

describe('the weekly scores', () => {
  it('are stored once for each client with a level, with counts that name none', async () => {
    const silent = await aCoached({ workoutsAgo: SILENT });
    const active = await aCoached({ workoutsAgo: [1, 3, 5, 8, 10, 12, 15, 17, 19, 22, 24] });
    const objected = await aCoached({ workoutsAgo: [1] });
    await objected.api.retention.setOwnScoring({ objected: true });
    await aCoached({ acceptedAgo: 3 });
    const paused = await aCoached({ workoutsAgo: [5] });
    await updateRelationship(test, paused, { status: 'paused' });
    await score();
    const scores = await scoresOf();
    expect(scores).toHaveLength(2);
    expect(scores.find(({ clientId }) => clientId === silent.clientId)).toEqual({
      coachId: coach.id,
      clientId: silent.clientId,
      day: SUNDAY,
      level: 'High Risk',
      chance: null,
      reasons: expect.arrayContaining(['silentDays']),
      modelVersion: null,
    });
    expect(scores.find(({ clientId }) => clientId === active.clientId)).toMatchObject({ level: 'On Track' });
    const weeks = await weeksOf();
    expect(weeks).toEqual([
      { coachId: coach.id, day: SUNDAY, modelVersion: null, levels: countLevels(scores), bins: null, outcomes: null },
    ]);
    // A second run, also when it is made up for a day later, and while clients have changed.
    await aCoached({ workoutsAgo: [1] });
    await Promise.all([score(), score()]);
    await score(addDays(MONDAY, 1));
    expect(await scoresOf()).toEqual(scores);
    expect(await weeksOf()).toEqual(weeks);
  });

  it('are made up for later in the week, as of its start', async () => {
    await aCoached({ workoutsAgo: SILENT });
    await score(addDays(MONDAY, 4), 9);
    expect(await weeksOf()).toEqual([]);
    await score(addDays(MONDAY, 4));
    expect(await scoresOf()).toMatchObject([{ day: SUNDAY, level: 'High Risk' }]);
  });

  it('follow the coach’s time zone, also after it changes', async () => {
    const far = await aCoach(test, { timeZone: 'Pacific/Auckland' });
    await aCoached({ of: far, workoutsAgo: SILENT });
    // 3:30 on Monday in Auckland.
    await score(SUNDAY, 14);
    expect(await scoresOf(far)).toMatchObject([{ day: SUNDAY }]);
    await test.owner.update(coaches).set({ timeZone: 'UTC' }).where(eq(coaches.id, far.id));
    // The same Monday there and here, in one week.
    await score(MONDAY);
    await score(addDays(MONDAY, 7));
    expect((await scoresOf(far)).map(({ day }) => day)).toEqual([SUNDAY, addDays(SUNDAY, 7)]);
  });

  it('are those of coaches whose plan has them, and empty without clients', async () => {
    const plus = await aCoach(test, { timeZone: 'UTC', plan: 'plus' });
    await aCoached({ of: plus, workoutsAgo: SILENT });
    await score();
    expect(await weeksOf(plus)).toEqual([]);
    expect(await weeksOf()).toMatchObject([{ levels: countLevels([]) }]);
  });

  it('keep a level until the chance has clearly fallen', async () => {
    const silences = [9, 11, 13, 15, 17, 19];
    for (const last of silences) {
      const client = await aCoached({ workoutsAgo: Array.from({ length: 10 }, (_, index) => last + 3 * index) });
      await aScore(test, { of: client, day: addDays(SUNDAY, -7), level: 'High Risk' });
    }
    const ranks = async () => {
      const stored = (await scoresOf()).filter(({ day }) => day === SUNDAY);
      return stored.map(({ level }) => RISK_LEVELS.indexOf(level));
    };
    await score();
    const kept = await ranks();
    await test.owner.delete(retentionScores).where(eq(retentionScores.coachId, coach.id));
    await test.owner.delete(retentionWeeks).where(eq(retentionWeeks.coachId, coach.id));
    await score();
    const first = await ranks();
    expect(kept).toHaveLength(silences.length);
    for (const [index, rank] of kept.entries()) expect(rank).toBeLessThanOrEqual(first[index] ?? -1);
    expect(kept).not.toEqual(first);
  });

  it('start again for a client who is back after a year, and are separate for two coaches', async () => {
    const back = await aCoached({ acceptedAgo: 800, workoutsAgo: [700, 690] });
    await leave(back, addDays(SUNDAY, -600));
    await anEvent(test, { of: back, type: 'relationship.accepted', occurredAt: at(addDays(SUNDAY, -10)) });
    const other = await aCoach(test, { timeZone: 'UTC' });
    await aCoached({ of: other, workoutsAgo: SILENT, person: back });
    await score();
    expect(await scoresOf()).toMatchObject([{ level: 'Moderate Risk' }]);
    expect(await scoresOf(other)).toMatchObject([{ level: 'High Risk' }]);
  });

  it('are deleted after a year', async () => {
    const client = await aCoached({ workoutsAgo: [1] });
    await aScore(test, { of: client, day: addDays(SUNDAY, -364) });
    await aScore(test, { of: client, day: addDays(SUNDAY, -371) });
    await score();
    expect((await scoresOf()).map(({ day }) => day)).toEqual([addDays(SUNDAY, -364), SUNDAY]);
  });
});

describe('a measured model', () => {
  it('gives percentages with its version, and counts of its features', async () => {
    await aRetentionModel(test, { version: 4 });
    const silent = await aCoached({ workoutsAgo: SILENT });
    // The fit knows clients of their first month only.
    await aCoached({ acceptedAgo: 20, workoutsAgo: [1] });
    await score();
    const row = (await scoresOf()).find(({ clientId }) => clientId === silent.clientId);
    expect(row).toMatchObject({ modelVersion: 4, reasons: expect.arrayContaining(['silentDays']) });
    expect(row?.chance).toBeGreaterThan(0);
    expect(row?.chance).toBeLessThan(1);
    const [week] = await weeksOf();
    expect(week?.modelVersion).toBe(4);
    expect(week?.bins?.['silentDays/0']?.reduce((sum, count) => sum + count, 0)).toBe(1);
  });

  it('gives the same level on the page, for one client and over time', async () => {
    const of = await aCoach(test, { timeZone: 'UTC', plan: 'pro' });
    const coachId = of.id;
    const client = await aCoached({ of, workoutsAgo: [2, 5, 8] });
    const read = async () => {
      const { model, clients } = await of.api.retention.getEngagement({ coachId });
      const risk = await of.api.retention.getClientRisk({ coachId, clientId: client.clientId });
      const { levels } = await of.api.retention.getRetentionHistory({ coachId });
      expect([risk]).toMatchObject(clients);
      if (risk.level) expect(levels.at(-1)?.counts[risk.level]).toBe(1);
      return { state: model.state, level: risk.level, chance: risk.chance };
    };
    expect(await read()).toEqual({ state: 'prior', level: 'On Track', chance: null });
    await aRetentionModel(test, { offsetOf: { [coachId]: { logOdds: 4, clients: 40, left: 20 } } });
    expect(await read()).toEqual({ state: 'measured', level: 'High Risk', chance: expect.any(Number) });
  });

  it('adds the offset of the coach', async () => {
    const other = await aCoach(test, { timeZone: 'UTC' });
    await aRetentionModel(test, { offsetOf: { [other.id]: { logOdds: 1, clients: 40, left: 9 } } });
    for (const of of [coach, other]) await aCoached({ of, workoutsAgo: [7, 9, 12] });
    await score();
    const [[plain], [higher]] = [await scoresOf(), await scoresOf(other)];
    expect(higher?.chance).toBeGreaterThan(plain?.chance ?? 1);
  });
});

describe('four weeks later', () => {
  const OVER = addDays(MONDAY, 28);

  it('what happened is counted, once, from the scores that are still there', async () => {
    const [left, stayed, late, erased] = [await aCoached(), await aCoached(), await aCoached(), await aCoached()];
    await aScoredWeek(test, { of: coach, day: SUNDAY, modelVersion: 1 });
    await aScore(test, { of: left, day: SUNDAY, chance: 0.3, modelVersion: 1 });
    await aScore(test, { of: stayed, day: SUNDAY, chance: 0.4, modelVersion: 1 });
    await aScore(test, { of: late, day: SUNDAY, chance: 0.02, level: 'On Track', modelVersion: 1 });
    await aScore(test, { of: erased, day: SUNDAY, chance: 0.9, modelVersion: 1 });
    await leave(left, addDays(SUNDAY, 28));
    await leave(late, addDays(SUNDAY, 29));
    await deleteAccount(erased);
    await score(addDays(OVER, -7));
    expect((await weeksOf())[0]?.outcomes).toBeNull();
    await score(OVER);
    const [week] = await weeksOf();
    expect(week?.outcomes).toEqual([
      { level: 'High Risk', band: 3, clients: 2, left: 1, promised: 0.7, variance: expect.closeTo(0.45) },
      { level: 'On Track', band: 0, clients: 1, left: 0, promised: 0.02, variance: expect.closeTo(0.0196) },
    ]);
    // A later erasure leaves the counts as they are.
    await deleteAccount(stayed);
    await score(addDays(OVER, 7));
    expect((await weeksOf())[0]).toEqual(week);
  });

  it('leaves out who left by a failed payment, as training does', async () => {
    const [unpaid, left] = [await aCoached(), await aCoached()];
    await aScoredWeek(test, { of: coach, day: SUNDAY, modelVersion: 1 });
    for (const of of [unpaid, left]) {
      await aScore(test, { of, day: SUNDAY, chance: 0.3, modelVersion: 1 });
      await leave(of, addDays(SUNDAY, 10));
    }
    await aPayment(test, { by: unpaid, on: addDays(SUNDAY, 5), failed: true });
    await score(OVER);
    expect((await weeksOf())[0]?.outcomes).toMatchObject([{ level: 'High Risk', clients: 1, left: 1, promised: 0.3 }]);
  });

  it('only every fourth week is counted, so that no time counts twice', async () => {
    for (const ago of [0, 7, 14, 21]) await aScoredWeek(test, { of: coach, day: addDays(SUNDAY, ago) });
    await score(addDays(OVER, 28));
    const counted = (await weeksOf()).filter(({ outcomes }) => outcomes !== null).map(({ day }) => day);
    expect(counted).toEqual([SUNDAY]);
  });

  it('a model that promised something else shows no percentage from then on', async () => {
    await aRetentionModel(test, { version: 9 });
    const outcomes = (left: number) => [
      { level: 'High Risk' as const, band: 3, clients: 200, left, promised: 60, variance: 40 },
    ];
    await aScoredWeek(test, { of: coach, day: SUNDAY, modelVersion: 9, outcomes: outcomes(62) });
    const watch = async () => {
      await watchModel({ ...test.services, now: () => at(OVER) });
      return (await test.owner.select().from(retentionModels))[0]?.watch;
    };
    expect(await watch()).toMatchObject({ drift: null, all: { clients: 200, left: 62, promised: 60 } });
    const other = await aCoach(test, { timeZone: 'UTC' });
    await aScoredWeek(test, { of: other, day: SUNDAY, modelVersion: 9, outcomes: outcomes(150) });
    expect(await watch()).toMatchObject({ drift: 'calibration', all: { clients: 400, left: 212 } });
    await aCoached({ workoutsAgo: SILENT });
    await score(OVER);
    expect((await scoresOf()).at(-1)).toMatchObject({ modelVersion: 9, chance: null });
    const { model, clients } = await coach.api.retention.getEngagement({ coachId: coach.id });
    expect(model.state).toBe('drifted');
    expect(clients).toMatchObject([{ chance: null, curve: [], level: 'High Risk' }]);
  });
});

describe('the page about the model', () => {
  const cardOf = ({ api, id }: Coach = coach) => api.retention.getModelCard({ coachId: id });
  const outcome = { level: 'High Risk' as const, band: 3, clients: 30, left: 10, promised: 9, variance: 6 };

  it('says with the prior what happened by level, and promises nothing', async () => {
    await aScoredWeek(test, { of: coach, outcomes: [{ ...outcome, band: null, promised: 0, variance: 0 }] });
    const card = await cardOf();
    expect(card).toMatchObject({ state: 'prior', drift: null, measured: null, own: null });
    expect(card.levels).toEqual([
      { level: 'High Risk', clients: 30, left: 10, promised: null },
      { level: 'Moderate Risk', clients: 0, left: 0, promised: null },
      { level: 'On Track', clients: 0, left: 0, promised: null },
    ]);
    expect(card.shown).toEqual(Array(5).fill({ clients: 0, left: 0, promised: null }));
  });

  it('shows the test of the model in use, and what happened since for these clients and for all', async () => {
    const other = await aCoach(test, { timeZone: 'UTC' });
    await aRetentionModel(test, {
      version: 21,
      offsetOf: { [coach.id]: { logOdds: Math.log(2), clients: 40, left: 9 } },
    });
    await aScoredWeek(test, { of: coach, modelVersion: 21, outcomes: [outcome] });
    await aScoredWeek(test, { of: coach, day: '2026-01-04', modelVersion: 20, outcomes: [outcome] });
    await aScoredWeek(test, { of: other, modelVersion: 21, outcomes: [outcome] });
    expect((await cardOf()).measured?.platform).toBeNull();
    await watchModel({ ...test.services, now: () => at(MONDAY) });
    const card = await cardOf();
    expect(card).toMatchObject({ state: 'measured', own: { clients: 40, left: 9, odds: expect.closeTo(2) } });
    expect(card.shown[3]).toEqual({ clients: 30, left: 10, promised: 0.3 });
    expect(card.levels[0]).toEqual({ level: 'High Risk', clients: 30, left: 10, promised: 0.3 });
    expect(card.measured?.platform?.[3]).toEqual({ clients: 60, left: 20, promised: 0.3 });
    const { version, model, silence, tested } = card.measured ?? {};
    expect(version).toBe(21);
    expect(model?.auc).toBeGreaterThan(silence?.auc ?? 1);
    expect(tested?.reduce((sum, { clients }) => sum + clients, 0)).toBeGreaterThan(1000);
    // A coach without an offset has learned from no clients of their own.
    expect((await cardOf(other)).own).toEqual({ clients: 0, left: 0, odds: 1 });
  });
});

describe('a client', () => {
  it('finds scores and reasons in plain words in the copy of their data', async () => {
    const client = await aCoached();
    await aScore(test, { of: client, chance: 0.3, reasons: ['silentDays', 'fall'] });
    test.setNow(null);
    const files = await copyOf(test, { caller: client.caller });
    const file = [...files].find(([name]) => name.endsWith('engagement-levels.json'));
    expect(JSON.parse(`${file?.[1]}`)).toEqual([
      {
        day: '2026-02-01',
        level: 'High Risk',
        chance: 0.3,
        reasons: ['days without any activity', 'fewer active days than usual'],
      },
    ]);
  });

  it('loses their scores with an objection and with their account, and no one else’s', async () => {
    const [objects, leaves, stays] = [await aCoached(), await aCoached(), await aCoached()];
    for (const of of [objects, leaves, stays]) await aScore(test, { of });
    await aScoredWeek(test, { of: coach });
    await objects.api.retention.setOwnScoring({ objected: true });
    await deleteAccount(leaves);
    expect((await scoresOf()).map(({ clientId }) => clientId)).toEqual([stays.clientId]);
    expect(await weeksOf()).toHaveLength(1);
  });
});
