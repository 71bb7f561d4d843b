import type { FoodDay, FoodEntry, LoggableFood } from '@stridewell/contract/foodlogs/foodlogs';
import { isHouseholdMeasure } from '@stridewell/contract/foodlogs/foodlogs.rules';

/** An entry for a client whose numbers are off: in household measures, without figures. */
function hideEntry(entry: FoodEntry): FoodEntry {
  // How much was drunk is no figure of food.
  if (entry.kind === 'water') return { ...entry, nutrients: null };
  const amount = entry.amount && isHouseholdMeasure(entry.amount.measure) ? entry.amount : null;
  return { ...entry, amount, quantity: null, unit: null, nutrients: null };
}

/** A day for a client whose numbers are off. */
export const hideNumbers = (day: FoodDay): FoodDay => ({ ...day, entries: day.entries.map(hideEntry) });

/** A food for a client whose numbers are off. */
export const hideFigures = ({ nutrients: _, portions, last, ...food }: LoggableFood): LoggableFood => ({
  ...food,
  nutrients: null,
  portions: portions.flatMap(({ name }) => (isHouseholdMeasure(name) ? { name, grams: null } : [])),
  last: last && isHouseholdMeasure(last.measure) ? last : null,
});
