import { randomUUID } from 'node:crypto';
import { EMPTY_FOOD, type FoodInput } from '@stridewell/contract/foods/foods';
import { foodKey } from '@stridewell/contract/foods/foods.rules';
import { aMeal, aMealDay, aMealPlan, aPlannedFood } from '../../../packages/contract/test/meal-plans.ts';
import { bookEntries } from '../seed/books.ts';
import { adjustments } from '../src/features/adjustments/adjustments.table.ts';
import { contacts } from '../src/features/contacts/contacts.table.ts';
import { mondayDigests, settledDecisions } from '../src/features/decisions/decisions.table.ts';
import { recurringExpenses } from '../src/features/expenses/expenses.table.ts';
import { foodComments } from '../src/features/foodlogs/foodlogs.table.ts';
import { coachFoods, foodImports, foods } from '../src/features/foods/foods.table.ts';
import { clientHabits, habits } from '../src/features/habits/habits.table.ts';
import { mealPlans, mealPlanVersions } from '../src/features/meals/meals.table.ts';
import {
  clientInvoices,
  clientPayments,
  clientSubscriptions,
  invoiceCounters,
  onlineCheckouts,
  packages,
  paymentAccounts,
  paymentRefunds,
  subscriptionChanges,
} from '../src/features/money/money.table.ts';
import { programs, programVersions } from '../src/features/programs/programs.table.ts';
import { prospects } from '../src/features/prospects/prospects.table.ts';
import { retentionScores, retentionWeeks } from '../src/features/retention/retention.scores.table.ts';
import { workoutComments, workoutSets } from '../src/features/workouts/workouts.table.ts';
import type { TestApp } from './app.ts';
import { aLead, aLeadTask } from './factories/business.ts';
import { aClientFood, aFavoriteFood, aLoggedFood } from './factories/nutrition.ts';
import { aClientProgram, aWorkout } from './factories/training.ts';
import { aProgram } from './program-samples.ts';
import { aHead, aLoggedSet } from './workout-samples.ts';
import type { World } from './world.ts';

export const MAIL = {
  recipient: 'gone@example.com',
  template: 'invitation',
  status: 'failed',
  sealed: 'unreadable',
} as const;

/** A template in its first version, and a client who follows it, with one published draft. */
export async function insertPrograms(
  owner: TestApp['owner'],
  ids: { coachId: string; clientId: string; programId: string; clientProgramId: string },
): Promise<void> {
  const { coachId, clientId, programId, clientProgramId } = ids;
  const [content, now] = [aProgram(), new Date()];
  const { name, description, frequency, split } = content;
  const facts = { name, description, frequency, split, weeks: 2, folder: '', tags: [] };
  await owner.insert(programs).values({ ...facts, coachId, id: programId, content, updatedAt: now });
  const version = { version: 1, content, startedAt: now, savedAt: now };
  await owner.insert(programVersions).values({ ...version, coachId, programId });
  const following = { id: clientProgramId, programId, content, endDay: '2099-01-18', publishedDraft: 1 };
  await aClientProgram({ owner }, { of: { coachId, clientId }, ...following });
}

/** A meal plan template in its first version, and a client who follows a copy. */
export async function insertMealPlans(
  owner: TestApp['owner'],
  { coachId, clientId }: { coachId: string; clientId: string },
): Promise<Pick<World, 'mealPlanId' | 'clientMealPlanId'>> {
  const [mealPlanId, clientMealPlanId, now] = [randomUUID(), randomUUID(), new Date()];
  const content = aMealPlan([aMealDay(1, [aMeal(1, [aPlannedFood(1, randomUUID())])])]);
  const facts = { coachId, name: content.name, days: 1, content, updatedAt: now };
  const dates = { startDay: '2026-01-05', templateId: mealPlanId, template: content };
  await owner.insert(mealPlans).values([
    { ...facts, id: mealPlanId },
    { ...facts, ...dates, id: clientMealPlanId, clientId },
  ]);
  const version = { version: 1, content, startedAt: now, savedAt: now };
  await owner.insert(mealPlanVersions).values({ ...version, coachId, planId: mealPlanId });
  return { mealPlanId, clientMealPlanId };
}

/** An adjustment with no changes for each status. */
export async function insertAdjustments(
  owner: TestApp['owner'],
  ids: World['adjustmentIds'],
  row: { coachId: string; clientId: string; clientProgramId: string },
): Promise<void> {
  const [now, change] = [new Date(), { moves: [], days: [], deloads: [] }];
  const facts = {
    ...row,
    reason: 'Missed',
    lines: [],
    change,
    held: [],
    programVersion: 1,
    createdAt: now,
    changedAt: now,
  };
  const dates = { startDay: '2026-01-05', weekdays: [1, 4], moved: {} };
  for (const status of ['open', 'dismissed', 'undone', 'drafted'] as const) {
    await owner.insert(adjustments).values({ ...facts, dates, id: ids[status], cause: status, kind: 'skip', status });
  }
}

