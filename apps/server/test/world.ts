import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { inArray, sql } from 'drizzle-orm';
import { checkInRow, createClient, createCoach, createUser, insertCheckIns } from '../seed/factories.ts';
import { users } from '../src/core/people/people.table.ts';
import { webhookEvents } from '../src/features/billing/billing.table.ts';
import { coachSessions } from '../src/features/calendar/calendar.table.ts';
import { checkInTemplates, checkInTemplateVersions } from '../src/features/checkins/checkins.table.ts';
import { clientNotes } from '../src/features/clients/clients.table.ts';
import { broadcastRecipients, broadcasts } from '../src/features/messages/messages.table.ts';
import { notifications } from '../src/features/notifications/notifications.table.ts';
import { operatorInvitations } from '../src/features/operator/operator.table.ts';
import { mailDeliveries } from '../src/platform/mail/deliveries.table.ts';
import { type Caller, hashOfPassword, type TestApp } from './app.ts';
import { aMealDraft, aReferralLetter, aTarget, aTargetReview } from './factories/nutrition.ts';
import { CLASSES } from './table-classes.ts';
import {
  insertAdjustments,
  insertContact,
  insertDecision,
  insertExpenses,
  insertFoodLog,
  insertFoods,
  insertHabit,
  insertLead,
  insertMealPlans,
  insertMoney,
  insertPrograms,
  insertRetention,
  insertWorkout,
  MAIL,
} from './world-rows.ts';
import {
  insertBrand,
  insertConnections,
  insertDomain,
  insertSequence,
  insertWebhook,
} from './world-rows-automation.ts';

export const CALLERS = [
  'anonymous',
  'coach',
  'otherCoach',
  'baseCoach',
  'pendingCoach',
  'suspendedCoach',
  'client',
  'otherClient',
  'formerClient',
  'clientOfOtherCoach',
  'operator',
  'billingOperator',
  'weakOperator',
] as const;
export type CallerName = (typeof CALLERS)[number];

export type World = {
  callers: Record<CallerName, Caller>;
  coachId: string;
  /** Active client of the coach, who owns the data below. */
  clientId: string;
  otherClientId: string;
  /** A client who has not accepted yet. */
  invitedId: string;
  sessionId: string;
  checkInId: string;
  templateId: string;
  notificationId: string;
  noteId: string;
  broadcastId: string;
  programId: string;
  clientProgramId: string;
  mealPlanId: string;
  /** A copy of it that the client follows. */
  clientMealPlanId: string;
  mealDraftId: string;
  logId: string;
  /** Adjustments by their status. */
  adjustmentIds: Record<'open' | 'dismissed' | 'undone' | 'drafted', string>;
  targetId: string;
  endedTargetId: string;
  letterId: string;
  approvedReviewId: string;
  dismissedReviewId: string;
  leadId: string;
  otherLeadId: string;
  taskId: string;
  expenseId: string;
  recurringId: string;
  /** A webhook of the coach, and the event of a delivery. */
  endpointId: string;
  deliveredId: string;
  /** Failed mails, one for each action of an operator. */
  mailIds: { retries: string; discards: string };
  /** A failed event of the payment provider. */
  webhookId: string;
  /** A food, and files of foods, one staged and one imported. */
  foodId: string;
  /** Two own foods of the coach. */
  ownFoodId: string;
  duplicateFoodId: string;
  foodImportId: string;
  undoneImportId: string;
  /** A day of the client's food log with one entry. */
  foodDay: string;
  /** A food that the client added. */
  clientFoodId: string;
  recipeId: string;
  foodEntryId: string;
  /** A habit that the client has. */
  habitId: string;
  /** Connected calendars of the coach: a feed, and a CalDAV account. */
  connectionId: string;
  accountId: string;
  sequenceId: string;
  /** The client in the flow. */
  runId: string;
  sequenceTaskId: string;
  formerClientId: string;
  pendingCoachId: string;
  billingOperatorId: string;
  leavingOperatorId: string;
  teamInvitationId: string;
  otherTeamInvitationId: string;
  /** A contact form, and a prospect. */
  contactId: string;
  prospectId: string;
  packageId: string;
  subscriptionId: string;
  /** An issued invoice with a payment. */
  invoiceId: string;
  draftInvoiceId: string;
  paymentId: string;
  /** An open checkout of the invoice. */
  checkoutId: string;
  /** A payment without an invoice. */
  otherPaymentId: string;
};

