import type { CoachFood, Food } from '@stridewell/contract/foods/foods';
import type { CoachRow } from './foods.coach.data.ts';

/**
 * A food as its coach sees it: that of all coaches, with the coach's content and marks on top.
 * @throws Error for a row without content and without a food below it, which writes prevent
 */
export function asCoachFood(shared: Food | undefined, row: CoachRow | undefined): CoachFood {
  const own = { own: shared === undefined, changed: shared !== undefined && row?.food != null };
  const marks = { hidden: row?.hidden ?? false, favorite: row?.favorite ?? false, version: row?.version ?? 0 };
  const below = shared && { ...shared, ...own, ...marks };
  if (!row?.food) {
    if (below) return below;
    throw new Error('a food has no content');
  }
  return { ...row.food, id: row.id, builtIn: shared?.builtIn ?? false, ...own, ...marks };
}

/** Foods of both kinds by name, in the order of the database, which is that of the bytes. */
export const mergeByName = <Row extends { nameKey: string; id: string }>(rows: readonly Row[]): Row[] =>
  rows.toSorted((a, b) => compareBytes(a.nameKey, b.nameKey) || compareBytes(a.id, b.id));

const compareBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
