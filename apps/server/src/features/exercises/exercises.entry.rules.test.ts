import { exerciseFinder, plainName } from '@stridewell/contract/exercises/exercises.names.rules';
import { parseEntry } from '@stridewell/contract/programs/programs.entry.rules';
import { setsText } from '@stridewell/contract/programs/programs.wording.rules';
import type { UnitSystem } from '@stridewell/contract/units';
import { describe, expect, it } from 'vitest';
import { BUILT_IN_EXERCISES } from './exercises.content.ts';

/** Quick entry lines as coaches type them, read with the initial library. */

const LIBRARY = BUILT_IN_EXERCISES.map((exercise) => ({ ...exercise, videoUrl: '', tags: [] }));
const find = exerciseFinder(LIBRARY);

/**
 * Result of a line as shown in the builder: `Name: sets // note`, in a group `A Name`. `?` after the name: there is a
 * choice. `+`: an exercise outside of the library. Marks follow in parentheses.
 */
function outcome(text: string, units: UnitSystem): string {
  const result = parseEntry(text, { find, units });
  if ('problem' in result) return `refused: ${result.problem}`;
  const entries = 'entry' in result ? [result.entry] : result.block.entries;
  const shown = entries.map(({ group, name, exerciseId, choices, sets, notes, marks, assumed }) => {
    const sign = exerciseId !== null ? '' : choices.length > 0 ? '?' : '+';
    const title = `${group ? `${group} ` : ''}${name}${sign}`;
    const said = [...marks, ...(assumed ? ['no sets'] : [])].map((mark) => ` (${mark})`).join('');
    return `${title}: ${setsText(sets, units)}${notes ? ` // ${notes}` : ''}${said}`;
  });
  if ('entry' in result) return shown.join();
  const { format, minutes } = result.block;
  return `${format}${minutes === null ? '' : ` ${minutes}`} [${shown.join(' | ')}]`;
}

