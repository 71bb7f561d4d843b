import { dayInZone } from '@stridewell/contract/time';
import { clientProcedure, coachProcedure, relationshipProcedure } from '../../core/procedures.ts';
import { selectHabits } from './habits.data.ts';
import { listClientHabits, removeHabit, saveHabit, saveOwnHabitDay, setClientHabit } from './habits.service.ts';

export const habitsProcedures = {
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
