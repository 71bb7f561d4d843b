import { randomUUID } from 'node:crypto';
import { FOOD_CATEGORIES } from '@stridewell/contract/foods/foods.rules';
import { type SQL, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { OwnerDb } from '../../seed/factories.ts';
import { accounts, passkeys, twoFactors } from '../../src/core/auth/auth.table.ts';
import { accountErasures } from '../../src/features/accounts/accounts.table.ts';
import { auditEntries, auditMarks } from '../../src/features/audit/audit.table.ts';
import { NIL_CHAIN } from '../../src/features/audit/audit.verify.data.ts';
import { subscriptions, webhookEvents } from '../../src/features/billing/billing.table.ts';
import { contacts } from '../../src/features/contacts/contacts.table.ts';
import { coachFoods, foods } from '../../src/features/foods/foods.table.ts';
import { notificationOutbox, notifications } from '../../src/features/notifications/notifications.table.ts';
import { prospects } from '../../src/features/prospects/prospects.table.ts';
import { requestMinutes } from '../../src/platform/http/request-minutes.table.ts';
import { mailDeliveries } from '../../src/platform/mail/deliveries.table.ts';
import { outboxMails } from '../../src/platform/mail/outbox.table.ts';
import { DEAD_LETTERS } from '../../src/platform/queue/migrate.ts';
import type { TestApp } from '../app.ts';
import { insertMany, NEW_ID, type NumberedRow } from './many.ts';

type Stored = Pick<TestApp, 'owner'>;

/** A second step of sign-in that was set up, and that no code fits. */
export async function aSecondStep(
  { owner }: Stored,
  { of, ...options }: Partial<typeof twoFactors.$inferInsert> & { of: { id: string } },
): Promise<void> {
  const step = { secret: 'x', backupCodes: 'x', verified: true, ...options };
  await owner.insert(twoFactors).values({ id: randomUUID(), ...step, userId: of.id });
}

/** Passkeys of an account, which no device holds. */
export const somePasskeys = (test: Stored, { of, count }: { of: { id: string }; count: number }): Promise<void> =>
  insertMany(test, passkeys, count, {
    id: NEW_ID,
    userId: of.id,
    publicKey: 'x',
    credentialID: sql`gen_random_uuid()`,
    counter: 0,
    deviceType: 'singleDevice',
    backedUp: false,
  });

/** A sign-in with Google. */
export async function aLinkedAccount({ owner }: Stored, { of }: { of: { id: string } }): Promise<void> {
  const id = randomUUID();
  await owner.insert(accounts).values({ id, userId: of.id, accountId: id, providerId: 'google' });
}

/** A running subscription of a coach to a plan, as the payment provider told of it. */
export async function aPlanSubscription(
  { owner }: Stored,
  { of, ...options }: Partial<typeof subscriptions.$inferInsert> & { of: { id: string } },
): Promise<string> {
  const { id = randomUUID() } = options;
  const running = { customerId: 'cus', plan: 'pro', status: 'active', cancelAtPeriodEnd: false } as const;
  await owner.insert(subscriptions).values({ currentPeriodEnd: new Date(), ...running, ...options, userId: of.id, id });
  return id;
}

/** Delivered notifications of a person, titled by their number. Three each are of one moment: only ids tell them apart. */
export async function someNotifications(
  { owner }: Stored,
  { of, count, ...options }: Partial<typeof notifications.$inferInsert> & { of: { id: string }; count: number },
): Promise<void> {
  const rows = Array.from({ length: count }, (_, index) => ({
    id: randomUUID(),
    type: 'coach_assigned',
    title: `Number ${index}`,
    message: '',
    metadata: {},
    createdAt: new Date(Date.UTC(2026, 0, 1) + Math.floor(index / 3) * 1000),
    ...options,
    userId: of.id,
  }));
  await owner.insert(notifications).values(rows);
}

/** An event of the payment provider. */
export async function aWebhookEvent(
  { owner }: Stored,
  options: Partial<typeof webhookEvents.$inferInsert> = {},
): Promise<string> {
  const { id = `evt_${randomUUID()}` } = options;
  await owner.insert(webhookEvents).values({ type: 'x', ...options, id });
  return id;
}

/** Notifications that wait for their delivery, titled by their number. No delivery is started. */
export async function someUndelivered(
  { owner }: Stored,
  {
    of,
    by,
    count,
    ...options
  }: Partial<typeof notificationOutbox.$inferInsert> & { of: { id: string }; by: { id: string }; count: number },
): Promise<void> {
  const rows = Array.from({ length: count }, (_, index) => ({
    id: uuidv7(),
    type: 'coach_assigned' as const,
    title: `Number ${index}`,
    message: '',
    metadata: { coach_id: by.id },
    createdAt: new Date(Date.UTC(2026, 0, 1) + index * 1000),
    ...options,
    coachId: by.id,
    userId: of.id,
  }));
  await owner.insert(notificationOutbox).values(rows);
}

/** A request to delete an account whose waiting time is over. */
export async function anErasure({ owner }: Stored, { of }: { of: { id: string } }): Promise<void> {
  await owner.insert(accountErasures).values({ userId: of.id, dueAt: new Date() });
}

/** A job after its last try. */
export async function aFailedJob(
  { owner }: Stored,
  { queue, data = {}, error = '' }: { queue: string; data?: object; error?: string },
): Promise<string> {
  const id = randomUUID();
  await owner.execute(sql`
    insert into pgboss.job (id, name, data, state, source_name, source_id, source_created_on, source_retry_count, source_output)
    values (${id}, ${DEAD_LETTERS}, ${JSON.stringify(data)}::jsonb, 'created', ${queue}, ${randomUUID()}, now(), 5,
      ${JSON.stringify({ message: error })}::jsonb)`);
  return id;
}

/** Mails to `page-1@example.com` and so on that failed, a second apart. */
export const someMails = (
  test: Stored,
  { count, ...options }: Partial<NumberedRow<typeof mailDeliveries>> & { count: number },
): Promise<void> => {
  const facts = { id: NEW_ID, template: 'invitation', status: 'failed' } as const;
  const createdAt = sql`now() + n * interval '1 second'`;
  const recipient = sql`'page-' || n || '@example.com'`;
  return insertMany(test, mailDeliveries, count, { ...facts, recipient, createdAt, ...options });
};

/** A mail in the outbox. */
export async function anOutboxMail(
  { owner }: Stored,
  options: Partial<typeof outboxMails.$inferInsert> = {},
): Promise<string> {
  const { id = randomUUID() } = options;
  const mail = { recipient: 'old@example.com', subject: 'Hello', html: '', text: '' };
  await owner.insert(outboxMails).values({ ...mail, ...options, id });
  return id;
}

/** Replaces the counted requests of the present minute. */
export async function someRequests(
  { owner }: Stored,
  { requests, failures }: { requests: number; failures: number },
): Promise<void> {
  const minute = sql`date_trunc('minute', now())`;
  const set = { requests, failures };
  await owner
    .insert(requestMinutes)
    .values({ minute, ...set })
    .onConflictDoUpdate({ target: requestMinutes.minute, set });
}

/** Contacts from `many1@many.example` and so on, a minute apart. One of a hundred is new, the others are answered. */
export const someContacts = (test: Stored, { count }: { count: number }): Promise<void> =>
  insertMany(test, contacts, count, {
    id: NEW_ID,
    kind: 'contact',
    status: sql`case when n % 100 = 0 then 'new' else 'answered' end`,
    name: sql`'Many ' || n`,
    email: sql`'many' || n || '@many.example'`,
    business: 'Many',
    receivedAt: sql`now() - n * interval '1 minute'`,
  });

/** Prospects from `many1@many.example` and so on, a minute apart. One of fifty is new, the others are won. */
export const someProspects = (
  test: Stored,
  { count, suffix = '' }: { count: number; suffix?: string },
): Promise<void> => {
  const at = sql`now() - n * interval '1 minute'`;
  return insertMany(test, prospects, count, {
    id: NEW_ID,
    email: sql`'many' || n || ${suffix} || '@many.example'`,
    name: sql`'Many ' || n`,
    stage: sql`case when n % 50 = 0 then 'new' else 'won' end`,
    stageSince: at,
    firstTouch: 'sign_up',
    firstTouchAt: at,
  });
};

const NOT_KNOWN = { yes: [], no: [] };

/** Foods of all categories with random words in their names and the given source, found by these words. */
export async function someFoods(test: Stored, { count, source }: { count: number; source: string }): Promise<void> {
  const categories = sql.join(
    FOOD_CATEGORIES.map((category) => sql`${category}`),
    sql`, `,
  );
  const noNutrients = { kcal: 0, protein: 0, carbohydrate: 0, fat: 0 };
  await insertMany(test, foods, count, {
    ...noNutrients,
    id: NEW_ID,
    key: sql`${source} || ' ' || n`,
    name: sql`md5(n::text) || ' raw food'`,
    brand: '',
    category: sql`(array[${categories}])[n % ${sql.raw(String(FOOD_CATEGORIES.length))} + 1]`,
    unit: 'g',
    portions: [],
    allergens: NOT_KNOWN,
    diets: NOT_KNOWN,
    source,
    sourceId: sql`n::text`,
    changedAt: new Date(),
  });
  await test.owner.execute(sql`insert into food_words (word, rank, food_id) select word, 10, id
    from ${foods}, unnest(string_to_array(name_key, ' ')) word where source = ${source} on conflict do nothing`);
}

/** Foods that a coach has added, or marks of foods of all coaches. */
export const someCoachFoods = (
  test: Stored,
  { of, count, marked = false }: { of: { id: string }; count: number; marked?: boolean },
): Promise<void> =>
  insertMany(test, coachFoods, count, {
    coachId: of.id,
    id: NEW_ID,
    food: marked ? null : sql`jsonb_build_object('name', 'Number ' || n)`,
    favorite: marked,
  });

/** Has the format of a seal. */
export const NO_SEAL: SQL<string> = sql`(repeat('0', 8) || '.' || repeat('0', 64))`;

/** The mark of the whole log before its first check. */
export async function anAuditMark(
  { owner }: { owner: OwnerDb },
  options: Partial<typeof auditMarks.$inferInsert> = {},
): Promise<void> {
  await owner.insert(auditMarks).values({ chainId: NIL_CHAIN, seq: 0, hash: '', ...options });
}

/** Entries of the audit log without a valid seal, in chains that have no other entries with their numbers. */
export const someAuditEntries = (
  test: Stored,
  {
    count,
    ...options
  }: Partial<NumberedRow<typeof auditEntries>> & { count: number; chainId: string | SQL; action: SQL },
): Promise<void> => {
  const facts = { seq: sql`n`, id: NEW_ID, at: sql`now() - n * interval '1 minute'`, actor: 'system' } as const;
  return insertMany(test, auditEntries, count, { ...facts, ...options, hash: NO_SEAL });
};
