import {
  HEALTH_TOPICS,
  HEALTH_VERSION,
  type HealthAnswer,
  type HealthAnswers,
  type HealthTopic,
} from '@stridewell/contract/onboarding/onboarding.health.rules';
import { CONSENT_VERSION } from '@stridewell/contract/onboarding/onboarding.rules';
import { v7 as uuidv7 } from 'uuid';
import { consents, healthScreens, onboardings } from '../src/features/onboarding/onboarding.table.ts';
import type { OwnerDb } from './factories.ts';

const NO: HealthAnswer = { said: 'no', details: '', cleared: null };

/** About every third client answers a question with yes. */
const YES: readonly Partial<HealthAnswers>[] = [
  { joints: { said: 'yes', details: 'Left knee after long runs', cleared: 'yes' } },
  {},
  {},
  {
    heart: { said: 'yes', details: 'High blood pressure, tablets in the morning', cleared: 'unsure' },
    medication: { said: 'yes', details: 'For the blood pressure', cleared: 'yes' },
  },
  {},
  { dizziness: { said: 'yes', details: 'Fainted once in the heat of summer', cleared: 'yes' } },
  {},
];

/** Seeds the onboarding answers of a client who joined `at`. */
export async function seedOnboarding(
  db: OwnerDb,
  { coachId, clientId, at }: { coachId: string; clientId: string; at: Date },
  index: number,
): Promise<void> {
  const of = { coachId, clientId };
  const none = Object.fromEntries(HEALTH_TOPICS.map((topic) => [topic, NO])) as Record<HealthTopic, HealthAnswer>;
  const answers = { ...none, ...YES[index % YES.length] };
  await db.insert(onboardings).values({ ...of, step: 'review', updatedAt: at });
  await db
    .insert(consents)
    .values({ ...of, id: uuidv7(), version: CONSENT_VERSION, givenBy: 'client', givenAt: at, confirmedAt: at });
  await db.insert(healthScreens).values({
    ...of,
    id: uuidv7(),
    version: HEALTH_VERSION,
    answers,
    answeredBy: 'client',
    answeredAt: at,
    confirmedAt: at,
  });
}
