import type {
  AdaptationLimitsInput,
  Expenditure,
  TargetPicture,
  TargetReview,
} from '@stridewell/contract/targets/targets.adaptation';
import { changeOn, energyOn, PICTURE_DAYS } from '@stridewell/contract/targets/targets.rules';
import { addDays } from '@stridewell/contract/time';
import { v7 as uuidv7 } from 'uuid';
import { refuse } from '../../core/refusals.ts';
import { lockRelationship } from '../../core/relationships/relationships.data.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { dailyIntakes } from '../foodlogs/foodlogs.service.ts';
import { listWeights } from '../progress/progress.service.ts';
import { addChange } from './targets.change.service.ts';
import { readTargetClient } from './targets.client.service.ts';
import { selectChanges } from './targets.data.ts';
import { type ExpenditureEstimate, isPlateau } from './targets.expenditure.rules.ts';
import { type Assumed, decide, observe } from './targets.expenditure.service.ts';
import { projectWeight } from './targets.projection.rules.ts';
import { adaptedTarget, DEFAULT_LIMITS } from './targets.review.service.ts';
import {
  findAdaptation,
  findReview,
  type ReviewRow,
  selectOpenReviews,
  selectOpenTargets,
  selectReviews,
  updateReview,
  upsertLimits,
} from './targets.reviews.data.ts';
import type { TargetRequest } from './targets.service.ts';

/** Reviews that a page lists. */
const REVIEWS_DAYS = 182;

function toExpenditure(estimate: ExpenditureEstimate): Expenditure {
  const { day, kcal, weightKg, rateKg, used, intakeKcal } = estimate;
  const { guessed: _, ...days } = used;
  return { day, kcal, weightKg, rateKg, isPlateau: isPlateau(estimate), intakeKcal, used: days };
}

const toReview = ({
  id,
  day,
  kind,
  status,
  fromKcal,
  toKcal,
  sentence,
  estimate,
  createdAt,
}: ReviewRow): TargetReview => ({
  id,
  day,
  kind,
  status,
  fromKcal,
  toKcal,
  sentence,
  expenditure: toExpenditure(estimate),
  at: createdAt.toISOString(),
});

const toLimits = ({ isOn, withoutApproval, lowest, highest }: AdaptationLimitsInput): AdaptationLimitsInput => ({
  isOn,
  withoutApproval,
  lowest,
  highest,
});

type Asked = { clientId: string; day?: string | undefined; assumed: Assumed | undefined };

/** Expenditure on any day, with what a review on that day leads to. @throws NOT_FOUND */
export async function getAdaptation(tx: Tx<CoachScope>, { clientId, day, assumed }: Asked, request: TargetRequest) {
  const [client, history, stored] = await Promise.all([
    readTargetClient(tx, clientId, request),
    selectChanges(tx, clientId),
    findAdaptation(tx, clientId),
  ]);
  const { today } = client.facts;
  const yesterday = addDays(today, -1);
  const isNow = day === undefined || day > yesterday;
  const until = isNow ? yesterday : day;
  const [observed, rows] = await Promise.all([
    // A target that was changed today counts at once, with the expenditure up to yesterday.
    observe(tx, clientId, { facts: client.facts, history }, { until, on: isNow ? today : until, assumed }),
    selectReviews(tx, clientId, addDays(today, -REVIEWS_DAYS)),
  ]);
  const limits = toLimits(stored ?? DEFAULT_LIMITS);
  const { estimate, current, sentence } = observed;
  const reviews = rows.map(toReview);
  const target = current?.target;
  const weeks = estimate && target ? projectWeight(estimate, { intakeKcal: target.kcal, days: PICTURE_DAYS }) : [];
  return {
    today,
    limits,
    expenditure: estimate && toExpenditure(estimate),
    sentence: decide(observed, limits)?.sentence ?? sentence,
    projection: weeks
      .filter(({ day: ahead }) => ahead % 7 === 0)
      .map(({ day: ahead, kg, low, high }) => ({ day: addDays(until, ahead), kg, low, high })),
    open: reviews.find(({ status }) => status === 'open') ?? null,
    reviews,
    nextReviewAt: stored?.dueAt?.toISOString() ?? null,
  };
}

