import type { DomainEvent } from '@stridewell/contract/events';
import { z } from 'zod';
import { enqueue } from '../../core/background.ts';
import type { EventHandlers, RecordingScope } from '../../core/events/handlers.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import type { Logger } from '../../platform/logger.ts';
import { eachDue } from '../../platform/queue/each-due.ts';
import { defineJob, defineScheduledJob, EVERY_FIVE_MINUTES } from '../../platform/queue/queue.ts';
import { lockClient, type ReviewPlace, selectDueReviews, setNextReview } from './adjustments.data.ts';
import { reviewClient } from './adjustments.review.service.ts';
import { adjusterScopeOf, reviewsScope } from './adjustments.scopes.ts';

/** Reviews clients whose training day is over. Runs every few minutes, because days end at different times by zone. */
export const reviewAdjustmentsJob = defineScheduledJob('adjustments.review', {
  schedule: EVERY_FIVE_MINUTES,
});

/** Reviews one client at once after an event. */
export const reviewClientJob = defineJob('adjustments.review-client', {
  schema: z.object({ coachId: z.uuid(), clientId: z.uuid() }),
});

const BATCH = 200;

type ReviewDeps = { db: Database; log: Logger; now: () => Date };

/**
 * Reviews the clients whose training day is over. Each review is one transaction, which also schedules the next one, so
 * an interrupted run loses nothing and a repeated run changes nothing. A failed review does not hold up the others.
 */
export async function reviewDueClients({ db, log, now }: ReviewDeps): Promise<void> {
  const at = now();
  await eachDue({
    name: 'clients',
    log,
    failure: 'adjustments were not reviewed',
    read: (after: ReviewPlace | undefined) =>
      db.read(reviewsScope, (tx) => selectDueReviews(tx, { now: at, after, limit: BATCH })),
    size: BATCH,
    place: ({ dueAt, coachId, clientId }) => ({ dueAt: dueAt.toISOString(), coachId, clientId }),
    work: ({ coachId, clientId }) => db.write(adjusterScopeOf(coachId), (tx) => reviewClient(tx, clientId, at)),
  });
}

type Reviewed = { coachId: string; clientId: string };

/**
 * Reviews one client, in the job that an event enqueued. Reads the time under the lock, so that a review that had to
 * wait does not use an outdated time.
 */
export const reviewInJob = ({ db, now }: Omit<ReviewDeps, 'log'>, { coachId, clientId }: Reviewed) =>
  db.write(adjusterScopeOf(coachId), async (tx) => {
    await lockClient(tx, clientId);
    await reviewClient(tx, clientId, now());
  });

/** For events of a client. A review needs the coach's scope, so it runs in a job. */
const afterWorkout = {
  async inJob(deps: ReviewDeps, event: DomainEvent): Promise<void> {
    await reviewInJob(deps, event);
  },
};

const isCoachTx = (tx: Tx<RecordingScope>): tx is Tx<CoachScope> => tx.scope.role === 'coach';

/** For changes by the coach. The client is due from this transaction on, and a job reviews them at once. */
const afterChange = {
  async inTransaction(tx: Tx<RecordingScope>, { coachId, clientId, occurredAt }: DomainEvent): Promise<void> {
    if (isCoachTx(tx)) await setNextReview(tx, clientId, new Date(occurredAt));
    await enqueue(tx, reviewClientJob, { coachId, clientId });
  },
};

/** Events that can cause a proposal or make one obsolete. Missed days are no events: `reviewDueClients` finds them. */
export const reviewHandlers: EventHandlers = {
  'workout.completed': afterWorkout,
  'workout.pain_flagged': afterWorkout,
  'program.assigned': afterChange,
  'program.changed': afterChange,
  'program.ended': afterChange,
  'relationship.paused': afterChange,
  'relationship.resumed': afterChange,
  'relationship.archived': afterChange,
  'relationship.restored': afterChange,
  'relationship.ended': afterChange,
};
