import { plannedEntryId } from '@stridewell/contract/foodlogs/foodlogs.ids.rules';
import { addDays, dayInZone } from '@stridewell/contract/time';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../test/app.ts';
import { countRows } from '../test/owner.ts';
import { seedDemo } from './demo.ts';
import { DEMO_CLIENTS, DEMO_ZONE } from './demo-clients.ts';
import { DEMO_FORMER } from './demo-former.ts';
import { LARGE_PASSWORD, largeCoachId, largePersonId, seedLarge } from './large.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const todayInDemo = () => dayInZone(new Date(), DEMO_ZONE);
const count = (table: string) => countRows(test, table);

describe('the demo', () => {
  beforeAll(async () => {
    const plant = () => seedDemo({ ownerUrl: test.databaseUrl, now: new Date(), files: test.services.files });
    await Promise.all([plant(), plant()]);
  }, 120_000);

  it('has every account, the clients of the pro coach and their history, once', async () => {
    expect(await count('coaches')).toBe(6);
    expect(await count('client_coach_relationships')).toBe(
      DEMO_CLIENTS.length + DEMO_FORMER.length + 9 + 4 + 3 + 3 + 23,
    );
    expect(await count('check_ins')).toBeGreaterThan(200);
    const { rows } = await test.owner.execute<{ email: string }>(
      sql`select email from users where is_demo and email like 'demo%'`,
    );
    expect(rows).toHaveLength(9);
    const caller = await test.signIn('demo.client@example.com', 'demo-password-1');
    expect((await caller.get('/rest/v1/dashboards/client')).body).toMatchObject({ coach: { fullName: 'Alex Rivera' } });
    const { rows: files } = await test.owner.execute<{ place: string }>(
      sql`select f.coach_id || '/' || f.id as place from files f join coachings c using (coach_id, client_id)
        join users u on u.id = c.user_id where u.email = 'demo.client@example.com'`,
    );
    expect(files).toHaveLength(14);
    for (const { place } of files) expect((await caller.get(`/rest/v1/files/${place}?size=thumb`)).status).toBe(200);
  });

  it('is in the past', async () => {
    const { rows } = await test.owner.execute(
      sql`select 1 from check_ins where submitted_at > now() + interval '1 minute'
        union all select 1 from workout_logs where finished_at > now() or updated_at > now()
        union all select 1 from target_reviews where created_at > now() or changed_at > now()
        union all select 1 from nutrition_targets where created_at > now()
        union all select 1 from food_entries where logged_at > now() union all select 1 from food_comments where created_at > now()`,
    );
    expect(rows).toEqual([]);
  });

  it('has clients of every way of working on nutrition, whose figures are not empty', async () => {
    const { rows } = await test.owner.execute<{ way: string; hidden: boolean }>(sql`
      select c.nutrition_way as way, c.numbers_off_by is not null as hidden
      from coachings c join users u on u.id = c.coach_id
      where u.email = 'demo.coach.pro@example.com' and c.nutrition_way is not null order by 1`);
    expect(rows).toEqual([
      { way: 'habits', hidden: true },
      { way: 'numbers', hidden: false },
      { way: 'photos', hidden: false },
      { way: 'plan', hidden: false },
    ]);
    const { api } = await test.signIn('demo.coach.pro@example.com', 'demo-password-1');
    const coachId = (await api.identity.getSession())?.user.id ?? '';
    const { nutrition } = await api.performance.getPerformance({ coachId, weeks: 4 });
    expect(nutrition.now).toBeGreaterThan(0);
    expect(nutrition.clients).toBeGreaterThanOrEqual(3);
  });

  it('has food logs that the product could have stored', async () => {
    const { api } = await test.signIn('demo.client@example.com', 'demo-password-1');
    const { days, statuses, foods, comments } = await api.foodlogs.getOwnFoodLog();
    expect(days.length).toBeGreaterThan(8);
    expect(foods.length).toBeGreaterThan(5);
    expect(comments).toHaveLength(1);
    expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set(['complete', 'partial', 'unlogged']));
    for (const log of days) expect(await api.foodlogs.syncFoodDay({ day: log.id, log })).toEqual(log);
    const ticks = days.flatMap(({ id: day, entries }) => entries.map((entry) => ({ ...entry, day })));
    const planned = ticks.filter(({ mealPlanId }) => mealPlanId !== null);
    expect(planned.length).toBeGreaterThan(0);
    for (const { id, day, mealPlanId, plannedMealId } of planned) {
      expect(id).toBe(plannedEntryId({ planId: mealPlanId ?? '', key: plannedMealId ?? '' }, day));
    }
  });

  it('has photos of meals that the product could have stored', async () => {
    const { rows } = await test.owner.execute<{
      email: string;
      coach_id: string;
    }>(sql`select u.email, c.coach_id from coachings c
      join users u on u.id = c.user_id where c.nutrition_way = 'photos' and u.is_demo`);
    const [photographer] = rows;
    const client = await test.signIn(photographer?.email ?? '', 'demo-password-1');
    const { days } = await client.api.foodlogs.getOwnFoodLog();
    expect(days.length).toBeGreaterThan(8);
    for (const log of days) expect(await client.api.foodlogs.syncFoodDay({ day: log.id, log })).toEqual(log);
    for (const { kind, fileId } of days.flatMap(({ entries }) => entries)) {
      expect(kind).toBe('photo');
      expect((await client.get(`/rest/v1/files/${photographer?.coach_id}/${fileId}?size=thumb`)).status).toBe(200);
    }
  });

  it('has recipes of the coach in its meal plans', async () => {
    const { api } = await test.signIn('demo.coach.pro@example.com', 'demo-password-1');
    const coachId = (await api.identity.getSession())?.user.id ?? '';
    const { foods } = await api.foods.listCoachFoods({ coachId, show: 'recipes' });
    expect(foods.map(({ name }) => name)).toEqual([
      'Banana walnut oats',
      'Lentil salad with feta',
      'Spaghetti bolognese',
    ]);
    const client = await test.signIn('demo.client@example.com', 'demo-password-1');
    const planned = await Promise.all(
      [0, 1, 2, 3, 4, 5, 6].map((ahead) => client.api.meals.getOwnMealPlan({ date: addDays(todayInDemo(), ahead) })),
    );
    const served = planned.flatMap(({ plan }) =>
      plan?.meals.flatMap(({ options }) => options.flatMap((one) => one.foods)),
    );
    expect(new Set(served.filter((food) => food?.isRecipe).map((food) => food?.name))).toEqual(
      new Set(foods.map(({ name }) => name)),
    );
  });

  it('has payments to pause on Monday, for a client who travels when they are due', async () => {
    const { api } = await test.signIn('demo.coach.pro@example.com', 'demo-password-1');
    const coachId = (await api.identity.getSession())?.user.id ?? '';
    const { decisions } = await api.decisions.getQueue({ coachId });
    expect(decisions.filter(({ kind }) => kind === 'pause')).toMatchObject([
      {
        clientName: 'Priya Nair',
        facts: [expect.stringMatching(/^Traveling until/), expect.stringMatching(/is due on/)],
      },
    ]);
  });

  it('has a proposed target that waits and an approved one, which the job would propose again', async () => {
    const { api } = await test.signIn('demo.coach.pro@example.com', 'demo-password-1');
    const coachId = (await api.identity.getSession())?.user.id ?? '';
    const { rows } = await test.owner.execute<{ email: string; client_id: string }>(
      sql`select email, client_id from client_coach_relationships where coach_id = ${coachId}`,
    );
    const adaptationOf = async (email: string, day?: string) => {
      const clientId = rows.find((row) => row.email === email)?.client_id ?? '';
      return api.targets.getAdaptation({ coachId, clientId, ...(day && { day }) });
    };
    const waiting = await adaptationOf('demo.client@example.com');
    expect(waiting.open).toMatchObject({ kind: 'approve', status: 'open', day: addDays(todayInDemo(), -1) });
    expect(waiting.open?.expenditure).toEqual(waiting.expenditure);
    expect(waiting.open?.expenditure.used.days).toBeGreaterThanOrEqual(21);
    const decided = await adaptationOf('grace.whitfield@example.com');
    const approved = decided.reviews.find(({ status }) => status === 'approved');
    expect(approved?.expenditure).toEqual(
      (await adaptationOf('grace.whitfield@example.com', approved?.day)).expenditure,
    );
    const { current } = await api.targets.getTargets({
      coachId,
      clientId: rows.find(({ email }) => email === 'grace.whitfield@example.com')?.client_id ?? '',
    });
    expect(current).toMatchObject({
      source: 'adaptive',
      by: 'coach',
      startsOn: addDays(todayInDemo(), -2),
      target: { kcal: approved?.toKcal, reasons: { kcal: approved?.sentence } },
    });
  });

  it('has workouts that the product could have stored', async () => {
    const { api } = await test.signIn('demo.client@example.com', 'demo-password-1');
    const { workouts } = await api.workouts.listOwnWorkouts({});
    expect(workouts.length).toBeGreaterThanOrEqual(6);
    for (const { id, sets } of workouts) {
      const { log } = await api.workouts.getOwnWorkout({ logId: id });
      expect(await api.workouts.syncWorkout({ logId: id, log })).toEqual(log);
      expect(log.sets.length).toBe(sets);
    }
    const { week, previous, logs } = await api.workouts.getOwnWorkouts();
    expect(previous.length).toBeGreaterThan(0);
    expect(week.filter(({ status }) => status === 'done').length).toBe(logs.length);
    const { rows } = await test.owner.execute(sql`select 1 from events where type = 'workout.pain_flagged'`);
    expect(rows).toHaveLength(1);
  });
});

