import { exportOfTenant } from '../../core/exports.ts';
import { defineFeature } from '../../core/feature.ts';
import { coachProcedure } from '../../core/procedures.ts';
import { registerIntegrations } from './integrations.http.ts';
import { getFeed, saveFeed, turnOffFeed } from './integrations.service.ts';
import { calendarFeeds } from './integrations.table.ts';

const ofCoach = coachProcedure.integrations;

const integrationsProcedures = {
  getCalendarFeed: ofCoach.getCalendarFeed.handler(async ({ context: { scope, db, services } }) => ({
    feed: await db.readAtOnce(scope, (tx) => getFeed(tx, services)),
  })),

  saveCalendarFeed: ofCoach.saveCalendarFeed.handler(async ({ context: { scope, db, now, services }, input }) => ({
    feed: await db.write(scope, (tx) => saveFeed(tx, { secret: services.secret, env: services.env, now }, input)),
  })),

  deleteCalendarFeed: ofCoach.deleteCalendarFeed.handler(async ({ context: { scope, db } }) => {
    await db.write(scope, turnOffFeed);
    return { feed: null };
  }),
};

export const integrations = defineFeature({
  name: 'integrations',
  exports: [
    exportOfTenant(calendarFeeds, {
      file: 'calendar-feed',
      about: 'When your calendar feed was turned on and last read. Its address is on the page of integrations.',
      coach: { but: ['id'] },
      client: 'The calendar feed of a coach is for the coach alone.',
    }),
  ],
  procedures: { integrations: integrationsProcedures },
  http: registerIntegrations,
});
