import { randomUUID } from 'node:crypto';
import type { SequenceStep } from '@stridewell/contract/flows/flows.sequences';
import { addDays, dayInZone } from '@stridewell/contract/time';
import { eq, min, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { aLead } from '../../../test/factories/business.ts';
import { anEvent } from '../../../test/factories/records.ts';
import { aCoach, aTemplate, type Client, updateRelationship } from '../../../test/people.ts';
import {
  aConditionStep,
  aJoiningClient,
  aMailStep,
  aMessageStep,
  aSequence,
  aTaskStep,
  aWaitStep,
  saveSequence,
} from '../../../test/sequence-samples.ts';
import { Database } from '../../platform/db/database.ts';
import { runFlows } from './flows.run.service.ts';
import { flowRuns, flowSteps, flowTasks } from './flows.table.ts';

const FIRST_DAY = '2026-03-02';
const DAYS = 90;
const TO_LEADS = ['Thanks', 'Still interested?'];

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
  // A server loads the libraries of mails once, which takes longer than most of the days.
  const words = { subject: 'Hello', text: 'Hello', coachName: 'Sam', stopUrl: 'https://coach.example/stop' };
  await test.services.renderMail('flow', words);
});
afterAll(() => test.close());

/** The afternoon of a day, which is daytime for all people of this test. */
const moveTo = (day: number) => {
  const now = new Date(`${addDays(FIRST_DAY, day)}T15:00:00Z`);
  test.setNow(now);
  return now;
};

/**
 * A server process that can die after a number of statements. The last one is done, and its answer is lost. The database
 * sees the end of the connection.
 */
function mortalProcess() {
  let left = Number.POSITIVE_INFINITY;
  let sent = 0;
  const db = new Database(test.services.db.pool.options.connectionString ?? '', {
    secrets: [test.services.secret],
    carried: test.services.registry,
    onLost: () => undefined,
  });
  db.pool.on('connect', (client) => {
    const send = client.query.bind(client) as (...statement: unknown[]) => Promise<unknown>;
    Reflect.set(client, 'query', async (...statement: unknown[]) => {
      if (left <= 0) throw new Error('the process is dead');
      left -= 1;
      sent += 1;
      const answer = send(...statement);
      if (left > 0) return answer;
      await answer;
      throw new Error('the process died');
    });
  });
  const services = Object.assign({}, test.services, { db });
  return {
    /** @returns whether the process died before the job was done, and how many statements it sent */
    async runFlows(diesAfter = Number.POSITIVE_INFINITY) {
      left = diesAfter;
      sent = 0;
      const [ended] = await Promise.allSettled([runFlows(services)]);
      if (ended.status === 'rejected' && left > 0) throw ended.reason;
      return { died: ended.status === 'rejected', sent };
    },
    close: () => db.close(),
  };
}

type People = Record<'nina' | 'ana' | 'pia' | 'leo', Client>;

/** A coach with two sequences, four clients and a lead. */
async function aWorld() {
  const now = moveTo(0);
  const before = new Date(now.getTime() - 3_600_000);
  const coach = await aCoach(test, { timeZone: 'UTC', name: 'Sam Hill', plan: 'plus' });
  const templateId = await aTemplate(test, { of: coach });
  const steps: SequenceStep[] = [
    aMessageStep('Welcome {firstName}'),
    { id: randomUUID(), kind: 'form', templateId },
    aWaitStep(3),
    aConditionStep('workout', { days: 7, otherwise: 'skip' }),
    aTaskStep('Praise the first workout'),
    aWaitStep(4, { weekday: 1, hour: 9 }),
    aMailStep('Week one'),
    aWaitStep(30),
    aMessageStep('A month'),
    aTaskStep('Call them'),
    aWaitStep(8),
    aConditionStep('replied', { is: false, otherwise: 'skip' }),
    aMailStep('Anything we can do?'),
    aWaitStep(32),
    aMailStep('Still here'),
    aTaskStep('Plan the next block'),
  ];
  test.setNow(before);
  await saveSequence(coach, aSequence(steps));
  const [thanks = '', again = ''] = TO_LEADS;
  const toLeads = [aMailStep(thanks), aTaskStep('Call'), aWaitStep(20), aMailStep(again), aTaskStep('Last call')];
  await saveSequence(coach, aSequence(toLeads, { name: 'New leads', trigger: { on: 'lead_captured' } }));
  const at = new Date(now.getTime() - 1_800_000);
  const joins = (name: string, timeZone = 'UTC') => aJoiningClient(test, { of: coach, at, name, timeZone });
  const people: People = {
    nina: await joins('Nina Park'),
    ana: await joins('Ana Cruz', 'America/New_York'),
    pia: await joins('Pia Stone', 'Europe/Berlin'),
    leo: await joins('Leo Marsh'),
  };
  const email = `lead-${randomUUID()}@example.com`;
  const leadId = await aLead(test, { of: coach, email });
  await test.owner.execute(sql`update lead_events set actor = 'visitor', occurred_at = ${at.toISOString()}
    where coach_id = ${coach.id} and lead_id = ${leadId}`);
  return { coach, people, lead: { leadId, email } };
}

type World = Awaited<ReturnType<typeof aWorld>>;

/** Days on which the coach or the clients act. */
const BUSY_DAYS = [1, 2, 20, 50];

