import type { StoredObservation } from '@stridewell/contract/onboarding/onboarding.letters.rules';
import { and, desc, eq, isNull } from 'drizzle-orm';
import type { ClientScope, CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { PersonTx } from './onboarding.data.ts';
import { nutritionModes, referralLetters } from './onboarding.table.ts';

export type LetterRow = typeof referralLetters.$inferSelect;

const LETTERS_MAX = 20;

/** Letters of a client, newest first. */
export const selectLetters = (tx: PersonTx, clientId: string): Promise<LetterRow[]> =>
  tx
    .select()
    .from(referralLetters)
    .where(and(eq(referralLetters.coachId, tx.scope.coachId), eq(referralLetters.clientId, clientId)))
    .orderBy(desc(referralLetters.createdAt), desc(referralLetters.id))
    .limit(LETTERS_MAX);

export async function findLetter(tx: PersonTx, clientId: string, id: string): Promise<LetterRow | undefined> {
  const [row] = await tx
    .select()
    .from(referralLetters)
    .where(
      and(
        eq(referralLetters.coachId, tx.scope.coachId),
        eq(referralLetters.id, id),
        eq(referralLetters.clientId, clientId),
      ),
    );
  return row;
}

type NewLetter = { id: string; clientId: string; observations: readonly StoredObservation[]; createdAt: Date };

/** @returns undefined when the id is taken */
export async function insertLetter(tx: Tx<CoachScope>, letter: NewLetter): Promise<LetterRow | undefined> {
  const [row] = await tx
    .insert(referralLetters)
    .values({ ...letter, coachId: tx.scope.coachId })
    .onConflictDoNothing()
    .returning();
  return row;
}

export async function updateLetterRead(tx: Tx<ClientScope>, id: string, readAt: Date): Promise<void> {
  const { coachId, clientId } = tx.scope;
  await tx
    .update(referralLetters)
    .set({ readAt })
    .where(
      and(
        eq(referralLetters.coachId, coachId),
        eq(referralLetters.id, id),
        eq(referralLetters.clientId, clientId),
        isNull(referralLetters.readAt),
      ),
    );
}

/** The mode as the coach chose it; null while the health answers decide. */
export async function findGlp1Choice(tx: PersonTx, clientId: string): Promise<boolean | null> {
  const [row] = await tx
    .select({ glp1: nutritionModes.glp1 })
    .from(nutritionModes)
    .where(and(eq(nutritionModes.coachId, tx.scope.coachId), eq(nutritionModes.clientId, clientId)));
  return row?.glp1 ?? null;
}

export async function upsertGlp1Choice(tx: Tx<CoachScope>, clientId: string, glp1: boolean, now: Date): Promise<void> {
  const set = { glp1, changedAt: now };
  await tx
    .insert(nutritionModes)
    .values({ coachId: tx.scope.coachId, clientId, ...set })
    .onConflictDoUpdate({ target: [nutritionModes.coachId, nutritionModes.clientId], set });
}
