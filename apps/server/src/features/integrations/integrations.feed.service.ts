import { createHash } from 'node:crypto';
import { isFeatureAllowed } from '@stridewell/contract/billing/billing.rules';
import { initialsOf } from '@stridewell/contract/identity/identity.rules';
import { findCoachOnRecord } from '../../core/people/coach-record.data.ts';
import type { Env } from '../../env.ts';
import type { Database } from '../../platform/db/database.ts';
import { calendarText } from '../../platform/mail/calendar-file.ts';
import { meetingLinkOf, placeOf } from '../calendar/calendar.meetings.rules.ts';
import { type FeedSession, listFeedSessions } from '../calendar/calendar.service.ts';
import { findFeed, noteRead } from './integrations.data.ts';
import { feedScope } from './integrations.scopes.ts';
import { isFeedSecret } from './integrations.service.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Days of sessions in a feed, before and after now. */
const [DAYS_BACK, DAYS_AHEAD] = [31, 366];
/** More than two years of a full week. */
const MOST_SESSIONS = 5000;
/** How often calendars are asked to read the feed. */
const REFRESH_SECONDS = 3600;

type Deps = { db: Database; secret: string; env: Pick<Env, 'appUrl' | 'PRODUCT_NAME'>; now: Date };

/** A feed as it is sent. The text is made only where the reader has an older one. */
export type SentFeed = { tag: string; text: () => Promise<string> };

/**
 * The feed at an address; null for an address that does not work: unknown, replaced, turned off, or of a coach who is
 * not active or whose plan has no integrations.
 */
export async function readFeed(deps: Deps, coachId: string, given: string): Promise<SentFeed | null> {
  const { db, secret, now } = deps;
  const scope = feedScope(coachId);
  const window = {
    from: new Date(now.getTime() - DAYS_BACK * DAY_MS),
    to: new Date(now.getTime() + DAYS_AHEAD * DAY_MS),
  };
  const found = await db.read(scope, async (tx) => {
    const [feed, coach] = await Promise.all([findFeed(tx), findCoachOnRecord(tx)]);
    if (!feed || !coach?.isActive || !isFeedSecret(secret, feed, given)) return null;
    if (!isFeatureAllowed(coach.access, 'integrations', now)) return null;
    return { feed, sessions: await listFeedSessions(tx, window, MOST_SESSIONS) };
  });
  if (!found) return null;
  const { feed, sessions } = found;
  const before = new Date(now.getTime() - HOUR_MS);
  if (!feed.lastReadAt || feed.lastReadAt < before) await db.write(scope, (tx) => noteRead(tx, { now, before }));
  const shown = sessions.map((session) => toEvent(deps, coachId, session, feed.showsNames));
  return {
    tag: createHash('sha256').update(JSON.stringify(shown)).digest('base64url'),
    text: () =>
      calendarText(deps.env.PRODUCT_NAME, 'PUBLISH', shown, {
        title: `${deps.env.PRODUCT_NAME} sessions`,
        refreshSeconds: REFRESH_SECONDS,
      }),
  };
}

/** A session for calendars that others may see: no type, no note, and the client by initials unless names were chosen. */
const toEvent = ({ env }: Deps, coachId: string, session: FeedSession, showsNames: boolean) => ({
  uid: `${session.id}@${new URL(env.appUrl).hostname}`,
  sequence: session.version,
  cancelled: false,
  startsAt: session.sessionDate,
  minutes: session.minutes,
  summary: `Session ${showsNames ? session.clientName : initialsOf(session.clientName)}`,
  description: '',
  location: placeOf(session.location, meetingLinkOf(session)),
  url: `${env.appUrl}/coach/${coachId}/calendar`,
  organizer: null,
  attendee: null,
});
