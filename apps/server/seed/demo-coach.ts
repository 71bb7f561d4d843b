import { addDays, dayInZone, daysBetween, startOfDay } from '@stridewell/contract/time';
import { v7 as uuidv7 } from 'uuid';
import { checkIns } from '../src/features/checkins/checkins.table.ts';
import { coachProfiles } from '../src/features/coaches/coaches.table.ts';
import { clientMetrics, ledgerEntries } from '../src/features/metrics/metrics.table.ts';
import { leads } from '../src/features/pipeline/pipeline.table.ts';
import { seedCalendar } from './demo-calendar.ts';
import { DEMO_LEADS, DEMO_ZONE, type DemoClient } from './demo-clients.ts';
import { FORM_CLIENT, onOwnForm, seedForms } from './demo-forms.ts';
import { seedConversation } from './demo-messages.ts';
import { demoBroadcasts, seedBroadcasts, seedNotifications } from './demo-notifications.ts';
import { seedClientPage } from './demo-records.ts';
import { checkInRow, createClient, createUser, type OwnerDb, type SeededUser } from './factories.ts';

const WEEK = 7;

export type DemoAccount = { passwordHash: string; isDemo: true; timeZone: string };

/** What one coach of the demo is given. */
export type DemoScene = {
  coachId: string;
  cast: readonly DemoClient[];
  account: DemoAccount;
  now: Date;
  /** Revenue of one client a month, in cents; without it the coach keeps no books. */
  feeCents?: number;
  /** What the first of the cast pays, where that is more. */
  firstFeeCents?: number;
  monthlyExpensesCents?: number;
  /** How many of the demo's leads and sessions this coach has. */
  leads: number;
  sessions: number;
  /** Whether the coach has made forms of their own. */
  forms?: boolean;
};

type Booked = { clientId: string; person: SeededUser };

const DEMO_PROFILE = {
  headline: 'Strength for people with little time',
  bio: 'Three sessions a week are enough when they are the right ones. I plan around your work, your family and your sleep, and we change the plan as soon as your check-ins say so.\n\nBefore coaching I was a physiotherapist for six years, so an old injury is a reason to train carefully and none to stop.',
  specialities: ['Strength', 'Fat loss', 'Back to training after injury', 'Busy parents'],
  certifications: [
    { name: 'Certified Strength and Conditioning Specialist', issuer: 'NSCA', year: 2017 },
    { name: 'Precision Nutrition Level 1', issuer: 'Precision Nutrition', year: 2020 },
  ],
  yearsOfExperience: 9,
  languages: ['English', 'Spanish'],
  website: 'https://example.com/coaching',
  instagram: 'https://instagram.com/example',
};

/** Clients with their history, books, leads and calendar of one coach, relative to `now`. */
export async function seedCoach(db: OwnerDb, scene: DemoScene): Promise<void> {
  const { coachId, cast, now } = scene;
  const today = dayInZone(now, DEMO_ZONE);
  const people: Booked[] = [];
  const broadcasts = demoBroadcasts(now);
  const longest: string[] = [];
  const history: (typeof checkIns.$inferInsert)[] = [];
  for (const [index, client] of cast.entries()) {
    const person = await createUser(db, 'Client', { ...scene.account, name: client.name, email: client.email });
    const weeks = Math.min(26, Math.round(client.months * 4.3));
    // The weekday of the anchor spreads the due days over the week.
    const anchor = addDays(today, -weeks * WEEK - (index % 4));
    const awayFrom = client.away === undefined ? undefined : addDays(anchor, (weeks - client.away) * WEEK);
    const { clientId } = await createClient(db, coachId, {
      person,
      goal: client.goal,
      ...(awayFrom && { checkInPauses: [{ from: awayFrom, until: addDays(awayFrom, AWAY_WEEKS * WEEK) }] }),
      checkInAnchor: anchor,
      createdAt: startOfDay(addDays(anchor, -2), DEMO_ZONE),
      acceptedAt: startOfDay(anchor, DEMO_ZONE),
    });
    const own = historyOf(client, { coachId, clientId, anchor, today, now });
    history.push(...(scene.forms && index === FORM_CLIENT ? own.map(onOwnForm) : own));
    await seedClientPage(db, client, { coachId, clientId, anchor, today, now, zone: DEMO_ZONE }, index);
    // A quarter of a year. Clients who went silent are silent here as well.
    const talked = Math.min(12, weeks);
    const silentMs = (client.missed ?? 0) * WEEK * 86_400_000;
    const until = new Date(now.getTime() - silentMs);
    // The group messages came before the quarter began.
    const wasThere = talked === 12 && silentMs === 0;
    if (wasThere) longest.push(clientId);
    const before = wasThere ? broadcasts : [];
    await seedConversation(db, { coachId, clientId, weeks: talked, now: until, before }, index);
    people.push({ clientId, person });
  }
  await db.insert(coachProfiles).values({ coachId, ...DEMO_PROFILE });
  const formClient = people[FORM_CLIENT];
  if (scene.forms && formClient) await seedForms(db, coachId, formClient.clientId);
  await db.insert(checkIns).values(history);
  await seedBooks(db, scene, today);
  await seedLeads(db, scene, people, today);
  await seedCalendar(db, { ...scene, people, today });
  await seedMetrics(db, scene, today);
  await seedNotifications(db, { coachId, people, now });
  await seedBroadcasts(db, { coachId, clientIds: longest, sent: broadcasts });
}

/** How long a pause of a demo client is. */
const AWAY_WEEKS = 2;

/** Repeatable noise between -1 and 1. */
const wobble = (seed: number): number => {
  const value = Math.sin(seed * 12.9898) * 43_758.5453;
  return (value - Math.floor(value)) * 2 - 1;
};

