import { randomUUID } from 'node:crypto';
import { HEALTH_VERSION } from '@stridewell/contract/onboarding/onboarding.health.rules';
import { CONSENT_VERSION } from '@stridewell/contract/onboarding/onboarding.rules';
import type { TargetContent } from '@stridewell/contract/targets/targets';
import type { AdaptationLimitsInput } from '@stridewell/contract/targets/targets.adaptation';
import { addDays } from '@stridewell/contract/time';
import { and, between, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { outcomesOf } from '../../../test/api.ts';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { aTargetReview, someLoggedDays } from '../../../test/factories/nutrition.ts';
import { aClient, aCoach, type Client, type Coach, notificationsOf } from '../../../test/people.ts';
import { NO_TO_ALL } from '../../../test/security-cases-onboarding.ts';
import { aRecord } from '../../../test/security-cases-progress.ts';
import { foodDays } from '../foodlogs/foodlogs.table.ts';
import { clientRecords } from '../records/records.table.ts';
import { reviewDueTargets } from './targets.review.service.ts';

/** A Monday, on which the target starts. */
const START = '2026-03-02';
let test: TestApp;
let coach: Coach;
let client: Client;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  at(START);
  coach = await aCoach(test, { timeZone: 'America/Los_Angeles' });
  client = await aClient(test, { of: coach, person: { timeZone: 'America/Los_Angeles' } });
  const body = { startWeightKg: 80, goalWeightKg: 72, timeZone: null, goal: 'Lose some weight' };
  await coach.api.records.saveClientRecord({ ...pair(), version: 0, record: { ...aRecord, ...body } });
});

/** Noon of a day in Los Angeles. */
const at = (day: string) => test.setNow(new Date(`${day}T20:00:00Z`));
const pair = () => ({ coachId: coach.id, clientId: client.clientId });
const review = () => reviewDueTargets(test.services);
const CONTENT: TargetContent = {
  source: 'calculated',
  goal: 'lose',
  weeklyPercent: null,
  activity: 'moderate',
  week: null,
  note: '',
};
const set = (content = CONTENT, startsOn = START) =>
  coach.api.targets.saveTarget({ ...pair(), targetId: randomUUID(), startsOn, content });
const get = (asked: { day?: string; assumedDay?: string; assumedKcal?: number } = {}) =>
  coach.api.targets.getAdaptation({ ...pair(), ...asked });
const limit = (changes: Partial<AdaptationLimitsInput>) => {
  const limits = { isOn: true, withoutApproval: 0, lowest: null, highest: null, ...changes };
  return coach.api.targets.saveAdaptationLimits({ ...pair(), limits });
};
const approve = (reviewId: string) => coach.api.targets.approveTargetReview({ coachId: coach.id, reviewId });
const dismiss = (reviewId: string) => coach.api.targets.dismissTargetReview({ coachId: coach.id, reviewId });
const current = async () => (await coach.api.targets.getTargets(pair())).current;

/** Days with a complete log of `kcal` and a weigh-in that falls by `lossKg` a day, from the start on. */
const live = (count: number, eaten: { kcal: number; lossKg: number }): Promise<void> =>
  someLoggedDays(test, { by: pair(), from: START, count, ...eaten });

/** The weight stays although the client eats much less than the formula says that they spend. */
async function aLateReview(days = 42) {
  const { target } = await set();
  await live(days, { kcal: target?.kcal ?? 0, lossKg: 0 });
  at(addDays(START, days));
  await review();
  return get();
}

it('shows the expenditure that the log says, with its interval and the days it used', async () => {
  const { expenditure, sentence, projection, nextReviewAt, open } = await aLateReview();
  const kcal = (await current())?.target?.kcal ?? 0;
  expect(expenditure?.kcal.value).toBeGreaterThan(kcal - 150);
  expect(expenditure?.kcal.value).toBeLessThan(kcal + 350);
  expect(expenditure?.kcal.low).toBeLessThan(expenditure?.kcal.value ?? 0);
  expect(expenditure).toMatchObject({ day: addDays(START, 41), isPlateau: true, used: { days: 35, complete: 35 } });
  expect(sentence).toMatch(/^Expenditure as logged is/);
  expect(projection).toHaveLength(13);
  expect(projection[12]?.high).toBeGreaterThan(projection[12]?.low ?? 0);
  expect(nextReviewAt).toBe(new Date(`${addDays(START, 49)}T07:00:00Z`).toISOString());
  expect(open).toMatchObject({ kind: 'approve', fromKcal: kcal });
  expect(open?.toKcal).toBeLessThan(kcal);
});

it('does not suggest the target again on the day on which it was set', async () => {
  const { open, today } = await aLateReview();
  expect(open).not.toBeNull();
  await set({ ...CONTENT, note: 'Set in the call' }, today);
  const { sentence, open: left } = await get();
  expect([sentence, left]).toEqual(['The target changed less than a week ago, so the next proposal waits.', null]);
  expect((await get({ day: addDays(today, -1) })).sentence).not.toMatch(/less than a week ago/);
});

