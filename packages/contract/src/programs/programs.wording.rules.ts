import { kgToLb, type UnitSystem, weightUnit } from '../units.ts';
import { percentLoadKg } from './programs.loads.rules.ts';
import { isWarmUpText, SET_KIND_LABELS } from './programs.rules.ts';
import type { ProgramDay, ProgramExercise, SetEffort, SetLoad, SetTarget } from './programs.ts';

/** Like `1 week` or `3 weeks`. */
export const countLabel = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Seconds as minutes, like `2:00`. */
export const clockText = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

export const restText = (seconds: number): string => (seconds === 0 ? 'no rest' : `rest ${clockText(seconds)}`);

/** Reps as screens show them: ranges with an en dash. */
export const repsText = (reps: string): string => reps.replaceAll(/(\d)\s*-\s*(?=\d)/g, '$1–');

/** A load with its unit. Kilograms with at most two decimals, pounds with one. No added load is bodyweight. */
export function loadText({ unit, value }: SetLoad, units: UnitSystem = 'metric'): string {
  if (unit === 'percent') return `${Number(value.toFixed(2))}% of 1RM`;
  if (value === 0) return 'bodyweight';
  const amount = units === 'imperial' ? kgToLb(value).toFixed(1) : value.toFixed(2);
  return `${Number(amount)} ${weightUnit(units)}`;
}

export const effortText = ({ scale, value }: SetEffort): string => `${scale.toUpperCase()} ${value}`;

/** A kind that the reps do not already say; a normal set is not named. */
export function kindText({ kind, reps }: Pick<SetTarget, 'kind' | 'reps'>): string {
  if (kind === 'normal' || (kind === 'warm_up' && isWarmUpText(reps))) return '';
  return ` (${SET_KIND_LABELS[kind].toLowerCase()})`;
}

/** A load for a person whose one-rep max is known, like `100 kg (80% of 1RM)`; as planned where it is not. */
function ownLoadText(load: SetLoad, units: UnitSystem, maxKg: number | null): string {
  const planned = loadText(load, units);
  if (load.unit !== 'percent' || maxKg === null) return planned;
  return `${loadText({ unit: 'kg', value: percentLoadKg(load.value, maxKg, units) }, units)} (${planned})`;
}

/** One line of sets, like `4 × 8–10 at 60 kg, RIR 2, rest 2:00`. `maxKg`: the one-rep max of the person who reads it. */
export function setText(set: SetTarget, units: UnitSystem = 'metric', maxKg: number | null = null): string {
  const { count, reps, load, effort, tempo, rest } = set;
  const parts = [
    `${count} × ${repsText(reps)}${kindText(set)}${load ? ` at ${ownLoadText(load, units, maxKg)}` : ''}`,
    effort && effortText(effort),
    tempo && `tempo ${tempo}`,
    rest !== null && restText(rest),
  ];
  return parts.filter(Boolean).join(', ');
}

/** All lines of an exercise, like `1 × Warm-up; 3 × 5 at 80% of 1RM, rest 3:00`. */
export const setsText = (
  sets: readonly SetTarget[],
  units: UnitSystem = 'metric',
  maxKg: number | null = null,
): string => sets.map((set) => setText(set, units, maxKg)).join('; ');

/** The title of a day on screens: its workout's name, or else the day's name. */
export const dayTitle = ({ name, workout }: Pick<ProgramDay, 'name' | 'workout'>): string => workout.name || name;

/** The mark of an exercise in a group, like A1. Empty on its own. */
export function markOf(exercises: readonly Pick<ProgramExercise, 'group'>[], index: number): string {
  const group = exercises[index]?.group ?? '';
  if (!group) return '';
  return `${group}${exercises.slice(0, index + 1).filter((one) => one.group === group).length}`;
}

/** At most `length` characters. Half characters at the cut are replaced. */
export const shorten = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length - 1).toWellFormed()}…` : text;

/** Runs of weeks that a line names; more are counted. */
const RUNS_SHOWN = 4;

/** Weeks in order, like `Week 2`, `Weeks 2 to 4` or `Weeks 1, 3 and 5 to 8`. */
export function weeksText(weeks: readonly number[]): string {
  const runs: { from: number; to: number }[] = [];
  for (const week of [...new Set(weeks)].sort((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last?.to === week - 1) last.to = week;
    else runs.push({ from: week, to: week });
  }
  const texts = runs.slice(0, RUNS_SHOWN).map(({ from, to }) => (from === to ? `${from}` : `${from} to ${to}`));
  const left = runs.slice(RUNS_SHOWN).reduce((sum, { from, to }) => sum + to - from + 1, 0);
  if (left > 0) texts.push(`${left} more`);
  const list = texts.length > 1 ? `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}` : texts.join('');
  return `${new Set(weeks).size === 1 ? 'Week' : 'Weeks'} ${list}`;
}

/** A fact about one week. */
export type WeekFact = { week: number; text: string };

/** Facts with the weeks that share them, in the order of their first week. */
export function groupByWeeks(facts: readonly WeekFact[]): { weeks: number[]; text: string }[] {
  const weeksOf = new Map<string, number[]>();
  for (const { week, text } of facts) weeksOf.set(text, [...(weeksOf.get(text) ?? []), week]);
  return [...weeksOf].map(([text, weeks]) => ({ weeks: [...new Set(weeks)], text }));
}
