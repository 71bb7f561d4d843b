import { type CheckInPoint, donePeriodsOf } from '@stridewell/contract/clients/clients.figures.rules';
import { type TrackedClient, trackClient } from '@stridewell/contract/dashboard/dashboard.rules';
import { type LeadStatus, type LostReason, phoneKey } from '@stridewell/contract/pipeline/pipeline.rules';
import { addDays, instantAtWallClock } from '@stridewell/contract/time';
import { countWorkouts, dueWorkouts, type PlannedDay } from '@stridewell/contract/workouts/workouts.adherence.rules';
import { eq, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { relationships } from '../src/core/relationships/relationships.table.ts';
import { clientMetricsOf } from '../src/features/metrics/metrics.service.ts';
import { clientMetrics } from '../src/features/metrics/metrics.table.ts';
import { leadEvents, leads } from '../src/features/pipeline/pipeline.table.ts';
import { plannedDays } from '../src/features/workouts/workouts.adherence.service.ts';
import { DEMO_LEADS, DEMO_ZONE } from './demo-clients.ts';
import type { Booked, DemoScene } from './demo-coach.ts';
import { seedExpenses } from './demo-expenses.ts';
import { BOOK_MONTHS } from './demo-money.ts';
import type { OwnerDb } from './factories.ts';

/** Seeds the expenses of the months in which the coach had clients. `seedMoney` seeds the clients' payments. */
export async function seedBooks(db: OwnerDb, scene: DemoScene, people: readonly Booked[], today: string) {
  const { coachId, monthlyExpensesCents: expenses = 0 } = scene;
  const months = Array.from({ length: BOOK_MONTHS }, (_, month) => month).filter((month) =>
    people.some(({ course: { anchor } }) => anchor < monthsBefore(today, month - 1)),
  );
  await seedExpenses(
    db,
    { coachId, cents: expenses },
    months.map((month) => monthsBefore(today, month)),
  );
}

/** The first day of the month that is `months` before that of `today`. */
function monthsBefore(today: string, months: number): string {
  const first = new Date(`${today.slice(0, 7)}-01T00:00:00Z`);
  first.setUTCMonth(first.getUTCMonth() - months);
  return first.toISOString().slice(0, 10);
}

/** Days from the last contact with a lead to their first day as a client. */
const WON_AFTER = 6;
const TRIAL_STARTED = 3;
/** Hour of the coach's day in which leads move. */
const WORKING_HOUR = 11;
/** Usual value of a lead: half a year of coaching. */
const LEAD_MONTHS = 6;

type Step = { to: LeadStatus; day: string; lostReason?: LostReason };
type SeededLead = Omit<typeof leads.$inferInsert, 'coachId' | 'id' | 'createdAt' | 'status' | 'statusSince'> & {
  steps: readonly Step[];
};

const atWork = (day: string): Date => instantAtWallClock(day, WORKING_HOUR * 60, DEMO_ZONE);

/** A lead who has not become a client, with events up to today's status. */
function openLead(lead: (typeof DEMO_LEADS)[number], today: string): SeededLead {
  const { name, source, status, daysAgo } = lead;
  const isTrial = 'trial' in lead;
  const isLost = 'closed' in lead;
  const firstContact = addDays(today, -daysAgo - 3);
  const lastContact = addDays(today, isTrial ? -TRIAL_STARTED : -daysAgo);
  return {
    name,
    email: `${name.toLowerCase().replace(/[^a-z]+/g, '.')}@example.com`,
    phone: `(415) 555-01${String(daysAgo).padStart(2, '0')}`,
    source,
    notes: lead.notes,
    lastContact,
    followUpOn: 'followUp' in lead ? addDays(today, lead.followUp) : null,
    lostReason: isLost ? 'price' : null,
    steps: [
      { to: 'new', day: firstContact },
      ...(status === 'pitched' ? [{ to: 'pitched' as const, day: addDays(today, -daysAgo) }] : []),
      ...(isTrial ? [{ to: 'trial' as const, day: lastContact }] : []),
      ...(isLost ? [{ to: 'lost' as const, day: addDays(lastContact, 6), lostReason: 'price' as const }] : []),
    ],
  };
}

/** A lead who became a client. */
function wonLead({ clientId, person, course }: Booked, index: number): SeededLead {
  const lastContact = addDays(course.anchor, -WON_AFTER);
  return {
    name: person.name,
    email: person.email,
    source: index % 2 ? 'Referral' : 'Instagram',
    clientId,
    lastContact,
    steps: [
      { to: 'new', day: addDays(lastContact, -3) },
      { to: 'pitched', day: addDays(lastContact, -1) },
      { to: 'won', day: lastContact },
    ],
  };
}

export async function seedLeads(db: OwnerDb, scene: DemoScene, people: readonly Booked[], today: string) {
  const { coachId, leads: count, feeCents } = scene;
  if (count === 0) return;
  const open = DEMO_LEADS.slice(0, count).map((lead) => openLead(lead, today));
  const valueCents = feeCents === undefined ? null : feeCents * LEAD_MONTHS;
  for (const { steps, ...lead } of [...open, ...people.slice(0, count).map(wonLead)]) {
    const [first, last] = [steps[0], steps.at(-1)];
    if (!first || !last) continue;
    const leadId = uuidv7();
    await db.insert(leads).values({
      ...lead,
      coachId,
      id: leadId,
      valueCents,
      phoneKey: phoneKey(lead.phone ?? ''),
      status: last.to,
      statusSince: atWork(last.day),
      createdAt: atWork(first.day),
    });
    await db.insert(leadEvents).values(
      steps.map(({ to, day, lostReason = null }, index) => ({
        coachId,
        id: uuidv7(),
        leadId,
        lostReason,
        fromStatus: steps[index - 1]?.to ?? null,
        toStatus: to,
        occurredAt: atWork(day),
        kind: index === 0 ? ('created' as const) : ('moved' as const),
        actor: 'coach' as const,
      })),
    );
  }
}

const RECORDED_DAYS_AGO = [28, 21, 14, 7];
/** How many of the newest check-ins the rules use. */
const RECENT = 12;
const CLIENT_ID = sql`client_coach_relationships.client_id`;
const ALL_DAYS = { from: '-infinity', to: 'infinity' };

/** Stores the daily figures of past days. */
export async function seedMetrics(
  db: OwnerDb,
  coachId: string,
  people: readonly Booked[],
  today: string,
): Promise<void> {
  const rows: (typeof clientMetrics.$inferInsert)[] = [];
  const planned = await plannedByClient(db, coachId);
  for (const daysAgo of RECORDED_DAYS_AGO) {
    const date = addDays(today, -daysAgo);
    const clients = trackedOn(people, planned, date);
    const activeBefore = rows.at(-1)?.totalActiveClients ?? null;
    rows.push({ coachId, ...clientMetricsOf(clients, { today: date, activeBefore }) });
  }
  await db.insert(clientMetrics).values(rows);
}

/** The training days of each client. In the demo, each workout was done on its planned day. */
async function plannedByClient(db: OwnerDb, coachId: string): Promise<ReadonlyMap<string, PlannedDay[]>> {
  const rows = await db
    .select({ clientId: relationships.clientId, planned: plannedDays(coachId, CLIENT_ID, ALL_DAYS) })
    .from(relationships)
    .where(eq(relationships.coachId, coachId));
  return new Map(rows.map(({ clientId, planned }) => [clientId, planned]));
}

/** The clients of a day in the format of the product's rules, by name. */
function trackedOn(
  people: readonly Booked[],
  planned: ReadonlyMap<string, PlannedDay[]>,
  day: string,
): TrackedClient[] {
  return people
    .filter(({ course }) => course.anchor <= day)
    .map(({ clientId, person, course, history }) => {
      const checkIns: CheckInPoint[] = history
        .filter((checkIn) => checkIn.day <= day)
        .map((checkIn) => ({
          day: checkIn.day,
          weightKg: checkIn.weightKg ?? null,
          adherence: checkIn.adherence ?? null,
        }))
        .reverse();
      const schedule = { anchorDay: course.anchor, intervalDays: 7, weekdays: [], pauses: course.pauses };
      const donePeriods = donePeriodsOf(
        schedule,
        checkIns.map((checkIn) => checkIn.day),
      );
      const name = person.name;
      const client = {
        clientId,
        name,
        onboarded: true,
        ...schedule,
        checkIns: checkIns.slice(0, RECENT),
        donePeriods,
        workouts: countWorkouts(dueWorkouts(planned.get(clientId) ?? [], { today: day, pauses: course.pauses })),
        weight: null,
        lastContactDay: null,
        unansweredDay: null,
      };
      return trackClient(client, day);
    })
    .sort((a, b) => a.name.localeCompare(b.name));
}
