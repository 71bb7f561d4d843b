import { CalendarFeedCard } from './calendar-feed-card.tsx';
import { ConnectedCalendarsCard } from './connected-calendars-card.tsx';
import type { SignInAnswer } from './integrations.queries.ts';

/** Calendars that show the coach's sessions, and calendars whose events block bookings. */
export const CalendarsSection = ({
  answer,
  ...props
}: {
  coachId: string;
  timeZone: string;
  answer: SignInAnswer | null;
}) => (
  <>
    <CalendarFeedCard {...props} />
    <ConnectedCalendarsCard {...props} answer={answer} />
  </>
);
