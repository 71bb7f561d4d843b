import { exportOfTenant } from '../../core/exports.ts';
import { defineFeature, handleJob } from '../../core/feature.ts';
import { defineScheduledJob, EVERY_FIVE_MINUTES } from '../../platform/queue/queue.ts';
import { sessionsChangedJob } from '../calendar/calendar.service.ts';
import { calendarConnections, calendarSignIns, connectedCalendars } from './integrations.calendars.table.ts';
import { registerIntegrations } from './integrations.http.ts';
import { revokeTokenJob } from './integrations.jobs.ts';
import { connectionsProcedures, integrationsProcedures } from './integrations.procedures.ts';
import { readDueCalendars } from './integrations.read.service.ts';
import { writeDueSessions, writeSessionsOf } from './integrations.sessions.service.ts';
import { calendarWrites, sessionCalendars } from './integrations.sessions.table.ts';
import { revokeTokens } from './integrations.signins.service.ts';
import { calendarFeeds } from './integrations.table.ts';

/** Reads the connected calendars that are due. */
const readCalendarsJob = defineScheduledJob('integrations.read_calendars', { schedule: EVERY_FIVE_MINUTES });

/** Adds sessions to the connected calendars that are due. */
const writeSessionsJob = defineScheduledJob('integrations.write_sessions', { schedule: EVERY_FIVE_MINUTES });

const FOR_THE_COACH = 'The connected calendars of a coach are for the coach alone.';

export const integrations = defineFeature({
  name: 'integrations',
  exports: [
    exportOfTenant(calendarFeeds, {
      file: 'calendar-feed',
      about: 'When your calendar feed was turned on and last read. Its address is on the page of integrations.',
      coach: { but: ['id'] },
      client: 'The calendar feed of a coach is for the coach alone.',
    }),
    exportOfTenant(calendarConnections, {
      file: 'calendar-connections',
      about: 'The calendars that you connected, without their secrets.',
      coach: { but: ['sealed', 'nextReadAt', 'account', 'renewingUntil', 'leasedUntil'] },
      client: FOR_THE_COACH,
    }),
    exportOfTenant(connectedCalendars, {
      file: 'connected-calendars',
      about: 'Which calendars of a connection block bookings.',
      coach: { but: ['key', 'state'] },
      client: FOR_THE_COACH,
    }),
    exportOfTenant(calendarSignIns, {
      file: 'calendar-sign-ins',
      about: 'Sign-ins with other calendars that were started.',
      coach: 'A sign-in with another calendar is kept for ten minutes, until it is finished.',
      client: FOR_THE_COACH,
    }),
    exportOfTenant(sessionCalendars, {
      file: 'session-calendars',
      about: 'The connected calendars that your sessions are added to.',
      coach: { but: ['nextWriteAt'] },
      client: FOR_THE_COACH,
    }),
    exportOfTenant(calendarWrites, {
      file: 'sessions-in-calendars',
      about: 'Sessions that were added to connected calendars, and their changes there.',
      coach: { but: ['etag', 'digest', 'meetingUrl'] },
      client: FOR_THE_COACH,
    }),
  ],
  sealed: [
    {
      table: calendarConnections,
      sealed: calendarConnections.sealed,
      key: calendarConnections.coachId,
      busyUntil: calendarConnections.renewingUntil,
    },
  ],
  procedures: { integrations: integrationsProcedures, calendarConnections: connectionsProcedures },
  jobs: [
    handleJob(readCalendarsJob, readDueCalendars),
    handleJob(revokeTokenJob, revokeTokens),
    handleJob(writeSessionsJob, writeDueSessions),
    handleJob(sessionsChangedJob, writeSessionsOf),
  ],
  http: registerIntegrations,
});
