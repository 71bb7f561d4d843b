import {
  type HealthAnswers,
  type ScoffAnswers,
  withEveryTopic,
} from '@stridewell/contract/onboarding/onboarding.health.rules';
import type { ClientRecord } from '@stridewell/contract/records/records.fields';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { getClientRecord } from '../records/records.service.ts';
import { findConsent, findHealthScreen, type PersonTx } from './onboarding.data.ts';
import {
  findGlp1Choice,
  findLetter,
  insertLetter,
  type LetterRow,
  selectLetters,
  updateLetterRead,
  upsertGlp1Choice,
} from './onboarding.letters.data.ts';
import { mentionsGlp1 } from './onboarding.modes.rules.ts';

/** For other features. Letters lie beside the health answers, because they need the same consent. */
export { findGlp1Choice, findLetter, insertLetter, type LetterRow, selectLetters, updateLetterRead };

/** `isAnswered`: the health answers or the record name a GLP-1 drug. `hasConsent`: to the use of health answers. */
export type NutritionMode = { glp1: boolean; isAnswered: boolean; hasConsent: boolean };

const detailsOf = (answers: Partial<HealthAnswers>): string[] => Object.values(answers).map(({ details }) => details);

/**
 * Health answers and record of a client, with the mode that follows: what the coach chose with the client, or what the
 * answers say. Without the client's consent there is none. All statements are sent at once.
 */
export async function readNutritionHealth(
  tx: PersonTx,
  clientId: string,
): Promise<{
  mode: NutritionMode;
  answers: HealthAnswers | null;
  scoff: ScoffAnswers | null;
  record: ClientRecord;
}> {
  const [consent, screen, choice, { record }] = await Promise.all([
    findConsent(tx, clientId),
    findHealthScreen(tx, clientId),
    findGlp1Choice(tx, clientId),
    getClientRecord(tx, clientId),
  ]);
  const { goal, diet, injuries } = record;
  const hasConsent = consent !== undefined && consent.withdrawnAt === null;
  const isAnswered = hasConsent && mentionsGlp1([...detailsOf(screen?.answers ?? {}), goal, diet, injuries]);
  const mode = { glp1: hasConsent && (choice ?? isAnswered), isAnswered, hasConsent };
  return { mode, answers: screen ? withEveryTopic(screen.answers) : null, scoff: screen?.scoff ?? null, record };
}

export const setNutritionMode = (tx: Tx<CoachScope>, clientId: string, glp1: boolean, now: Date): Promise<void> =>
  upsertGlp1Choice(tx, clientId, glp1, now);