const METRIC: readonly (readonly [string, string])[] = [
  // Sets, reps and load in any order.
  ['Back squat 3x5 100kg @rir2', 'Back squat: 3 × 5 at 100 kg, RIR 2'],
  ['Back squat 100kg 5x5', 'Back squat: 5 × 5 at 100 kg'],
  ['4x6-8 bench 100kg', 'Bench press: 4 × 6–8 at 100 kg'],
  ['100 kg 5x5 front squat', 'Front squat: 5 × 5 at 100 kg'],
  ['Bench press - 3 x 8 - 82,5 kg', 'Bench press: 3 × 8 at 82.5 kg'],
  ['Bench press 4×8–10 @ 60 kg', 'Bench press: 4 × 8–10 at 60 kg'],
  ['Bench Press: 3 sets of 10 reps, 60 kg, 90s rest', 'Bench press: 3 × 10 at 60 kg, rest 1:30'],
  ['3 sets x 12 reps leg press 140kg', 'Leg press: 3 × 12 at 140 kg'],
  ['Leg extension 12-15 x 3', 'Leg extension: 3 × 12–15'],
  ['Leg extension 15 reps x 3 sets', 'Leg extension: 3 × 15'],
  ['Squat 100kg 5x5', 'Squat?: 5 × 5 at 100 kg'],
  ['Barbell squat 5x5 102.5kg', 'Back squat: 5 × 5 at 102.5 kg'],
  ['Deadlift 1x5 140kg, 2x8 110kg', 'Deadlift: 1 × 5 at 140 kg; 2 × 8 at 110 kg'],
  ['Deadlift 5x5 120', 'Deadlift: 5 × 5 at 120 kg (120 is read as 120 kg.)'],
  [
    'Bench press 3x5 100/105/110',
    'Bench press: 1 × 5 at 100 kg; 1 × 5 at 105 kg; 1 × 5 at 110 kg (100/105/110 is read as 100/105/110 kg.)',
  ],
  ['Front squat 3x5 80/85/90kg', 'Front squat: 1 × 5 at 80 kg; 1 × 5 at 85 kg; 1 × 5 at 90 kg'],
  ['Bench press 5x5 100/105/110kg', 'refused: 3 loads for 5 sets. Type one, or one for each set'],
  ['Bench press 5x5 5', "refused: Didn't understand “5”. Try: 5kg, @rir2 or rest 5s"],
  ['Bench press 100kg x 5', 'refused: How many sets? Try: 3x5'],
  ['Bench press 5 x 100kg', 'refused: How many reps? Try: 5x8 100kg'],
  ['Bench press 5x5x100kg', 'refused: Put a space before the load, like 5x5 100kg'],
  ['Bench press 3-4x8', 'refused: Type one number of sets, then the reps. Try: 3x8 or 4x8'],
  ['Bench press 8-10', 'refused: How many sets? Try: 3x8-10'],
  ['Bench press 3x8 1,000kg', "refused: Didn't understand “1,000kg”. Try: // 1,000kg"],
  // Effort.
  ['Deadlift 3x5 @ RPE 8,5', 'Deadlift: 3 × 5, RPE 8.5'],
  ['Deadlift 3x5 @8.5', 'Deadlift: 3 × 5, RPE 8.5'],
  ['Deadlift 3x5 2 RIR', 'Deadlift: 3 × 5, RIR 2'],
  ['Deadlift 3x5 RIR: 1', 'Deadlift: 3 × 5, RIR 1'],
  ['Bench press 3x5 @7/8/9', 'Bench press: 1 × 5, RPE 7; 1 × 5, RPE 8; 1 × 5, RPE 9'],
  ['Leg press 3x12 (2 reps in reserve)', 'Leg press: 3 × 12, RIR 2'],
  ['Leg press 3x12 RPE 7-8', 'refused: RPE takes one number. Try: @rpe7'],
  ['Leg press 3x12 @8.25', 'refused: Effort: use steps of a half'],
  ['Leg press 3x12 RIR', "refused: Didn't understand “RIR”. Try: @rir2"],
  // Percent.
  ['Back squat 5x3 80% 1RM', 'Back squat: 5 × 3 at 80% of 1RM'],
  ['Back squat 5x3 @ 77.5%', 'Back squat: 5 × 3 at 77.5% of 1RM'],
  ['Back squat 3x5 70/75/80%', 'Back squat: 1 × 5 at 70% of 1RM; 1 × 5 at 75% of 1RM; 1 × 5 at 80% of 1RM'],
  ['Back squat 5x3 75-80%', 'refused: A load is one number. Try: 80%'],
  ['Back squat 5x3 85% TM', "refused: Didn't understand “TM”. Try: 3x5 80%"],
  // Lists of reps, cycles and maxima.
  ['Bench press 5-5-5-3-3', 'Bench press: 3 × 5; 2 × 3'],
  ['Leg press 12/10/8/6', 'Leg press: 1 × 12; 1 × 10; 1 × 8; 1 × 6'],
  [
    'Leg press 12/10/8/6 100/110/120/130kg',
    'Leg press: 1 × 12 at 100 kg; 1 × 10 at 110 kg; 1 × 8 at 120 kg; 1 × 6 at 130 kg',
  ],
  [
    'Back squat 5/3/1',
    'refused: “5/3/1” changes from week to week. Type the sets of this week. Try: 1x5 75%, 1x3 85%, 1x1+ 95%',
  ],
  [
    'Back squat 1x5 75%, 1x3 85%, 1x1+ 95%',
    'Back squat: 1 × 5 at 75% of 1RM; 1 × 3 at 85% of 1RM; 1 × 1+ at 95% of 1RM',
  ],
  ['bench 4 sets 8, 8, 6, 6', 'Bench press: 2 × 8; 2 × 6'],
  ['bench 4 sets of 8, 8, 6, 6 @rir2, rest 2:00', 'Bench press: 2 × 8, RIR 2, rest 2:00; 2 × 6, RIR 2, rest 2:00'],
  ['bench 4x8, 8, 6, 6 100kg', 'Bench press: 2 × 8 at 100 kg; 2 × 6 at 100 kg'],
  ['bench 4 sets 8, 8, 6, 6, 100kg', 'Bench press: 2 × 8 at 100 kg; 2 × 6 at 100 kg'],
  ['bench 3 sets: 10/8/6', 'Bench press: 1 × 10; 1 × 8; 1 × 6'],
  ['bench 4 sets: 8', 'Bench press: 4 × 8'],
  ['bench 4 sets 8 / 8 / 6 / 6', 'Bench press: 2 × 8; 2 × 6'],
  ['bench 4 sets 8, 6', 'refused: 2 numbers of reps for 4 sets. Type one, or one for each set. Try: 4 sets 8/6/6/6'],
  [
    'bench 3 sets 8, 8, 6, 6',
    'refused: 4 numbers of reps for 3 sets. Type one, or one for each set. Try: 4 sets 8/8/6/6',
  ],
  ['bench 4x8/6', 'refused: 2 numbers of reps for 4 sets. Type one, or one for each set. Try: 4 sets 8/6/6/6'],
  ['bench 3 sets 8, 8, 100', 'refused: Is “100” the load? Try: 2 sets 8/8 100kg'],
  ['bench 2 sets 8, 100', 'refused: Is “100” the load? Try: 2x8 100kg'],
  ['bench 2 sets 8, 2 RIR', 'Bench press: 2 × 8, RIR 2'],
  ['bench 2 sets 8, 2 sets 6', 'Bench press: 2 × 8; 2 × 6'],
  ['bench 2 sets 8, 60 sec rest', 'Bench press: 2 × 8, rest 1:00'],
  ['3 sets of 10 lunges', 'lunges?: 3 × 10'],
  ['Push-ups 3 sets to failure', 'Push-up: 3 × AMRAP (to failure)'],
  ['Press-ups 3xAMRAP', 'Push-up: 3 × AMRAP'],
  ['Deadlift 1RM', 'Deadlift: 1 × 1RM'],
  ['Biceps 21s', 'refused: “21s” can be seconds or partial reps. Try: 3x21 sec, or 3x21 // 21s'],
  // Rounds.
  ['AMRAP 12min: 10 burpees, 15 KB swings', 'amrap 12 [Burpee: 1 × 10 | Kettlebell swing: 1 × 15]'],
  ['EMOM 10: 5 DB thrusters 15kg', 'emom 10 [Dumbbell thruster: 1 × 5 at 15 kg]'],
  ['3 rounds: 10 push-ups, 200m run, 30s plank', 'circuit [Push-up: 3 × 10 | Running: 3 × 200 m | Plank: 3 × 30 sec]'],
  [
    'EMOM 10',
    "refused: Didn't understand “EMOM”. Try: EMOM 10: 5 burpees. If it is part of the name, put the name in quotes",
  ],
  [
    'Tabata bike',
    "refused: Didn't understand “Tabata”. Try: EMOM 10: 5 burpees. If it is part of the name, put the name in quotes",
  ],
  // Times and distances.
  ['Bike 20 min', 'Cycling: 1 × 20 min'],
  ['run 5k easy', 'Running: 1 × 5 km // easy'],
  ['Easy run 30 min zone 2', 'Running: 1 × 30 min // easy, zone 2'],
  ['Row erg 4x500m rest 2 min', 'Rowing: 4 × 500 m, rest 2:00'],
  ['Plank 3x45s', 'Plank: 3 × 45 sec'],
  ['Side plank 3 x 30 sec each side', 'Side plank: 3 × 30 sec each side'],
  ['farmers carry 3x40m 32kg', "Farmer's carry: 3 × 40 m at 32 kg"],
  ['Bike 20m', 'Cycling: 1 × 20 m (20 m is read as meters. For minutes, type 20 min.)'],
  // Rest and tempo.
  ['Lat pulldown 3x12 rest 90', 'Lat pulldown: 3 × 12, rest 1:30'],
  ['Lat pulldown 3x12 rest 60-90s', 'refused: A rest is one time. Try: rest 60s'],
  ['Lat pulldown 3x12 90s', 'refused: Is “90s” the rest? Try: rest 90s, or 3x90s'],
  ['Goblet squat 3x10 @3010', 'Goblet squat: 3 × 10, tempo 3-0-1-0'],
  ['Goblet squat 3x10 tempo 3-0-1-0', 'Goblet squat: 3 × 10, tempo 3-0-1-0'],
  ['Goblet squat 3x10 tempo 310', "refused: Didn't understand “tempo”. Try: tempo 3-1-1-0"],
  // Names.
  ['Zercher squat 3x6', 'Zercher squat+: 3 × 6'],
  ['Pause squat 3x3', 'Pause squat+: 3 × 3'],
  ['paused bench press 3x3 80%', 'paused bench press+: 3 × 3 at 80% of 1RM'],
  ['tempo squat 4x5', 'tempo squat+: 4 × 5'],
  ['Tempo front squat 4x5 tempo 3-1-1-0', 'Tempo front squat+: 4 × 5, tempo 3-1-1-0'],
  ['deficit deadlift 5x3', 'deficit deadlift+: 5 × 3'],
  ['Box squat 5x2', 'Box squat: 5 × 2'],
  [
    'tempo 4x5',
    "refused: Didn't understand “tempo”. Try: tempo 3-1-1-0. If it is part of the name, put the name in quotes",
  ],
  ['Back squat 3x3 pause 90', "refused: Didn't understand “pause”. Try: rest 90s"],
  ['row 4x10', 'row?: 4 × 10'],
  ['Bulgarians 3x10 each leg bodyweight', 'Bulgarians?: 3 × 10 each leg at bodyweight'],
  ['BW pull ups 3x8', 'Pull-up: 3 × 8 at bodyweight'],
  ['Bench press 3x8 slowly', "refused: Didn't understand “slowly”. Try: // slowly"],
];

