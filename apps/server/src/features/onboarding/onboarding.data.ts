import type { HealthAnswers, ScoffAnswers } from '@stridewell/contract/onboarding/onboarding.health.rules';
import type { SetupFacts, SetupStep } from '@stridewell/contract/onboarding/onboarding.rules';
import type { OnboardingStep } from '@stridewell/contract/onboarding/onboarding.steps.rules';
import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { coaches } from '../../core/people/people.table.ts';
import { changeOwnRelationship, isRelationshipWith } from '../../core/relationships/relationships.data.ts';
import { relationships } from '../../core/relationships/relationships.table.ts';
import type { ClientScope, CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { hasBookingHours } from '../calendar/calendar.service.ts';
import { hasForms } from '../checkins/checkins.service.ts';
import { hasProfilePhoto, hasProfileText } from '../coaches/coaches.service.ts';
import {
  coachSetups,
  consents,
  healthScreens,
  nutritionModes,
  onboardings,
  referralLetters,
} from './onboarding.table.ts';

export type PersonTx = Tx<CoachScope | ClientScope>;
export type ConsentRow = typeof consents.$inferSelect;
export type HealthRow = typeof healthScreens.$inferSelect;

/** Coach, client, their current step and the coach's time zone. */
export async function findOnboarding(tx: PersonTx, clientId: string) {
  const [row] = await tx
    .select({
      status: relationships.status,
      personId: relationships.personId,
      completed: relationships.onboardingCompleted,
      coachName: coaches.fullName,
      timeZone: coaches.timeZone,
      step: onboardings.step,
    })
    .from(relationships)
    .innerJoin(coaches, eq(coaches.id, relationships.coachId))
    .leftJoin(
      onboardings,
      and(eq(onboardings.coachId, relationships.coachId), eq(onboardings.clientId, relationships.clientId)),
    )
    .where(isRelationshipWith(tx, clientId));
  return row;
}

export async function findConsent(tx: PersonTx, clientId: string) {
  const [row] = await tx
    .select()
    .from(consents)
    .where(and(eq(consents.coachId, tx.scope.coachId), eq(consents.clientId, clientId)))
    .orderBy(desc(consents.givenAt), desc(consents.id))
    .limit(1);
  return row;
}

export async function findHealthScreen(tx: PersonTx, clientId: string) {
  const [row] = await tx
    .select()
    .from(healthScreens)
    .where(and(eq(healthScreens.coachId, tx.scope.coachId), eq(healthScreens.clientId, clientId)))
    .orderBy(desc(healthScreens.answeredAt), desc(healthScreens.id))
    .limit(1);
  return row;
}

type Place = { step: OnboardingStep; updatedAt: Date };

export async function upsertOnboarding(tx: PersonTx, clientId: string, place: Place): Promise<void> {
  await tx
    .insert(onboardings)
    .values({ coachId: tx.scope.coachId, clientId, ...place })
    .onConflictDoUpdate({ target: [onboardings.coachId, onboardings.clientId], set: place });
}

type Version = { id: string; version: number; now: Date };

/** A client's answer counts as confirmed. A coach's entry waits for the client's confirmation. */
const authorOf = ({ scope }: PersonTx, now: Date) => ({
  by: scope.role,
  confirmedAt: scope.role === 'client' ? now : null,
});

export async function insertConsent(tx: PersonTx, clientId: string, { id, version, now }: Version): Promise<void> {
  const { by, confirmedAt } = authorOf(tx, now);
  await tx
    .insert(consents)
    .values({ coachId: tx.scope.coachId, id, clientId, version, givenBy: by, givenAt: now, confirmedAt })
    .onConflictDoNothing();
}

/** @returns false when the same answers are already stored */
export async function insertHealthScreen(
  tx: PersonTx,
  clientId: string,
  {
    id,
    version,
    now,
    answers,
    scoff = null,
  }: Version & { answers: HealthAnswers; scoff?: ScoffAnswers | null | undefined },
): Promise<boolean> {
  const { by, confirmedAt } = authorOf(tx, now);
  const rows = await tx
    .insert(healthScreens)
    .values({
      coachId: tx.scope.coachId,
      id,
      clientId,
      version,
      answers,
      scoff,
      answeredBy: by,
      answeredAt: now,
      confirmedAt,
    })
    .onConflictDoNothing()
    .returning({ id: healthScreens.id });
  return rows.length > 0;
}

export const isClient = (tx: PersonTx): tx is Tx<ClientScope> => tx.scope.role === 'client';

/** @returns false when the onboarding was already completed */
export async function markCompleted(tx: PersonTx, clientId: string): Promise<boolean> {
  if (isClient(tx)) return changeOwnRelationship(tx, sql`onboarding_completed = true`, sql`not onboarding_completed`);
  const { rowCount } = await tx
    .update(relationships)
    .set({ onboardingCompleted: true })
    .where(and(isRelationshipWith(tx, clientId), eq(relationships.onboardingCompleted, false)));
  return rowCount === 1;
}

export async function updateConfirmed(
  tx: Tx<ClientScope>,
  shown: { consentId: string | null; healthId: string | null },
  now: Date,
): Promise<void> {
  const { coachId, clientId } = tx.scope;
  const { consentId, healthId } = shown;
  if (consentId) {
    await tx
      .update(consents)
      .set({ confirmedAt: now })
      .where(
        and(
          eq(consents.coachId, coachId),
          eq(consents.clientId, clientId),
          eq(consents.id, consentId),
          isNull(consents.confirmedAt),
        ),
      );
  }
  if (!healthId) return;
  await tx
    .update(healthScreens)
    .set({ confirmedAt: now })
    .where(
      and(
        eq(healthScreens.coachId, coachId),
        eq(healthScreens.clientId, clientId),
        eq(healthScreens.id, healthId),
        isNull(healthScreens.confirmedAt),
      ),
    );
}

/** Withdraws the consent. Deletes what needs it: health answers, mode and letters. */
export async function withdrawConsents(tx: Tx<ClientScope>, now: Date): Promise<void> {
  const { coachId, clientId } = tx.scope;
  await tx
    .update(consents)
    .set({ withdrawnAt: now })
    .where(and(eq(consents.coachId, coachId), eq(consents.clientId, clientId), isNull(consents.withdrawnAt)));
  for (const table of [healthScreens, nutritionModes, referralLetters]) {
    await tx.delete(table).where(and(eq(table.coachId, coachId), eq(table.clientId, clientId)));
  }
}

type Setup = Omit<SetupFacts, 'verified'> & { step: SetupStep; dismissed: boolean };

/** Which parts of the setup the coach has completed, in one statement. */
export async function findSetup(tx: Tx<CoachScope>): Promise<Setup> {
  const { coachId } = tx.scope;
  const [row] = await tx
    .select({
      step: sql<SetupStep>`coalesce(${coachSetups.step}, 'profile')`,
      dismissed: sql<boolean>`coalesce(${coachSetups.dismissed}, false)`,
      profile: hasProfileText(coachId),
      photo: hasProfilePhoto(coachId),
      availability: hasBookingHours(coachId),
      template: hasForms(coachId),
      invited: sql<boolean>`exists (select 1 from ${relationships} r where r.coach_id = ${coachId})`,
    })
    .from(coaches)
    .leftJoin(coachSetups, eq(coachSetups.coachId, coaches.id))
    .where(eq(coaches.id, coachId));
  if (!row) throw new Error('the coach in scope has no row');
  return row;
}

export async function upsertSetup(
  tx: Tx<CoachScope>,
  change: { step?: SetupStep; dismissed?: boolean },
): Promise<void> {
  await tx
    .insert(coachSetups)
    .values({ coachId: tx.scope.coachId, ...change })
    .onConflictDoUpdate({
      target: coachSetups.coachId,
      set: {
        step: change.step ?? sql`${coachSetups.step}`,
        dismissed: change.dismissed ?? sql`${coachSetups.dismissed}`,
      },
    });
}