describe('the large scenario', () => {
  it('has the requested size, even if seeded repeatedly', async () => {
    const before = await count('check_ins');
    const sizes = { coaches: 20, clientsPerCoach: 3, days: 21 };
    for (let time = 0; time < 2; time += 1) {
      await seedLarge({ ownerUrl: test.databaseUrl, now: new Date(), ...sizes });
      expect(await count('coaches')).toBe(26);
      expect((await count('check_ins')) - before).toBe(20 * 3 * 3);
    }
  });

  it('has people who can sign in', async () => {
    const coach = await test.signIn('coach20@large.example', LARGE_PASSWORD);
    const list = await coach.get<{ clients: unknown[] }>(
      `/rest/v1/client_coach_relationships?coachId=${largeCoachId(20)}`,
    );
    expect(list.body.clients).toHaveLength(3);
    const client = await test.signIn('client3.of20@large.example', LARGE_PASSWORD);
    expect((await client.get('/rest/v1/dashboards/client')).body).toMatchObject({ coach: { fullName: 'Coach 20' } });
    expect((await client.get('/rest/v1/user_roles')).body).toMatchObject({ userId: largePersonId(20, 3) });
  });

  it('refuses an invalid size', async () => {
    const plant = seedLarge({
      ownerUrl: test.databaseUrl,
      now: new Date(),
      coaches: Number.NaN,
      clientsPerCoach: 1,
      days: 1,
    });
    await expect(plant).rejects.toThrow(RangeError);
  });
});
