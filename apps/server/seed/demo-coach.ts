import { addDays, dayInZone, instantAtWallClock } from '@stridewell/contract/time';
import { and, eq } from 'drizzle-orm';
import { coachingOf } from '../src/core/relationships/coachings.data.ts';
import { relationships } from '../src/core/relationships/relationships.table.ts';
import type { checkIns } from '../src/features/checkins/checkins.table.ts';
import { coachProfiles } from '../src/features/coaches/coaches.table.ts';
import { seedAdjustments } from './demo-adjustments.ts';
import { seedBooks, seedLeads, seedMetrics } from './demo-business.ts';
import { seedCalendar } from './demo-calendar.ts';
import { DEMO_ZONE, type DemoClient } from './demo-clients.ts';
import { seedFlow, seedRule } from './demo-flows.ts';
import { seedFoodLogs } from './demo-food-logs.ts';
import { type FormerClient, leaving, seedLeaving } from './demo-former.ts';
import { FORM_CLIENT, onOwnForm, seedForms } from './demo-forms.ts';
import { seedHabits } from './demo-habits.ts';
import { type Course, courseOf, historyOf } from './demo-history.ts';
import { seedMealPlans } from './demo-meals.ts';
import { chatsOf, repliesOfCoach, seedBroadcasts, seedConversation } from './demo-messages.ts';
import { seedMoney } from './demo-money.ts';
import { seedPrograms } from './demo-programs.ts';
import { seedClientPage } from './demo-records.ts';
import { seedTargets } from './demo-targets.ts';
import { seedWays } from './demo-ways.ts';
import { seedWorkouts } from './demo-workouts.ts';
import { createClient, createUser, idAt, insertCheckIns, type OwnerDb, type SeededUser } from './factories.ts';

type CheckInRow = typeof checkIns.$inferInsert;

export type DemoAccount = { passwordHash: string; isDemo: true; timeZone: string };

/** Input for seeding one coach of the demo. */
export type DemoScene = {
  coachId: string;
  cast: readonly DemoClient[];
  /** Clients who have left. */
  former?: readonly FormerClient[];
  account: DemoAccount;
  now: Date;
  /** Monthly revenue of one client in cents; without it the coach has no books. */
  feeCents?: number;
  /** Monthly revenue of the first client, if higher. */
  firstFeeCents?: number;
  monthlyExpensesCents?: number;
  /** How many of the demo's leads and sessions this coach gets. */
  leads: number;
  sessions: number;
  /** Whether the coach has created forms. */
  forms?: boolean;
  /** Whether the clients follow the coach's programs. */
  programs?: boolean;
};

/** A stored client of the cast. `history` is oldest first. */
export type Booked = {
  clientId: string;
  person: SeededUser;
  course: Course;
  history: CheckInRow[];
  /** The day on which a former client left. */
  leftOn?: string;
};

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

/** Number of unread conversations. */
const UNREAD = 2;
/** Number of replies to the first client's newest reviewed check-ins; every other client has one. */
const FIRST_REPLIES = 3;

/** Seeds one coach's clients with their history, books, leads and calendar, relative to `now`. */
export async function seedCoach(db: OwnerDb, scene: DemoScene): Promise<void> {
  const { coachId, cast, now } = scene;
  const today = dayInZone(now, DEMO_ZONE);
  const people: Booked[] = [];
  for (const [index, client] of cast.entries()) people.push(await seedClient(db, scene, client, index));
  const left: Departed[] = [];
  for (const [index, client] of (scene.former ?? []).entries()) left.push(await seedFormer(db, scene, client, index));
  await db.insert(coachProfiles).values({ coachId, ...DEMO_PROFILE });
  const formClient = people[FORM_CLIENT];
  if (scene.forms && formClient) await seedForms(db, coachId, formClient.clientId);
  if (scene.programs) {
    const programs = await seedPrograms(db, { coachId, people, today });
    await seedTargets(db, { coachId, people, today });
    const foods = await seedMealPlans(db, { coachId, people, today });
    await seedHabits(db, { coachId, people, today });
    await seedFoodLogs(db, { coachId, people, today, now, foods });
    await seedWays(db, { coachId, people, today });
    const logs = await seedWorkouts(db, { coachId, cast, people, programs, today });
    await seedAdjustments(db, { coachId, people, programs, logs, today });
  }
  await seedConversations(db, scene, people, left);
  if (scene.forms) {
    await seedFlow(db, { coachId, people, today });
    await seedRule(db, { coachId, today });
  }
  await insertCheckIns(
    db,
    [...people, ...left].flatMap(({ history }) => history),
  );
  await seedBooks(db, scene, [...people, ...left], today);
  await seedMoney(db, scene, { people, left }, today);
  await seedLeads(db, scene, people, today);
  await seedCalendar(db, { ...scene, people, today });
  await seedMetrics(db, coachId, people, today);
}

