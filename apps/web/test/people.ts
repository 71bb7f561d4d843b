import type { ClientDetail } from '@stridewell/contract/clients/clients';
import type { ClientOverview } from '@stridewell/contract/clients/clients.overview.rules';
import type { CoachCard } from '@stridewell/contract/coaches/coaches';
import type { CurrentSession } from '@stridewell/contract/identity/identity';
import type { Consent, HealthScreen, OnboardingState } from '@stridewell/contract/onboarding/onboarding';
import { HEALTH_TOPICS, HEALTH_VERSION } from '@stridewell/contract/onboarding/onboarding.health.rules';
import type { Role } from '@stridewell/contract/people.rules';
import { RELATIONSHIP_STATUSES } from '@stridewell/contract/people.rules';
import type { ClientProgress } from '@stridewell/contract/progress/progress';
import type { StoredRecord } from '@stridewell/contract/records/records';
import { addDays } from '@stridewell/contract/time';

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
    operatorRole: null,
    needsTwoFactor: false,
    viewingUntil: null,
    coach: null,
    client: null,
    coachings: [],
    unreadNotifications: 0,
    notices: { banner: null, off: [] },
    demo: false,
    ...rest,
    user: {
      id,
      email: `${fullName.split(' ')[0]?.toLowerCase()}@studio.example`,
      emailVerified: true,
      fullName,
      image: null,
      unitSystem: 'metric',
      energyUnit: 'kcal',
      timeZone: 'America/New_York',
      ...user,
    },
  };
}

/** A coach on the free plan, active unless a test says otherwise. */
export const aCoach = (changes: Changes = {}): CurrentSession =>
  sessionOf(COACH_ID, 'Maya Okafor', 'Coach-Base', {
    coach: {
      id: COACH_ID,
      status: 'active',
      statusReason: '',
      fullName: 'Maya Okafor',
      timeZone: 'America/New_York',
      currency: 'USD',
      prescribesNutrition: true,
      brand: null,
    },
    ...changes,
  });

type OwnCoaching = NonNullable<CurrentSession['client']>;

/** A client with one coach; their coachings are the current one unless a test says otherwise. */
export function aClient({
  client: changed,
  ...changes
}: Omit<Changes, 'client'> & { client?: Partial<OwnCoaching> | null } = {}): CurrentSession {
  const mine: OwnCoaching = {
    coachId: COACH_ID,
    clientId: CLIENT_ID,
    coachName: 'Maya Okafor',
    status: 'active',
    photoId: null,
    nutritionWay: null,
    numbersOff: false,
    brand: null,
  };
  const client = changed === null ? null : { ...mine, ...changed };
  const { coachId, clientId, coachName, status } = client ?? mine;
  const coaching = {
    coachId,
    clientId,
    coachName,
    status: RELATIONSHIP_STATUSES.find((one) => one === status) ?? 'ended',
  };
  return sessionOf(CLIENT_ID, 'Jonas Lind', 'Client', { client, coachings: client ? [coaching] : [], ...changes });
}

export const anOperator = (changes: Changes = {}): CurrentSession =>
  sessionOf(OPERATOR_ID, 'Olga Petrov', 'Operator', { operatorRole: 'admin', ...changes });

/** A client as the coach's pages receive it. */
export const aClientDetail = (changes: Partial<ClientDetail> = {}): ClientDetail => ({
  clientId: CLIENT_ID,
  fullName: 'Jonas Lind',
  email: 'jonas@studio.example',
  status: 'active',
  readOnly: false,
  onboardingCompleted: true,
  goal: null,
  clientSince: '2026-02-02',
  lastCheckInDay: null,
  lastContactDay: null,
  weight: null,
  planFollowed: null,
  workouts: { done: 0, due: 0 },
  checkIn: { state: 'overdue', dueDay: '2026-02-23', nextDay: '2026-03-02', missed: 2 },
  standing: 'missed',
  accepted: true,
  invitationExpiresAt: null,
  photoId: null,
  engagement: null,
  progress: null,
  nextSession: null,
  checkInToReview: null,
  userId: CLIENT_ID,
  invitedAt: null,
  acceptedAt: null,
  ...changes,
});

