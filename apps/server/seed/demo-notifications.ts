import type { NotificationType } from '@stridewell/contract/notifications.rules';
import { v7 as uuidv7 } from 'uuid';
import { broadcastRecipients, broadcasts } from '../src/features/messages/messages.table.ts';
import { notifications } from '../src/features/notifications/notifications.table.ts';
import type { OwnerDb, SeededUser } from './factories.ts';

type Person = { clientId: string; person: SeededUser };
type SampleNotification = {
  hoursAgo: number;
  type: NotificationType;
  title: string;
  message: (name: string) => string;
};

/** The coach's notifications about one client after the other; the first two are unread. */
const TO_COACH: readonly SampleNotification[] = [
  { hoursAgo: 1.5, type: 'check_in_completed', title: 'New check-in', message: (name) => `${name} sent a check-in.` },
  { hoursAgo: 3, type: 'check_in_completed', title: 'New check-in', message: (name) => `${name} sent a check-in.` },
  {
    hoursAgo: 20,
    type: 'session_scheduled',
    title: 'Session booked',
    message: (name) => `${name} booked a strength session.`,
  },
  {
    hoursAgo: 27,
    type: 'check_in_overdue',
    title: 'Check-in overdue',
    message: (name) => `${name} has not sent this week’s check-in.`,
  },
  { hoursAgo: 46, type: 'check_in_completed', title: 'New check-in', message: (name) => `${name} sent a check-in.` },
  {
    hoursAgo: 52,
    type: 'session_changed',
    title: 'Session moved',
    message: (name) => `${name} moved the session to Thursday, 6:00 PM.`,
  },
  {
    hoursAgo: 75,
    type: 'session_cancelled',
    title: 'Session cancelled',
    message: (name) => `${name} cannot make it on Friday.`,
  },
  { hoursAgo: 98, type: 'check_in_completed', title: 'New check-in', message: (name) => `${name} sent a check-in.` },
  {
    hoursAgo: 150,
    type: 'client_assigned',
    title: 'New client',
    message: (name) => `${name} accepted your invitation.`,
  },
];

const TO_CLIENT: readonly SampleNotification[] = [
  {
    hoursAgo: 5,
    type: 'check_in_reviewed',
    title: 'Your coach replied',
    message: () => 'There is an answer to your last check-in.',
  },
  { hoursAgo: 29, type: 'session_reminder', title: 'Session tomorrow', message: () => 'Strength session, 9:00 AM.' },
  {
    hoursAgo: 170,
    type: 'check_in_due',
    title: 'Your check-in is due',
    message: () => 'A few minutes now help your coach plan next week.',
  },
];

/** Notifications of the coach and of each client, relative to `now`. */
export async function seedNotifications(
  db: OwnerDb,
  { coachId, people, now }: { coachId: string; people: readonly Person[]; now: Date },
): Promise<void> {
  const rowOf = (userId: string, sample: SampleNotification, { clientId, person }: Person, read: boolean) => ({
    id: uuidv7(),
    userId,
    type: sample.type,
    title: sample.title,
    message: sample.message(person.name),
    read,
    metadata: { client_id: clientId, coach_id: coachId },
    createdAt: new Date(now.getTime() - sample.hoursAgo * 3_600_000),
  });
  const toCoach = TO_COACH.flatMap((sample, index) => {
    const client = people[index % Math.max(1, people.length)];
    return client ? [rowOf(coachId, sample, client, index > 1)] : [];
  });
  const toClients = people.flatMap((client) =>
    TO_CLIENT.map((sample, index) => rowOf(client.person.id, sample, client, index > 0)),
  );
  await db.insert(notifications).values([...toCoach, ...toClients]);
}

export type SeededBroadcast = { id: string; body: string; createdAt: Date };

const BROADCASTS = [
  {
    daysAgo: 96,
    body: 'Happy new training block! Your plan is updated: look at Monday first, and tell me what you think.',
  },
  { daysAgo: 92, body: 'The studio is closed this Friday. A 25-minute session for home is in your plan instead.' },
];

/** Group messages from before every conversation of the demo, in their order. */
export const demoBroadcasts = (now: Date): SeededBroadcast[] =>
  BROADCASTS.map(({ daysAgo, body }) => ({
    id: uuidv7(),
    body,
    createdAt: new Date(now.getTime() - daysAgo * 86_400_000),
  }));

/** The records of group messages whose copies are the first ones of each client's conversation. */
export async function seedBroadcasts(
  db: OwnerDb,
  { coachId, clientIds, sent }: { coachId: string; clientIds: readonly string[]; sent: readonly SeededBroadcast[] },
): Promise<void> {
  if (clientIds.length === 0) return;
  await db.insert(broadcasts).values(sent.map((broadcast) => ({ coachId, ...broadcast })));
  await db
    .insert(broadcastRecipients)
    .values(
      sent.flatMap(({ id: broadcastId }, index) =>
        clientIds.map((clientId) => ({ coachId, broadcastId, clientId, outcome: 'sent' as const, seq: index + 1 })),
      ),
    );
}