const HOUR_MS = 3_600_000;
/** What came lately is still to be read. */
const UNREAD_HOURS = 4 * 24;

function reviewOf(sentAt: Date, now: Date, seed: number): Date | null {
  const isNew = now.getTime() - sentAt.getTime() < UNREAD_HOURS * HOUR_MS;
  return isNew ? null : new Date(sentAt.getTime() + (9 + wobble(seed * 11) * 6) * HOUR_MS);
}

/** What clients add now and then. */
const NOTES = [
  '',
  'Felt strong this week, the Thursday session was the best so far.',
  '',
  'Travelled for work, so two dinners were out of my hands.',
  '',
  'Knee a little stiff after the long walk, fine again since Saturday.',
];

function historyOf(
  client: DemoClient,
  place: { coachId: string; clientId: string; anchor: string; today: string; now: Date },
) {
  const { coachId, clientId, anchor, today, now } = place;
  const age = daysBetween(anchor, today);
  // Whose check-in is due today has not sent it yet.
  const last = Math.floor(age / WEEK) - (client.missed ?? 0) - (age % WEEK === 0 ? 1 : 0);
  const isSent = (week: number) => {
    const weeksAgo = Math.floor(age / WEEK) - week;
    const isAway = client.away !== undefined && weeksAgo <= client.away && weeksAgo > client.away - AWAY_WEEKS;
    return !isAway && weeksAgo !== client.skipped;
  };
  const weeks = Array.from({ length: last + 1 }, (_, week) => week).filter(isSent);
  return weeks.map((week) => {
    const seed = client.startKg + week;
    const recent = client.lately !== undefined && week > last - 2;
    const day = addDays(anchor, week * WEEK);
    const sentAt = new Date(startOfDay(day, DEMO_ZONE).getTime() + 17 * 3_600_000);
    const noise = wobble(seed) * (client.weeklyKg === 0 ? 0.04 : 0.3);
    return checkInRow({
      coachId,
      clientId,
      day,
      weightKg: Math.round((client.startKg + client.weeklyKg * week + noise) * 10) / 10,
      adherence: Math.round(Math.min(100, (recent ? (client.lately ?? 0) : client.adherence) + wobble(seed * 3) * 4)),
      energy: Math.max(2, Math.min(5, Math.round(3.7 + wobble(seed * 5) * 1.2))),
      sleepHours: Math.round((7.2 + wobble(seed * 7) * 0.9) * 4) / 4,
      submittedAt: sentAt > now ? now : sentAt,
      note: NOTES[(week + Math.round(client.startKg)) % NOTES.length] ?? '',
      reviewedAt: reviewOf(sentAt, now, seed),
    });
  });
}

/** Seven months of revenue and expenses, each on the first of its month, so that every month is comparable. */
async function seedBooks(db: OwnerDb, scene: DemoScene, today: string) {
  const { coachId, cast, feeCents, firstFeeCents = feeCents, monthlyExpensesCents } = scene;
  if (feeCents === undefined || firstFeeCents === undefined) return;
  const entries: (typeof ledgerEntries.$inferInsert)[] = [];
  const add = (kind: 'revenue' | 'expense', amountCents: number, occurredOn: string, category: string) =>
    entries.push({ coachId, id: uuidv7(), kind, amountCents, currency: 'USD', occurredOn, category });
  const expenses = monthlyExpensesCents ?? 0;
  for (let month = 0; month <= 6; month += 1) {
    const first = new Date(`${today.slice(0, 7)}-01T00:00:00Z`);
    first.setUTCMonth(first.getUTCMonth() - month);
    const day = first.toISOString().slice(0, 10);
    for (const [index, client] of cast.entries()) {
      if (client.months >= month) add('revenue', index === 0 ? firstFeeCents : feeCents, day, 'Coaching');
    }
    if (expenses > 0) {
      add('expense', Math.round(expenses * 0.6), day, 'Studio rent');
      add('expense', expenses - Math.round(expenses * 0.6), day, 'Software and marketing');
    }
  }
  if (entries.length > 0) await db.insert(ledgerEntries).values(entries);
}

async function seedLeads(db: OwnerDb, { coachId, cast, leads: count }: DemoScene, people: Booked[], today: string) {
  if (count === 0) return;
  const won = cast.slice(0, count).map(({ name, months }, index) => ({
    name,
    source: index % 2 ? 'Referral' : 'Instagram',
    status: 'pitched',
    daysAgo: months * 30 + 10,
    clientId: people[index]?.clientId ?? null,
  }));
  await db.insert(leads).values(
    [...DEMO_LEADS.slice(0, count).map((lead) => ({ ...lead, clientId: null })), ...won].map((lead) => ({
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
      createdAt: startOfDay(addDays(today, -lead.daysAgo - 3), DEMO_ZONE),
    })),
  );
}

/** What the dashboard would have recorded had it been open on those days. */
async function seedMetrics(db: OwnerDb, { coachId, cast }: DemoScene, today: string) {
  const steadiest = cast[0];
  if (!steadiest) return;
  await db.insert(clientMetrics).values(
    [28, 21, 14, 7].map((daysAgo, index) => ({
      coachId,
      date: addDays(today, -daysAgo),
      totalActiveClients: Math.max(0, cast.length - 4 + index),
      clientsOnTrack: Math.max(0, cast.length - 6 + index),
      workoutAdherence: 84 + index,
      mostConsistentClientName: steadiest.name,
      mostConsistentClientStreak: Math.round(steadiest.months * 4.3) - 4 + index,
      clientsChange: 1,
    })),
  );
}
