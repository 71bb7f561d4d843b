import { addDays, dayInZone, startOfDay } from '@stridewell/contract/time';
import { and, desc, eq, lte } from 'drizzle-orm';
import { users } from '../src/core/people/people.table.ts';
import { Registry } from '../src/core/registry.ts';
import { relationships } from '../src/core/relationships/relationships.table.ts';
import { mintCoachScope } from '../src/core/tenancy/mint.ts';
import { notificationOutbox, notifications } from '../src/features/notifications/notifications.table.ts';
import { approveTargetReview } from '../src/features/targets/targets.adaptation.service.ts';
import { reviewTarget } from '../src/features/targets/targets.review.service.ts';
import { targetAdaptations, targetReviews } from '../src/features/targets/targets.table.ts';
import { features } from '../src/features.ts';
import { DEMO_CLIENTS, DEMO_ZONE } from './demo-clients.ts';
import { APPROVED_CLIENT, APPROVED_DAYS, TARGET_DAYS } from './demo-targets.ts';
import type { OwnerDb } from './factories.ts';
import { asProduct } from './product.ts';

const HOUR_MS = 3_600_000;
/** Hours from the start of the day until the coach decides. */
const DECIDES_AFTER = 9;

/**
 * Runs the weekly reviews of the demo's targets as the job would have on each day. The coach approves the last proposal
 * for one client. Those of today wait.
 */
export async function seedReviews(db: OwnerDb, now: Date): Promise<void> {
  const [coach] = await db.select({ id: users.id }).from(users).where(eq(users.email, 'demo.coach.pro@example.com'));
  if (!coach) return;
  const coachId = coach.id;
  const today = dayInZone(now, DEMO_ZONE);
  const scope = mintCoachScope(coachId);
  // Notifications are delivered below, at the time of their cause, so no job has to.
  const registry = new Registry(features, { send: async () => undefined });
  for (let ago = TARGET_DAYS; ago >= 0; ago -= 1) {
    const at = startOfDay(addDays(today, -ago), DEMO_ZONE);
    const due = await db
      .select({ clientId: targetAdaptations.clientId })
      .from(targetAdaptations)
      .where(and(eq(targetAdaptations.coachId, coachId), lte(targetAdaptations.dueAt, at)));
    for (const { clientId } of due) await asProduct(db, scope, (tx) => reviewTarget(tx, clientId, at), registry);
    await deliver(db, coachId, at);
    if (ago !== APPROVED_DAYS) continue;
    const decidedAt = new Date(at.getTime() + DECIDES_AFTER * HOUR_MS);
    const request = { units: 'metric', prescribes: true, adapts: true, now: decidedAt } as const;
    const reviewId = await findOpen(db, coachId, DEMO_CLIENTS[APPROVED_CLIENT]?.email ?? '');
    await asProduct(db, scope, (tx) => approveTargetReview(tx, reviewId, request), registry);
  }
}

/** @throws when the last review of the client's target proposes none */
async function findOpen(db: OwnerDb, coachId: string, email: string): Promise<string> {
  const [review] = await db
    .select({ id: targetReviews.id, status: targetReviews.status, sentence: targetReviews.sentence })
    .from(targetReviews)
    .innerJoin(
      relationships,
      and(eq(relationships.coachId, targetReviews.coachId), eq(relationships.clientId, targetReviews.clientId)),
    )
    .where(and(eq(targetReviews.coachId, coachId), eq(relationships.email, email)))
    .orderBy(desc(targetReviews.day))
    .limit(1);
  if (review?.status === 'open') return review.id;
  throw new Error(`the demo has no proposed target for ${email}: ${review?.sentence ?? 'no review'}`);
}

/** Delivers what the reviews sent the coach, who has read it. */
async function deliver(db: OwnerDb, coachId: string, at: Date): Promise<void> {
  const sent = await db.delete(notificationOutbox).where(eq(notificationOutbox.coachId, coachId)).returning();
  if (sent.length === 0) return;
  const rows = sent.map(({ coachId: _, mailAt: __, ...row }) => ({ ...row, read: true, createdAt: at }));
  await db.insert(notifications).values(rows);
}
