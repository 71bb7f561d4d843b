import { addDays, dayInZone, instantAtWallClock } from '@stridewell/contract/time';
import type { checkIns } from '../src/features/checkins/checkins.table.ts';
import { coachProfiles } from '../src/features/coaches/coaches.table.ts';
import { seedAdjustments } from './demo-adjustments.ts';
import { seedBooks, seedLeads, seedMetrics } from './demo-business.ts';
import { seedCalendar } from './demo-calendar.ts';
import { DEMO_ZONE, type DemoClient } from './demo-clients.ts';
import { FORM_CLIENT, onOwnForm, seedForms } from './demo-forms.ts';
import { type Course, courseOf, historyOf } from './demo-history.ts';
import { chatsOf, repliesOfCoach, seedBroadcasts, seedConversation } from './demo-messages.ts';
import { seedMoney } from './demo-money.ts';
import { seedPrograms } from './demo-programs.ts';
import { seedClientPage } from './demo-records.ts';
import { seedWorkouts } from './demo-workouts.ts';
import { createClient, createUser, idAt, insertCheckIns, type OwnerDb, type SeededUser } from './factories.ts';

type CheckInRow = typeof checkIns.$inferInsert;

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
  /** Whether the clients follow programs of the coach. */
  programs?: boolean;
};

/** A client of the cast once they are stored. `history` is oldest first. */
export type Booked = { clientId: string; person: SeededUser; course: Course; history: CheckInRow[] };

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

/** How many conversations the coach has still to read. */
const UNREAD = 2;
/** Replies to the newest reviewed check-ins of the first client; every other client has one. */
const FIRST_REPLIES = 3;

/** Clients with their history, books, leads and calendar of one coach, relative to `now`. */
export async function seedCoach(db: OwnerDb, scene: DemoScene): Promise<void> {
  const { coachId, cast, now } = scene;
  const today = dayInZone(now, DEMO_ZONE);
  const people: Booked[] = [];
  for (const [index, client] of cast.entries()) people.push(await seedClient(db, scene, client, index));
  await db.insert(coachProfiles).values({ coachId, ...DEMO_PROFILE });
  const formClient = people[FORM_CLIENT];
  if (scene.forms && formClient) await seedForms(db, coachId, formClient.clientId);
  if (scene.programs) {
    const programs = await seedPrograms(db, { coachId, people, today });
    const logs = await seedWorkouts(db, { coachId, cast, people, programs, today });
    await seedAdjustments(db, { coachId, people, programs, logs, today });
  }
  await seedConversations(db, scene, people);
  await insertCheckIns(
    db,
    people.flatMap(({ history }) => history),
  );
  await seedBooks(db, scene, people, today);
  await seedMoney(db, scene, people, today);
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

async function seedConversations(db: OwnerDb, { coachId, now }: DemoScene, people: readonly Booked[]) {
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
      ...{ coachId, clientId, acceptedAt, now, replies },
      threads: chats[index] ?? [],
      silentSince: course.silentFrom === null ? null : (history.at(-1)?.submittedAt ?? acceptedAt),
      unread: isUnread ? waiting : null,
      broadcasts: broadcasts.filter(({ createdAt }) => createdAt > acceptedAt),
    };
    await seedConversation(db, talk, index);
    if (isUnread) waiting += 1;
  }
}
