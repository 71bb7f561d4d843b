import type {
  CoachSetup,
  Consent,
  HealthScreen,
  OnboardingInput,
  OnboardingState,
} from '@stridewell/contract/onboarding';
import { withEveryTopic } from '@stridewell/contract/onboarding.health.rules';
import { isAdult, missingSteps, type SetupStep } from '@stridewell/contract/onboarding.rules';
import type { OnboardingStep } from '@stridewell/contract/onboarding.steps.rules';
import { dayInZone } from '@stridewell/contract/time';
import type { ClientScope, CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { holdClient, noteOnboarded, patchRecord, readRecord, setPhoto } from '../clients/clients.record.service.ts';
import { notify } from '../notifications/notifications.service.ts';
import {
  type ConsentRow,
  confirm,
  findConsent,
  findHealthScreen,
  findOnboarding,
  findSetup,
  type HealthRow,
  insertConsent,
  insertHealthScreen,
  type PersonTx,
  setCompleted,
  upsertOnboarding,
  upsertSetup,
  withdraw,
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

const toScreen = ({ id, version, answers, answeredBy, answeredAt, confirmedAt }: HealthRow): HealthScreen => ({
  id,
  version,
  answers: withEveryTopic(answers),
  answeredBy,
  answeredAt: answeredAt.toISOString(),
  confirmedAt: iso(confirmedAt),
});

/** Undefined where the scope has no such client. */
export async function readOnboarding(tx: PersonTx, clientId: string, now: Date): Promise<OnboardingState | undefined> {
  const [place, known, consent, health] = await Promise.all([
    findOnboarding(tx, clientId),
    readRecord(tx, clientId),
    findConsent(tx, clientId),
    findHealthScreen(tx, clientId),
  ]);
  if (!place || !known) return undefined;
  const { record, photoId, onboarding } = known;
  return {
    fullName: record.fullName,
    coachName: place.coachName,
    accepted: place.personId !== null,
    step: place.step ?? 'start',
    completed: place.completed,
    today: dayInZone(now, place.timeZone),
    record,
    parts: onboarding,
    photoId,
    consent: consent ? toConsent(consent) : null,
    health: health ? toScreen(health) : null,
  };
}

export type Refusal = { kind: 'not_found' | 'closed' | 'too_young' | 'consent_required' | 'file_not_found' };
type Saved = { kind: 'saved'; state: OnboardingState };

const isGiven = (consent: OnboardingState['consent']): boolean => consent !== null && consent.withdrawnAt === null;

/** What is known, and nobody else changing it until the transaction ends. */
async function hold(tx: PersonTx, clientId: string, now: Date): Promise<Refusal | Saved> {
  const held = await holdClient(tx, clientId);
  const state = await readOnboarding(tx, clientId, now);
  if (!state) return { kind: 'not_found' };
  return held ? { kind: 'saved', state } : { kind: 'closed' };
}

async function saved(tx: PersonTx, clientId: string, now: Date): Promise<Saved> {
  const state = await readOnboarding(tx, clientId, now);
  if (!state) throw new Error('an onboarding is not readable after it was written');
  return { kind: 'saved', state };
}

/** Stores one step and where it goes on. Nothing of a refused one stays. */
export async function saveOnboarding(tx: PersonTx, input: OnboardingInput, now: Date): Promise<Refusal | Saved> {
  const { clientId, step, record, consent, health, photoId } = input;
  const held = await hold(tx, clientId, now);
  if (held.kind !== 'saved') return held;
  const before = held.state;
  if (record?.dateOfBirth && !isAdult(record.dateOfBirth, before.today)) return { kind: 'too_young' };
  // What the client has taken back only they can give again.
  if (consent && tx.scope.role === 'coach' && before.consent?.withdrawnAt) return { kind: 'consent_required' };
  if (health && !consent && !isGiven(before.consent)) return { kind: 'consent_required' };
  if (photoId && !(await setPhoto(tx, { clientId, fileId: photoId }, now))) return { kind: 'file_not_found' };
  if (consent && (!isGiven(before.consent) || tx.scope.role === 'client')) {
    await insertConsent(tx, clientId, { ...consent, now });
  }
  if (health) await insertHealthScreen(tx, clientId, { ...health, now });
  if (record) await patchRecord(tx, clientId, record, now);
  await upsertOnboarding(tx, clientId, { step, updatedAt: now });
  return saved(tx, clientId, now);
}

/** The first time it is finished the history keeps it, and the coach hears of it when it was the client. */
export async function finishOnboarding(
  tx: PersonTx,
  clientId: string,
  now: Date,
): Promise<Refusal | Saved | { kind: 'missing'; steps: OnboardingStep[] }> {
  const held = await hold(tx, clientId, now);
  if (held.kind !== 'saved') return held;
  const { record, consent, health, fullName, today } = held.state;
  const known = { dateOfBirth: record.dateOfBirth, consent: isGiven(consent), health: health !== null };
  const steps = missingSteps(known, today);
  if (steps.length > 0) return { kind: 'missing', steps };
  if (await setCompleted(tx, clientId)) {
    const { coachId, role } = tx.scope;
    await noteOnboarded(tx, clientId, now);
    if (role === 'client') {
      await notify(tx, {
        userId: coachId,
        type: 'onboarding_completed',
        title: 'Onboarding finished',
        message: `${fullName} told you about goal, health and week. Everything is in their details.`,
        metadata: { client_id: clientId, coach_id: coachId },
      });
    }
  }
  return saved(tx, clientId, now);
}

/** The client says that what was filled in together is theirs: exactly what they were shown, and nothing later. */
export async function confirmOnboarding(
  tx: Tx<ClientScope>,
  shown: { consentId: string | null; healthId: string | null },
  now: Date,
): Promise<Refusal | Saved> {
  const { clientId } = tx.scope;
  const held = await hold(tx, clientId, now);
  if (held.kind !== 'saved') return held;
  await confirm(tx, shown, now);
  return saved(tx, clientId, now);
}

/** Also once the coaching is over: what was told about health is the client's to take back. */
export async function withdrawConsent(tx: Tx<ClientScope>, now: Date): Promise<Saved> {
  await withdraw(tx, now);
  return saved(tx, tx.scope.clientId, now);
}

export const readSetup = async (tx: Tx<CoachScope>, verified: boolean): Promise<CoachSetup> => ({
  ...(await findSetup(tx)),
  verified,
});

export async function saveSetup(
  tx: Tx<CoachScope>,
  { step, dismissed }: { step?: SetupStep | undefined; dismissed?: boolean | undefined },
  verified: boolean,
): Promise<CoachSetup> {
  await upsertSetup(tx, { ...(step && { step }), ...(dismissed !== undefined && { dismissed }) });
  return readSetup(tx, verified);
}
