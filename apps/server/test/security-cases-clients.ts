import { randomUUID } from 'node:crypto';
import { badGets, badSends, type Case, get, LONG, send } from './security-calls.ts';

const SAME_ID = randomUUID();

export const CLIENTS_CASES: Record<string, Case> = {
  'clients.listClients': {
    call: get(({ coachId }) => `/client_coach_relationships?coachId=${coachId}`),
    bad: [
      ...badGets('/client_coach_relationships', '/client_coach_relationships?coachId=x'),
      ...[
        'q=%00',
        `q=${'x'.repeat(5000)}`,
        'status=everybody',
        'planStatus=all',
        'engagement=x',
        'sort=email',
        'order=up',
        `sort=adherence&cursor=low~${randomUUID()}`,
        'limit=0',
        'limit=1000000',
        'limit=a',
        'cursor=x',
        `cursor=a%00~${randomUUID()}`,
        `sort=newest&cursor=never~${randomUUID()}`,
        `sort=newest&cursor=2026-02-31T00:00:00.000Z~${randomUUID()}`,
        `sort=last_check_in&cursor=infinity~${randomUUID()}`,
        `cursor=a~${'-'.repeat(36)}`,
      ].map((query) => get(({ coachId }) => `/client_coach_relationships?coachId=${coachId}&${query}`)),
    ],
  },
  'clients.getClient': {
    call: get(({ coachId, clientId }) => `/clients/${clientId}?coachId=${coachId}`),
    bad: badGets('/clients/x?coachId=y', `/clients/${randomUUID()}`),
  },
  'clients.getOverview': {
    call: get(({ coachId, clientId }) => `/clients/${clientId}/overview?coachId=${coachId}`),
    bad: badGets('/clients/x/overview?coachId=y', `/clients/${randomUUID()}/overview`),
    missing: [get(({ coachId }) => `/clients/${randomUUID()}/overview?coachId=${coachId}`)],
  },
  'clients.addClient': {
    call: send(
      'POST',
      () => '/clients',
      ({ coachId }) => ({ coachId, clientId: randomUUID(), fullName: 'New', email: `${randomUUID()}@example.com` }),
    ),
    bad: badSends('POST', '/clients', { fullName: LONG }, { email: 'no address' }),
  },
  'clients.setClientStatus': {
    call: send(
      'PATCH',
      ({ otherClientId }) => `/client_coach_relationships/${otherClientId}`,
      ({ coachId }) => ({ coachId, status: 'active' }),
    ),
    bad: [
      ...badSends('PATCH', '/client_coach_relationships/x', { status: 'paused' }),
      ...['ended', 'Active', '', null, ['paused']].map((status) =>
        send(
          'PATCH',
          ({ otherClientId }) => `/client_coach_relationships/${otherClientId}`,
          ({ coachId }) => ({ coachId, status }),
        ),
      ),
    ],
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
    bad: [
      ...badSends('PATCH', '/client_coach_relationships'),
      ...[
        [],
        [{ clientId: 'x', status: 'archived' }],
        [{ clientId: randomUUID(), status: 'invited' }],
        [{ clientId: randomUUID(), status: 'ended' }],
        Array.from({ length: 101 }, () => ({ clientId: randomUUID(), status: 'archived' })),
        Array.from({ length: 2 }, () => ({ clientId: SAME_ID, status: 'archived' })),
      ].map((changes) =>
        send(
          'PATCH',
          () => '/client_coach_relationships',
          ({ coachId }) => ({ coachId, changes }),
        ),
      ),
    ],
  },
  'clients.resendInvitation': {
    call: send(
      'POST',
      ({ invitedId }) => `/clients/${invitedId}/invitation`,
      ({ coachId }) => ({ coachId }),
    ),
    bad: badSends('POST', '/clients/x/invitation'),
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
    bad: badGets('/invitations/x', `/invitations/${'%00'.repeat(30)}`),
    missing: badGets(`/invitations/${'%20'.repeat(30)}`),
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
    bad: badSends('POST', `/invitations/${'x'.repeat(75)}/accept`, { timeZone: 'Mars/Olympus' }),
  },
  'clients.declineInvitation': {
    call: send(
      'POST',
      () => `/invitations/${'x'.repeat(75)}/decline`,
      () => ({}),
    ),
    // There is no such invitation.
    bad: badSends('POST', '/invitations/x/decline'),
  },
  'clients.listOwnInvitations': { call: get(() => '/my_invitations') },
  'clients.acceptOwnInvitation': {
    call: send(
      'POST',
      ({ coachId, invitedId }) => `/my_invitations/${coachId}/${invitedId}/accept`,
      () => ({}),
    ),
    // None of the callers has this invitation.
    bad: badSends('POST', '/my_invitations/x/y/accept'),
  },
  'clients.declineOwnInvitation': {
    call: send(
      'POST',
      ({ coachId, invitedId }) => `/my_invitations/${coachId}/${invitedId}/decline`,
      () => ({}),
    ),
    // None of the callers has this invitation.
    bad: badSends('POST', '/my_invitations/x/y/decline'),
  },
};
