import { scoffCount, withEveryTopic } from '@stridewell/contract/onboarding/onboarding.health.rules';
import { addDays, dayInZone } from '@stridewell/contract/time';
import type { UnitSystem } from '@stridewell/contract/units';
import { refuse } from '../../core/refusals.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { findGlp1Choice } from '../onboarding/onboarding.modes.service.ts';
import { getOnboarding } from '../onboarding/onboarding.service.ts';
import { findNewestBody } from '../progress/progress.service.ts';
import { findTargetClient } from './targets.data.ts';
import { nutritionHealth } from './targets.screening.rules.ts';
import type { TargetFacts } from './targets.setting.rules.ts';

/** Statuses in which a client gets no new target. */
const FORMER = ['archived', 'ended', 'declined'];
/** Body fat measured longer ago than this says too little about today [K]. */
const BODY_FAT_DAYS = 180;

export type TargetClient = {
  facts: TargetFacts;
  fullName: string;
  timeZone: string;
  /** Training days a week, from the record. */
  daysPerWeek: number | null;
  /** The day of the newest health answers; null without any. */
  answeredOn: string | null;
  isFormer: boolean;
};

/**
 * The data of a client that targets follow from. Health answers count only with the client's consent.
 * @throws NOT_FOUND
 */
export async function readTargetClient(
  tx: Tx<CoachScope>,
  clientId: string,
  { units, now }: { units: UnitSystem; now: Date },
): Promise<TargetClient> {
  const since = addDays(dayInZone(now, 'UTC'), -BODY_FAT_DAYS);
  const [client, onboarding, body, glp1] = await Promise.all([
    findTargetClient(tx, clientId),
    getOnboarding(tx, clientId, now),
    findNewestBody(tx, clientId, { now, since }),
    findGlp1Choice(tx, clientId),
  ]);
  if (!client) throw refuse('NOT_FOUND');
  const { record, consent, health: screen } = onboarding;
  const hasConsent = consent !== null && consent.withdrawnAt === null;
  const answers = withEveryTopic(hasConsent ? (screen?.answers ?? {}) : {});
  const words = {
    texts: [record.goal, record.diet, record.injuries],
    scoff: hasConsent ? scoffCount(screen?.scoff ?? null) : null,
  };
  const found = nutritionHealth(answers, words);
  const { dateOfBirth, gender, goalWeightKg, heightCm, startWeightKg } = record;
  const person = { dateOfBirth, gender, goalWeightKg, heightCm };
  return {
    facts: {
      person: { ...person, weightKg: body.weightKg ?? startWeightKg, bodyFatPercent: body.bodyFatPercent },
      health: { ...found, glp1: hasConsent && (glp1 ?? found.glp1) },
      loggedExpenditure: null,
      units,
      today: dayInZone(now, client.timeZone),
    },
    fullName: client.fullName,
    timeZone: client.timeZone,
    daysPerWeek: record.daysPerWeek,
    answeredOn: screen ? dayInZone(new Date(screen.answeredAt), client.timeZone) : null,
    isFormer: FORMER.includes(client.status),
  };
}
