import type { Actor } from './actor.ts';
import type { ClientScope, CoachScope } from './scope.ts';

/** Whether the caller of a procedure is a client whose numbers are off. */
export const hidesNumbers = (caller: { actor?: Pick<Actor, 'role' | 'relationship'> } | null): boolean =>
  caller?.actor?.role === 'Client' && caller.actor.relationship?.numbersOff === true;

/** Whether the reader of a transaction is such a client. A coach sees all numbers. */
export const readsWithoutNumbers = ({ scope }: { scope: CoachScope | ClientScope }): boolean =>
  scope.role === 'client' && scope.numbersOff;

/** Names of fields that hold calories, grams of food, macros, body weight or BMI. */
const NUMBERS =
  /^(kcal|kj|grams?|protein|carbs?|carbohydrates?|(saturated|body)?_?fat|sugars?|fib(re|er)|sodium|alcohol|bmi|weight)(G|Mg|Kg|Kcal|Kj|Grams)?$|(Kcal|Kj|Grams|WeightKg|TrendKg|ChangeKg|Bmi|BodyFat)$/i;

/** Their weights are those on a bar. */
const TRAINING = new Set(['programs', 'workouts', 'adjustments', 'exercises']);

/**
 * An answer to a client whose numbers are off: null for each number in a field of such a name. The last line of defence,
 * behind services that leave out what has no such name, such as the weigh-ins in a list of measurements.
 * @param procedure like `progress.getProgress`
 */
export const withoutNumbers = <Answer>(procedure: string, answer: Answer): Answer =>
  TRAINING.has(procedure.split('.')[0] ?? '') ? answer : (blanked(answer) as Answer);

function blanked(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (Array.isArray(value)) return value.map(blanked);
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => [
      key,
      typeof field === 'number' && NUMBERS.test(key) ? null : blanked(field),
    ]),
  );
}