const IMPERIAL: readonly (readonly [string, string])[] = [
  ['Bench 3x5 225lbs', 'Bench press: 3 × 5 at 225 lb'],
  ['Bench 3x5 @ 185#', 'Bench press: 3 × 5 at 185 lb'],
  ['Squat 5x5 225', 'Squat?: 5 × 5 at 225 lb (225 is read as 225 lb.)'],
  ['Bench 3x5 @ 135', 'refused: Add kg, lb or % to 135, or use an RPE of 1 to 10. Try: 135lb'],
  ['BB back squat 3x5 100kg', 'Back squat: 3 × 5 at 220.5 lb'],
  ['OHP 5x5 95lb rest 3:00', 'Overhead press: 5 × 5 at 95 lb, rest 3:00'],
  ['RDLs 3x10 185lb', 'Romanian deadlift: 3 × 10 at 185 lb'],
  ['SLDL 3x8 @rpe8', 'Stiff-leg deadlift: 3 × 8, RPE 8'],
  ['BSS 3x8/leg', 'Bulgarian split squat: 3 × 8 each leg'],
  ['DB bench 4x10 50 lb', 'Dumbbell bench press: 4 × 10 at 50 lb'],
  ['Weighted pull-up 3x5 BW+45lb', 'Weighted pull-up?: 3 × 5 at 45 lb'],
  ['Pull-ups 3x5 +25lb', 'refused: Type the whole load, or the load on top of bodyweight. Try: BW+25lb'],
  ['a1 bench 4x8', 'A Bench press: 4 × 8'],
  ['A2: DB rows 4x10 each', 'A Dumbbell row: 4 × 10 each side'],
  ['1) Deadlift 3x3 405lb', 'Deadlift: 3 × 3 at 405 lb'],
  [
    'Bench 3x8 superset row 3x10',
    "refused: Didn't understand “superset”. Try: a1 bench press 3x8, then a2 barbell row 3x8",
  ],
  ['Run 3 miles', 'Running: 1 × 3 mi'],
  ['Row 15 cals', "refused: Didn't understand “cals”. Try: // cals"],
  ['bench press', 'Bench press: 3 × 8–12 (no sets)'],
  ['Lateral raise 3x15, 1x20 drop', 'Lateral raise: 3 × 15; 1 × 20 (drop set)'],
  ['Back squat 2 warm-up sets, 3x5 225lb', 'Back squat: 2 × Warm-up; 3 × 5 at 225 lb'],
];

