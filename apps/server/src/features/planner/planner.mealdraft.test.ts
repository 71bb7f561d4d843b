import { randomUUID } from 'node:crypto';
import { foodInput } from '@stridewell/contract/foods/foods';
import { choicesOf, NO_CONSTRAINTS } from '@stridewell/contract/meals/meals.plan.rules';
import type { MealDraftEvent, MealGenerationInput } from '@stridewell/contract/planner/planner.meals';
import type { ClientRecord } from '@stridewell/contract/records/records.fields';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestApp } from '../../../test/app.ts';
import { MEAL_FOODS, mealClients } from '../../../test/meal-profiles.ts';
import { type ModelApp, startModelApp } from '../../../test/model-app.ts';
import { type Asked, answering, type ModelServer, theRulesChoice } from '../../../test/model-server.ts';
import { aClient, aCoach, type Client, type Coach, type Pair } from '../../../test/people.ts';
import { draftEvents } from '../../../test/planner-drafts.ts';
import { modelInput } from '../../core/models/models.input.rules.ts';
import { builtInLibrary } from '../exercises/exercises.merge.rules.ts';
import { clientRecords } from '../records/records.table.ts';
import { DISHES } from './planner.dishes.content.ts';
import { MENU_INSTRUCTIONS } from './planner.menus.rules.ts';
import { INSTRUCTIONS } from './planner.offer.rules.ts';
import { mealDrafts, modelConsents } from './planner.table.ts';

let started: ModelApp;
let test: TestApp;
let model: ModelServer;
let coach: Coach;
beforeAll(async () => {
  started = await startModelApp({ AI_TIMEOUT_SECONDS: '60', AI_MONTHLY_DOLLARS: '1000' });
  ({ test, model } = started);
});
afterAll(() => started.close());
beforeEach(async () => {
  coach = await aCoach(test, { plan: 'pro' });
  model.reply(answering(theFirst));
});

/** The rules' choice for each meal. */
const theFirst = ({ days }: Asked, changes: object = {}) => ({
  summary: 'Simple days with some change.',
  picks: days.flatMap(({ places }) =>
    places.map(({ place, candidates }) => ({ place, dishId: candidates[0]?.id ?? '' })),
  ),
  ...changes,
});

const aRequest: MealGenerationInput = {
  aim: { kcal: 2100, protein: 130, carbohydrate: 230, fat: 70 },
  constraints: { ...NO_CONSTRAINTS, mealsPerDay: 4 },
  days: 3,
  dislikes: [],
  seed: 1,
};
type Asking = { clientId?: string | null; draftId?: string; profile?: Partial<MealGenerationInput>; by?: Coach };
async function eventsOf({ clientId = null, draftId = randomUUID(), profile = {}, by = coach }: Asking = {}) {
  const input = { coachId: by.id, draftId, clientId, profile: { ...aRequest, ...profile } };
  const events: MealDraftEvent[] = [];
  for await (const event of await by.api.planner.draftMealPlan(input)) events.push(event);
  return events;
}
async function draftOf(asking: Asking = {}) {
  const last = (await eventsOf(asking)).at(-1);
  if (last?.type !== 'ready') throw new Error(`no draft: ${JSON.stringify(last)}`);
  return last.draft;
}
const BODY: Partial<ClientRecord> = {
  dateOfBirth: '1990-02-03',
  gender: 'female',
  heightCm: 168,
  startWeightKg: 70,
};
async function editRecord({ clientId }: Pair, changes: Partial<ClientRecord>): Promise<void> {
  const { record, version } = await coach.api.records.getClientRecord({ coachId: coach.id, clientId });
  await coach.api.records.saveClientRecord({ coachId: coach.id, clientId, version, record: { ...record, ...changes } });
}
async function coachFoodInput(foodId: string) {
  const stored = await coach.api.foods.getCoachFood({ coachId: coach.id, foodId });
  return { food: foodInput.parse(stored) };
}
const agree = (client: Client, allowed = true) => client.api.planner.setOwnModelConsent({ allowed });

