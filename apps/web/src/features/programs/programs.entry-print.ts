import type { ProgramExercise, SetLoad, SetTarget } from '@stridewell/contract/programs/programs';
import { type EntryOptions, parseEntry } from '@stridewell/contract/programs/programs.entry.rules';
import { clockText } from '@stridewell/contract/programs/programs.wording.rules';
import { kgToLb, type UnitSystem, weightFromInput } from '@stridewell/contract/units';

/** The fewest decimals of pounds that give the same kilograms. A hundredth of a pound is less than one of a kilogram. */
const POUND_DECIMALS = [0, 1, 2];

/** A load as a coach would type it. */
export function loadEntry({ unit, value }: SetLoad, units: UnitSystem): string {
  if (unit === 'percent') return `${value}%`;
  if (value === 0) return 'bodyweight';
  if (units === 'metric') return `${Number(value.toFixed(2))}kg`;
  const pounds = POUND_DECIMALS.map((decimals) => Number(kgToLb(value).toFixed(decimals)));
  const kg = weightFromInput(value, 'metric');
  return `${pounds.find((amount) => weightFromInput(amount, 'imperial') === kg) ?? pounds.at(-1)}lb`;
}

const PLAIN: EntryOptions = { find: () => ({ exercise: null, choices: [] }), units: 'metric' };

/** Sets behind a name or reps that are tried out. */
const TRIED_SETS = '3x8';

/** A quote may reach to the next one, however far behind. */
const HAS_QUOTES = /["“”„″]/;

function headEntry({ name, group }: Pick<ProgramExercise, 'name' | 'group'>): string {
  const letter = group ? `${group}1 ` : '';
  const tried = parseEntry(`${letter}${name} ${TRIED_SETS}`, PLAIN);
  const isPlain =
    'entry' in tried &&
    tried.entry.name === name &&
    tried.entry.group === group &&
    tried.entry.notes === '' &&
    tried.entry.sets.length === 1 &&
    tried.entry.sets[0]?.reps === '8';
  return `${letter}${isPlain && !HAS_QUOTES.test(name) ? name : JSON.stringify(name)}`;
}

function repsEntry(reps: string): string {
  const tried = parseEntry(`name 1x${reps} rest 1:01`, PLAIN);
  const [set, ...more] = 'entry' in tried ? tried.entry.sets : [];
  const isPlain =
    set?.reps === reps &&
    set.rest === 61 &&
    more.length === 0 &&
    !set.load &&
    !set.effort &&
    !set.tempo &&
    set.count === 1;
  return isPlain && !HAS_QUOTES.test(reps) ? reps : JSON.stringify(reps);
}

const restEntry = (seconds: number): string => `rest ${seconds < 60 ? `${seconds}s` : clockText(seconds)}`;

const KIND_ENTRIES = { warm_up: 'warm-up', drop: 'drop', failure: 'failure' } as const;

/** A normal set is named only where the reps would make it a warm-up. */
function kindEntry({ kind, reps }: SetTarget, typed: string): string {
  if (kind !== 'normal') return KIND_ENTRIES[kind];
  const tried = parseEntry(`name 1x${typed}`, PLAIN);
  return 'entry' in tried && tried.entry.sets[0]?.kind !== 'normal' && reps !== '' ? 'normal' : '';
}

function setEntry(set: SetTarget, units: UnitSystem): string {
  const { count, load, effort, tempo, rest } = set;
  const reps = repsEntry(set.reps);
  const parts = [
    `${count}x${reps}`,
    kindEntry(set, reps),
    load && loadEntry(load, units),
    effort && `@${effort.scale}${effort.value}`,
    tempo && `tempo ${tempo}`,
    rest !== null && restEntry(rest),
  ];
  return parts.filter(Boolean).join(' ');
}

const notesEntry = (notes: string): string =>
  /[\p{Cc}\p{Zl}\p{Zp}]/u.test(notes) || notes.startsWith('"') ? JSON.stringify(notes) : notes;

/** The exercise as a coach would type it. `parseEntry` reads the same from it, loads in kilograms to two decimals. */
export function printEntry(
  { name, group, sets, notes }: Pick<ProgramExercise, 'name' | 'group' | 'sets' | 'notes'>,
  units: UnitSystem,
): string {
  const line = `${headEntry({ name, group })} ${sets.map((set) => setEntry(set, units)).join(', ')}`;
  return notes ? `${line} // ${notesEntry(notes)}` : line;
}
