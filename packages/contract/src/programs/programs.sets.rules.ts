import { repsProblem } from './programs.reps.rules.ts';
import { PROGRAM_BOUNDS } from './programs.rules.ts';
import type { SetTarget } from './programs.ts';

type SetField = 'count' | 'reps' | 'load' | 'effort' | 'tempo' | 'rest';
type SetProblem = { field: SetField; problem: string };

const numberProblem = (value: number, min: number, max: number): string | null => {
  if (value < min) return `Please enter ${min} or more`;
  return value <= max ? null : `Please enter ${max} or less`;
};

const wholeProblem = (value: number, min: number, max: number): string | null =>
  numberProblem(value, min, max) ?? (Number.isInteger(value) ? null : 'Please enter a whole number');

function lineProblem(text: string): string | null {
  const line = text.trim();
  if (line === '') return 'Please fill this in';
  if (line.length > PROGRAM_BOUNDS.reps) return `Please use at most ${PROGRAM_BOUNDS.reps} characters`;
  return /[\p{Cc}\p{Cs}]/u.test(line) ? 'Please remove line breaks and control characters' : repsProblem(line);
}

const loadProblem = ({ unit, value }: NonNullable<SetTarget['load']>) =>
  unit === 'percent' ? numberProblem(value, 1, PROGRAM_BOUNDS.percent) : numberProblem(value, 0, PROGRAM_BOUNDS.loadKg);

const effortProblem = ({ scale, value }: NonNullable<SetTarget['effort']>) =>
  numberProblem(value, scale === 'rir' ? 0 : 1, 10) ?? (Number.isInteger(value * 2) ? null : 'use steps of a half');

/**
 * Why the contract would refuse a set. The same as `setTarget`, without the library for schemas: a line is read with
 * each key that is typed into the builder.
 */
export function setProblem({ count, reps, load, effort, tempo, rest }: SetTarget): SetProblem | null {
  const problems: [SetField, string | null][] = [
    ['count', wholeProblem(count, 1, PROGRAM_BOUNDS.sets)],
    ['reps', lineProblem(reps)],
    ['load', load && loadProblem(load)],
    ['effort', effort && effortProblem(effort)],
    ['tempo', tempo === null || /^[0-9X](?:-[0-9X]){3}$/.test(tempo) ? null : 'use four numbers or X'],
    ['rest', rest === null ? null : wholeProblem(rest, 0, PROGRAM_BOUNDS.rest)],
  ];
  for (const [field, problem] of problems) if (problem !== null) return { field, problem };
  return null;
}
