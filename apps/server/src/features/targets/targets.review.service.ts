import { isFeatureAllowed } from '@stridewell/contract/billing/billing.rules';
import type { TargetChange } from '@stridewell/contract/targets/targets';
import { addDays, startOfDay } from '@stridewell/contract/time';
import { v7 as uuidv7 } from 'uuid';
import { isCurrentStatus, lockRelationship } from '../../core/relationships/relationships.data.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import type { Logger } from '../../platform/logger.ts';
import { eachDue } from '../../platform/queue/each-due.ts';
import { defineScheduledJob, EVERY_HOUR } from '../../platform/queue/queue.ts';
import { notify } from '../notifications/notifications.service.ts';
import { type Adaptation, lowAvailability } from './targets.adaptation.rules.ts';
import { addChange, REVIEW_DAYS } from './targets.change.service.ts';
import { readTargetClient, type TargetClient } from './targets.client.service.ts';
import { selectChanges } from './targets.data.ts';
import { decide, type Observed, observe } from './targets.expenditure.service.ts';
import { writeLetter } from './targets.letters.service.ts';
import {
  type DuePlace,
  findAdaptation,
  findReviewer,
  insertReview,
  replaceOpen,
  selectDueTargets,
  setReviewDue,
} from './targets.reviews.data.ts';
import { screenTarget } from './targets.rules.ts';
import { dueTargetsScope, targetReviewerScopeOf } from './targets.scopes.ts';
import { adaptTarget, splitOf } from './targets.setting.rules.ts';

/** Reviews targets a week after they started or were reviewed. Hourly, because weeks end at different times by zone. */
export const reviewTargetsJob = defineScheduledJob('targets.review', { schedule: EVERY_HOUR });

/** The limits of a client without stored ones: every change waits for the coach. */
export const DEFAULT_LIMITS = { isOn: true, withoutApproval: 0, lowest: null, highest: null } as const;

/** A proposed target as a whole, with the sentence of the review. */
export function adaptedTarget(
  { facts }: Pick<TargetClient, 'facts'>,
  { target, basis }: TargetChange,
  { toKcal, expenditureKcal, sentence }: { toKcal: number; expenditureKcal: number; sentence: string },
) {
  if (!target || !basis) throw new Error('a review proposes a target where there was none');
  const { goal, weeklyPercent, activity } = basis;
  const week = splitOf(target.week);
  const logged = { ...facts, loggedExpenditure: expenditureKcal };
  return adaptTarget(logged, { kcal: toKcal, goal, weeklyPercent, activity, week, sentence });
}

/** The coach learns of proposals, changes and signs of harm. What the review found stands on the page alone. */
async function tellCoach(tx: Tx<CoachScope>, clientId: string, fullName: string, adaptation: Adaptation) {
  const { coachId } = tx.scope;
  const words: Partial<Record<Adaptation['kind'], [title: string, message: string]>> = {
    refer: [
      `Look at the nutrition of ${fullName}`,
      'The weekly review proposes no target. Their Nutrition tab says why.',
    ],
    approve: [
      `Suggested target for ${fullName}`,
      'The weekly review suggests another target. Their Nutrition tab has it.',
    ],
    apply: [`Target of ${fullName} adapted`, 'The weekly review changed the target within your limits.'],
  };
  const [title, message] = words[adaptation.kind] ?? [];
  if (!title || !message) return;
  const metadata = { client_id: clientId, coach_id: coachId };
  await notify(tx, { userId: coachId, type: 'target_proposed', title, message, metadata });
}

