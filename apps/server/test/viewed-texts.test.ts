import { randomUUID } from 'node:crypto';
import { isContractProcedure } from '@orpc/contract';
import { contract } from '@stridewell/contract/router';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Caller, createTestApp, type TestApp } from './app.ts';
import { CASES } from './security-cases.ts';
import { createWorld, type World } from './world.ts';

/** Stands in every text of the account. */
const MARK = 'Zebra';

let test: TestApp;
let world: World;
let viewer: Caller;
beforeAll(async () => {
  test = await createTestApp();
  world = await createWorld(test);
  await fillTexts();
  viewer = world.callers.operator;
  const path = `/rest/v1/operator/accounts/${world.coachId}/views`;
  expect((await viewer.send('POST', path, { reason: `${MARK} asked us to look.` })).status).toBe(200);
});
afterAll(() => test.close());

/** Columns with texts that a coach, a client or a lead writes. */
const TEXTS: Record<string, readonly string[]> = {
  client_coach_relationships: ['full_name'],
  coach_sessions: ['client_name', 'session_type', 'location', 'meeting_url', 'notes', 'cancel_reason'],
  session_types: ['name', 'location'],
  check_in_templates: ['name'],
  check_ins: ['note'],
  client_notes: ['text'],
  broadcasts: ['body'],
  leads: ['name', 'source', 'notes'],
  lead_tasks: ['text'],
  packages: ['name', 'description'],
  client_subscriptions: ['name'],
  client_invoices: ['client_name', 'label', 'note', 'tax_label'],
  client_payments: ['note', 'reason'],
  payment_refunds: ['reason'],
  ledger_entries: ['category', 'payee', 'note'],
  recurring_expenses: ['category', 'payee', 'note'],
  programs: ['name', 'description', 'split', 'folder'],
  client_programs: ['name'],
  workout_comments: ['text'],
  food_days: ['note'],
  food_entries: ['name', 'meal'],
  food_comments: ['text'],
  adjustments: ['reason'],
};

async function fillTexts(): Promise<void> {
  const { coachId, templateId } = world;
  const { api } = world.callers.coach;
  await api.calendar.saveSessionType({
    coachId,
    id: randomUUID(),
    name: 'Intro',
    minutes: 60,
    location: 'Studio',
    meetingUrl: `https://${MARK.toLowerCase()}.example`,
    color: 'pine',
    bufferBefore: 0,
    bufferAfter: 0,
    bookable: true,
  });
  await api.coaches.saveCoachProfile({
    coachId,
    headline: `${MARK} headline`,
    bio: `${MARK} bio`,
    specialities: [`${MARK} one`, `${MARK} two`],
    certifications: [{ name: `${MARK} course`, issuer: `${MARK} school`, year: 2020 }],
    yearsOfExperience: 5,
    languages: [`${MARK}ish`],
    website: `https://${MARK.toLowerCase()}.example`,
    instagram: `https://instagram.example/${MARK}`,
  });
  await api.pipeline.saveLeadForm({
    coachId,
    slug: 'my-address',
    heading: `${MARK} heading`,
    intro: `${MARK} intro`,
    enabled: true,
    bookingTypeId: null,
  });
  await api.money.saveInvoiceSettings({
    coachId,
    businessName: `${MARK} studio`,
    address: `${MARK} street`,
    taxId: `${MARK} 12`,
    taxLabel: `${MARK} tax`,
    taxRate: 0,
    taxIncluded: true,
    termDays: 14,
    prefix: `${MARK}-`,
    instructions: `${MARK} bank`,
  });
  const { exercises } = await api.exercises.listExercises({ coachId });
  const [builtIn] = exercises;
  if (!builtIn) throw new Error('There are no built-in exercises.');
  const { id: builtInId, builtIn: _, changed: _changed, hidden: _hidden, version: _version, ...facts } = builtIn;
  const own = { ...facts, name: `${MARK} lift`, cues: [`${MARK} cue`], tags: [`${MARK} tag`] };
  const video = { ...own, videoUrl: `https://${MARK.toLowerCase()}.example/video` };
  await api.exercises.saveExercise({ coachId, exerciseId: randomUUID(), basedOn: 0, exercise: video });
  await api.exercises.saveExercise({ coachId, exerciseId: builtInId, basedOn: 0, exercise: own });
  for (const [table, columns] of Object.entries(TEXTS)) {
    const changes = columns.map((name) => sql`${sql.identifier(name)} = ${`${MARK} ${name}`}`);
    await test.owner.execute(
      sql`update ${sql.identifier(table)} set ${sql.join(changes, sql`, `)} where coach_id = ${coachId}`,
    );
  }
  const issuer = { businessName: MARK, address: MARK, taxId: MARK, instructions: MARK };
  const lines = [{ text: `${MARK} line`, quantity: 1, unitCents: 10_000 }];
  await test.owner.execute(sql`update client_invoices set issuer = ${JSON.stringify(issuer)}::jsonb,
    lines = ${JSON.stringify(lines)}::jsonb where coach_id = ${coachId}`);
  const choice = {
    id: 'choice',
    type: 'choice',
    several: false,
    label: `${MARK}?`,
    help: `${MARK} help`,
    required: false,
  };
  const questions = [{ ...choice, options: [`${MARK} yes`, `${MARK} no`] }];
  await test.owner.execute(sql`update check_in_template_versions set questions = ${JSON.stringify(questions)}::jsonb
    where template_id = ${templateId}`);
  for (const table of ['programs', 'program_versions']) {
    await test.owner.execute(sql`update ${sql.identifier(table)} set content = regexp_replace(content::text,
      '"(name|notes|description|split)": "', '"\\1": "${sql.raw(MARK)} ', 'g')::jsonb where coach_id = ${coachId}`);
  }
  await test.owner.execute(sql`update programs set tags = array[${`${MARK} tag`}] where coach_id = ${coachId}`);
}

