import type { NutritionWeek, OwnNutritionWeek } from '@stridewell/contract/nutrition/nutrition';
import type { Pause } from '@stridewell/contract/people.rules';
import { addDays, dayInZone, isoWeekday } from '@stridewell/contract/time';
import { refuse } from '../../core/refusals.ts';
import { selectWays } from '../../core/relationships/coachings.data.ts';
import type { ClientScope, CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { selectTogether } from '../../platform/db/select-together.ts';
import { listFoodComments, listFoodPhotos, selectLoggedDays, toLoggedDays } from '../foodlogs/foodlogs.service.ts';
import { selectGivenHabits, selectHabitDaysOf } from '../habits/habits.service.ts';
import { selectPlannedMeals } from '../meals/meals.own.service.ts';
import { selectTargetEnergy, toEnergyChanges } from '../targets/targets.day.service.ts';
import { findNutritionClient } from './nutrition.data.ts';
import {
  averagesOf,
  followedBand,
  type GivenHabit,
  NO_NUTRITION,
  NUTRITION_DAYS,
  type NutritionFacts,
  nutritionFollowed,
  plannedMealsOn,
  targetKcalOn,
} from './nutrition.rules.ts';
import { nutritionShare, shareRange } from './nutrition.share.rules.ts';

type PersonTx = Tx<CoachScope | ClientScope>;
type Range = { from: string; to: string };
type NamedHabit = GivenHabit & { id: string; name: string };
type ReadFacts = Omit<NutritionFacts, 'habits'> & { habits: readonly NamedHabit[] };

/** The data of clients that their nutrition is measured by, by client. Days are those of the range. */
export async function readNutrition(
  tx: PersonTx,
  clientIds: readonly string[],
  range: Range,
): Promise<ReadonlyMap<string, ReadFacts>> {
  const logged = selectLoggedDays(tx, clientIds, range);
  const { energy, plans, given, ticks, totals, marks, ...rows } = await selectTogether(tx, {
    ways: selectWays(tx, clientIds),
    totals: logged.totals,
    marks: logged.marks,
    energy: selectTargetEnergy(tx, clientIds),
    plans: selectPlannedMeals(tx, clientIds, range),
    given: selectGivenHabits(tx, clientIds),
    ticks: selectHabitDaysOf(tx, clientIds, range),
  });
  const ways = new Map(rows.ways.map(({ clientId, way }) => [clientId, way]));
  const days = toLoggedDays({ totals, marks }, range);
  const targets = toEnergyChanges(energy);
  const [plansOf, givenTo, ticksOf] = [
    Map.groupBy(plans, ({ clientId }) => clientId ?? ''),
    Map.groupBy(given, ({ clientId }) => clientId),
    Map.groupBy(ticks, ({ clientId, habitId }) => `${clientId} ${habitId}`),
  ];
  return new Map(
    clientIds.map((clientId) => {
      const habits = (givenTo.get(clientId) ?? []).map(({ id, name, goal, daysPerWeek, givenAt }): NamedHabit => {
        // In a zone behind UTC the first day begins later.
        const since = dayInZone(givenAt, 'UTC');
        return { id, name, goal, daysPerWeek, since, days: ticksOf.get(`${clientId} ${id}`) ?? [] };
      });
      return [
        clientId,
        {
          way: ways.get(clientId) ?? null,
          days: days.get(clientId) ?? [],
          targets: targets.get(clientId) ?? [],
          plans: plansOf.get(clientId) ?? [],
          habits,
        },
      ];
    }),
  );
}

/** `nutritionShare` by client. Clients without anything due are missing. */
export async function listNutritionShares(
  tx: Tx<CoachScope>,
  clients: readonly { clientId: string; pauses: readonly Pause[] }[],
  today: string,
): Promise<ReadonlyMap<string, number>> {
  const ids = clients.map(({ clientId }) => clientId);
  const facts = await readNutrition(tx, ids, shareRange(today));
  return new Map(
    clients.flatMap(({ clientId, pauses }): [string, number][] => {
      const share = nutritionShare(facts.get(clientId) ?? NO_NUTRITION, { today, pauses });
      return share === null ? [] : [[clientId, share]];
    }),
  );
}

const daysFrom = (from: string): string[] => Array.from({ length: NUTRITION_DAYS }, (_, index) => addDays(from, index));

/** Seven days of a client's nutrition for the coach. @throws NOT_FOUND */
export async function getNutritionWeek(
  tx: Tx<CoachScope>,
  { clientId, to: asked }: { clientId: string; to?: string | undefined },
  now: Date,
): Promise<NutritionWeek> {
  const client = await findNutritionClient(tx, clientId);
  if (!client) throw refuse('NOT_FOUND');
  const today = dayInZone(now, client.timeZone);
  const to = asked ?? addDays(today, -1);
  const from = addDays(to, 1 - NUTRITION_DAYS);
  // Four weeks, because nothing is due before the first day with anything logged.
  const earlier = addDays(to, 1 - 4 * NUTRITION_DAYS);
  const [byClient, photos, comments] = await Promise.all([
    readNutrition(tx, [clientId], { from: earlier, to }),
    listFoodPhotos(tx, clientId, { from, to }),
    listFoodComments(tx, clientId, { from, to }),
  ]);
  const facts = byClient.get(clientId);
  if (!facts) throw refuse('NOT_FOUND');
  const logged = new Map(facts.days.map((day) => [day.day, day]));
  const days = daysFrom(from).map((day) => {
    const found = logged.get(day);
    return {
      day,
      status: found?.status ?? ('unlogged' as const),
      isGuess: found?.isGuess ?? true,
      intakeKcal: found?.kcal ?? null,
      targetKcal: targetKcalOn(facts, day),
      planned: plannedMealsOn(facts, day),
      ticked: found?.ticked ?? 0,
    };
  });
  const within = { from, to, today, pauses: client.pauses };
  return {
    from,
    to,
    days,
    followed: nutritionFollowed(facts, within),
    average: averagesOf(days),
    habits: facts.habits.map((habit) => {
      const only = { ...NO_NUTRITION, way: 'habits' as const, habits: [habit] };
      return { id: habit.id, name: habit.name, ...nutritionFollowed(only, within) };
    }),
    photos,
    comments,
  };
}

/** The week of a day of the client in scope: targets, and how much of each day is logged. */
export async function getOwnNutritionWeek(
  tx: Tx<ClientScope>,
  asked: string | undefined,
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<OwnNutritionWeek> {
  const { clientId, numbersOff } = tx.scope;
  const today = dayInZone(now, timeZone);
  const day = asked ?? today;
  const from = addDays(day, 1 - isoWeekday(day));
  const range = { from, to: addDays(from, NUTRITION_DAYS - 1) };
  const selected = selectLoggedDays(tx, [clientId], range);
  const { energy, totals, marks } = await selectTogether(tx, {
    totals: selected.totals,
    marks: selected.marks,
    energy: selectTargetEnergy(tx, [clientId]),
  });
  const logged = toLoggedDays({ totals, marks }, range).get(clientId);
  const targets = numbersOff ? [] : (toEnergyChanges(energy).get(clientId) ?? []);
  return {
    today,
    days: daysFrom(from).map((one) => {
      const found = logged?.find((known) => known.day === one);
      const targetKcal = targetKcalOn({ targets }, one);
      const band = targetKcal === null ? null : followedBand(targetKcal);
      return {
        day: one,
        status: found?.status ?? ('unlogged' as const),
        isGuess: found?.isGuess ?? true,
        intakeKcal: numbersOff ? null : (found?.kcal ?? null),
        targetKcal,
        band: band && { lowKcal: band.low, highKcal: band.high },
      };
    }),
  };
}