describe('lines of coaches', () => {
  it('are 116', () => {
    expect(METRIC.length + IMPERIAL.length).toBe(116);
  });

  it.each(METRIC)('in kilograms: %s', (text, expected) => {
    expect(outcome(text, 'metric')).toBe(expected);
  });

  it.each(IMPERIAL)('in pounds: %s', (text, expected) => {
    expect(outcome(text, 'imperial')).toBe(expected);
  });
});

/** Examples of a refusal. Each is a whole line, or completes one with or without sets. */
const examplesOf = (problem: string): string[] =>
  (/Try: (.*?)(?:\. If it is part of the name, .*)?$/.exec(problem)?.[1] ?? '')
    .split(/, (?:or|then) |,? or /)
    .filter(Boolean);

describe('examples of refused lines', () => {
  const refused = [...METRIC, ...IMPERIAL].filter(
    ([, expected]) => expected.includes('. Try: ') || expected.includes('? Try: '),
  );

  it.each(refused)('can be typed: %s', (_, expected) => {
    for (const example of examplesOf(expected)) {
      const tried = [example, `bench press ${example}`, `bench press 3x8 ${example}`].map((text) =>
        parseEntry(text, { find, units: 'metric' }),
      );
      expect(
        tried.some((result) => !('problem' in result)),
        example,
      ).toBe(true);
    }
  });
});

