import { z } from 'zod';
import { procedure } from '../errors.ts';
import { day, id, line } from '../fields.ts';
import { HABIT_KINDS } from './habits.rules.ts';

/** How many a coach can have. */
export const MOST_HABITS = 200;
/** How many a client can have at a time. */
export const MOST_CLIENT_HABITS = 12;

const AMOUNT = 'Please enter a number between 0 and 1,000,000';
/** In the unit of the habit; 1 for a day on which a habit without a goal was done. */
const amount = z.number(AMOUNT).min(0, AMOUNT).max(1_000_000, AMOUNT);

export const habitInput = z.object({
  name: line(120),
  kind: z.enum(HABIT_KINDS),
  /** Like "steps" or "h". Empty for a habit that is done or not. */
  unit: z.string().trim().max(20, 'Please use at most 20 characters'),
  /** The least amount a day, in `unit`; null for a habit that is done or not. */
  goal: z.number(AMOUNT).positive('Please enter a goal above 0').max(1_000_000, AMOUNT).nullable(),
});
export type HabitInput = z.infer<typeof habitInput>;

const habit = habitInput.extend({ id });
const listedHabit = habit.extend({ clients: z.int() });
export type Habit = z.infer<typeof habit>;
/** `clients`: how many have it now. */
export type ListedHabit = z.infer<typeof listedHabit>;

const daysPerWeek = z.int().min(1, 'Please choose 1 to 7 days').max(7, 'Please choose 1 to 7 days');
const clientHabit = habit.extend({
  daysPerWeek,
  /** Days with an amount, oldest first, in this week and the three before it. */
  days: z.array(z.object({ day, value: z.number() })),
});
export type ClientHabit = z.infer<typeof clientHabit>;

const habitKey = { coachId: id, habitId: id };
const clientKey = { coachId: id, clientId: id };

export const habits = {
  listHabits: procedure({ allow: 'coach' })
    .route({ method: 'GET', path: '/habits', tags: ['habits'], summary: 'List the habits of a coach' })
    .input(z.object({ coachId: id }))
    .output(z.object({ habits: z.array(listedHabit) })),
  saveHabit: procedure({ allow: 'coach' })
    .route({ method: 'PUT', path: '/habits/{habitId}', tags: ['habits'], summary: 'Add or change a habit' })
    .input(habitInput.extend(habitKey))
    .output(habit)
    .errors({
      TOO_MANY_HABITS: {
        status: 409,
        message: `You can have up to ${MOST_HABITS} habits. Delete some first.`,
      },
    }),
  deleteHabit: procedure({ allow: 'coach' })
    .route({
      method: 'DELETE',
      path: '/habits/{habitId}',
      tags: ['habits'],
      summary: 'Delete a habit and stop it for all clients; their past days stay in their copy of the data',
    })
    .input(z.object(habitKey))
    .output(z.object({ habitId: id })),
  listClientHabits: procedure({ allow: 'relationship' })
    .route({
      method: 'GET',
      path: '/clients/{clientId}/habits',
      tags: ['habits'],
      summary: 'List the habits of a client with the days of the last four weeks',
    })
    .input(z.object(clientKey))
    .output(z.object({ today: day, habits: z.array(clientHabit) })),
  setClientHabit: procedure({ allow: 'coach' })
    .route({
      method: 'PUT',
      path: '/clients/{clientId}/habits/{habitId}',
      tags: ['habits'],
      summary: 'Give a client a habit, change how often it is due, or stop it',
    })
    /** Null stops the habit. Its past days stay. */
    .input(z.object({ ...clientKey, habitId: id, daysPerWeek: daysPerWeek.nullable() }))
    .output(z.object({ daysPerWeek: daysPerWeek.nullable() }))
    .errors({
      TOO_MANY_CLIENT_HABITS: {
        status: 409,
        message: `A client can have up to ${MOST_CLIENT_HABITS} habits at a time. Stop one first.`,
      },
    }),
  saveOwnHabitDay: procedure({ allow: 'client', sends: true })
    .route({
      method: 'PUT',
      path: '/habits/own/{habitId}/days/{day}',
      tags: ['habits'],
      summary: 'Set or clear the amount of a day of a habit of the caller; repeating changes nothing',
    })
    .input(z.object({ coachId: id.optional(), habitId: id, day, value: amount.nullable() }))
    .output(z.object({ day, value: amount.nullable() }))
    .errors({
      DAY_NOT_OPEN: { status: 400, message: 'You can change habits of today and of the 13 days before it.' },
      HABIT_STOPPED: { status: 409, message: 'Your coach has stopped this habit.' },
    }),
};
