import { randomUUID } from 'node:crypto';
import { type Case, get, gets, send } from './security-calls.ts';

export const CLIENTS_CASES: Record<string, Case> = {
  'clients.listClients': {
    call: get('/client_coach_relationships?coachId={coachId}'),
    bad: [
      `sort=newest&cursor=never~${randomUUID()}`,
      `sort=newest&cursor=2026-02-31T00:00:00.000Z~${randomUUID()}`,
      `sort=last_check_in&cursor=infinity~${randomUUID()}`,
    ].map((query) => get(`/client_coach_relationships?coachId={coachId}&${query}`)),
  },
  'clients.getOverview': {
    call: get('/clients/{clientId}/overview?coachId={coachId}'),
    missing: [get('/clients/{new}/overview?coachId={coachId}')],
  },
  'clients.addClient': {
    call: send('POST', '/clients', {
      coachId: '{coachId}',
      clientId: '{new}',
      fullName: 'New',
      email: '{new}@example.com',
    }),
  },
  'clients.setClientStatus': {
    call: send('PATCH', '/client_coach_relationships/{otherClientId}', { coachId: '{coachId}', status: 'active' }),
    missing: [send('PATCH', '/client_coach_relationships/{new}', { coachId: '{coachId}', status: 'archived' })],
  },
  'clients.setClientStatuses': {
    call: send('PATCH', '/client_coach_relationships', {
      coachId: '{coachId}',
      changes: [{ clientId: '{otherClientId}', status: 'active' }],
    }),
  },
  'clients.resendInvitation': {
    call: send('POST', '/clients/{invitedId}/invitation', { coachId: '{coachId}' }),
    missing: [send('POST', '/clients/{new}/invitation', { coachId: '{coachId}' })],
  },
  'clients.getInvitation': {
    call: get(`/invitations/${'x'.repeat(75)}`),
    missing: gets(`/invitations/${'%20'.repeat(30)}`),
  },
  'clients.acceptInvitation': {
    call: send('POST', `/invitations/${'x'.repeat(75)}/accept`, {
      fullName: 'A',
      goal: '',
      unitSystem: 'metric',
      timeZone: 'UTC',
      password: 'long-enough-1',
    }),
  },
};