it('is what a calculated target starts from once the log is reliable, with its interval and source', async () => {
  const before = await coach.api.targets.getTargets(pair());
  expect(before.proposal.target?.reasons.expenditure).toMatch(/^Resting energy is/);
  const { expenditure } = await aLateReview();
  const { proposal } = await coach.api.targets.getTargets(pair());
  expect(proposal.basis?.expenditure).toBe(expenditure?.kcal.value);
  expect(proposal.target?.reasons.expenditure).toMatch(
    /^Expenditure as logged is [\d,]+ kcal a day \(likely range .*\), from 35 complete days and 35 weigh-ins\.$/,
  );
  const { basis } = await coach.api.targets.previewTarget({ ...pair(), content: CONTENT });
  expect(basis?.expenditure).toBe(expenditure?.kcal.value);
  await test.owner.execute(sql`update users set plan = 'base' where id = ${coach.id}`);
  const withoutPlan = await coach.api.targets.getTargets(pair());
  expect(withoutPlan.proposal.target?.reasons.expenditure).toMatch(/^Resting energy is/);
});

it('waits for enough days, and reviews each week once', async () => {
  await set();
  await live(14, { kcal: 2000, lossKg: 0 });
  at(addDays(START, 6));
  await review();
  expect((await get()).reviews).toEqual([]);
  at(addDays(START, 14));
  await Promise.all([review(), review()]);
  expect((await get()).reviews).toMatchObject([{ kind: 'withheld', status: 'none', day: addDays(START, 13) }]);
  expect(await notificationsOf(test, coach)).toEqual([]);
});

describe('after a gap of weeks in the log', () => {
  /** 35 logged days, five weeks without a log, and then six logged days. */
  async function anInterruptedLog() {
    const { target } = await set();
    await live(76, { kcal: target?.kcal ?? 0, lossKg: 0 });
    const isInGap = and(
      eq(foodDays.clientId, client.clientId),
      between(foodDays.day, addDays(START, 35), addDays(START, 69)),
    );
    await test.owner.delete(foodDays).where(isInGap);
  }
  const own = (day?: string) => client.api.targets.getOwnTarget(day === undefined ? {} : { day });
  const gapOf = async (day?: string) => (await own(day)).target?.numbers?.gap;

  it('both read that the days are too few, and which ones count', async () => {
    await anInterruptedLog();
    at(addDays(START, 35));
    await review();
    const { open } = await get();
    expect(await gapOf()).toBeNull();
    at(addDays(START, 60));
    const during = await get();
    expect(during.expenditure).toBeNull();
    expect(during.sentence).toMatch(/^No day since Mon, Apr 6 has a complete log, so there is no estimate now/);
    expect(await gapOf()).toMatch(
      /^No day since Mon, Apr 6 has a complete log, so your expenditure cannot be estimated now\. That needs 21 days/,
    );
    // A proposal from before the gap is no longer open.
    await review();
    expect((await get()).reviews.find(({ id }) => id === open?.id)).toMatchObject({ status: 'replaced' });
    at(addDays(START, 76));
    const after = await get();
    expect(after.expenditure?.used).toMatchObject({ days: 6, complete: 6, unlogged: 0, weighIns: 6 });
    expect(after.sentence).toBe(
      'No day from Mon, Apr 6 to Sun, May 10 has a complete log, so the estimate started again after it. Since Mon, May 11 there are 6 days, 6 of them complete, and 6 weigh-ins. A proposal needs 21 days, 14 of them with a complete log, and 8 weigh-ins.',
    );
    expect(await gapOf()).toBe(
      'No day from Mon, Apr 6 to Sun, May 10 has a complete log. Since Mon, May 11 there are 6 days, 6 of them complete, and 6 weigh-ins. These are too few to estimate your expenditure. That needs 21 days, 14 of them with a complete log, and 8 weigh-ins. Your target stays as it is.',
    );
    await review();
    expect((await get()).reviews[0]).toMatchObject({ kind: 'withheld', sentence: after.sentence });
    // The days before the gap can be read as before, and only today's target has the words.
    expect((await get({ day: addDays(START, 34) })).expenditure?.used.complete).toBe(28);
    expect(await gapOf(addDays(START, 60))).toBeNull();
  });

  it('a client without numbers reads no word of it', async () => {
    await anInterruptedLog();
    at(addDays(START, 76));
    await client.api.ways.setOwnNumbers({ hidden: true });
    expect((await own()).target).toEqual({ startsOn: START, isTraining: null, numbers: null });
  });
});

