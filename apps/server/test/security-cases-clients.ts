import { randomUUID } from 'node:crypto';
import { type Case, get, gets, send } from './security-calls.ts';

export const CLIENTS_CASES: Record<string, Case> = {
  'clients.listClients': {
    call: get(({ coachId }) => `/client_coach_relationships?coachId=${coachId}`),
    bad: [
      `sort=newest&cursor=never~${randomUUID()}`,
      `sort=newest&cursor=2026-02-31T00:00:00.000Z~${randomUUID()}`,
      `sort=last_check_in&cursor=infinity~${randomUUID()}`,
    ].map((query) => get(({ coachId }) => `/client_coach_relationships?coachId=${coachId}&${query}`)),
  },
  'clients.getClient': {
    call: get(({ coachId, clientId }) => `/clients/${clientId}?coachId=${coachId}`),
  },
  'clients.getOverview': {
    call: get(({ coachId, clientId }) => `/clients/${clientId}/overview?coachId=${coachId}`),
    missing: [get(({ coachId }) => `/clients/${randomUUID()}/overview?coachId=${coachId}`)],
  },
  'clients.addClient': {
    call: send(
      'POST',
      () => '/clients',
      ({ coachId }) => ({ coachId, clientId: randomUUID(), fullName: 'New', email: `${randomUUID()}@example.com` }),
    ),
  },
  'clients.setClientStatus': {
    call: send(
      'PATCH',
      ({ otherClientId }) => `/client_coach_relationships/${otherClientId}`,
      ({ coachId }) => ({ coachId, status: 'active' }),
    ),
    missing: [
      send(
        'PATCH',
        () => `/client_coach_relationships/${randomUUID()}`,
        ({ coachId }) => ({ coachId, status: 'archived' }),
      ),
    ],
  },
  'clients.setClientStatuses': {
    call: send(
      'PATCH',
      () => '/client_coach_relationships',
      ({ coachId, otherClientId }) => ({ coachId, changes: [{ clientId: otherClientId, status: 'active' }] }),
    ),
  },
  'clients.resendInvitation': {
    call: send(
      'POST',
      ({ invitedId }) => `/clients/${invitedId}/invitation`,
      ({ coachId }) => ({ coachId }),
    ),
    missing: [
      send(
        'POST',
        () => `/clients/${randomUUID()}/invitation`,
        ({ coachId }) => ({ coachId }),
      ),
    ],
  },
  'clients.getInvitation': {
    call: get(() => `/invitations/${'x'.repeat(75)}`),
    missing: gets(`/invitations/${'%20'.repeat(30)}`),
  },
  'clients.acceptInvitation': {
    call: send(
      'POST',
      () => `/invitations/${'x'.repeat(75)}/accept`,
      () => ({
        fullName: 'A',
        goal: '',
        unitSystem: 'metric',
        timeZone: 'UTC',
        password: 'long-enough-1',
      }),
    ),
  },
  // There is no such invitation.
  'clients.declineInvitation': {
    call: send(
      'POST',
      () => `/invitations/${'x'.repeat(75)}/decline`,
      () => ({}),
    ),
  },
  'clients.listOwnInvitations': { call: get(() => '/my_invitations') },
  // None of the callers has this invitation.
  'clients.acceptOwnInvitation': {
    call: send(
      'POST',
      ({ coachId, invitedId }) => `/my_invitations/${coachId}/${invitedId}/accept`,
      () => ({}),
    ),
  },
  // None of the callers has this invitation.
  'clients.declineOwnInvitation': {
    call: send(
      'POST',
      ({ coachId, invitedId }) => `/my_invitations/${coachId}/${invitedId}/decline`,
      () => ({}),
    ),
  },
};
