import { firstOfMonth } from '@stridewell/contract/metrics/metrics.periods.rules';
import { addMonths } from '@stridewell/contract/money/money.dates.rules';
import { FOLLOWED, FOLLOWED_DAYS, STAYED_DAYS } from '@stridewell/contract/retention/retention.rules';
import { addDays, dayInZone } from '@stridewell/contract/time';
import { and, eq, inArray } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { events } from '../src/core/events/events.table.ts';
import { users } from '../src/core/people/people.table.ts';
import { relationships } from '../src/core/relationships/relationships.table.ts';
import { clientVisits } from '../src/features/clients/clients.table.ts';
import { knownReasons, riskActions } from '../src/features/retention/retention.table.ts';
import { DEMO_ZONE } from './demo-clients.ts';
import type { OwnerDb } from './factories.ts';

/** Days of silence after which a message of the coach counts as an action, and after which the coach calls. */
const SILENT_DAYS = 4;
const CALL_DAYS = 5;
/** Older silences have no actions. */
const PAST_DAYS = 300;
const DAY_MS = 86_400_000;

/** Acts of clients that end a silence, by their event. */
const KINDS = { 'message.sent': 'message', 'workout.completed': 'workout', 'checkin.submitted': 'checkIn' } as const;
type Kind = (typeof FOLLOWED)[number];

/** Times of one client in milliseconds. */
type Course = { acts: { kind: Kind; at: number }[]; messages: number[]; ends: number[] };

/** The courses of a coach's clients, by client. */
async function coursesOf(db: OwnerDb, coachId: string): Promise<Map<string, Course>> {
  const rows = await db
    .select()
    .from(events)
    .where(and(eq(events.coachId, coachId), inArray(events.type, [...TYPES, 'relationship.ended'])));
  const visits = await db.select().from(clientVisits).where(eq(clientVisits.coachId, coachId));
  const courses = new Map<string, Course>();
  const courseOf = (clientId: string): Course => {
    const course = courses.get(clientId) ?? { acts: [], messages: [], ends: [] };
    courses.set(clientId, course);
    return course;
  };
  for (const { clientId, type, actor, occurredAt, data } of rows) {
    const at = occurredAt.getTime();
    const kind = type in KINDS ? KINDS[type as keyof typeof KINDS] : undefined;
    const isBroadcast = 'broadcastId' in (data as object);
    if (type === 'relationship.ended') courseOf(clientId).ends.push(at);
    else if (actor === 'client' && kind) courseOf(clientId).acts.push({ kind, at });
    else if (actor === 'coach' && type === 'message.sent' && !isBroadcast) courseOf(clientId).messages.push(at);
  }
  for (const { clientId, firstAt, lastAt } of visits)
    for (const at of [firstAt, lastAt]) courseOf(clientId).acts.push({ kind: 'visit', at: at.getTime() });
  for (const { acts } of courses.values()) acts.sort((one, other) => one.at - other.at);
  return courses;
}
const TYPES = Object.keys(KINDS) as (keyof typeof KINDS)[];

/**
 * Actions of coaches on Coach Pro with clients who had fallen silent, and what followed, from the events and visits that
 * the other seeds made. A message is an action where the coach wrote it during the silence.
 */
export async function seedActions(db: OwnerDb, now: Date): Promise<void> {
  const pros = await db.select({ id: users.id }).from(users).where(eq(users.plan, 'pro'));
  for (const { id: coachId } of pros) {
    const courses = await coursesOf(db, coachId);
    const taken = [...courses].flatMap(([clientId, course]) =>
      actionsOf(course, now.getTime()).map((action) => ({ coachId, id: uuidv7(), clientId, ...action })),
    );
    if (taken.length > 0) await db.insert(riskActions).values(taken);
  }
}

function actionsOf({ acts, messages, ends }: Course, now: number) {
  return acts.flatMap(({ at: began }, index) => {
    const ended = acts[index + 1]?.at ?? now;
    if (began <= now - PAST_DAYS * DAY_MS) return [];
    const during = messages.filter((at) => at >= began + SILENT_DAYS * DAY_MS && at <= ended);
    const at = during.length > 0 ? Math.min(...during) : began + CALL_DAYS * DAY_MS;
    if (at >= Math.min(ended, now) || ends.some((end) => end <= at)) return [];
    const followed = FOLLOWED.filter((kind) =>
      acts.some((act) => act.kind === kind && act.at > at && act.at <= at + FOLLOWED_DAYS * DAY_MS),
    );
    const isLeft = ends.some((end) => end > at && end <= at + STAYED_DAYS * DAY_MS);
    return [
      {
        action: during.length > 0 ? ('message' as const) : ('call' as const),
        silentDays: Math.floor((at - began) / DAY_MS),
        doneAt: new Date(at),
        followed: at <= now - FOLLOWED_DAYS * DAY_MS ? followed : null,
        stayed: at <= now - (STAYED_DAYS + 1) * DAY_MS ? !isLeft : null,
      },
    ];
  });
}

/** Days of the next month in which the traveling client is still away. */
const AWAY_DAYS = 9;
const TRAVELER = 'client@example.com';

/**
 * A client of the demo's coach who leaves for a journey today, beyond the first of the next month, on which the
 * subscription is due. Their next session is a video call.
 */
export async function seedAbsence(db: OwnerDb, now: Date): Promise<void> {
  const today = dayInZone(now, DEMO_ZONE);
  const untilDay = addDays(addMonths(firstOfMonth(today), 1), AWAY_DAYS);
  const { coachId, clientId, email } = relationships;
  const [client] = await db.select({ coachId, clientId }).from(relationships).where(eq(email, TRAVELER));
  if (!client) throw new Error('the client who travels is missing');
  const journey = { reason: 'traveling', fromDay: today, untilDay, createdAt: now } as const;
  await db.insert(knownReasons).values({ ...journey, ...client, id: uuidv7() });
}
