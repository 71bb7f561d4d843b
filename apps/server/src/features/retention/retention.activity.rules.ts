import { addDays, daysBetween } from '@stridewell/contract/time';
import type { Activity } from './retention.features.rules.ts';

/** The facts of one event about a client. Sent as numbers, because there are many. */
export const ACTS = {
  workout: 1,
  checkIn: 2,
  /** A message of the client. */
  message: 3,
  /** A measurement or a food photo. */
  other: 4,
  /** A message of the coach to this client alone. */
  coachMessage: 5,
  /** A session, or a reply to a check-in. */
  contact: 6,
  /** A message without an author. It ends the wait of the coach for an answer. */
  automaticMessage: 7,
} as const;
type Act = (typeof ACTS)[keyof typeof ACTS];

/** An act and its moment in one number: milliseconds times this, and the act. */
export const ACT_PLACES = 8;

/** Days are counted from 1970, in the coach's time zone. */
export const EPOCH = '1970-01-01';

export const STATUS_TYPES = ['accepted', 'paused', 'resumed', 'archived', 'restored', 'ended'] as const;
type StatusType = (typeof STATUS_TYPES)[number];

/** All that is recorded about a client, whatever the day: the moments and days of acts stand at the same places. */
export type Recorded = {
  clientId: string;
  /** Changes of the relationship, the first one first, with the status that a restored one got. */
  changes: readonly [day: number, type: StatusType, restored: string | null][];
  acts: readonly number[] | null;
  actDays: readonly number[] | null;
  schedules: readonly [day: number, intervalDays: number | null][] | null;
  visits: readonly number[] | null;
  /** Known reasons: first day, first day after them, day of the record, and the day on which the coach ended them. */
  known: readonly [from: number, until: number, recorded: number, ended: number | null][] | null;
};

const RECENT_DAYS = 28;
const HOUR_MS = 3_600_000;

const dayOf = (number: number): string => addDays(EPOCH, number);
const dayOrNull = (number: number): string | null => (number < 0 ? null : dayOf(number));

/** Answers of the client to messages of the coach: the day, and the logarithm of the hours it took. */
type Answer = { day: number; delay: number };

function answersOf(acts: readonly number[], days: readonly number[]): Answer[] {
  const talk = acts.flatMap((packed, index) => {
    const act = packed % ACT_PLACES;
    const isTalk = act === ACTS.message || act === ACTS.coachMessage || act === ACTS.automaticMessage;
    return isTalk ? [{ act, at: Math.floor(packed / ACT_PLACES), day: days[index] ?? 0 }] : [];
  });
  talk.sort((one, other) => one.at - other.at);
  return talk.flatMap(({ act, at, day }, index) => {
    const asked = talk[index - 1];
    if (act !== ACTS.message || asked?.act !== ACTS.coachMessage) return [];
    return [{ day, delay: Math.log1p((at - asked.at) / HOUR_MS) }];
  });
}

const mean = (answers: readonly Answer[]): number | null =>
  answers.length === 0 ? null : answers.reduce((sum, { delay }) => sum + delay, 0) / answers.length;

/** When the client became active last, as of a day; null when they were not active at its end. */
function activeSince({ changes }: Recorded, day: number): number | null {
  const last = changes.findLast(([on]) => on <= day);
  if (!last) return null;
  const [since, type, restored] = last;
  const isActive = type === 'accepted' || type === 'resumed' || (type === 'restored' && restored === 'active');
  return isActive ? since : null;
}

/** Times without coaching that were over by a day. */
const pausesUntil = ({ changes }: Recorded, day: number): [string, string][] =>
  changes.flatMap(([from, type, restored], index) => {
    const until = changes[index + 1]?.[0];
    const isPause = type === 'paused' || type === 'archived' || type === 'ended' || restored === 'paused';
    return isPause && until !== undefined && until <= day ? [[dayOf(from), dayOf(until)]] : [];
  });

/** Known reasons as of a day. One that the coach had ended ends on that day. */
const knownUntil = ({ known }: Recorded, day: number): [string, string][] =>
  (known ?? [])
    .filter(([from, , recorded]) => recorded <= day && from <= day)
    .map(([from, until, , ended]) => [
      dayOf(from),
      dayOf(ended !== null && ended <= day ? Math.min(until, ended) : until),
    ]);

/** A client's activity as of the ends of days, without the days on which they were not active. */
export function activitiesOf(
  recorded: Recorded,
  days: readonly string[],
): (Activity & { clientId: string; day: string })[] {
  const acts = recorded.acts ?? [];
  const actDays = recorded.actDays ?? [];
  const answers = answersOf(acts, actDays);
  const [accepted] = recorded.changes.find(([, type]) => type === 'accepted') ?? [];
  return days.flatMap((asked) => {
    const day = daysBetween(EPOCH, asked);
    const since = activeSince(recorded, day);
    if (since === null) return [];
    const active = new Set<number>();
    const last: Record<Act, number> = { 1: -1, 2: -1, 3: -1, 4: -1, 5: -1, 6: -1, 7: -1 };
    const recent: Record<Act, number> = { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0, 6: 0, 7: 0 };
    for (const [index, packed] of acts.entries()) {
      const on = actDays[index] ?? 0;
      if (on > day) continue;
      const act = (packed % ACT_PLACES) as Act;
      if (act <= ACTS.other) active.add(day - on);
      if (on > last[act]) last[act] = on;
      if (on > day - RECENT_DAYS) recent[act] += 1;
    }
    const given = answers.filter((answer) => answer.day <= day);
    return [
      {
        clientId: recorded.clientId,
        day: asked,
        since: dayOf(since),
        accepted: accepted === undefined ? null : dayOf(accepted),
        pauses: pausesUntil(recorded, day),
        known: knownUntil(recorded, day),
        days: [...active].sort((one, other) => one - other),
        workout: dayOrNull(last[ACTS.workout]),
        checkIn: dayOrNull(last[ACTS.checkIn]),
        message: dayOrNull(last[ACTS.message]),
        visit: dayOrNull(recorded.visits?.findLast((on) => on <= day) ?? -1),
        messages: recent[ACTS.message],
        checkIns: recent[ACTS.checkIn],
        contacts: recent[ACTS.coachMessage] + recent[ACTS.contact],
        intervalDays: recorded.schedules?.findLast(([on]) => on <= day)?.[1] ?? null,
        recentReply: mean(given.filter((answer) => answer.day > day - RECENT_DAYS)),
        usualReply: mean(given),
      },
    ];
  });
}