describe('a variation', () => {
  const outside = { exercise: null, choices: [] };

  it('of an exercise is never read or offered as the plain exercise', () => {
    for (const variation of ['pause', 'Paused', 'tempo', 'deficit', 'pin', 'eccentric']) {
      for (const { name } of LIBRARY) {
        const typed = `${variation} ${name}`;
        const { exercise, choices } = find(typed);
        const others = [exercise, ...choices].filter((one) => one?.name === name);
        expect(others, typed).toEqual([]);
      }
    }
  });

  it('is the library exercise of that name, if there is one', () => {
    const [squat, ...others] = LIBRARY.filter(({ name }) => name === 'Back squat');
    if (!squat || others.length > 0) throw new Error('no squat');
    const named = (...names: string[]) =>
      exerciseFinder([...LIBRARY, ...names.map((name) => ({ ...squat, id: name, name }))]);
    expect(named('Paused squat')('pause squats').exercise?.id).toBe('Paused squat');
    expect(named('Tempo squat')('Tempo squat').exercise?.id).toBe('Tempo squat');
    expect(
      named(
        'Paused back squat',
        'Paused front squat',
      )('pause squat')
        .choices.map(({ id }) => id)
        .sort(),
    ).toEqual(['Paused back squat', 'Paused front squat']);
    expect(find('pause squat')).toEqual(outside);
  });
});

describe('names of the library', () => {
  it('are all recognised in lower case and without apostrophes and hyphens', () => {
    for (const { name, id } of LIBRARY) {
      expect(find(name).exercise?.id, name).toBe(id);
      expect(find(name.toLowerCase().replaceAll("'", '').replaceAll('-', ' ')).exercise?.id, name).toBe(id);
    }
  });

  it('differ even as plain words', () => {
    const plain = LIBRARY.map(({ name }) => plainName(name).replaceAll(' ', ''));
    expect(new Set(plain).size).toBe(plain.length);
  });

  it('are read within a line', () => {
    for (const { name, id } of LIBRARY) {
      const result = parseEntry(`${name} 3x8`, { find, units: 'metric' });
      expect(result, name).toMatchObject({ entry: { exerciseId: id, sets: [{ count: 3, reps: '8' }] } });
    }
  });

  it.each([
    ['farmers carry', "Farmer's carry"],
    ['Farmer’s Carries', "Farmer's carry"],
    ['farmers walk', "Farmer's carry"],
    ['pushups', 'Push-up'],
    ['press ups', 'Push-up'],
    ['chin ups', 'Chin-up'],
    ['KB swings', 'Kettlebell swing'],
    ['DB RDL', 'Dumbbell Romanian deadlift'],
    ['BB row', 'Barbell row'],
    ['row (dumbbell)', 'Dumbbell row'],
    ['barbell deadlift', 'Deadlift'],
    ['Incline DB bench press', 'Incline dumbbell press'],
    ['1-leg RDL', 'Single-leg Romanian deadlift'],
    ['military press', 'Overhead press'],
    ['skullcrushers', 'Skull crusher'],
    ['cross trainer', 'Elliptical'],
    ['worlds greatest stretch', "World's greatest stretch"],
    ['bicep curl barbell', null],
    ['squat', null],
    ['Zercher squat', null],
  ])('%s means %s', (typed, name) => {
    expect(find(typed).exercise?.name ?? null).toBe(name);
  });
});
