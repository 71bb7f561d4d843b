import type { ClientReferrals, OwnReferral, Referral } from '@stridewell/contract/targets/targets.referrals';
import { addDays, dayInZone } from '@stridewell/contract/time';
import { v7 as uuidv7 } from 'uuid';
import { refuse } from '../../core/refusals.ts';
import { isCurrentStatus, lockRelationship } from '../../core/relationships/relationships.data.ts';
import type { ClientScope, CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { notify } from '../notifications/notifications.service.ts';
import {
  findLetter,
  insertLetter,
  type LetterRow,
  selectLetters,
  updateLetterRead,
} from '../onboarding/onboarding.modes.service.ts';
import { readTargetClient, type TargetClient } from './targets.client.service.ts';
import { selectChanges } from './targets.data.ts';
import { defaultsFor } from './targets.defaults.rules.ts';
import { observationsOf } from './targets.letters.rules.ts';
import type { Block } from './targets.screening.rules.ts';
import { healthBlocks } from './targets.screening.rules.ts';
import type { TargetRequest } from './targets.service.ts';
import { blocksOf } from './targets.setting.rules.ts';

/** A letter with the same reasons is not written again for this long [K]. */
const SAME_REASONS_DAYS = 90;

type OfClient = {
  client: TargetClient;
  clientId: string;
  /** Null for a client without an account. */
  personId: string | null;
  blocks: readonly Block[];
  availability?: { figures: string; day: string } | undefined;
};

const sourceOf = ({ facts, answeredOn }: TargetClient) => ({ person: facts.person, today: facts.today, answeredOn });

/** The observations of a letter that the newest letters do not have yet; empty when there is nothing new. */
function newObservations({ client, blocks, availability }: OfClient, letters: readonly LetterRow[]) {
  const observations = observationsOf(blocks, { ...sourceOf(client), availability });
  const since = addDays(client.facts.today, -SAME_REASONS_DAYS);
  const known = new Set(
    letters
      .filter(({ createdAt }) => dayInZone(createdAt, client.timeZone) >= since)
      .flatMap((letter) => letter.observations.map(({ code }) => code)),
  );
  return observations.some(({ code }) => !known.has(code)) ? observations : [];
}

/**
 * Writes a letter about what was found, unless a recent one has the same reasons, and tells the client that it is there.
 * The client reads it first, and it is never sent automatically. The client has to be locked.
 */
export async function writeLetter(
  tx: Tx<CoachScope>,
  of: OfClient,
  now: Date,
  id: string = uuidv7(),
): Promise<LetterRow | null> {
  const { clientId, personId } = of;
  const observations = newObservations(of, await selectLetters(tx, clientId));
  if (observations.length === 0) return null;
  const letter = await insertLetter(tx, { id, clientId, observations, createdAt: now });
  if (!letter) throw refuse('ID_TAKEN');
  if (personId) {
    await notify(tx, {
      userId: personId,
      type: 'safety_notice',
      title: 'A letter is ready for you',
      message: 'You are the first to read it, and you decide who else does. It is on your nutrition page.',
      metadata: { client_id: clientId, coach_id: tx.scope.coachId },
    });
  }
  return letter;
}

/** The coach reads a letter once the client has. */
const toReferral = ({ id, createdAt, readAt, observations }: LetterRow): Referral => ({
  id,
  createdAt: createdAt.toISOString(),
  readAt: readAt?.toISOString() ?? null,
  observations: readAt ? [...observations] : null,
});

/** The reasons for a letter now. With a goal to lose, a pregnancy does. */
async function readReasons(tx: Tx<CoachScope>, clientId: string, request: TargetRequest) {
  const [client, history] = await Promise.all([readTargetClient(tx, clientId, request), selectChanges(tx, clientId)]);
  const { goal } = defaultsFor(client.facts.person, client.daysPerWeek, history);
  const found = [...blocksOf(client.facts), ...healthBlocks(client.facts.health, goal === 'lose')];
  return { client, blocks: found.filter(({ refer }) => refer) };
}

/** @throws NOT_FOUND */
export async function getReferrals(
  tx: Tx<CoachScope>,
  clientId: string,
  request: TargetRequest,
): Promise<ClientReferrals> {
  const [reasons, letters] = await Promise.all([readReasons(tx, clientId, request), selectLetters(tx, clientId)]);
  const isDue = newObservations({ ...reasons, clientId, personId: null }, letters).length > 0;
  return { isDue: isDue && !reasons.client.isFormer, letters: letters.map(toReferral) };
}

/**
 * Writes a letter from what is known about a client. Idempotent.
 * @throws NOT_FOUND, FORMER_CLIENT, NOTHING_NEW, ID_TAKEN
 */
export async function prepareReferral(
  tx: Tx<CoachScope, 'FORMER_CLIENT' | 'NOTHING_NEW'>,
  { clientId, letterId }: { clientId: string; letterId: string },
  request: TargetRequest,
): Promise<Referral> {
  const locked = await lockRelationship(tx, clientId);
  if (!locked) throw refuse('NOT_FOUND');
  const known = await findLetter(tx, clientId, letterId);
  if (known) return toReferral(known);
  if (!isCurrentStatus(locked.status)) throw refuse(tx, 'FORMER_CLIENT');
  const reasons = await readReasons(tx, clientId, request);
  const letter = await writeLetter(tx, { ...reasons, clientId, personId: locked.personId }, request.now, letterId);
  if (!letter) throw refuse(tx, 'NOTHING_NEW');
  return toReferral(letter);
}

/** A letter as its client reads it. Without figures where numbers are off. */
const toOwn =
  (tx: Tx<ClientScope>) =>
  ({ id, createdAt, readAt, observations }: LetterRow): OwnReferral => ({
    id,
    createdAt: createdAt.toISOString(),
    readAt: readAt?.toISOString() ?? null,
    observations: observations.map((one) => (tx.scope.numbersOff ? { ...one, figures: '' } : one)),
  });

/** Letters of the client in scope, newest first. */
export const listOwnReferrals = async (tx: Tx<ClientScope>): Promise<{ letters: OwnReferral[] }> => ({
  letters: (await selectLetters(tx, tx.scope.clientId)).map(toOwn(tx)),
});

/** A letter of the client in scope, for printing. @throws NOT_FOUND */
export async function readOwnReferral(tx: Tx<ClientScope>, letterId: string): Promise<OwnReferral> {
  const letter = await findLetter(tx, tx.scope.clientId, letterId);
  if (!letter) throw refuse('NOT_FOUND');
  return toOwn(tx)(letter);
}

/** Remembers when the client first read a letter. Idempotent. @throws NOT_FOUND */
export async function markReferralRead(tx: Tx<ClientScope>, letterId: string, now: Date): Promise<OwnReferral> {
  const letter = await readOwnReferral(tx, letterId);
  if (letter.readAt !== null) return letter;
  await updateLetterRead(tx, letterId, now);
  return { ...letter, readAt: now.toISOString() };
}