async function live({ coach, people }: World, day: number, now: Date): Promise<void> {
  const { nina, ana, pia, leo } = people;
  if (day === 1) await pia.api.flows.setOwnAutomatic({ stopped: true });
  if (day === 2) {
    const workout = { type: 'workout.completed' as const, occurredAt: now, data: { day: dayInZone(now, 'UTC') } };
    await anEvent(test, { of: ana, ...workout });
  }
  if (day === 20) {
    const key = { coachId: coach.id, conversationId: nina.clientId };
    const { seq } = await nina.api.messages.sendMessage({ ...key, id: randomUUID(), body: 'Thanks' });
    await coach.api.messages.markConversationRead({ ...key, seq });
  }
  if (day === 50) await updateRelationship(test, leo, { status: 'paused' });
}

/** Describes the end of the 90 days without ids, so that two worlds can be compared. */
async function outcomeOf({ coach, people, lead }: World) {
  const byName = new Map<string | null, string>([
    ...Object.entries(people).map(([name, { clientId }]) => [clientId, name] as const),
    [lead.leadId, 'the lead'],
  ]);
  const nameOf = (run: { clientId: string | null; leadId: string | null }) => byName.get(run.clientId ?? run.leadId);
  const runs = await test.owner.select().from(flowRuns).where(eq(flowRuns.coachId, coach.id));
  const steps = await test.owner.select().from(flowSteps).where(eq(flowSteps.coachId, coach.id));
  const tasks = await test.owner.select().from(flowTasks).where(eq(flowTasks.coachId, coach.id));
  const { rows: mails } = await test.owner.execute<{ recipient: string; mails: number }>(
    sql`select recipient, count(*)::int as mails from mail_deliveries where template = 'flow' group by recipient`,
  );
  const mailsTo = (email: string) => mails.find(({ recipient }) => recipient === email)?.mails ?? 0;
  const textsTo = async ({ api, coachId, clientId }: Client) =>
    (await api.messages.listMessages({ coachId, conversationId: clientId })).messages.map(
      ({ body, createdAt }) => `${createdAt.slice(0, 10)} ${body}`,
    );
  const { tasks: leadTasks, events } = await coach.api.pipeline.getLead({ coachId: coach.id, leadId: lead.leadId });
  const dayOf = (instant: Date | null) => instant?.toISOString().slice(0, 10);
  const sorted = (lines: string[]) => lines.sort();
  const runOf = new Map(runs.map((run) => [run.id, run]));
  const { rows: told } = await test.owner.execute<{ title: string }>(
    sql`select title from notifications where user_id = ${coach.id} and type = 'flow_waiting'
        union all select title from notification_outbox where user_id = ${coach.id} and type = 'flow_waiting'`,
  );
  return {
    runs: sorted(runs.map((run) => [nameOf(run), run.state, run.stopped, dayOf(run.endedAt)].join(' '))),
    steps: sorted(
      steps.map(({ runId, kind, outcome, reason, at }) => {
        const run = runOf.get(runId);
        return [run && nameOf(run), dayOf(at), kind, outcome, reason].join(' ');
      }),
    ),
    texts: await Promise.all(Object.values(people).map(textsTo)),
    mails: [...Object.values(people).map(({ email }) => mailsTo(email)), mailsTo(lead.email)],
    tasks: sorted(tasks.map(({ clientId, text, dueOn }) => [byName.get(clientId), text, dueOn].join(' '))),
    leadTasks: sorted(leadTasks.map(({ text, dueOn }) => `${text} ${dueOn}`)),
    leadMails: sorted(events.flatMap(({ kind, title }) => (kind === 'mailed' ? [title ?? ''] : []))),
    told: sorted(told.map(({ title }) => title)),
  };
}

/** @returns when the next step of anyone is due */
async function nextDue(): Promise<Date> {
  const [next] = await test.owner.select({ at: min(flowRuns.dueAt) }).from(flowRuns);
  return next?.at ?? new Date(8.64e15);
}

/**
 * Lives through 90 days in less than a second. The job runs on the days on which a step is due, and once a month on
 * another one, because it does nothing on those.
 */
async function simulate(runDay: (day: number, isDue: boolean) => Promise<void>) {
  // The job works through all coaches.
  await test.owner.execute(sql`delete from flows`);
  const world = await aWorld();
  let due = moveTo(0);
  for (let day = 0; day <= DAYS; day += 1) {
    const now = moveTo(day);
    if (BUSY_DAYS.includes(day)) {
      await live(world, day, now);
      due = await nextDue();
    }
    const isDue = due <= now;
    if (!isDue && day % 30 > 0) continue;
    await runDay(day, isDue);
    due = await nextDue();
  }
  return outcomeOf(world);
}

/** The outcome for each person: the client who writes back, trains, stops automatic messages, is paused, and the lead. */
const EXPECTED_RUNS = [
  'ana done  2026-05-18',
  'leo stopped paused 2026-05-18',
  'nina done  2026-05-18',
  'pia done  2026-05-18',
  'the lead done  2026-03-22',
];

it('does the same over 90 days when processes die in the middle of any step, and when two work at once', async () => {
  const process = mortalProcess();
  /** Statements of each day. */
  const sent: number[] = [];
  const undisturbed = await simulate(async (day) => {
    sent[day] = (await process.runFlows()).sent;
  });
  expect(undisturbed).toMatchObject({ runs: EXPECTED_RUNS, mails: [2, 3, 0, 2, 2] });
  let deaths = 0;
  const disturbed = await simulate(async (day, isDue) => {
    // Each process dies at another place of the day's work, and the next one begins with what is left.
    for (const place of isDue ? (day % 2 === 0 ? [0.85, 0.4] : [0.6, 0.2]) : [0.5]) {
      if ((await process.runFlows(Math.ceil((sent[day] ?? 0) * place))).died) deaths += 1;
    }
    await Promise.all([process.runFlows(), isDue && runFlows(test.services)]);
  });
  await process.close();
  expect(disturbed).toEqual(undisturbed);
  expect(deaths).toBeGreaterThanOrEqual(14);
});
