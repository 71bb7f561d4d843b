import { addDays, instantAtWallClock } from '@stridewell/contract/time';
import { and, eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { events } from '../src/core/events/events.table.ts';
import { clientNotes } from '../src/features/clients/clients.table.ts';
import type { Exchange } from './demo-chats.ts';
import { DEMO_ZONE, type DemoClient } from './demo-clients.ts';
import type { OwnerDb } from './factories.ts';

/** A former client, whose course ends with the coaching. */
export type FormerClient = DemoClient & {
  leftWeeksAgo: number;
  /** The coach's note from the day they left. */
  reason: string;
  farewell: Exchange;
};

/** Six clients from a year ago who left one after another, and one who left last month. */
export const DEMO_FORMER: readonly FormerClient[] = [
  {
    name: 'Ines Duarte',
    email: 'ines.duarte@example.com',
    gender: 'female',
    goal: 'Finish a first 10 km race',
    months: 6,
    startKg: 64.2,
    weeklyKg: -0.08,
    adherence: 87,
    leftWeeksAgo: 36,
    reason: 'Ran the race in 58 minutes, which was her goal. She trains with a running club from now on.',
    farewell: ['Congratulations on the race, Ines. What is next?', 'The running club. Thank you for getting me there.'],
  },
  {
    name: 'Ravi Menon',
    email: 'ravi.menon@example.com',
    gender: 'male',
    goal: 'Lose 9 kg',
    goalKg: 85.5,
    months: 6,
    startKg: 94.5,
    weeklyKg: -0.34,
    adherence: 84,
    leftWeeksAgo: 34,
    reason: 'Reached his goal weight and wants to keep it on his own.',
    farewell: [
      'You did it, Ravi. Do you want a maintenance plan?',
      'I want to try alone first. I will write if it slips.',
    ],
  },
  {
    name: 'Bianca Moreau',
    email: 'bianca.moreau@example.com',
    gender: 'female',
    goal: 'Stronger for climbing',
    months: 6,
    startKg: 58.9,
    weeklyKg: 0.03,
    adherence: 90,
    leftWeeksAgo: 33,
    reason: 'Moved to Grenoble and trains at a climbing gym there.',
    farewell: ['Have a good move, Bianca. Your plan stays yours.', 'Merci. I will send a picture from the wall.'],
  },
  {
    name: 'Oskar Nilsson',
    email: 'oskar.nilsson@example.com',
    gender: 'male',
    goal: 'Bench press my own weight',
    months: 6,
    startKg: 81.7,
    weeklyKg: 0.11,
    adherence: 79,
    leftWeeksAgo: 31,
    reason: 'A new job leaves no time for three sessions a week. He may come back in the spring.',
    farewell: ['Shall we try two short sessions a week?', 'Not with this job. Can I come back in the spring?'],
  },
  {
    name: 'Leah Goldberg',
    email: 'leah.goldberg@example.com',
    gender: 'female',
    goal: 'Back pain under control',
    months: 6,
    startKg: 69.4,
    weeklyKg: -0.12,
    adherence: 91,
    leftWeeksAgo: 30,
    reason: 'Free of pain for two months. She continues with the mobility routine at home.',
    farewell: ['Two months without pain is a good place to stop, Leah.', 'It is. The routine stays on my mirror.'],
  },
  {
    name: 'Theo Albrecht',
    email: 'theo.albrecht@example.com',
    gender: 'male',
    goal: 'Train regularly again',
    months: 6,
    startKg: 88.3,
    weeklyKg: -0.1,
    adherence: 74,
    leftWeeksAgo: 28,
    reason: 'The price was too high for him after the summer.',
    farewell: ['I can offer a smaller package if that helps.', 'Thank you, but I have to save for a while.'],
  },
  {
    name: 'Kofi Mensah',
    email: 'kofi.mensah@example.com',
    gender: 'male',
    goal: 'Get ready for a ski season',
    months: 4,
    startKg: 84.8,
    weeklyKg: -0.15,
    adherence: 82,
    leftWeeksAgo: 5,
    reason: 'Transferred to Lisbon for work. Wants to find a coach in his time zone.',
    farewell: [
      'I can coach you in Lisbon as well, if the hours work.',
      'The hours do not. Thank you for everything, Alex.',
    ],
  },
];

/** The last day of a former client, and the time at which they left. */
export function leaving({ leftWeeksAgo }: FormerClient, today: string): { leftOn: string; leftAt: Date } {
  const leftOn = addDays(today, -leftWeeksAgo * 7);
  return { leftOn, leftAt: instantAtWallClock(leftOn, 1200, DEMO_ZONE) };
}

type Left = { coachId: string; clientId: string; leftOn: string; leftAt: Date; reason: string };

/** Records that a client has left, and why. Their history stays. */
export async function seedLeaving(db: OwnerDb, { coachId, clientId, leftOn, leftAt, reason }: Left): Promise<void> {
  const of = { coachId, clientId };
  await db.insert(events).values({
    ...of,
    id: uuidv7(),
    type: 'relationship.ended',
    actor: 'client',
    subjectId: clientId,
    data: {},
    occurredAt: leftAt,
  });
  await db
    .insert(clientNotes)
    .values({ ...of, id: uuidv7(), text: reason, day: leftOn, pinned: true, createdAt: leftAt });
}

/** When each former client of a coach left. */
export async function endsOf(db: OwnerDb, coachId: string): Promise<ReadonlyMap<string, Date>> {
  const rows = await db
    .select({ clientId: events.clientId, at: events.occurredAt })
    .from(events)
    .where(and(eq(events.coachId, coachId), eq(events.type, 'relationship.ended')));
  return new Map(rows.map(({ clientId, at }) => [clientId, at]));
}