describe('a proposal', () => {
  it('notifies the coach and sets the target after their approval', async () => {
    const { open } = await aLateReview();
    if (!open) throw new Error('nothing is proposed');
    expect(await notificationsOf(test, coach)).toMatchObject([
      { type: 'target_proposed', title: 'Suggested target for Nina Park' },
    ]);
    expect((await current())?.source).toBe('calculated');
    expect(await approve(open.id)).toMatchObject({ status: 'approved' });
    expect(await approve(open.id)).toMatchObject({ status: 'approved' });
    expect(await current()).toMatchObject({
      source: 'adaptive',
      by: 'coach',
      startsOn: addDays(START, 42),
      target: { kcal: open.toKcal, reasons: { kcal: open.sentence } },
    });
    expect(await outcomesOf([dismiss(open.id)])).toEqual(['REVIEW_CHANGED']);
  });

  it('can be dismissed, and is replaced by a target that the coach sets', async () => {
    const { open } = await aLateReview();
    if (!open) throw new Error('nothing is proposed');
    expect(await dismiss(open.id)).toMatchObject({ status: 'dismissed' });
    expect(await outcomesOf([approve(open.id)])).toEqual(['REVIEW_CHANGED']);
    const id = await aTargetReview(test, { of: pair(), day: addDays(START, 40) });
    await set({ ...CONTENT, goal: 'maintain' }, addDays(START, 42));
    expect(await outcomesOf([approve(id), dismiss(id)])).toEqual(['REVIEW_CHANGED', 'REVIEW_CHANGED']);
  });

  it('is asked about every safety rule again', async () => {
    const { open } = await aLateReview();
    if (!open) throw new Error('nothing is proposed');
    // Without the job that stops an unsafe target, which may not have run yet.
    const isRecord = and(eq(clientRecords.coachId, coach.id), eq(clientRecords.clientId, client.clientId));
    await test.owner.update(clientRecords).set({ goalWeightKg: 45 }).where(isRecord);
    await expect(approve(open.id)).rejects.toMatchObject({
      code: 'TARGET_BLOCKED',
      data: { blocks: [{ code: 'low_goal' }] },
    });
  });

  it('happens without approval within the limits, and not while it is off', async () => {
    await client.api.onboarding.saveOnboarding({
      ...pair(),
      step: 'health',
      consent: { id: randomUUID(), version: CONSENT_VERSION },
      health: { id: randomUUID(), version: HEALTH_VERSION, answers: NO_TO_ALL },
    });
    const { target } = await set();
    await live(43, { kcal: target?.kcal ?? 0, lossKg: 0 });
    await limit({ isOn: false, withoutApproval: 150 });
    at(addDays(START, 42));
    await review();
    expect((await get()).reviews).toEqual([]);
    await limit({ withoutApproval: 150 });
    at(addDays(START, 49));
    await review();
    expect((await get()).reviews).toMatchObject([{ kind: 'apply', status: 'applied' }]);
    expect(await current()).toMatchObject({ source: 'adaptive', by: 'rules' });
    expect(await notificationsOf(test, coach)).toMatchObject([{ title: 'Target of Nina Park adapted' }]);
  });

  it('does not come after a downgrade, and the target stays', async () => {
    await set();
    await live(42, { kcal: 1800, lossKg: 0 });
    await test.owner.execute(sql`update users set plan = 'base' where id = ${coach.id}`);
    at(addDays(START, 42));
    await review();
    expect(await current()).toMatchObject({ source: 'calculated' });
    expect(await outcomesOf([get(), limit({})])).toEqual(['FEATURE_REQUIRED', 'FEATURE_REQUIRED']);
    const { rows } = await test.owner.execute(sql`select 1 from target_reviews where coach_id = ${coach.id}`);
    expect(rows).toEqual([]);
  });
});

it('any past day can be looked at again, and a day be assumed', async () => {
  const now = await aLateReview();
  const then = await get({ day: addDays(START, 28) });
  expect(then.expenditure).toMatchObject({ day: addDays(START, 28), used: { complete: 22 } });
  expect(then.expenditure?.kcal.high).toBeGreaterThan(then.expenditure?.kcal.value ?? 0);
  expect(await get({ day: addDays(START, 41) })).toMatchObject({ expenditure: now.expenditure });
  const assumed = await get({ assumedDay: addDays(START, 40), assumedKcal: 5000 });
  expect(assumed.expenditure?.kcal.value).toBeGreaterThan(now.expenditure?.kcal.value ?? 0);
  expect(await get()).toMatchObject({ expenditure: now.expenditure });
});

it('the picture has target, log, weight and expenditure of twelve weeks', async () => {
  await aLateReview();
  const { days, expenditures } = await coach.api.targets.getTargetPicture(pair());
  expect(days).toHaveLength(84);
  expect(days.at(-2)).toMatchObject({ day: addDays(START, 41), status: 'complete', weightKg: 80 });
  expect(days.at(-2)?.targetKcal).toBe(days.at(-2)?.intakeKcal);
  expect(days[0]).toMatchObject({ targetKcal: null, intakeKcal: null, status: 'unlogged' });
  expect(expenditures).toMatchObject([{ day: addDays(START, 41) }]);
});
