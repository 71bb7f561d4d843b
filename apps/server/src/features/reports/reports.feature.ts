import { defineFeature } from '../../core/feature.ts';
import { coachProcedure } from '../../core/procedures.ts';
import { registerReports } from './reports.http.ts';
import { readInteractions } from './reports.service.ts';

const reportProcedures = {
  getInteractions: coachProcedure.reports.getInteractions.handler(({ context: { scope, db, now, coach }, input }) => {
    const { coachId: _, ...selection } = input;
    return db.read(scope, (tx) => readInteractions(tx, selection, { now, timeZone: coach.timeZone }));
  }),
};

export const reports = defineFeature({
  name: 'reports',
  procedures: { reports: reportProcedures },
  http: registerReports,
});
