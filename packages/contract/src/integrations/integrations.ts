import { z } from 'zod';
import { procedure } from '../errors.ts';
import { id, instant } from '../fields.ts';

/** A coach's sessions for other calendars, at an address that only its reader knows. */
export const calendarFeed = z.object({
  id,
  /** It opens the feed to anyone, so it is a secret. */
  url: z.string(),
  /** Clients by their full names instead of their initials. */
  showsNames: z.boolean(),
  since: instant,
  /** The last time a calendar read it, at most an hour old; null before the first time. */
  lastReadAt: instant.nullable(),
});
export type CalendarFeed = z.infer<typeof calendarFeed>;

const tags = ['integrations'];
const ofCoach = { coachId: id };

export const integrations = {
  getCalendarFeed: procedure({ allow: 'coach', plan: 'integrations' })
    .route({ method: 'GET', path: '/calendar_feed', tags, summary: 'Get the calendar feed of the calling coach' })
    .input(z.object(ofCoach))
    .output(z.object({ feed: calendarFeed.nullable() })),
  saveCalendarFeed: procedure({ allow: 'coach', plan: 'integrations' })
    .route({
      method: 'PUT',
      path: '/calendar_feed',
      tags,
      summary:
        'Turn the calendar feed on, or change it; another id means another address, and the old one stops working',
    })
    .input(z.object({ ...ofCoach, id, showsNames: z.boolean() }))
    .output(z.object({ feed: calendarFeed })),
  deleteCalendarFeed: procedure({ allow: 'coach' })
    .route({
      method: 'DELETE',
      path: '/calendar_feed',
      tags,
      summary: 'Turn the calendar feed off, on every plan; repeating changes nothing',
    })
    .input(z.object(ofCoach))
    .output(z.object({ feed: z.null() })),
};