/** A contact and a prospect, who are different people. */
export async function insertContact(
  owner: TestApp['owner'],
  { contactId, prospectId }: { contactId: string; prospectId: string },
): Promise<void> {
  await owner
    .insert(contacts)
    .values({ id: contactId, kind: 'contact', name: 'Vera Lind', email: 'vera@lind.example', business: 'Lind' });
  await owner.insert(prospects).values({
    id: prospectId,
    name: 'Ida Berg',
    email: 'ida@berg.example',
    firstTouch: 'demo_request',
    stageSince: new Date(),
    firstTouchAt: new Date(),
  });
}

/** A lead with a task. */
export async function insertLead(
  owner: TestApp['owner'],
  { coachId, leadId, taskId }: { coachId: string; leadId: string; taskId: string },
): Promise<void> {
  const of = { id: coachId };
  await aLead({ owner }, { of, id: leadId, email: 'ana@example.com' });
  await aLeadTask({ owner }, { of, leadId, id: taskId });
}

/** A subscription with a partly paid invoice, a draft, and a package. */
export async function insertMoney(owner: TestApp['owner'], row: { coachId: string; clientId: string }) {
  const [packageId, subscriptionId, invoiceId] = [randomUUID(), randomUUID(), randomUUID()];
  const [draftInvoiceId, paymentId, otherPaymentId] = [randomUUID(), randomUUID(), randomUUID()];
  const { coachId } = row;
  const price = { amountCents: 10_000, currency: 'USD', interval: 'month' } as const;
  await owner.insert(packages).values({ ...price, coachId, id: packageId, name: 'Coaching', description: '' });
  await owner.insert(clientSubscriptions).values({
    ...row,
    ...price,
    id: subscriptionId,
    packageId,
    name: 'Coaching',
    startsOn: '2026-01-05',
    anchorOn: '2026-01-05',
    nextDueOn: '2199-01-05',
  });
  await owner.insert(subscriptionChanges).values({
    ...row,
    subscriptionId,
    number: 1,
    kind: 'started',
    effectiveOn: '2026-01-05',
    currency: 'USD',
    monthlyCents: 10_000,
  });
  const content = {
    ...row,
    currency: 'USD',
    lines: [{ text: 'Coaching', quantity: 1, unitCents: 10_000 }],
    clientName: 'Nina',
    taxLabel: 'Tax',
    taxRate: 0,
    taxIncluded: true,
    netCents: 10_000,
    taxCents: 0,
    totalCents: 10_000,
  };
  const issued = { number: 1, label: 'INV-0001', issuedOn: '2026-01-05', dueOn: '2099-01-05' };
  await owner.insert(clientInvoices).values([
    { ...content, ...issued, id: invoiceId, paidCents: 5000, refundedCents: 1000 },
    { ...content, id: draftInvoiceId },
  ]);
  await owner.insert(invoiceCounters).values({ coachId, series: 'invoices', last: 1 });
  const paid = { ...row, currency: 'USD', amountCents: 5000 };
  const succeeded = { ...paid, method: 'cash', status: 'succeeded', paidOn: '2026-01-05' } as const;
  await owner.insert(clientPayments).values([
    { ...succeeded, id: paymentId, invoiceId, refundedCents: 1000 },
    { ...succeeded, id: otherPaymentId },
  ]);
  await owner.insert(paymentRefunds).values({
    ...paid,
    amountCents: 1000,
    id: randomUUID(),
    paymentId,
    refundedOn: '2026-01-05',
    reason: '',
  });
  const checkoutId = randomUUID();
  await owner.insert(paymentAccounts).values({ coachId, accountId: 'acct_test_world', isReady: true, missing: [] });
  await owner.insert(onlineCheckouts).values({
    ...row,
    id: checkoutId,
    invoiceId,
    amountCents: 5000,
    currency: 'USD',
    accountId: 'acct_test_world',
    sessionId: 'cs_test_world',
    url: 'https://pay.example/world',
  });
  return { packageId, subscriptionId, invoiceId, draftInvoiceId, paymentId, otherPaymentId, checkoutId };
}

/** An expense, and a recurring one. */
export async function insertExpenses(
  owner: TestApp['owner'],
  { coachId, expenseId, recurringId }: { coachId: string; expenseId: string; recurringId: string },
): Promise<void> {
  const spending = { coachId, amountCents: 4_500, currency: 'USD', payee: 'Studio One', category: 'Rent', note: '' };
  await bookEntries(owner, [{ ...spending, id: expenseId, kind: 'expense', occurredOn: '2026-01-05' }]);
  const monthly = { frequency: 'monthly', startsOn: '2199-01-31', nextOn: '2199-01-31' } as const;
  await owner.insert(recurringExpenses).values({ ...spending, ...monthly, id: recurringId });
}