const joinedAt = ({ anchor }: Course) => instantAtWallClock(anchor, 480, DEMO_ZONE);

async function seedClient(db: OwnerDb, scene: DemoScene, client: DemoClient, index: number): Promise<Booked> {
  const { coachId, now } = scene;
  const today = dayInZone(now, DEMO_ZONE);
  const course = courseOf(client, index, today);
  const invitedAt = instantAtWallClock(addDays(course.anchor, -2), 540, DEMO_ZONE);
  const acceptedAt = joinedAt(course);
  const { name, email } = client;
  const person = await createUser(db, 'Client', { ...scene.account, name, email, joinedAt: acceptedAt });
  const { clientId } = await createClient(db, coachId, {
    person,
    clientId: idAt(invitedAt),
    goal: client.goal,
    checkInPauses: course.pauses,
    checkInAnchor: course.anchor,
    createdAt: invitedAt,
    acceptedAt,
  });
  const own = historyOf(client, { coachId, clientId, course, today });
  await seedClientPage(db, client, { coachId, clientId, course, today, now, zone: DEMO_ZONE }, index);
  return { clientId, person, course, history: scene.forms && index === FORM_CLIENT ? own.map(onOwnForm) : own };
}

type Departed = Booked & { leftOn: string; leftAt: Date; farewell: FormerClient['farewell'] };

/** Seeds a former client with the history up to the day they left. */
async function seedFormer(db: OwnerDb, scene: DemoScene, client: FormerClient, index: number): Promise<Departed> {
  const { coachId } = scene;
  const { leftOn, leftAt } = leaving(client, dayInZone(scene.now, DEMO_ZONE));
  const seeded = await seedClient(db, { ...scene, now: leftAt, forms: false }, client, index);
  const { clientId } = seeded;
  await db
    .update(relationships)
    .set({ status: 'ended' })
    .where(and(eq(relationships.coachId, coachId), eq(relationships.clientId, clientId)));
  await db.execute(coachingOf({ coachId, clientId }));
  await seedLeaving(db, { coachId, clientId, leftOn, leftAt, reason: client.reason });
  // The coach has reviewed the last ones too.
  const history = seeded.history.map((checkIn) => ({ ...checkIn, reviewedAt: checkIn.reviewedAt ?? leftAt }));
  return { ...seeded, history, leftOn, leftAt, farewell: client.farewell };
}

async function seedConversations(
  db: OwnerDb,
  { coachId, now }: DemoScene,
  people: readonly Booked[],
  left: readonly Departed[],
) {
  const today = dayInZone(now, DEMO_ZONE);
  const firstDay = people.map(({ course }) => course.anchor).sort()[0] ?? today;
  const broadcasts = await seedBroadcasts(db, { coachId, today, firstDay });
  const chats = chatsOf(people.length);
  const nextReply = repliesOfCoach();
  let waiting = 0;
  for (const [index, { clientId, course, history }] of people.entries()) {
    const acceptedAt = joinedAt(course);
    const isUnread = course.silentFrom === null && waiting < UNREAD;
    const replies = history
      .filter(({ reviewedAt }) => reviewedAt)
      .slice(index === 0 ? -FIRST_REPLIES : -1)
      .flatMap((checkIn) => {
        const body = nextReply(checkIn);
        return body === undefined ? [] : [{ checkIn, body }];
      });
    const talk = {
      coachId,
      clientId,
      acceptedAt,
      now,
      replies,
      threads: chats[index] ?? [],
      silentSince: course.silentFrom === null ? null : (history.at(-1)?.submittedAt ?? acceptedAt),
      unread: isUnread ? waiting : null,
      broadcasts: broadcasts.filter(({ createdAt }) => createdAt > acceptedAt),
    };
    await seedConversation(db, talk, index);
    if (isUnread) waiting += 1;
  }
  for (const [index, { clientId, course, farewell, leftAt }] of left.entries()) {
    const acceptedAt = joinedAt(course);
    const talk = {
      coachId,
      clientId,
      acceptedAt,
      now: leftAt,
      replies: [],
      threads: [[farewell]],
      silentSince: null,
      broadcasts: broadcasts.filter(({ createdAt }) => createdAt > acceptedAt && createdAt < leftAt),
      unread: null,
    };
    await seedConversation(db, talk, index);
  }
}
