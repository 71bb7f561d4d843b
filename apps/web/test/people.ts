import type { CurrentSession } from '@stridewell/contract/identity';
import type { Role } from '@stridewell/contract/identity.rules';

export const COACH_ID = '0190a5a0-0000-7000-8000-000000000001';
export const CLIENT_ID = '0190a5a0-0000-7000-8000-000000000002';
export const OPERATOR_ID = '0190a5a0-0000-7000-8000-000000000003';

const HOUR = 3_600_000;

type Changes = { user?: Partial<CurrentSession['user']> } & Partial<Omit<CurrentSession, 'user'>>;

function sessionOf(id: string, fullName: string, role: Role, changes: Changes): CurrentSession {
  const { user, ...rest } = changes;
  return {
    expiresAt: new Date(Date.now() + HOUR).toISOString(),
    role,
    plan: {
      plan: 'base',
      included_clients: 5,
      is_demo: false,
      stripe_customer_id: null,
      subscription_status: 'active',
      grace_until: null,
      in_grace_period: false,
    },
    coach: null,
    client: null,
    unreadNotifications: 0,
    demo: false,
    ...rest,
    user: {
      id,
      email: `${fullName.split(' ')[0]?.toLowerCase()}@studio.example`,
      emailVerified: true,
      fullName,
      image: null,
      unitSystem: 'metric',
      timeZone: 'America/New_York',
      ...user,
    },
  };
}

/** A coach on the free plan, active unless a test says otherwise. */
export const aCoach = (changes: Changes = {}): CurrentSession =>
  sessionOf(COACH_ID, 'Maya Okafor', 'Coach-Base', {
    coach: { id: COACH_ID, status: 'active', fullName: 'Maya Okafor', timeZone: 'America/New_York' },
    ...changes,
  });

export const aClient = (changes: Changes = {}): CurrentSession =>
  sessionOf(CLIENT_ID, 'Jonas Lind', 'Client', {
    client: { coachId: COACH_ID, clientId: CLIENT_ID, coachName: 'Maya Okafor', status: 'active' },
    ...changes,
  });

export const anOperator = (changes: Changes = {}): CurrentSession =>
  sessionOf(OPERATOR_ID, 'Olga Petrov', 'Operator', changes);
