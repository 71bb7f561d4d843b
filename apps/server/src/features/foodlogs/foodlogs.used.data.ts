import { type SQL, sql } from 'drizzle-orm';
import type { ClientScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { currentFoodId } from '../foods/foods.coach.service.ts';

/** After so many days a use counts half. */
const HALF_LIFE_DAYS = 14;

/** `score` counts the uses, of which earlier ones count less. */
export type UsedFood = {
  foodId: string;
  score: number;
  amount: number | null;
  measure: string | null;
  favorite: boolean;
};

type UsedInput = { from: string; today: string; limit: number; among?: readonly string[] };

/**
 * The favorites of the client in scope, by their ids of today, and up to `limit` other foods that the client logged since
 * `from`: often and lately used ones first, with the last amount of each.
 */
export async function selectUsedFoods(
  tx: Tx<ClientScope>,
  { from, today, limit, among }: UsedInput,
): Promise<UsedFood[]> {
  const { coachId, clientId } = tx.scope;
  const isAmong = (id: SQL) => (among ? sql`${id} = any(${sql.param([...among])}::uuid[])` : sql`true`);
  const id = currentFoodId(tx, sql`f.food_id`);
  const { rows } = await tx.execute<UsedFood>(sql`
    with favorites as (
      select distinct ${id} as food_id from client_food_favorites f
      where f.coach_id = ${coachId} and f.client_id = ${clientId} and ${isAmong(id)}
    ), used as (
      select e.food_id, max(e.logged_at) as logged_at,
        sum(power(0.5, greatest(0, ${today}::date - e.day) / ${HALF_LIFE_DAYS}::float8)) as score,
        (array_agg(e.amount order by e.logged_at desc))[1] as amount,
        (array_agg(e.measure order by e.logged_at desc))[1] as measure
      from food_entries e
      where e.coach_id = ${coachId} and e.client_id = ${clientId} and e.day >= ${from}::date and not e.deleted
        and e.food_id is not null and ${isAmong(sql`e.food_id`)}
      group by e.food_id
    )
    select coalesce(f.food_id, u.food_id) as "foodId", coalesce(u.score, 0) as score, u.amount, u.measure,
      f.food_id is not null as favorite
    from used u full join favorites f on f.food_id = u.food_id
    order by favorite desc, score desc, u.logged_at desc nulls last, 1
    limit ${limit}::int + (select count(*) from favorites)`);
  return rows;
}
