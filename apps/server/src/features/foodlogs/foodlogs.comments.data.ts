import type { FoodComment } from '@stridewell/contract/foodlogs/foodlogs';
import { and, asc, between, eq } from 'drizzle-orm';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { PersonTx } from './foodlogs.data.ts';
import { foodComments } from './foodlogs.table.ts';

const COMMENTS_MAX = 500;

const COMMENT = {
  id: foodComments.id,
  day: foodComments.day,
  meal: foodComments.meal,
  entryId: foodComments.entryId,
  text: foodComments.text,
  at: foodComments.createdAt,
};
type Row = Omit<FoodComment, 'at'> & { at: Date };
const toComment = ({ at, ...row }: Row): FoodComment => ({ ...row, at: at.toISOString() });

const isAbout = (tx: PersonTx, clientId: string) =>
  and(eq(foodComments.coachId, tx.scope.coachId), eq(foodComments.clientId, clientId));

/** Comments on these days, oldest first. */
export async function selectComments(
  tx: PersonTx,
  clientId: string,
  { from, to }: { from: string; to: string },
): Promise<FoodComment[]> {
  const rows = await tx
    .select(COMMENT)
    .from(foodComments)
    .where(and(isAbout(tx, clientId), between(foodComments.day, from, to)))
    .orderBy(asc(foodComments.createdAt), asc(foodComments.id))
    .limit(COMMENTS_MAX);
  return rows.map(toComment);
}

/** @returns undefined when a comment with this id exists */
export async function insertComment(tx: Tx<CoachScope>, clientId: string, { at, ...comment }: Row) {
  const [row] = await tx
    .insert(foodComments)
    .values({ ...comment, clientId, coachId: tx.scope.coachId, createdAt: at })
    .onConflictDoNothing()
    .returning(COMMENT);
  return row && toComment(row);
}

/** The comment with this id on this day. */
export async function findComment(tx: Tx<CoachScope>, clientId: string, { day, id }: { day: string; id: string }) {
  const [row] = await tx
    .select(COMMENT)
    .from(foodComments)
    .where(and(isAbout(tx, clientId), eq(foodComments.day, day), eq(foodComments.id, id)));
  return row && toComment(row);
}
