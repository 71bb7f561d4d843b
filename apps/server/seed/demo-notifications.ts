import { checkInState, lastDueDays } from '@stridewell/contract/checkins/checkins.rules';
import { summaryOf } from '@stridewell/contract/messages/messages.rules';
import type { NotificationType } from '@stridewell/contract/notifications/notifications.rules';
import { addDays, dayInZone, instantAtWallClock } from '@stridewell/contract/time';
import { asc, eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { coaches, users } from '../src/core/people/people.table.ts';
import { relationships } from '../src/core/relationships/relationships.table.ts';
import { checkInReminders, checkIns } from '../src/features/checkins/checkins.table.ts';
import { messages, readMarkers } from '../src/features/messages/messages.table.ts';
import { notifications } from '../src/features/notifications/notifications.table.ts';
import { DEMO_ZONE } from './demo-clients.ts';
import { endsOf } from './demo-former.ts';
import type { OwnerDb } from './factories.ts';

type Row = typeof notifications.$inferInsert;
type Reminder = typeof checkInReminders.$inferInsert;
type Told = { type: NotificationType; title: string; message: string };
type CheckInRow = typeof checkIns.$inferSelect;
type MessageRow = typeof messages.$inferSelect;
type Client = Awaited<ReturnType<typeof clientsOf>>[number];

/** When the product starts to remind of check-ins, in minutes of the day. */
const REMINDED_FROM = 540;
/** Longer than any client of the demo has been with their coach. */
const DUE_DAYS = 200;

const clientsOf = (db: OwnerDb) =>
  db
    .select({
      coachId: relationships.coachId,
      clientId: relationships.clientId,
      personId: users.id,
      clientName: relationships.fullName,
      coachName: coaches.fullName,
      acceptedAt: relationships.acceptedAt,
      anchorDay: relationships.checkInAnchor,
      intervalDays: relationships.checkInIntervalDays,
      weekdays: relationships.checkInWeekdays,
      pauses: relationships.checkInPauses,
    })
    .from(relationships)
    .innerJoin(coaches, eq(coaches.id, relationships.coachId))
    .innerJoin(users, eq(users.id, relationships.personId))
    .where(eq(users.isDemo, true));

/**
 * Seeds the notifications that the product would have sent for the seeded data, at the time of their causes. The jobs
 * send reminders of sessions and due check-ins.
 */
export async function seedNotifications(db: OwnerDb, now: Date): Promise<void> {
  for (const [coachId, clients] of Map.groupBy(await clientsOf(db), (client) => client.coachId)) {
    const sent = await db
      .select()
      .from(checkIns)
      .where(eq(checkIns.coachId, coachId))
      .orderBy(asc(checkIns.submittedAt));
    const written = await db.select().from(messages).where(eq(messages.coachId, coachId)).orderBy(asc(messages.seq));
    const markers = await db.select().from(readMarkers).where(eq(readMarkers.coachId, coachId));
    const ends = await endsOf(db, coachId);
    const reminders: Reminder[] = [];
    const rows = clients.flatMap((client) => {
      const isOfClient = ({ clientId }: { clientId: string }) => clientId === client.clientId;
      const own = {
        sent: sent.filter(isOfClient),
        written: written.filter(isOfClient),
        markers: markers.filter(isOfClient),
      };
      const overdue = overdueDays(client, own.sent, ends.get(client.clientId) ?? now);
      const { clientId } = client;
      reminders.push(...overdue.map((dueDay): Reminder => ({ coachId, clientId, dueDay, kind: 'overdue' })));
      return [
        ...ofJoining(client),
        ...own.sent.map((checkIn) => ofCheckIn(client, checkIn)),
        ...overdue.flatMap((day) => ofOverdue(client, day)),
        ...ofMessages(client, own),
      ];
    });
    await db.insert(notifications).values(rows);
    if (reminders.length > 0) await db.insert(checkInReminders).values(reminders);
  }
}

const rowOf = (
  { coachId, clientId }: Client,
  told: Told,
  { to, at, read = true, ...metadata }: { to: string; at: Date; read?: boolean } & Partial<Row['metadata']>,
): Row => ({
  ...told,
  id: uuidv7(),
  userId: to,
  read,
  createdAt: at,
  metadata: { client_id: clientId, coach_id: coachId, ...metadata },
});

function ofJoining(client: Client): Row[] {
  const { coachId, personId, clientName, coachName, acceptedAt } = client;
  if (!acceptedAt) return [];
  const toCoach = `${clientName} accepted your invitation.`;
  const toClient = `${coachName} is now your coach. Your first check-in is ready.`;
  return [
    rowOf(client, { type: 'client_assigned', title: 'New client', message: toCoach }, { to: coachId, at: acceptedAt }),
    rowOf(
      client,
      { type: 'coach_assigned', title: 'You have a coach', message: toClient },
      { to: personId, at: acceptedAt },
    ),
  ];
}

/** Read once the coach has reviewed the check-in. */
const ofCheckIn = (client: Client, { id, submittedAt, reviewedAt }: CheckInRow): Row =>
  rowOf(
    client,
    { type: 'check_in_completed', title: 'New check-in', message: `${client.clientName} sent a check-in.` },
    { to: client.coachId, at: submittedAt, read: reviewedAt !== null, check_in_id: id },
  );

const morningAfter = (dueDay: string) => instantAtWallClock(addDays(dueDay, 1), REMINDED_FROM, DEMO_ZONE);

/** Due days whose check-in was still missing the next morning. */
function overdueDays({ anchorDay, ...schedule }: Client, sent: readonly CheckInRow[], now: Date): string[] {
  if (!anchorDay) return [];
  return lastDueDays({ ...schedule, anchorDay }, dayInZone(now, DEMO_ZONE), DUE_DAYS)
    .map(({ dueDay }) => dueDay)
    .filter((dueDay) => {
      const at = morningAfter(dueDay);
      const lastSubmittedDay = sent.filter(({ submittedAt }) => submittedAt <= at).at(-1)?.day ?? null;
      const then = checkInState({ ...schedule, anchorDay, lastSubmittedDay, today: addDays(dueDay, 1) });
      return at <= now && then.state === 'overdue' && then.dueDay === dueDay;
    });
}

function ofOverdue(client: Client, dueDay: string): Row[] {
  const { coachId, personId, clientName, coachName } = client;
  const at = morningAfter(dueDay);
  const toClient = `${coachName} is looking forward to it. It takes two minutes.`;
  const toCoach = `${clientName} has not sent the check-in that was due yesterday.`;
  return [
    rowOf(
      client,
      { type: 'check_in_due', title: 'Your check-in is still open', message: toClient },
      { to: personId, at },
    ),
    rowOf(client, { type: 'check_in_overdue', title: 'Check-in overdue', message: toCoach }, { to: coachId, at }),
  ];
}

/** One notification for each message. Unread messages of a conversation share the first one's. */
function ofMessages(
  client: Client,
  found: {
    sent: readonly CheckInRow[];
    written: readonly MessageRow[];
    markers: readonly (typeof readMarkers.$inferSelect)[];
  },
): Row[] {
  const { coachId, clientId, personId, clientName, coachName } = client;
  const reviews = new Map(found.sent.flatMap(({ id, replyId }) => (replyId ? [[replyId, id] as const] : [])));
  const seenBy = (side: 'coach' | 'client') => found.markers.find((marker) => marker.side === side)?.seq ?? 0;
  return found.written.flatMap(({ id, seq, sender, body, createdAt }) => {
    const reader = sender === 'coach' ? 'client' : 'coach';
    const read = seq <= seenBy(reader);
    const isFirstUnread =
      found.written.find((other) => other.sender === sender && other.seq > seenBy(reader))?.id === id;
    const checkInId = reviews.get(id);
    if (!read && !isFirstUnread && !checkInId) return [];
    const told: Told = checkInId
      ? { type: 'check_in_reviewed', title: `${coachName} replied to your check-in`, message: summaryOf(body, []) }
      : {
          type: 'message_received',
          title: `New message from ${sender === 'coach' ? coachName : clientName}`,
          message: summaryOf(body, []),
        };
    const to = reader === 'coach' ? coachId : personId;
    const subject = { conversation_id: clientId, ...(checkInId && { check_in_id: checkInId }) };
    return [rowOf(client, told, { to, at: createdAt, read, ...subject })];
  });
}