/** A workout with one set and a comment. */
export async function insertWorkout(
  owner: TestApp['owner'],
  { logId, ...row }: { coachId: string; clientId: string; logId: string },
): Promise<void> {
  const [set, now] = [aLoggedSet(), new Date()];
  const { day } = aHead();
  await aWorkout({ owner }, { by: row, id: logId });
  await owner.insert(workoutSets).values({
    ...row,
    ...set,
    logId,
    day,
    changedAt: now,
    exerciseId: 'back-squat',
    exerciseName: 'Back squat',
    exercise: 'back-squat',
  });
  const comment = { id: randomUUID(), text: 'Well done', createdAt: now };
  await owner.insert(workoutComments).values({ ...row, ...comment, logId });
}

/** A day of a food log with one entry and a comment, and a food that the client added and marked as a favorite. */
export async function insertFoodLog(owner: TestApp['owner'], row: { coachId: string; clientId: string }) {
  const foodDay = '2026-01-05';
  const foodEntryId = await aLoggedFood({ owner }, { by: row, day: foodDay });
  const comment = { day: foodDay, id: randomUUID(), text: 'Well done', createdAt: new Date() };
  await owner.insert(foodComments).values({ ...row, ...comment });
  const clientFoodId = await aClientFood({ owner }, { of: row });
  await aFavoriteFood({ owner }, { of: row, foodId: clientFoodId });
  return { foodDay, foodEntryId, clientFoodId };
}

/** A food, two own ones of the coach, a recipe, and two files of foods, one staged and one imported. */
export async function insertFoods(
  owner: TestApp['owner'],
  coachId: string,
): Promise<Pick<World, 'foodId' | 'ownFoodId' | 'duplicateFoodId' | 'recipeId' | 'foodImportId' | 'undoneImportId'>> {
  const [foodId, ownFoodId, duplicateFoodId, recipeId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const [foodImportId, undoneImportId] = [randomUUID(), randomUUID()];
  const now = new Date();
  await owner.insert(foods).values({ ...aFood, id: foodId, key: foodKey(aFood), changedAt: now });
  await owner
    .insert(coachFoods)
    .values([ownFoodId, duplicateFoodId].map((id) => ({ coachId, id, food: aFood, version: 1 })));
  const ingredients = [{ foodId: ownFoodId, name: aFood.name, amount: { value: 100, measure: 'g' as const } }];
  const recipe = { servings: 2, yield: { kind: 'raw' as const }, minutes: 10, steps: 'Stir.', ingredients };
  await owner.insert(coachFoods).values({ coachId, id: recipeId, food: aFood, recipe, version: 1 });
  await owner.insert(foodImports).values([
    { id: foodImportId, createdAt: now },
    { id: undoneImportId, status: 'imported', createdAt: now },
  ]);
  return { foodId, ownFoodId, duplicateFoodId, recipeId, foodImportId, undoneImportId };
}

/** A suggestion that the coach has dismissed, and the coach's mail of Monday. */
export async function insertDecision(
  owner: TestApp['owner'],
  row: { coachId: string; clientId: string },
): Promise<void> {
  await owner.insert(settledDecisions).values({
    ...row,
    id: randomUUID(),
    key: 'advice:plateau',
    kind: 'advice',
    outcome: 'dismissed',
    seconds: 20,
    day: '2026-01-05',
    hiddenUntil: '2026-01-11',
    settledAt: new Date('2026-01-05T09:00:00Z'),
  });
  await owner.insert(mondayDigests).values({ coachId: row.coachId }).onConflictDoNothing();
}

/** A habit of the coach that the client has. */
export async function insertHabit(
  owner: TestApp['owner'],
  row: { coachId: string; clientId: string },
): Promise<Pick<World, 'habitId'>> {
  const habitId = randomUUID();
  const { coachId } = row;
  await owner.insert(habits).values({ coachId, id: habitId, name: 'Walk', kind: 'steps', unit: 'steps', goal: 8000 });
  await owner.insert(clientHabits).values({ ...row, habitId, daysPerWeek: 7 });
  return { habitId };
}

/** The stored level of the client in a week, with its counts. */
export async function insertRetention(
  owner: TestApp['owner'],
  row: { coachId: string; clientId: string },
): Promise<void> {
  const day = '2026-01-04';
  const levels = { 'High Risk': 1, 'Moderate Risk': 0, 'On Track': 0 };
  await owner.insert(retentionScores).values({ ...row, day, level: 'High Risk', reasons: ['silentDays'] });
  await owner.insert(retentionWeeks).values({ coachId: row.coachId, day, levels });
}

export const aFood: FoodInput = {
  ...EMPTY_FOOD,
  name: 'Rolled oats',
  category: 'grains',
  kcal: 379,
  protein: 13.2,
  carbohydrate: 67.7,
  fat: 6.5,
  fibre: 10.1,
};
