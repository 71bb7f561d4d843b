import { EXERCISE_EQUIPMENT, type ExerciseEquipment } from './exercises.rules.ts';

/** Equipment by the words people use [K]. A machine that is named specifically does not stand for every machine. */
const EQUIPMENT_WORDS: readonly (readonly [RegExp, readonly ExerciseEquipment[]])[] = [
  [/\b(?:full|commercial|whole) gym\b|^gym$/i, EXERCISE_EQUIPMENT],
  [/\bdumb-?bells?\b/i, ['dumbbells']],
  [/\bbarbells?\b/i, ['barbell', 'plate']],
  [/\b(?:squat |power )?rack\b/i, ['rack']],
  [/\bkettle-?bells?\b/i, ['kettlebell']],
  [/\bbands?\b/i, ['band']],
  [/\bpull-?up bar\b/i, ['pull_up_bar']],
  [/\bbench\b(?! press)/i, ['bench']],
  [/\btreadmill\b/i, ['treadmill']],
  [/\bbike\b/i, ['bike']],
  [/\browe?r\b|\browing machine\b/i, ['rower']],
  [/\bmat\b/i, ['mat']],
  [/\brings\b/i, ['rings']],
  [/\bcables?\b/i, ['cable']],
  [/\bsmith\b/i, ['smith_machine']],
  [/(?<!\b(?:smith|cable|rowing|ski|elliptical|stair|step)[ -])\bmachines?\b/i, ['machine']],
  [/\b(?:jump|skipping) rope\b/i, ['jump_rope']],
  [/^none$|\bno equipment\b|\bbody ?weight\b/i, []],
];
const DENIED = /^(?:no|without|don['’]?t have|no access to)\b(?! equipment)/i;

/** Equipment found in a list of free text. `unread` holds the entries that no rule knows. */
export type EquipmentReading = { equipment: ExerciseEquipment[]; read: string[]; unread: string[] };

export function readEquipment(items: readonly string[]): EquipmentReading {
  const found = items
    .filter((item) => !DENIED.test(item.trim()))
    .map((item) => ({ item, meant: EQUIPMENT_WORDS.filter(([words]) => words.test(item)) }));
  const known = found.filter(({ meant }) => meant.length > 0);
  const values = new Set(known.flatMap(({ meant }) => meant.flatMap(([, equipment]) => equipment)));
  return {
    equipment: EXERCISE_EQUIPMENT.filter((item) => values.has(item)),
    read: known.map(({ item }) => item),
    unread: found.filter(({ meant }) => meant.length === 0).map(({ item }) => item),
  };
}
