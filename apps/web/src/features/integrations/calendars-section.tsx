import { CalendarFeedCard } from './calendar-feed-card.tsx';
import { ConnectedCalendarsCard } from './connected-calendars-card.tsx';

/** Calendars that show the coach's sessions, and calendars whose events block bookings. */
export const CalendarsSection = (props: { coachId: string; timeZone: string }) => (
  <>
    <CalendarFeedCard {...props} />
    <ConnectedCalendarsCard {...props} />
  </>
);
