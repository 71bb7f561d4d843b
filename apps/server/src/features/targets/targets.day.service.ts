import { energyOn } from '@stridewell/contract/targets/targets.rules';
import { isoWeekday } from '@stridewell/contract/time';
import type { ClientScope, CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { findChangeOn, selectEnergyOf, toEnergyChanges } from './targets.data.ts';

/** For other features. */
export { selectEnergyOf as selectTargetEnergy, toEnergyChanges };

/** The target of a client on a day, with the numbers of that day; null without one. For other features. */
export async function targetOn(
  tx: Tx<CoachScope | ClientScope>,
  { clientId, date }: { clientId: string; date: string },
) {
  const change = await findChangeOn(tx, clientId, date);
  if (!change?.target) return null;
  const { startsOn, target } = change;
  const { kcal, protein, fat, carbohydrate, fibre, waterLiters, reasons, week } = target;
  const isTraining = week?.days[isoWeekday(date) - 1]?.isTraining ?? null;
  const average = { kcal, protein, fat, carbohydrate };
  return { startsOn, isTraining, ...energyOn(target, date), fibre, waterLiters, reasons, average };
}
