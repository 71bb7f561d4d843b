import { addDays, daysBetween, instantAtWallClock } from '@stridewell/contract/time';
import { DEMO_ZONE, type DemoClient } from './demo-clients.ts';
import { checkInRow } from './factories.ts';

const WEEK = 7;
const HOUR_MS = 3_600_000;
/** How long a pause of a demo client is, in weeks. */
const AWAY_WEEKS = 2;
/** Check-ins of today and this many days before are not reviewed yet. */
const UNREVIEWED_DAYS = 2;

/** Repeatable noise between -1 and 1. */
export const wobble = (seed: number): number => {
  const value = Math.sin(seed * 12.9898) * 43_758.5453;
  return (value - Math.floor(value)) * 2 - 1;
};

/** The days of a client's half year: when they joined, when they were away and since when they are silent. */
export type Course = { anchor: string; pauses: { from: string; until: string }[]; silentFrom: string | null };

/** `index` spreads the due days over the week. */
export function courseOf({ months, away, missed = 0 }: DemoClient, index: number, today: string): Course {
  const weeks = Math.min(26, Math.round(months * 4.3));
  const anchor = addDays(today, -weeks * WEEK - (index % WEEK));
  const from = away === undefined ? null : addDays(anchor, (weeks - away) * WEEK);
  return {
    anchor,
    pauses: from ? [{ from, until: addDays(from, AWAY_WEEKS * WEEK) }] : [],
    silentFrom: missed > 0 ? addDays(anchor, (lastWeekOf(anchor, today, missed) + 1) * WEEK) : null,
  };
}

/** The week of the newest check-in. Clients whose check-in is due today have not sent it yet. */
function lastWeekOf(anchor: string, today: string, missed: number): number {
  const age = daysBetween(anchor, today);
  return Math.floor(age / WEEK) - missed - (age % WEEK === 0 ? 1 : 0);
}

/** Half of the check-ins are reviewed the same evening, the others the next morning. */
function reviewOf({ day, sentAt, today }: { day: string; sentAt: Date; today: string }, seed: number): Date | null {
  if (daysBetween(day, today) <= UNREVIEWED_DAYS) return null;
  const noise = wobble(seed * 11);
  return new Date(sentAt.getTime() + (noise > 0 ? 2 + noise * 2 : 15.5 + noise) * HOUR_MS);
}

/** Occasional notes of clients. */
const NOTES = [
  '',
  'Felt strong this week, the second session was the best so far.',
  '',
  'Travelled for work, so two dinners were out of my hands.',
  '',
  'Legs a little stiff after the long walk, fine again now.',
];
const LOW_NOTE = 'Two sessions fell through. Work got in the way.';

export function historyOf(
  client: DemoClient,
  place: { coachId: string; clientId: string; course: Course; today: string },
) {
  const { coachId, clientId, course, today } = place;
  const { anchor, pauses } = course;
  const last = lastWeekOf(anchor, today, client.missed ?? 0);
  const thisWeek = Math.floor(daysBetween(anchor, today) / WEEK);
  const isSent = (week: number) => {
    const day = addDays(anchor, week * WEEK);
    return thisWeek - week !== client.skipped && !pauses.some(({ from, until }) => from <= day && day < until);
  };
  const weeks = Array.from({ length: last + 1 }, (_, week) => week).filter(isSent);
  return weeks.map((week) => {
    const seed = client.startKg + week;
    const isLow = client.lately !== undefined && week > last - 2;
    const day = addDays(anchor, week * WEEK);
    const sentAt = instantAtWallClock(day, 17 * 60, DEMO_ZONE);
    const noise = wobble(seed) * (client.weeklyKg === 0 ? 0.04 : 0.3);
    return checkInRow({
      coachId,
      clientId,
      day,
      weightKg: Math.round((client.startKg + client.weeklyKg * week + noise) * 10) / 10,
      adherence: Math.round(Math.min(100, (isLow ? (client.lately ?? 0) : client.adherence) + wobble(seed * 3) * 4)),
      energy: Math.max(2, Math.min(5, Math.round(3.7 + wobble(seed * 5) * 1.2))),
      sleepHours: Math.round((7.2 + wobble(seed * 7) * 0.9) * 4) / 4,
      submittedAt: sentAt,
      note: isLow ? LOW_NOTE : (NOTES[(week + Math.round(client.startKg)) % NOTES.length] ?? ''),
      reviewedAt: reviewOf({ day, sentAt, today }, seed),
    });
  });
}
