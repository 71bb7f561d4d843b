import { type Case, get, send } from './security-calls.ts';

const change = (of: string, body: object) =>
  send('PATCH', `/clients/${of}/nutrition_way`, { coachId: '{coachId}', ...body });

export const WAYS_CASES: Record<string, Case> = {
  'ways.getClientWay': {
    call: get('/clients/{clientId}/nutrition_way?coachId={coachId}'),
    missing: [get('/clients/{new}/nutrition_way?coachId={coachId}')],
  },
  'ways.setClientWay': {
    call: change('{clientId}', { way: 'habits' }),
    others: [change('{clientId}', { way: 'plan', numbersHidden: false })],
    missing: [change('{new}', { way: 'habits' })],
  },
  // Shows what is shown already, because other cases read numbers.
  'ways.setOwnNumbers': {
    call: send('PATCH', '/nutrition_way/own', { hidden: false }),
  },
  'ways.saveScopeOfPractice': {
    call: send('PUT', '/scope_of_practice', { coachId: '{coachId}', prescribes: true }),
    missing: [send('PUT', '/scope_of_practice', { coachId: '{new}', prescribes: true })],
  },
};
