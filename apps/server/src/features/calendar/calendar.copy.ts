import { exportOfTenant } from '../../core/exports.ts';
import { externalBusyTimes } from './calendar.busy.table.ts';
import {
  bookingHolds,
  coachAvailability,
  coachSessions,
  sessionGuests,
  sessionSeries,
  sessionTypes,
} from './calendar.table.ts';

const HOURS_OF_COACH = 'The hours of a coach are for the coach alone.';

/** Sessions in copies of people's data. */
export const calendarExports = [
  exportOfTenant(coachSessions, {
    file: 'sessions',
    about: 'Sessions in the calendar, including canceled ones. Times are in UTC.',
    csv: true,
    coach: { but: ['version', 'notifiedAt', 'dayRemindedFor', 'hourRemindedFor'] },
    client: {
      only: [
        'id',
        'sessionDate',
        'minutes',
        'sessionType',
        'location',
        'meetingUrl',
        'madeMeetingUrl',
        'status',
        'bookedBy',
        'cancelledAt',
        'cancelReason',
        'createdAt',
      ] as const,
    },
  }),
  exportOfTenant(sessionSeries, {
    file: 'session-series',
    about: 'The patterns of sessions that repeat.',
    coach: { but: [] },
    client: 'Each session of a series is among the sessions.',
  }),
  exportOfTenant(sessionTypes, {
    file: 'session-types',
    about: 'Kinds of sessions that are offered.',
    coach: { but: [] },
    client: 'Each session names its kind.',
  }),
  exportOfTenant(sessionGuests, {
    file: 'session-guests',
    about: 'Visitors who booked a session at the public page.',
    coach: { but: ['recipient'] },
    client: 'It is about people who are not clients.',
  }),
  exportOfTenant(bookingHolds, {
    file: 'booking-holds',
    about: 'Times that visitors have not confirmed.',
    coach: 'Visitors have not confirmed them, and they are deleted after a day.',
    client: 'It is about people who are not clients.',
  }),
  exportOfTenant(externalBusyTimes, {
    file: 'busy-times',
    about: 'When the calendars that you connected are busy. Times are in UTC.',
    csv: true,
    coach: { but: ['source'] },
    client: 'The times of connected calendars are for the coach alone.',
  }),
  exportOfTenant(coachAvailability, {
    file: 'availability',
    about: 'The hours in which clients can book.',
    coach: { but: [] },
    client: HOURS_OF_COACH,
  }),
];