/** Two tenants and all kinds of callers. All rows belong to the first coach and their client. */
export async function createWorld(test: TestApp): Promise<World> {
  const { owner } = test;
  const passwordHash = await hashOfPassword();
  const coach = await createCoach(owner, { plan: 'pro', passwordHash });
  const otherCoach = await createCoach(owner, { plan: 'pro', passwordHash });
  const baseCoach = await createCoach(owner, { plan: 'base', passwordHash });
  const pendingCoach = await createCoach(owner, { plan: 'pro', status: 'pending', passwordHash });
  const suspendedCoach = await createCoach(owner, { plan: 'pro', status: 'suspended', passwordHash });
  const person = async (coachId: string, status: string) => {
    const user = await createUser(owner, 'Client', { passwordHash });
    const { clientId } = await createClient(owner, coachId, { person: user, status, checkInAnchor: '2026-01-05' });
    return { ...user, clientId };
  };
  const client = await person(coach.id, 'active');
  const otherClient = await person(coach.id, 'active');
  const formerClient = await person(coach.id, 'ended');
  const clientOfOtherCoach = await person(otherCoach.id, 'active');
  const invited = await createClient(owner, coach.id);
  const operator = await createUser(owner, 'Operator', { passwordHash });
  const billingOperator = await createUser(owner, 'Operator', { passwordHash, operatorRole: 'billing' });
  /** Without two-factor sign-in. */
  const weakOperator = await createUser(owner, 'Operator', { passwordHash });

  const leavingOperator = await createUser(owner, 'Operator', { passwordHash, operatorRole: 'support' });
  const [teamInvitationId, otherTeamInvitationId] = [randomUUID(), randomUUID()];
  for (const id of [teamInvitationId, otherTeamInvitationId]) {
    const [sentAt, expiresAt] = [new Date(), new Date(Date.now() + 86_400_000)];
    const row = { id, email: `${id}@example.com`, role: 'support' as const, tokenDigest: 'digest' };
    await owner.insert(operatorInvitations).values({ ...row, invitedBy: operator.id, sentAt, expiresAt });
  }

  const noteId = randomUUID();
  const [sessionId, checkInId, notificationId, broadcastId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const templateId = randomUUID();
  const row = { coachId: coach.id, clientId: client.clientId };
  await insertCheckIns(owner, [checkInRow({ ...row, id: checkInId, day: '2026-01-05' })]);
  await owner.insert(checkInTemplates).values({ coachId: coach.id, id: templateId, name: 'Weekly', version: 1 });
  await owner.insert(checkInTemplateVersions).values({
    coachId: coach.id,
    templateId,
    version: 1,
    questions: [{ id: 'mood', type: 'text', label: 'How was it?', help: '', required: false, long: false }],
  });
  await owner.insert(coachSessions).values({
    ...row,
    id: sessionId,
    clientName: client.name,
    sessionDate: new Date(),
    sessionType: 'Strength session',
  });
  await owner
    .insert(clientNotes)
    .values({ ...row, id: noteId, text: 'Knee', day: '2026-01-05', createdAt: new Date() });
  await owner.insert(notifications).values({
    userId: client.id,
    id: notificationId,
    type: 'coach_assigned',
    title: 'You have a coach',
    message: 'Hello',
    metadata: {},
  });
  await owner.insert(broadcasts).values({ coachId: coach.id, id: broadcastId, body: 'Hello', createdAt: new Date() });
  await owner.insert(broadcastRecipients).values({ ...row, broadcastId, outcome: 'sent', seq: 1 });

  const [programId, clientProgramId] = [randomUUID(), randomUUID()];
  await insertPrograms(owner, { ...row, programId, clientProgramId });
  const mealPlanIds = await insertMealPlans(owner, row);
  const mealDraftId = await aMealDraft(test, { of: coach });
  const logId = randomUUID();
  await insertWorkout(owner, { ...row, logId });
  const adjustmentIds = { open: randomUUID(), dismissed: randomUUID(), undone: randomUUID(), drafted: randomUUID() };
  await insertDecision(owner, row);
  await insertAdjustments(owner, adjustmentIds, { ...row, clientProgramId });
  const targetId = await aTarget(test, { of: row });
  const ending = { number: 2, source: 'ended', kcal: null } as const;
  const endedTargetId = await aTarget(test, { of: row, ...ending });
  const letterId = await aReferralLetter(test, { of: row, day: '2026-01-05' });
  const approvedReviewId = await aTargetReview(test, { of: row, day: '2026-01-12', status: 'approved' });
  const dismissedReviewId = await aTargetReview(test, { of: row, day: '2026-01-19', status: 'dismissed' });
  const [leadId, otherLeadId, taskId] = [randomUUID(), randomUUID(), randomUUID()];
  await insertLead(owner, { coachId: coach.id, leadId, taskId });
  await insertLead(owner, { coachId: coach.id, leadId: otherLeadId, taskId: randomUUID() });
  const [expenseId, recurringId] = [randomUUID(), randomUUID()];
  await insertExpenses(owner, { coachId: coach.id, expenseId, recurringId });

  const webhookId = `evt_${randomUUID()}`;
  await owner
    .insert(webhookEvents)
    .values({ id: webhookId, type: 'invoice.paid', subscriptionId: 'sub_gone', status: 'failed', error: 'No answer' });
  const mailIds = { retries: randomUUID(), discards: randomUUID() };
  for (const id of Object.values(mailIds)) {
    await owner.insert(mailDeliveries).values({ ...MAIL, id });
  }
  const [contactId, prospectId] = [randomUUID(), randomUUID()];
  await insertContact(owner, { contactId, prospectId });

  const money = await insertMoney(owner, row);
  await insertRetention(owner, row);

  const people = {
    coach,
    otherCoach,
    baseCoach,
    pendingCoach,
    suspendedCoach,
    client,
    otherClient,
    formerClient,
    clientOfOtherCoach,
    operator,
    billingOperator,
    weakOperator,
  };
  const signedIn = await Promise.all(
    Object.entries(people).map(async ([name, { email }]) => [name, await test.signIn(email)] as const),
  );
  const callers = Object.fromEntries([['anonymous', test.anonymous], ...signedIn]) as Record<CallerName, Caller>;
  // After the sign-in, which would need a code otherwise.
  const strong = [operator.id, billingOperator.id];
  await owner.update(users).set({ twoFactorEnabled: true }).where(inArray(users.id, strong));
  await insertBrand(owner, coach.id);
  await insertDomain(owner, coach.id);
  await insertBrand(owner, pendingCoach.id);
  return {
    callers,
    coachId: coach.id,
    formerClientId: formerClient.clientId,
    clientId: client.clientId,
    otherClientId: otherClient.clientId,
    invitedId: invited.clientId,
    sessionId,
    checkInId,
    templateId,
    notificationId,
    noteId,
    broadcastId,
    programId,
    clientProgramId,
    ...mealPlanIds,
    mealDraftId,
    logId,
    adjustmentIds,
    targetId,
    endedTargetId,
    letterId,
    approvedReviewId,
    dismissedReviewId,
    leadId,
    otherLeadId,
    taskId,
    expenseId,
    recurringId,
    mailIds,
    webhookId,
    pendingCoachId: pendingCoach.id,
    billingOperatorId: billingOperator.id,
    leavingOperatorId: leavingOperator.id,
    teamInvitationId,
    otherTeamInvitationId,
    contactId,
    prospectId,
    ...money,
    ...(await insertFoods(owner, coach.id)),
    ...(await insertFoodLog(owner, row)),
    ...(await insertHabit(owner, row)),
    ...(await insertConnections(test, { coachId: coach.id, sessionId })),
    ...(await insertWebhook(test, coach.id)),
    ...(await insertSequence(owner, row)),
  };
}

/** Tenants' tables that background jobs fill meanwhile. */
const FLEETING = ['client_metrics', 'pipeline_metrics', 'notification_outbox'];
const WATCHED = [
  ...CLASSES.tenant.filter((table) => !FLEETING.includes(table)),
  'notifications',
  'notification_preferences',
  'lead_forms',
  'coach_brands',
  'coach_domains',
  'coach_senders',
  'operator_invitations',
  'platform_settings',
  'model_spending',
  'user_roles',
  'contacts',
  'contact_entries',
  'prospects',
  'prospect_touches',
  'prospect_events',
  'curated_exercises',
  'foods',
  'food_imports',
  'food_import_rows',
  'account_views',
  'account_erasures',
  'account_exports',
];

const FINGERPRINT = `select md5(string_agg(line, '|' order by line)) as all from (
  ${WATCHED.map((table) => `select '${table} ' || t::text from ${table} t`).join(' union all ')}
  union all select id from webhook_events where status = 'failed'
  union all select id || status from mail_deliveries where status in ('failed', 'discarded')
) as everything(line)`;

/** The contents of tables that a refused call must leave as they are. Prepared, because it is read thousands of times. */
export async function fingerprint({ owner }: TestApp): Promise<string> {
  const { rows } = await owner.$client.query<{ all: string }>({ name: 'fingerprint', text: FINGERPRINT });
  return rows[0]?.all ?? '';
}

const JOBS_MS = 20_000;

/** Waits until no job is due. Jobs that failed on a call's content are due again later. */
export async function jobsDone({ owner }: TestApp): Promise<void> {
  const endsAt = performance.now() + JOBS_MS;
  while (performance.now() < endsAt) {
    const { rows } = await owner.execute(sql`select from pgboss.job
      where state = 'active' or (state = 'created' and start_after <= now()) limit 1`);
    if (rows.length === 0) return;
    await delay(100);
  }
}
