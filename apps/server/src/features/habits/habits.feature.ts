import { dayInZone } from '@stridewell/contract/time';
import { exportOfTenant } from '../../core/exports.ts';
import { defineFeature } from '../../core/feature.ts';
import { clientProcedure, coachProcedure, relationshipProcedure } from '../../core/procedures.ts';
import { selectHabits } from './habits.data.ts';
import { listClientHabits, removeHabit, saveHabit, saveOwnHabitDay, setClientHabit } from './habits.service.ts';
import { clientHabits, habitDays, habits as table } from './habits.table.ts';

const habitsProcedures = {
  listHabits: coachProcedure.habits.listHabits.handler(async ({ context: { scope, db } }) => ({
    habits: await db.readAtOnce(scope, selectHabits),
  })),

  saveHabit: coachProcedure.habits.saveHabit.handler(({ context: { scope, db }, input, errors }) => {
    const { habitId: id, name, kind, unit, goal } = input;
    return db.write(scope, (tx) => saveHabit(tx, { id, name, kind, unit, goal }), errors);
  }),

  deleteHabit: coachProcedure.habits.deleteHabit.handler(async ({ context: { scope, db }, input: { habitId } }) => {
    await db.write(scope, (tx) => removeHabit(tx, habitId));
    return { habitId };
  }),

  listClientHabits: relationshipProcedure.habits.listClientHabits.handler(
    async ({ context: { scope, db, now, today }, input }) => {
      const day = dayInZone(now, today.timeZone);
      return { today: day, habits: await db.readAtOnce(scope, (tx) => listClientHabits(tx, input.clientId, day)) };
    },
  ),

  setClientHabit: coachProcedure.habits.setClientHabit.handler(
    async ({ context: { scope, db, now }, input, errors }) => {
      await db.write(scope, (tx) => setClientHabit(tx, input, now), errors);
      return { daysPerWeek: input.daysPerWeek };
    },
  ),

  saveOwnHabitDay: clientProcedure.habits.saveOwnHabitDay.handler(
    async ({ context: { scope, db, now, today }, input, errors }) => {
      const clock = { now, today: dayInZone(now, today.timeZone) };
      await db.write(scope, (tx) => saveOwnHabitDay(tx, input, clock), errors);
      return { day: input.day, value: input.value };
    },
  ),
};

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