describe('a meal plan for a client', () => {
  it('keeps to what the record says, although the form says nothing about it', async () => {
    const client = await aClient(test, { of: coach });
    await editRecord(client, {
      ...BODY,
      allergies: ['Milk'],
      dietaryRestrictions: ['Gluten-free', 'Low FODMAP'],
      diet: 'No breakfast before work. No tuna, please.',
    });
    const record = await coach.api.planner.getMealRecord({ coachId: coach.id, clientId: client.clientId });
    expect(record).toMatchObject({ allergies: ['Milk', 'Gluten-free'], diet: null, dislikes: ['tuna'], target: null });
    expect(record.screening.cautions.join(' ')).toContain('Low FODMAP');
    const { plan, reasons, provenance } = await draftOf({ clientId: client.clientId });
    for (const { foodId } of choicesOf(plan)) {
      const { allergens, name } = MEAL_FOODS.get(foodId) ?? { allergens: { yes: [], no: [] }, name: '' };
      for (const one of ['milk', 'wheat', 'rye', 'barley', 'oats'] as const) expect(allergens.no, name).toContain(one);
    }
    expect(reasons.leftOut.join(' ')).toContain('something they cannot eat');
    expect(provenance).toMatchObject({ draftedBy: 'engine', fallback: 'no_consent', promptHash: null });
    expect(model.asked).toEqual([]);
  });

  it('has no meat for a halal diet until the coach marks one, and says how', async () => {
    const constraints = { ...NO_CONSTRAINTS, mealsPerDay: 4, diet: 'halal' as const };
    const hint = /No meat is marked halal: mark yours on the food/;
    const { reasons } = await draftOf({ profile: { constraints } });
    expect(reasons.leftOut.join(' ')).toMatch(hint);
    const dishFoods = DISHES.flatMap(({ foods }) => foods.flatMap(({ foodId }) => MEAL_FOODS.get(foodId) ?? []));
    const meat = dishFoods.find(({ category, diets }) => category === 'poultry' && !diets.no.includes('halal'));
    if (!meat) throw new Error('no dish has poultry');
    const { food } = await coachFoodInput(meat.id);
    const diets = { ...food.diets, yes: [...food.diets.yes, 'halal' as const] };
    await coach.api.foods.saveCoachFood({ coachId: coach.id, foodId: meat.id, basedOn: 0, food: { ...food, diets } });
    const marked = await draftOf({ profile: { constraints, seed: 2 } });
    expect(marked.reasons.leftOut.join(' ')).not.toMatch(hint);
  });

  it('is refused with a referral for an underweight client, and calls no model', async () => {
    const client = await aClient(test, { of: coach });
    await editRecord(client, { ...BODY, startWeightKg: 48 });
    await agree(client);
    const events = await eventsOf({ clientId: client.clientId });
    expect(events).toMatchObject([{ type: 'blocked' }]);
    expect(JSON.stringify(events)).toContain('Refer them to a doctor');
    expect(model.asked).toEqual([]);
    expect(await test.owner.select().from(mealDrafts).where(eq(mealDrafts.coachId, coach.id))).toEqual([]);
  });

  it('is refused below the lowest energy for the client', async () => {
    const client = await aClient(test, { of: coach });
    await editRecord(client, BODY);
    const aim = { kcal: 1000, protein: null, carbohydrate: null, fat: null };
    expect(await eventsOf({ clientId: client.clientId, profile: { aim } })).toMatchObject([{ type: 'blocked' }]);
  });

  it('becomes a template, is assigned, and keeps how it was made without its reasons', async () => {
    const client = await aClient(test, { of: coach });
    await editRecord(client, BODY);
    const { id: draftId } = await draftOf({ clientId: client.clientId });
    const key = { coachId: coach.id, draftId };
    const opened = await coach.api.planner.openMealDraft(key);
    expect(await coach.api.planner.openMealDraft(key)).toEqual(opened);
    const edit = { coachId: coach.id, planId: opened.planId };
    const { plan, version } = await coach.api.meals.getMealPlan(edit);
    const changed = structuredClone(plan);
    changed.days[0]?.meals.pop();
    await coach.api.meals.saveMealPlan({ ...edit, basedOn: version, plan: changed });
    const copyId = randomUUID();
    const assignments = [{ id: copyId, clientId: client.clientId }];
    await coach.api.meals.assignMealPlan({
      coachId: coach.id,
      planId: opened.planId,
      assignments,
      startDay: '2026-11-30',
      endDay: null,
    });
    for (const planId of [opened.planId, copyId]) {
      const { provenance } = await coach.api.planner.getMealProvenance({ coachId: coach.id, planId });
      expect(provenance).toMatchObject({ draftedBy: 'engine', rulesVersion: '1' });
      expect(provenance?.edits).toEqual([`${plan.days[0]?.name}: ${plan.days[0]?.meals.at(-1)?.name} removed.`]);
    }
    const [row] = await test.owner.select().from(mealDrafts).where(eq(mealDrafts.id, draftId));
    expect(row).toMatchObject({ content: null, reasons: null });
    expect(row?.approvedAt).not.toBeNull();
  });

  it('can be dismissed, and the same id drafts once', async () => {
    const draftId = randomUUID();
    const [first, second] = await Promise.all([draftOf({ draftId }), draftOf({ draftId })]);
    expect(second.plan).toEqual(first.plan);
    await coach.api.planner.dismissMealDraft({ coachId: coach.id, draftId });
    await coach.api.planner.dismissMealDraft({ coachId: coach.id, draftId });
    await expect(coach.api.planner.openMealDraft({ coachId: coach.id, draftId })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('names the constraint and the smallest concession when nothing fits', async () => {
    const constraints = { ...NO_CONSTRAINTS, mealsPerDay: 4, cookingMinutes: 5, diet: 'vegan' as const };
    const last = (await eventsOf({ profile: { constraints, dislikes: ['chickpeas', 'beans'] } })).at(-1);
    expect(last).toMatchObject({ type: 'impossible' });
    expect(JSON.stringify(last)).toMatch(/No dinner fits\. Allow \d+ cooking minutes or meals with/);
  });

  it('is refused for a coach whose scope of practice hides meal plans', async () => {
    await coach.api.ways.saveScopeOfPractice({ coachId: coach.id, prescribes: false });
    await expect(eventsOf()).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});

describe('a model', () => {
  it('chooses dishes once the client has agreed; code computes the portions', async () => {
    const client = await aClient(test, { of: coach });
    await editRecord(client, BODY);
    await agree(client);
    const { provenance, reasons } = await draftOf({ clientId: client.clientId });
    expect(provenance).toMatchObject({ draftedBy: 'model', fallback: null, repairs: 0 });
    expect(reasons.variety).toContain('Simple days with some change.');
  });

  it('that names a dish which was not offered is asked twice more, and then the rules answer', async () => {
    model.reply(answering((asked) => theFirst(asked, { picks: [{ place: '1.1', dishId: 'cake-with-peanuts' }] })));
    const { provenance } = await draftOf();
    expect(provenance).toMatchObject({ draftedBy: 'engine', fallback: 'unusable', repairs: 2 });
    expect(model.asked[1]?.prompt).toContain('"code":"not_offered"');
    expect(JSON.stringify(model.asked)).not.toContain('cake-with-peanuts');
  });

  it('is not called after a withdrawal, for meals and for programs', async () => {
    const client = await aClient(test, { of: coach });
    await editRecord(client, BODY);
    expect(await client.api.planner.getOwnModelConsent()).toEqual({ allowed: null, answeredAt: null });
    await agree(client);
    await agree(client);
    await agree(client, false);
    const answers = await test.owner.select().from(modelConsents).where(eq(modelConsents.clientId, client.clientId));
    expect(answers.map(({ allowed, version }) => ({ allowed, version }))).toEqual([
      { allowed: true, version: 1 },
      { allowed: false, version: 1 },
    ]);
    expect((await draftOf({ clientId: client.clientId })).provenance.fallback).toBe('no_consent');
    const last = (await draftEvents(coach, { clientId: client.clientId, profile: { weeks: 2 } })).at(-1);
    expect(last).toMatchObject({
      type: 'ready',
      draft: { provenance: { fallback: 'no_consent', draftedBy: 'engine' } },
    });
    expect(model.asked).toEqual([]);
  });

  it('is not asked again once the client withdraws between two of its answers', async () => {
    const client = await aClient(test, { of: coach });
    await editRecord(client, BODY);
    await agree(client);
    model.reply(answering((asked) => theFirst(asked, { picks: [{ place: '1.1', dishId: 'cake-with-peanuts' }] })));
    const of = { coachId: coach.id, clientId: client.clientId };
    const meals = await coach.api.planner.draftMealPlan({ ...of, draftId: randomUUID(), profile: aRequest });
    let last: MealDraftEvent | null = null;
    for await (const event of meals) {
      if (JSON.stringify(event).includes('Asking again')) await agree(client, false);
      last = event;
    }
    expect(last).toMatchObject({
      type: 'ready',
      draft: { provenance: { draftedBy: 'engine', fallback: 'no_consent', repairs: 1 } },
    });
    expect(model.asked).toHaveLength(1);
  });

  it('receives ids and numbers alone, in every request for 200 clients', async () => {
    const exercises = new Set(builtInLibrary.map(({ id }) => id));
    const dishes = new Set(DISHES.map(({ id }) => id));
    const client = await aClient(test, { of: coach });
    await agree(client);
    const secrets = { goal: 'Marry in spring', injuries: 'Sore wrist', diet: 'No secretfish', phone: '+41790000001' };
    await editRecord(client, secrets);
    const sent: Asked[] = [];
    for (const [index, { profile, person }] of mealClients(200).entries()) {
      const { weightKg: startWeightKg, bodyFatPercent: _, ...facts } = person.facts.person;
      const allergies = profile.allergies.known.map(({ name }) => name);
      await test.owner
        .update(clientRecords)
        .set({ ...facts, startWeightKg, allergies })
        .where(eq(clientRecords.clientId, client.clientId));
      const constraints = { ...profile.constraints, mealsPerDay: profile.constraints.mealsPerDay ?? 4 };
      const request = {
        aim: profile.aim,
        constraints,
        // Each day is asked about in the same way.
        days: Math.min(profile.days, 2),
        dislikes: [...profile.dislikes],
        seed: profile.seed,
      };
      await resetLimits();
      await eventsOf({ clientId: client.clientId, profile: request });
      sent.push(...model.asked.splice(0));
      if (index % 20 === 0) {
        model.reply(answering((asked) => theRulesChoice(asked)));
        await draftEvents(coach, { clientId: client.clientId, profile: { weeks: 2, seed: index } });
        sent.push(...model.asked.splice(0));
        model.reply(answering(theFirst));
      }
    }
    expect(sent.length).toBeGreaterThan(150);
    for (const { prompt, instructions } of sent) {
      expect([INSTRUCTIONS, MENU_INSTRUCTIONS]).toContain(instructions);
      const { places, facts } = modelInput.parse(JSON.parse(prompt));
      const known = instructions === INSTRUCTIONS ? exercises : dishes;
      expect(places.flatMap(({ candidates }) => candidates).filter((id) => !known.has(id))).toEqual([]);
      expect(Object.keys(facts).filter((name) => !ALLOWED_FACTS.includes(name))).toEqual([]);
      for (const secret of [
        client.name,
        client.email,
        client.clientId,
        client.coachId,
        ...Object.values(secrets),
        '-05-01',
        'vegan',
        'Milk',
      ]) {
        expect(prompt).not.toContain(secret);
      }
    }
  }, 240_000);

  it.each([
    ['a name', { subject: 'a'.repeat(16), facts: { name: 'Jonas' }, places: [], problems: [] }],
    ['a sentence', { subject: 'a'.repeat(16), facts: {}, places: [], problems: [{ code: 'has a bad knee' }] }],
    ['an e-mail', { subject: 'jonas@example.com', facts: {}, places: [], problems: [] }],
    ['a health answer', { subject: 'a'.repeat(16), facts: {}, places: [], problems: [], health: { pregnancy: true } }],
  ])('cannot be sent %s', (_, input) => {
    expect(modelInput.safeParse(input).success).toBe(false);
  });
});

const ALLOWED_FACTS = ['goal', 'level', 'daysPerWeek', 'minutes', 'kcal', 'protein', 'mealsPerDay'];
/** The limits of a minute and a day, which 200 drafts of one coach would reach. */
const resetLimits = () => test.owner.execute('delete from rate_limits');
