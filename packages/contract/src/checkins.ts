import { z } from 'zod';
import { COACH_PLAN_FULL } from './billing.rules.ts';
import { CHECK_IN_BOUNDS } from './checkins.rules.ts';
import { procedure } from './errors.ts';
import { day, id, instant, text } from './fields.ts';

const bounded = (name: 'weightKg' | 'adherence' | 'energy' | 'sleepHours', message: string) =>
  z.number(message).min(CHECK_IN_BOUNDS[name].min, message).max(CHECK_IN_BOUNDS[name].max, message);

/** Answers of one check-in: weight in kg, adherence in percent, energy 1 to 5, sleep in hours a night. */
export const checkInAnswers = z.object({
  weightKg: bounded('weightKg', 'Please enter a weight between 20 and 400 kg (45 and 881 lb)').nullable(),
  adherence: bounded('adherence', 'Please choose a value from 0 to 100').int(),
  energy: bounded('energy', 'Please choose a value from 1 to 5').int(),
  sleepHours: bounded('sleepHours', 'Please enter hours between 0 and 24')
    .multipleOf(CHECK_IN_BOUNDS.sleepHours.step, 'Please use quarter hours, such as 7.25')
    .nullable(),
  note: text(CHECK_IN_BOUNDS.note.max),
});
export type CheckInAnswers = z.infer<typeof checkInAnswers>;

export const checkIn = checkInAnswers.extend({ id, clientId: id, day, submittedAt: instant });
export type CheckIn = z.infer<typeof checkIn>;

export const checkInStatus = z.object({
  state: z.enum(['upcoming', 'due', 'overdue', 'done']),
  dueDay: day,
  nextDay: day,
  missed: z.int(),
});

export const checkins = {
  getCheckInForm: procedure
    .route({
      method: 'GET',
      path: '/check_ins/form',
      tags: ['checkins'],
      summary: 'What the client is asked, and when',
    })
    .output(
      z.object({
        coachName: z.string(),
        today: day,
        status: checkInStatus,
        last: checkIn.nullable(),
        /** The coach's plan does not cover this client, whose check-in would be refused. */
        readOnly: z.boolean(),
      }),
    ),
  submitCheckIn: procedure
    .route({
      method: 'POST',
      path: '/check_ins',
      tags: ['checkins'],
      summary: 'Submit a check-in; repeating the id is harmless',
    })
    .input(checkInAnswers.extend({ id }))
    .output(checkIn)
    .errors({ COACH_PLAN_FULL: { status: 403, message: COACH_PLAN_FULL } }),
  listCheckIns: procedure
    .route({ method: 'GET', path: '/check_ins', tags: ['checkins'], summary: 'Check-ins of one client, newest first' })
    .input(z.object({ coachId: id, clientId: id }))
    .output(z.object({ checkIns: z.array(checkIn) })),
};
