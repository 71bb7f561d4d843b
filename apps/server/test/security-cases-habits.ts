import { addDays, dayInZone } from '@stridewell/contract/time';
import { type Case, send } from './security-calls.ts';

const to = '/clients/{clientId}/habits';
const ofCoach = { coachId: '{coachId}' };
/** Has started in every time zone. */
const yesterday = () => addDays(dayInZone(new Date(), 'UTC'), -1);

export const HABITS_CASES: Record<string, Case> = {
  // The habit of the world is for the other calls.
  'habits.deleteHabit': {
    call: send('DELETE', '/habits/{new}', ofCoach),
    foreign: [send('DELETE', '/habits/{habitId}', ofCoach)],
  },
  'habits.setClientHabit': {
    call: send('PUT', `${to}/{habitId}`, { ...ofCoach, daysPerWeek: 5 }),
    missing: [
      send('PUT', `${to}/{new}`, { ...ofCoach, daysPerWeek: 5 }),
      send('PUT', '/clients/{new}/habits/{habitId}', { ...ofCoach, daysPerWeek: 5 }),
    ],
  },
  'habits.saveOwnHabitDay': {
    call: send('PUT', ({ habitId }) => `/habits/own/${habitId}/days/${yesterday()}`, { value: 9000 }),
    bad: [send('PUT', '/habits/own/{habitId}/days/2099-01-01', { value: 9000 })],
    missing: [send('PUT', () => `/habits/own/${crypto.randomUUID()}/days/${yesterday()}`, { value: 9000 })],
  },
};
