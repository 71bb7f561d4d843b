import { defineFeature, handleJob } from '../../core/feature.ts';
import { calendarExports } from './calendar.copy.ts';
import { extendSeriesJob, forgetHoldsJob, mailCancellationJob, remindOfSessionsJob } from './calendar.edit.service.ts';
import { forgetHolds } from './calendar.holds.service.ts';
import { nameHandlers } from './calendar.names.service.ts';
import { sessionMail } from './calendar.notice.service.ts';
import { bookingsProcedures, calendarProcedures } from './calendar.procedures.ts';
import { extendAllSeries, mailCancellation, remindOfSessions } from './calendar.reminders.service.ts';
import { sessionLine } from './calendar.timeline.data.ts';

export const calendar = defineFeature({
  name: 'calendar',
  exports: calendarExports,
  procedures: { calendar: calendarProcedures, bookings: bookingsProcedures },
  events: { handles: nameHandlers },
  timeline: { 'session.started': sessionLine },
  jobs: [
    handleJob(remindOfSessionsJob, remindOfSessions),
    handleJob(extendSeriesJob, extendAllSeries),
    handleJob(forgetHoldsJob, forgetHolds),
    handleJob(mailCancellationJob, mailCancellation),
  ],
  mails: [sessionMail],
});