/** Target, logged energy, weight and expenditure of the last twelve weeks. @throws NOT_FOUND */
export async function getTargetPicture(
  tx: Tx<CoachScope>,
  clientId: string,
  request: TargetRequest,
): Promise<TargetPicture> {
  const [{ facts }, history] = await Promise.all([
    readTargetClient(tx, clientId, request),
    selectChanges(tx, clientId),
  ]);
  const { today } = facts;
  const from = addDays(today, 1 - PICTURE_DAYS);
  const [intakes, weights, reviews] = await Promise.all([
    dailyIntakes(tx, { clientId, from, to: today }),
    listWeights(tx, clientId, from),
    selectReviews(tx, clientId, from),
  ]);
  const weighIns = new Map(weights.map(({ day, weightKg }) => [day, weightKg]));
  const days = intakes.map(({ date: day, status, kcal }) => {
    const target = changeOn(history, day)?.target;
    const targetKcal = target ? energyOn(target, day).kcal : null;
    return { day, status, intakeKcal: kcal, targetKcal, weightKg: weighIns.get(day) ?? null };
  });
  const expenditures = reviews.toReversed().map(({ day, estimate: { kcal } }) => ({ day, kcal }));
  return { today, days, expenditures };
}

/** @throws NOT_FOUND */
export async function saveAdaptationLimits(
  tx: Tx<CoachScope>,
  { clientId, limits }: { clientId: string; limits: AdaptationLimitsInput },
): Promise<{ limits: AdaptationLimitsInput }> {
  if (!(await lockRelationship(tx, clientId))) throw refuse('NOT_FOUND');
  await upsertLimits(tx, clientId, limits);
  return { limits };
}

/** The current review, with its client locked until the transaction ends. @throws NOT_FOUND */
async function lockReview(tx: Tx<CoachScope>, id: string): Promise<ReviewRow> {
  const found = await findReview(tx, id);
  const locked = found && (await lockRelationship(tx, found.clientId));
  // Read again, because the lock may have waited for another decision.
  const review = locked && (await findReview(tx, id));
  if (!review) throw refuse('NOT_FOUND');
  return review;
}

/**
 * Sets the target that a review proposes, from today on. Idempotent.
 * @throws NOT_FOUND, REVIEW_CHANGED when it is not open or fits no more, TARGET_BLOCKED with the reasons
 */
export async function approveTargetReview(
  tx: Tx<CoachScope, 'REVIEW_CHANGED' | 'TARGET_BLOCKED'>,
  reviewId: string,
  request: TargetRequest,
): Promise<TargetReview> {
  const { now } = request;
  const review = await lockReview(tx, reviewId);
  if (review.status === 'approved') return toReview(review);
  const { clientId, toKcal, sentence, estimate } = review;
  const client = await readTargetClient(tx, clientId, request);
  const current = changeOn(await selectChanges(tx, clientId), client.facts.today);
  const fits = review.status === 'open' && current?.target?.kcal === review.fromKcal;
  if (!fits || toKcal === null || client.isFormer) throw refuse(tx, 'REVIEW_CHANGED');
  const proposed = { toKcal, expenditureKcal: estimate.kcal.value, sentence };
  const { blocks, target, basis } = adaptedTarget(client, current, proposed);
  if (!target) throw refuse(tx, 'TARGET_BLOCKED', { data: { blocks } });
  await updateReview(tx, reviewId, 'approved', now);
  const { facts, timeZone } = client;
  const made = { source: 'adaptive' as const, by: 'coach' as const, note: '', target, basis };
  await addChange(tx, { ...made, id: uuidv7(), clientId, startsOn: facts.today }, { now, timeZone });
  return toReview({ ...review, status: 'approved' });
}

/** Dismisses a proposal. Idempotent. @throws NOT_FOUND, REVIEW_CHANGED when it is not open */
export async function dismissTargetReview(
  tx: Tx<CoachScope, 'REVIEW_CHANGED'>,
  reviewId: string,
  now: Date,
): Promise<TargetReview> {
  const review = await lockReview(tx, reviewId);
  if (review.status === 'dismissed') return toReview(review);
  if (review.status !== 'open') throw refuse(tx, 'REVIEW_CHANGED');
  await updateReview(tx, reviewId, 'dismissed', now);
  return toReview({ ...review, status: 'dismissed' });
}

/** For other features. */
export { selectOpenTargets };

/** Most proposals for a coach's queue of decisions. */
const QUEUE_MAX = 100;

/** The proposals of weekly reviews that wait for the coach. */
export const listOpenTargetReviews = (tx: Tx<CoachScope>) => selectOpenReviews(tx, QUEUE_MAX);
