import { addDays, dayInZone, daysBetween, startOfDay } from '@stridewell/contract/time';
import { hashPassword } from 'better-auth/crypto';
import { eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { coachSessions } from '../src/features/calendar/calendar.table.ts';
import { checkIns } from '../src/features/checkins/checkins.table.ts';
import { users } from '../src/features/identity/identity.table.ts';
import { clientMetrics, ledgerEntries } from '../src/features/metrics/metrics.table.ts';
import { notifications } from '../src/features/notifications/notifications.table.ts';
import { leads } from '../src/features/pipeline/pipeline.table.ts';
import { DEMO_CLIENTS, DEMO_LEADS, DEMO_SESSIONS, type DemoClient } from './demo-clients.ts';
import { checkInRow, createClient, createCoach, createUser, type OwnerDb, type SeededUser } from './factories.ts';

const DEMO_PASSWORD = 'demo-password-1';
const ZONE = 'America/Los_Angeles';
const WEEK = 7;

/** The demo accounts and the pro coach's half year, relative to `now`. Does nothing where they exist already. */
export async function seedDemo(options: { ownerUrl: string; now: Date }): Promise<void> {
  const owner = new pg.Client({ connectionString: options.ownerUrl });
  await owner.connect();
  try {
    const db = drizzle(owner);
    await db.transaction(async (tx) => {
      // Two processes that start together must not both seed.
      await tx.execute('select pg_advisory_xact_lock(7274111)');
      const existing = await tx
        .select({ id: users.id })
        .from(users)
        .where(eq(users.email, 'demo.coach.pro@example.com'));
      if (existing.length === 0) await seed(tx, options.now);
    });
  } finally {
    await owner.end();
  }
}

async function seed(db: OwnerDb, now: Date): Promise<void> {
  const account = { passwordHash: await hashPassword(DEMO_PASSWORD), isDemo: true, timeZone: ZONE };
  const coach = await createCoach(db, {
    ...account,
    plan: 'pro',
    name: 'Alex Rivera',
    email: 'demo.coach.pro@example.com',
  });
  for (const [plan, name, email] of [
    ['plus', 'Jamie Chen', 'demo.coach.plus@example.com'],
    ['base', 'Sam Carter', 'demo.coach.base@example.com'],
    ['base', 'Robin Hayes', 'coach@example.com'],
    ['base', 'Dana Brooks', 'demo@example.com'],
    ['pro', 'Morgan Blake', 'pitch@example.com'],
  ] as const) {
    await createCoach(db, { ...account, plan, name, email });
  }
  await createUser(db, 'Operator', { ...account, name: 'System Operator', email: 'demo.operator@example.com' });
  await createUser(db, 'Operator', { ...account, name: 'System Operator', email: 'operator@example.com' });
  await createUser(db, 'Client', { ...account, name: 'Casey Morgan', email: 'democlient@example.com' });

  const today = dayInZone(now, ZONE);
  const people: { clientId: string; person: SeededUser; plan: DemoClient }[] = [];
  for (const plan of DEMO_CLIENTS) {
    const person = await createUser(db, 'Client', { ...account, name: plan.name, email: plan.email });
    const weeks = Math.min(26, Math.round(plan.months * 4.3));
    // The weekday of the anchor spreads the due days over the week.
    const anchor = addDays(today, -weeks * WEEK - (people.length % 4));
    const { clientId } = await createClient(db, coach.id, {
      person,
      goal: plan.goal,
      checkInAnchor: anchor,
      createdAt: startOfDay(addDays(anchor, -2), ZONE),
      acceptedAt: startOfDay(anchor, ZONE),
    });
    await db.insert(checkIns).values(historyOf(plan, { coachId: coach.id, clientId, anchor, today, now }));
    people.push({ clientId, person, plan });
  }
  await seedBusiness(
    db,
    coach.id,
    people.map(({ clientId }) => clientId),
    today,
  );
  await seedCalendar(db, coach.id, people, today);
  await db.insert(notifications).values(
    people.slice(0, 2).map(({ clientId, person }, index) => ({
      id: uuidv7(),
      userId: coach.id,
      type: 'check_in_completed',
      title: 'New check-in',
      message: `${person.name} sent a check-in.`,
      metadata: { client_id: clientId, coach_id: coach.id },
      createdAt: new Date(now.getTime() - (index + 1) * 5_400_000),
    })),
  );
}

/** Repeatable noise between -1 and 1. */
const wobble = (seed: number): number => {
  const value = Math.sin(seed * 12.9898) * 43_758.5453;
  return (value - Math.floor(value)) * 2 - 1;
};

function historyOf(
  plan: DemoClient,
  {
    coachId,
    clientId,
    anchor,
    today,
    now,
  }: { coachId: string; clientId: string; anchor: string; today: string; now: Date },
) {
  const periods = Math.floor(daysBetween(anchor, today) / WEEK);
  // Whose check-in is due today has not sent it yet.
  const last = periods - (plan.missed ?? 0) - (daysBetween(anchor, today) % WEEK === 0 ? 1 : 0);
  return Array.from({ length: last + 1 }, (_, week) => {
    const seed = plan.startKg + week;
    const recent = plan.lately !== undefined && week > last - 2;
    const day = addDays(anchor, week * WEEK);
    const sentAt = new Date(startOfDay(day, ZONE).getTime() + 17 * 3_600_000);
    return checkInRow({
      coachId,
      clientId,
      day,
      weightKg:
        Math.round((plan.startKg + plan.weeklyKg * week + wobble(seed) * (plan.weeklyKg === 0 ? 0.04 : 0.3)) * 10) / 10,
      adherence: Math.round(Math.min(100, (recent ? (plan.lately ?? 0) : plan.adherence) + wobble(seed * 3) * 4)),
      energy: Math.max(2, Math.min(5, Math.round(3.7 + wobble(seed * 5) * 1.2))),
      sleepHours: Math.round((7.2 + wobble(seed * 7) * 0.9) * 4) / 4,
      submittedAt: sentAt > now ? now : sentAt,
    });
  });
}

async function seedBusiness(db: OwnerDb, coachId: string, clientIds: readonly string[], today: string): Promise<void> {
  const entries: (typeof ledgerEntries.$inferInsert)[] = [];
  const add = (kind: 'revenue' | 'expense', amountCents: number, occurredOn: string, category: string) => {
    if (occurredOn <= today)
      entries.push({ coachId, id: uuidv7(), kind, amountCents, currency: 'USD', occurredOn, category });
  };
  for (let month = 0; month <= 6; month += 1) {
    const first = new Date(`${today.slice(0, 7)}-01T00:00:00Z`);
    first.setUTCMonth(first.getUTCMonth() - month);
    const day = first.toISOString().slice(0, 10);
    for (const [index, client] of DEMO_CLIENTS.entries()) {
      if (client.months >= month) add('revenue', 22_000 + (index % 4) * 2_500, day, 'Coaching');
    }
    add('expense', 60_000, day, 'Studio rent');
    add('expense', 24_900, day, 'Software');
    add('expense', 18_500, addDays(day, 9), 'Marketing');
  }
  await db.insert(ledgerEntries).values(entries);
  await db.insert(leads).values(
    [
      ...DEMO_LEADS.map((lead) => ({ ...lead, clientId: null })),
      ...DEMO_CLIENTS.slice(0, 9).map(({ name, months }, index) => ({
        name,
        source: index % 2 ? 'Referral' : 'Instagram',
        status: 'pitched',
        daysAgo: months * 30 + 10,
        clientId: clientIds[index] ?? null,
      })),
    ].map((lead) => ({
      coachId,
      id: uuidv7(),
      name: lead.name,
      email: `${lead.name.toLowerCase().replace(/[^a-z]+/g, '.')}@example.com`,
      status: lead.status,
      source: lead.source,
      lastContact: addDays(today, -lead.daysAgo),
      clientId: lead.clientId,
      trialStartedOn: 'trial' in lead && lead.trial ? addDays(today, -3) : null,
      closedOn: 'closed' in lead && lead.closed ? addDays(today, -lead.daysAgo + 6) : null,
      createdAt: startOfDay(addDays(today, -lead.daysAgo - 3), ZONE),
    })),
  );
  // What the dashboard would have recorded had it been open on those days.
  await db.insert(clientMetrics).values(
    [28, 21, 14, 7].map((daysAgo, index) => ({
      coachId,
      date: addDays(today, -daysAgo),
      totalActiveClients: 11 + index,
      clientsOnTrack: 9 + index,
      workoutAdherence: 84 + index,
      mostConsistentClientName: 'Maya Torres',
      mostConsistentClientStreak: 22 + index,
      clientsChange: 1,
    })),
  );
}

async function seedCalendar(
  db: OwnerDb,
  coachId: string,
  people: readonly { clientId: string; person: SeededUser }[],
  today: string,
): Promise<void> {
  await db.insert(coachSessions).values(
    DEMO_SESSIONS.flatMap(({ day, hour, client, type, location }) => {
      const booked = people[client];
      if (!booked) return [];
      const sessionDate = new Date(startOfDay(addDays(today, day), ZONE).getTime() + hour * 3_600_000);
      const names = { clientId: booked.clientId, clientName: booked.person.name };
      return [{ coachId, id: uuidv7(), ...names, sessionDate, sessionType: type, location }];
    }),
  );
}
