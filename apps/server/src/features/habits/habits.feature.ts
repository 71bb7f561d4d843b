import { exportOfTenant } from '../../core/exports.ts';
import { defineFeature } from '../../core/feature.ts';
import { habitsProcedures } from './habits.procedures.ts';
import { clientHabits, habitDays, habits as table } from './habits.table.ts';

export const habits = defineFeature({
  name: 'habits',
  exports: [
    exportOfTenant(table, {
      file: 'habits',
      about: 'Habits that the coach gives to clients, with their goals a day.',
      csv: true,
      coach: { but: [] },
      client: { only: ['id', 'name', 'unit', 'goal'] },
    }),
    exportOfTenant(clientHabits, {
      file: 'client-habits',
      fileOfClient: 'own-habits',
      about: 'Habits of clients, with the days a week on which they are due.',
      csv: true,
      coach: { but: [] },
      client: { but: ['clientId'] },
    }),
    exportOfTenant(habitDays, {
      file: 'habit-days',
      about: 'Days of habits, with the amount in the unit of the habit.',
      csv: true,
      coach: { but: [] },
      client: { but: ['clientId'] },
    }),
  ],
  procedures: { habits: habitsProcedures },
});
