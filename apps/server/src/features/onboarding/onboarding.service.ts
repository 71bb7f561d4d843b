import { holdsSeat } from '@stridewell/contract/billing/billing.rules';
import type {
  CoachSetup,
  Consent,
  HealthScreen,
  OnboardingInput,
  OnboardingState,
} from '@stridewell/contract/onboarding/onboarding';
import {
  type HealthAnswers,
  needsNumbersOff,
  withEveryTopic,
} from '@stridewell/contract/onboarding/onboarding.health.rules';
import { isAdult, missingSteps, type SetupStep } from '@stridewell/contract/onboarding/onboarding.rules';
import { dayInZone } from '@stridewell/contract/time';
import { record as recordEvent } from '../../core/events/events.ts';
import { refuse } from '../../core/refusals.ts';
import { announceNumbers, hideNumbers } from '../../core/relationships/coachings.data.ts';
import { lockRelationship } from '../../core/relationships/relationships.data.ts';
import { readsWithoutNumbers } from '../../core/tenancy/numbers.ts';
import type { ClientScope, CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { audit } from '../audit/audit.service.ts';
import { notify } from '../notifications/notifications.service.ts';
import { notifyOfWords } from '../notifications/notifications.words.service.ts';
import { changeClientPhoto, getClientRecord, updateClientRecord } from '../records/records.service.ts';
import { withdrawPainFlags } from '../workouts/workouts.pains.service.ts';
import {
  type ConsentRow,
  findConsent,
  findHealthScreen,
  findOnboarding,
  findSetup,
  type HealthRow,
  insertConsent,
  insertHealthScreen,
  isClient,
  markCompleted,
  type PersonTx,
  updateConfirmed,
  upsertOnboarding,
  upsertSetup,
  withdrawConsents,
} from './onboarding.data.ts';

const iso = (at: Date | null) => at?.toISOString() ?? null;

const toConsent = ({ id, version, givenBy, givenAt, confirmedAt, withdrawnAt }: ConsentRow): Consent => ({
  id,
  version,
  givenBy,
  givenAt: givenAt.toISOString(),
  confirmedAt: iso(confirmedAt),
  withdrawnAt: iso(withdrawnAt),
});

const toScreen = ({ id, version, answers, scoff, answeredBy, answeredAt, confirmedAt }: HealthRow): HealthScreen => ({
  id,
  version,
  answers: withEveryTopic(answers),
  scoff,
  answeredBy,
  answeredAt: answeredAt.toISOString(),
  confirmedAt: iso(confirmedAt),
});

/**
 * A client whose numbers are off gets no weights.
 * @throws NOT_FOUND when the scope has no such client
 */
export async function getOnboarding(
  tx: PersonTx,
  clientId: string,
  now: Date,
  isHidden = readsWithoutNumbers(tx),
): Promise<OnboardingState> {
  const [place, stored, consent, health] = await Promise.all([
    findOnboarding(tx, clientId),
    getClientRecord(tx, clientId),
    findConsent(tx, clientId),
    findHealthScreen(tx, clientId),
  ]);
  if (!place) throw refuse('NOT_FOUND');
  const { record, photoId, onboarding } = stored;
  return {
    fullName: record.fullName,
    coachName: place.coachName,
    accepted: place.personId !== null,
    step: place.step ?? 'start',
    completed: place.completed,
    today: dayInZone(now, place.timeZone),
    record: isHidden ? { ...record, ...NO_WEIGHTS } : record,
    parts: onboarding,
    photoId,
    consent: consent ? toConsent(consent) : null,
    health: health ? toScreen(health) : null,
  };
}

const NO_WEIGHTS = { startWeightKg: null, goalWeightKg: null };

/** Without the empty weights of a form that shows none. */
function withoutEmptyWeights<Fields extends NonNullable<OnboardingInput['record']>>(fields: Fields): Fields {
  const isKept = ([name, value]: [string, unknown]) => value !== null || !(name in NO_WEIGHTS);
  return Object.fromEntries(Object.entries(fields).filter(isKept)) as Fields;
}

const isGiven = (consent: OnboardingState['consent']): boolean => consent !== null && consent.withdrawnAt === null;

type Written = { goal?: string | undefined; diet?: string | undefined; injuries?: string | undefined };
const writtenIn = ({ goal = '', diet = '', injuries = '' }: Written = {}): string[] => [goal, diet, injuries];
const detailsIn = (answers: HealthAnswers): string[] => Object.values(answers).map(({ details }) => details);

/** Locks the client and reads the onboarding; undefined for a former client, who cannot write. */
async function lockOnboarding(tx: PersonTx, clientId: string, now: Date) {
  const locked = await lockRelationship(tx, clientId);
  const state = await getOnboarding(tx, clientId, now);
  return locked && { ...state, status: locked.status, personId: locked.personId };
}

/**
 * Saves one step and the step to continue with.
 * @throws NOT_FOUND, CLOSED for a former client, TOO_YOUNG, CONSENT_REQUIRED, FILE_NOT_FOUND
 */
export async function saveOnboarding(
  tx: Tx<CoachScope | ClientScope, 'CLOSED' | 'TOO_YOUNG' | 'CONSENT_REQUIRED' | 'FILE_NOT_FOUND'>,
  input: OnboardingInput,
  now: Date,
): Promise<OnboardingState> {
  const { clientId, step, record, consent, health, photoId } = input;
  const before = await lockOnboarding(tx, clientId, now);
  if (!before) throw refuse(tx, 'CLOSED');
  // A coach can edit the details of a former client, but not answer for them.
  if ((consent || health) && !holdsSeat(before.status)) throw refuse(tx, 'CLOSED');
  const known = new Set([...writtenIn(before.record), ...(before.health ? detailsIn(before.health.answers) : [])]);
  if (record?.dateOfBirth && !isAdult(record.dateOfBirth, before.today)) throw refuse(tx, 'TOO_YOUNG');
  // After a withdrawal, only the client can consent again.
  if (consent && tx.scope.role === 'coach' && before.consent?.withdrawnAt) throw refuse(tx, 'CONSENT_REQUIRED');
  if (health && !consent && !isGiven(before.consent)) throw refuse(tx, 'CONSENT_REQUIRED');
  if (photoId && !(await changeClientPhoto(tx, { clientId, shownId: before.photoId, fileId: photoId }, now))) {
    throw refuse(tx, 'FILE_NOT_FOUND');
  }
  if (consent && (!isGiven(before.consent) || tx.scope.role === 'client')) {
    await insertConsent(tx, clientId, { ...consent, now });
    audit(tx, { action: 'health.consent_changed', clientId, after: { given: true, version: consent.version } });
  }
  const isNew = health !== undefined && (await insertHealthScreen(tx, clientId, { ...health, now }));
  if (isNew) {
    await recordEvent(tx, { type: 'health.answered', clientId, occurredAt: now });
    audit(tx, { action: 'health.answered', clientId, after: { version: health.version } });
  }
  const isScreened = isNew && needsNumbersOff(health.answers, health.scoff ?? null);
  if (isScreened && (await hideNumbers(tx, clientId, { by: 'screen', now }))) {
    audit(tx, { action: 'health.numbers_hidden', clientId });
    await announceNumbers(tx, before.personId);
  }
  const changes = record && readsWithoutNumbers(tx) ? withoutEmptyWeights(record) : record;
  if (changes) await updateClientRecord(tx, clientId, changes, now);
  const written = [...writtenIn(changes), ...(isNew ? detailsIn(health.answers) : [])];
  if (isClient(tx)) {
    const texts = written.filter((text) => !known.has(text));
    await notifyOfWords(tx, { texts, place: 'these answers', fullName: before.fullName });
  }
  await upsertOnboarding(tx, clientId, { step, updatedAt: now });
  // The scope is as old as the request, which may have hidden the numbers.
  return getOnboarding(tx, clientId, now, readsWithoutNumbers(tx) || (isScreened && tx.scope.role === 'client'));
}

/**
 * Completes the onboarding. The first time, adds an event, and notifies the coach if the client finished it.
 * @throws NOT_FOUND, CLOSED, STEPS_MISSING
 */
export async function finishOnboarding(
  tx: Tx<CoachScope | ClientScope, 'CLOSED' | 'STEPS_MISSING'>,
  clientId: string,
  now: Date,
): Promise<OnboardingState> {
  const state = await lockOnboarding(tx, clientId, now);
  if (!state) throw refuse(tx, 'CLOSED');
  const { record, consent, health, fullName, today } = state;
  const facts = { dateOfBirth: record.dateOfBirth, consent: isGiven(consent), health: health !== null };
  const steps = missingSteps(facts, today);
  if (steps.length > 0) throw refuse(tx, 'STEPS_MISSING', { data: { steps } });
  if (await markCompleted(tx, clientId)) {
    const { coachId, role } = tx.scope;
    await recordEvent(tx, { type: 'onboarding.completed', clientId, occurredAt: now });
    if (role === 'client') {
      await notify(tx, {
        userId: coachId,
        type: 'onboarding_completed',
        title: 'Onboarding finished',
        message: `${fullName} answered the questions about goal, health and training week. Their details have the answers.`,
        metadata: { client_id: clientId, coach_id: coachId },
      });
    }
  }
  return getOnboarding(tx, clientId, now);
}

/**
 * Confirms the consent and answers that the coach entered: exactly those shown to the client, and no later ones.
 * @throws NOT_FOUND for a former client
 */
export async function confirmOnboarding(
  tx: Tx<ClientScope>,
  shown: { consentId: string | null; healthId: string | null },
  now: Date,
): Promise<OnboardingState> {
  const { clientId } = tx.scope;
  if (!(await lockRelationship(tx, clientId))) throw refuse('NOT_FOUND');
  await updateConfirmed(tx, shown, now);
  return getOnboarding(tx, clientId, now);
}

/** Withdraws the consent. Former clients can do this too, because health answers and pain flags remain their data. */
export async function withdrawConsent(tx: Tx<ClientScope>, now: Date): Promise<OnboardingState> {
  await withdrawConsents(tx, now);
  await withdrawPainFlags(tx, now);
  audit(tx, { action: 'health.consent_changed', clientId: tx.scope.clientId, after: { given: false } });
  return getOnboarding(tx, tx.scope.clientId, now);
}

export const getCoachSetup = async (tx: Tx<CoachScope>, verified: boolean): Promise<CoachSetup> => ({
  ...(await findSetup(tx)),
  verified,
});

export async function saveCoachSetup(
  tx: Tx<CoachScope>,
  { step, dismissed }: { step?: SetupStep | undefined; dismissed?: boolean | undefined },
  verified: boolean,
): Promise<CoachSetup> {
  await upsertSetup(tx, { ...(step && { step }), ...(dismissed !== undefined && { dismissed }) });
  return getCoachSetup(tx, verified);
}