/** Sets the target that a review proposes within the coach's limits. @returns false when a safety rule refuses it */
async function applyReview(
  tx: Tx<CoachScope>,
  client: TargetClient & { clientId: string },
  current: TargetChange,
  adaptation: Extract<Adaptation, { kind: 'apply' | 'approve' }>,
  now: Date,
): Promise<boolean> {
  const { toKcal, sentence } = adaptation;
  const { target, basis } = adaptedTarget(client, current, {
    toKcal,
    expenditureKcal: adaptation.expenditure.kcal,
    sentence,
  });
  if (!target) return false;
  const { clientId, facts, timeZone } = client;
  const made = { source: 'adaptive' as const, by: 'rules' as const, note: '', target, basis };
  await addChange(tx, { ...made, id: uuidv7(), clientId, startsOn: facts.today }, { now, timeZone });
  return true;
}

/** The alarm of energy availability over the two weeks before a review. It needs no plan feature. */
function findLowAvailability({ input, recent }: Observed) {
  const { basis } = input ? screenTarget(input) : { basis: null };
  return basis && lowAvailability(basis.body, recent);
}

/**
 * Reviews a client's target: stores the expenditure that the log shows, and what follows from it. Without the plan
 * feature nothing is proposed, and the target stays. A repeated review of a day changes nothing.
 */
export async function reviewTarget(tx: Tx<CoachScope>, clientId: string, now: Date): Promise<void> {
  const locked = await lockRelationship(tx, clientId);
  if (!locked) return;
  const { access, units } = await findReviewer(tx);
  const [client, history, stored] = await Promise.all([
    readTargetClient(tx, clientId, { units, now }),
    selectChanges(tx, clientId),
    findAdaptation(tx, clientId),
  ]);
  const { today } = client.facts;
  const limits = stored ?? DEFAULT_LIMITS;
  const next = startOfDay(addDays(today, REVIEW_DAYS), client.timeZone);
  const until = addDays(today, -1);
  await setReviewDue(tx, clientId, history[0]?.target && isCurrentStatus(locked.status) ? next : null);
  if (!isCurrentStatus(locked.status)) return;
  const observed = await observe(tx, clientId, { facts: client.facts, history }, { until, on: today });
  const low = findLowAvailability(observed);
  if (low) {
    const letter = { client, clientId, personId: locked.personId, blocks: [low.block] };
    await writeLetter(tx, { ...letter, availability: { figures: low.figures, day: until } }, now);
  }
  if (!limits.isOn || !isFeatureAllowed(access, 'ai', now)) return;
  const adaptation = decide(observed, limits);
  // A proposal rests on the log of its week, so it does not outlive one that says nothing new.
  await replaceOpen(tx, clientId, now);
  if (!adaptation || !observed.estimate || !observed.current) return;
  const isChange = adaptation.kind === 'apply' || adaptation.kind === 'approve';
  const isApplied =
    adaptation.kind === 'apply' && (await applyReview(tx, { ...client, clientId }, observed.current, adaptation, now));
  const { kind, sentence } = adaptation;
  const isNew = await insertReview(tx, {
    id: uuidv7(),
    clientId,
    day: until,
    kind,
    status: isApplied ? 'applied' : isChange ? 'open' : 'none',
    fromKcal: isChange ? adaptation.fromKcal : null,
    toKcal: isChange ? adaptation.toKcal : null,
    sentence,
    estimate: observed.estimate,
    createdAt: now,
    changedAt: now,
  });
  if (isNew) await tellCoach(tx, clientId, client.fullName, adaptation);
}

const BATCH = 200;

type ReviewDeps = { db: Database; log: Logger; now: () => Date };

/** Reviews the targets that are due, each in a separate transaction. A failure does not hold up the others. */
export async function reviewDueTargets({ db, log, now }: ReviewDeps): Promise<void> {
  const at = now();
  await eachDue({
    name: 'clients',
    log,
    failure: 'targets were not reviewed',
    read: (after: DuePlace | undefined) =>
      db.read(dueTargetsScope, (tx) => selectDueTargets(tx, { now: at, after, limit: BATCH })),
    size: BATCH,
    place: (place) => place,
    work: ({ coachId, clientId }) => db.write(targetReviewerScopeOf(coachId), (tx) => reviewTarget(tx, clientId, at)),
  });
}