/** The summary of that client: nothing yet unless a test says otherwise. */
export const anOverview = (changes: Partial<ClientOverview> = {}): ClientOverview => ({
  weights: [],
  lastCheckIn: null,
  form: null,
  pinnedNotes: [],
  lastMessage: null,
  unread: 0,
  ...changes,
});

/** Record of that client, empty unless a test fills it. */
export const aStoredRecord = (record: Partial<StoredRecord['record']> = {}, version = 0): StoredRecord => ({
  record: {
    fullName: 'Jonas Lind',
    goal: '',
    goalWeightKg: null,
    targetDay: null,
    startWeightKg: null,
    heightCm: null,
    dateOfBirth: null,
    gender: null,
    fitnessLevel: null,
    daysPerWeek: null,
    availability: [],
    diet: '',
    dietaryRestrictions: [],
    allergies: [],
    injuries: '',
    equipment: [],
    phone: '',
    occupation: '',
    emergencyName: '',
    emergencyRelation: '',
    emergencyPhone: '',
    timeZone: null,
    ...record,
  },
  version,
  updatedBy: version > 0 ? 'coach' : null,
  updatedAt: version > 0 ? '2026-03-01T09:00:00.000Z' : null,
  photoId: null,
  onboarding: { goal: false, diet: false, measurements: false, photo: false, availability: false },
});

/** The progress of a client without any data, on a Saturday. */
export const aProgress = (changes: Partial<ClientProgress> = {}): ClientProgress => ({
  today: '2026-11-21',
  measurements: [],
  startWeightKg: null,
  goalWeightKg: null,
  weeks: Array.from({ length: 12 }, (_, index) => ({
    monday: addDays('2026-11-16', (index - 11) * 7),
    state: 'none',
    due: 0,
    done: 0,
    adherence: null,
  })),
  adherence: { done: 0, expected: 0 },
  closed: null,
  ...changes,
});

/** The answers of a client who has just started. */
export const anOnboarding = (changes: Partial<OnboardingState> = {}): OnboardingState => ({
  fullName: 'Jonas Lind',
  coachName: 'Ana Silva',
  accepted: true,
  step: 'start',
  completed: false,
  today: '2026-11-21',
  record: { ...aStoredRecord().record, dateOfBirth: null },
  parts: { goal: false, diet: false, measurements: false, photo: false, availability: false },
  photoId: null,
  consent: null,
  health: null,
  ...changes,
});

export const anAdultRecord = () => ({ ...aStoredRecord().record, dateOfBirth: '1990-02-03' });

const TOLD_AT = '2026-11-20T10:00:00.000Z';

export const aConsent = (changes: Partial<Consent> = {}): Consent => ({
  id: '0190a5a0-0000-7000-8000-000000000011',
  version: 1,
  givenBy: 'client',
  givenAt: TOLD_AT,
  confirmedAt: TOLD_AT,
  withdrawnAt: null,
  ...changes,
});

/** No to every question. */
export const aHealthScreen = (changes: Partial<HealthScreen> = {}): HealthScreen => ({
  id: '0190a5a0-0000-7000-8000-000000000012',
  version: HEALTH_VERSION,
  answers: Object.fromEntries(
    HEALTH_TOPICS.map((topic) => [topic, { said: 'no', details: '', cleared: null }]),
  ) as HealthScreen['answers'],
  scoff: null,
  answeredBy: 'client',
  answeredAt: TOLD_AT,
  confirmedAt: TOLD_AT,
  ...changes,
});

/** A coach's profile of which only the name is filled in. */
export const aCoachCard = (changes: Partial<CoachCard> = {}): CoachCard => ({
  coachId: COACH_ID,
  fullName: 'Maya Okafor',
  initials: 'MO',
  photoUrl: null,
  headline: '',
  bio: '',
  specialities: [],
  certifications: [],
  yearsOfExperience: null,
  languages: [],
  website: '',
  instagram: '',
  ...changes,
});

/** A client's payments with the coach, of which there are none yet. */
export const noClientMoney = (today: string) => ({
  subscriptions: [],
  owed: [],
  open: [],
  lastPayment: null,
  today,
  currency: 'USD',
});