const methods = new Map<string, string>(
  Object.entries(contract).flatMap(([feature, procedures]) =>
    Object.entries(procedures).flatMap(([name, value]) =>
      isContractProcedure(value) ? [[`${feature}.${name}`, value['~orpc'].route.method ?? 'POST'] as const] : [],
    ),
  ),
);

type Answered = { name: string; text: string };

/** A caller's answers from every procedure that reads. */
async function answersTo(caller: Caller): Promise<Answered[]> {
  const { coachId, otherPaymentId, paymentId, invoiceId } = world;
  const answers: Answered[] = [];
  for (const [name, { call }] of Object.entries(CASES)) {
    if (methods.get(name) !== 'GET') continue;
    const { status, body } = await call(caller, world);
    if (status === 200) answers.push({ name, text: JSON.stringify(body) });
  }
  const [from, to] = [new Date(Date.now() - 2 * 86_400_000), new Date(Date.now() + 2 * 86_400_000)];
  const range = `coachId=${coachId}&from=${from.toISOString()}&to=${to.toISOString()}`;
  const year = `coachId=${coachId}&from=2026-01-01&to=2026-12-31&currency=USD`;
  const paths = [
    `coach_sessions?${range}`,
    `calendar?${range}`,
    `business_metrics?${year}`,
    ...['all', 'mrr', 'new', 'cohort', 'active'].map((kind) => `business_metrics/rows?${year}&kind=${kind}`),
    ...[paymentId, otherPaymentId, invoiceId].map((id) => `money_history/${id}?coachId=${coachId}`),
  ];
  for (const path of paths) {
    const { status, body } = await caller.get(`/rest/v1/${path}`);
    answers.push({ name: path.split('?')[0] ?? '', text: status === 200 ? JSON.stringify(body) : '' });
  }
  return answers;
}

/** Procedures and addresses that show texts to the coach, and something to an operator who views. */
const WITH_TEXTS = [
  'audit.listOwnEntries',
  'business_metrics/rows',
  'calendar',
  'calendar.getCalendar',
  'calendar.listSessions',
  'checkins.listTemplates',
  'coach_sessions',
  'coaches.getCoachProfile',
  'dashboard.getCoachDashboard',
  'exercises.listExercises',
  'expenses.listExpenses',
  'expenses.listPayees',
  'expenses.listRecurring',
  'metrics.getExpenseAnalytics',
  'metrics.listBusinessRows',
  'money.getInvoice',
  'money.getInvoiceSettings',
  'money.getMoney',
  'money.listInvoices',
  'money.listPackages',
  'money.listPayments',
  'money.listSubscriptions',
  'pipeline.getBoard',
  'pipeline.getLeadForm',
  'pipeline.listLeads',
  'programs.getProgram',
  'programs.getProgramVersion',
  'programs.listPrograms',
];

const holding = (answers: readonly Answered[], pattern: RegExp) => [
  ...new Set(answers.filter(({ text }) => pattern.test(text)).map(({ name }) => name)),
];

it('no answer holds a text that the coach, a client or a lead has written', async () => {
  const anyText = new RegExp(MARK, 'i');
  const own = holding(await answersTo(world.callers.coach), anyText);
  const shown = await answersTo(viewer);
  const named = new Set(shown.map(({ name }) => name));
  // The coach reads texts in all of these.
  expect(own.filter((name) => named.has(name)).sort()).toEqual(WITH_TEXTS);
  expect(holding(shown, anyText)).toEqual([]);
});

it.each([
  'leads/board?q=zeb',
  'leads?q=zeb',
  'leads?sort=name',
  'expenses?q=zeb',
  'expenses?category=Zebra%20category',
  'expenses?sort=payee',
])('%s is refused, because its answer tells what hidden texts say', async (path) => {
  const asked = `/rest/v1/${path}&coachId=${world.coachId}`;
  expect((await world.callers.coach.get(asked)).status).toBe(200);
  expect(await viewer.get(asked)).toMatchObject({ status: 403, body: { code: 'VIEWING' } });
});

it.each(['leads?sort=value', 'leads?q=', 'expenses?category=Rent', 'expenses?sort=largest&currency=USD'])(
  '%s is answered',
  async (path) => {
    expect((await viewer.get(`/rest/v1/${path}&coachId=${world.coachId}`)).status).toBe(200);
  },
);
