import type { SetTarget } from '@stridewell/contract/programs/programs';
import {
  clockText,
  effortText,
  kindText,
  loadText,
  repsText,
} from '@stridewell/contract/programs/programs.wording.rules';
import { kgToLb, type UnitSystem, weightUnit } from '@stridewell/contract/units';
import type { LoggedSet, PersonalRecord, WorkoutLog } from '@stridewell/contract/workouts/workouts';
import { numberText } from '../../lib/format.ts';

/** Loads as people say them: whole and half units, without needless digits. */
export const loadNumber = (kg: number, units: UnitSystem): number =>
  Number((units === 'imperial' ? kgToLb(kg) : kg).toFixed(units === 'imperial' ? 1 : 2));

type Figures = Pick<LoggedSet, 'weightKg' | 'reps' | 'seconds' | 'metres'>;

/** Result of a set, like `60 kg × 8`, `0:30` or `400 m`. */
export function setFigures({ weightKg, reps, seconds, metres }: Figures, units: UnitSystem): string {
  const parts = [
    weightKg !== null && weightKg > 0 && `${loadNumber(weightKg, units)} ${weightUnit(units)}`,
    reps !== null && (weightKg ? `× ${reps}` : `${reps} reps`),
    seconds !== null && clockText(seconds),
    metres !== null && `${numberText(metres)} m`,
  ];
  return parts.filter(Boolean).join(' ');
}

/** Result and effort of a set, like `60 kg × 8, RIR 2`. */
export function setResult(set: Figures & Pick<LoggedSet, 'rir'>, units: UnitSystem): string {
  return [setFigures(set, units), set.rir !== null && `RIR ${set.rir}`].filter(Boolean).join(', ');
}

/** Target of a set, like `8–10 at 60 kg, RIR 2`. */
export function targetText(target: SetTarget, units: UnitSystem): string {
  const { reps, load, effort } = target;
  const what = `${repsText(reps)}${kindText(target)}${load ? ` at ${loadText(load, units)}` : ''}`;
  return [what, effort && effortText(effort)].filter(Boolean).join(', ');
}

/** Text of a record, like `Record: 100 kg, estimated 1RM 116.7 kg`. Empty for an exercise without one. */
export function recordText(
  { sets }: WorkoutLog,
  exerciseKey: string,
  records: readonly PersonalRecord[],
  units: UnitSystem,
): string {
  const own = new Set(sets.filter((set) => set.exerciseKey === exerciseKey).map(({ id }) => id));
  const record = records.find(({ setId }) => own.has(setId));
  if (!record) return '';
  const { weightKg, oneRepMaxKg } = record;
  const load = (kg: number) => `${Math.round(loadNumber(kg, units) * 10) / 10} ${weightUnit(units)}`;
  const parts = [weightKg !== null && load(weightKg), oneRepMaxKg !== null && `estimated 1RM ${load(oneRepMaxKg)}`];
  return `Record: ${parts.filter(Boolean).join(', ')}`;
}

/** Results of an exercise, set by set. */
export function doneText({ head, sets }: WorkoutLog, exerciseKey: string, units: UnitSystem): string {
  const done = sets
    .filter((set) => set.exerciseKey === exerciseKey && set.done && !set.deleted)
    .sort((a, b) => a.position - b.position);
  if (done.length > 0) return done.map((set) => setResult(set, units) || 'Done').join('; ');
  return head.finishedAt === null ? 'Not done yet' : 'Skipped';
}
