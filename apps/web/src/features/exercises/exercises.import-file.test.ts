import { exerciseInput } from '@stridewell/contract/exercises/exercises';
import { FORCES, MECHANICS, nameWords } from '@stridewell/contract/exercises/exercises.rules';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { IMPORT_BOUNDS, isTooLarge, readExerciseFile, withTag } from './exercises.import-file.ts';
import { FILE_CATEGORIES, FILE_EQUIPMENT, FILE_LEVELS, FILE_MUSCLES } from './exercises.mapping.ts';

const anEntry = (changes: object = {}) => ({
  name: 'Sandbag Squat',
  force: 'push',
  level: 'expert',
  mechanic: 'compound',
  equipment: 'barbell',
  primaryMuscles: ['quadriceps'],
  secondaryMuscles: ['glutes'],
  instructions: ['Hug the bag.', ' ', 'Stand up.'],
  category: 'strength',
  images: ['a.jpg'],
  id: 'Sandbag_Squat',
  ...changes,
});

const entriesOf = (content: unknown) => {
  const file = readExerciseFile(JSON.stringify(content));
  if ('problem' in file) throw new Error(file.problem);
  return file.entries;
};
const problemOf = (text: string) => {
  const file = readExerciseFile(text);
  return 'problem' in file ? file.problem : null;
};
const read = (changes: object) => entriesOf([anEntry(changes)])[0];
const exerciseOf = (changes: object) => {
  const entry = read(changes);
  if (!entry || !('exercise' in entry)) throw new Error(`not read: ${entry?.problem}`);
  return entry.exercise;
};

describe('an exercise file', () => {
  it('is a list, or an object with one, in its order', () => {
    const list = [anEntry({ name: 'B' }), anEntry({ name: 'A' }), 7];
    const names = (content: unknown) =>
      entriesOf(content).map((entry) => ('exercise' in entry ? entry.exercise.name : entry.name));
    expect(names(list)).toEqual(['B', 'A', 'Entry 3']);
    expect(names({ exercises: list, version: 2 })).toEqual(['B', 'A', 'Entry 3']);
  });

  it.each([
    ['nothing', ' \n', 'This file is empty.'],
    ['another format', 'name,level', 'This is not a JSON file, or a part of it is missing.'],
    ['half a file', '[{"name": "Sq', 'This is not a JSON file, or a part of it is missing.'],
    ['no list', '{"name": "Squat"}', 'This file has no list of exercises.'],
    ['another value', 'null', 'This file has no list of exercises.'],
    ['an empty list', '{"exercises": []}', 'The list of exercises in this file is empty.'],
    [
      'too many',
      JSON.stringify(Array(IMPORT_BOUNDS.entries + 1).fill({})),
      'This file has more than 2,000 exercises. Split it into smaller files.',
    ],
    ['too much', ' '.repeat(5_000_001), 'This file is larger than 5 MB. Split it into smaller files.'],
  ])('is refused with %s', (_, text, problem) => {
    expect(problemOf(text)).toBe(problem);
  });

  it('may be as large as the limit', () => {
    expect(entriesOf(Array(IMPORT_BOUNDS.entries).fill({}))).toHaveLength(IMPORT_BOUNDS.entries);
    expect([isTooLarge(5_000_000), isTooLarge(5_000_001)]).toEqual([false, true]);
  });
});

describe('an entry', () => {
  it('becomes an exercise in our format', () => {
    expect(exerciseOf({})).toEqual({
      name: 'Sandbag Squat',
      pattern: 'squat',
      primary: ['quads'],
      secondary: ['glutes'],
      equipment: ['barbell', 'rack'],
      level: 'Advanced',
      mechanic: 'compound',
      force: 'push',
      measure: 'reps',
      unilateral: false,
      contraindications: [],
      cues: ['Hug the bag.', 'Stand up.'],
      videoUrl: '',
      tags: [],
    });
  });

  it.each([
    ['No name', { name: ' ' }, 'Entry 1'],
    ['No name', { name: 12 }, 'Entry 1'],
    ['The name is longer than 80 characters', { name: 'x'.repeat(81) }, `${'x'.repeat(79)}…`],
    ['The name has characters that cannot be shown', { name: 'A\u0007' }, 'A\u0007'],
    ['The name has characters that cannot be shown', { name: 'Half \ud83d' }, 'Half \ufffd'],
    ['No muscle', { primaryMuscles: [] }, 'Sandbag Squat'],
    ['No muscle', { primaryMuscles: null }, 'Sandbag Squat'],
    ['The muscles are not a list', { primaryMuscles: 'chest' }, 'Sandbag Squat'],
    ['Unknown muscle: elbow flexors', { secondaryMuscles: ['elbow flexors'] }, 'Sandbag Squat'],
    ['Unknown muscle: constructor', { primaryMuscles: ['constructor'] }, 'Sandbag Squat'],
    ['Unknown muscle', { primaryMuscles: [{}] }, 'Sandbag Squat'],
    ['Unknown muscle: 1e+300', { primaryMuscles: [1e300] }, 'Sandbag Squat'],
    [`Unknown equipment: ${'x'.repeat(39)}…`, { equipment: 'x'.repeat(5000) }, 'Sandbag Squat'],
    ['Unknown level: advanced', { level: 'advanced' }, 'Sandbag Squat'],
    ['No level', { level: undefined }, 'Sandbag Squat'],
    ['No category', { category: null }, 'Sandbag Squat'],
    ['Unknown category: dance', { category: 'dance' }, 'Sandbag Squat'],
    ['Unknown force: twist', { force: 'twist' }, 'Sandbag Squat'],
    ['Unknown mechanic', { mechanic: [] }, 'Sandbag Squat'],
    ['The instructions are not a list', { instructions: 'Stand up.' }, 'Sandbag Squat'],
    ['The instructions are not text', { instructions: [['Stand up.']] }, 'Sandbag Squat'],
    ['The instructions have characters that cannot be shown', { instructions: ['a\u0000b'] }, 'Sandbag Squat'],
    ['The instructions have a line of more than 800 characters', { instructions: ['x'.repeat(801)] }, 'Sandbag Squat'],
    ['The instructions have more than 24 lines', { instructions: Array(25).fill('x') }, 'Sandbag Squat'],
  ])('is a problem: %s', (problem, changes, name) => {
    expect(read(changes)).toEqual({ name, problem });
  });

  it('may leave out what can be derived', () => {
    const bare = { force: null, mechanic: null, equipment: null, secondaryMuscles: null, instructions: undefined };
    expect(exerciseOf(bare)).toMatchObject({
      force: 'push',
      mechanic: 'isolation',
      equipment: [],
      secondary: [],
      cues: [],
      tags: ['Check equipment'],
    });
    expect(exerciseOf({ mechanic: null })).toMatchObject({ mechanic: 'compound' });
  });

  it('keeps every word of its instructions', () => {
    const long = 'Lower  slowly. '.repeat(50);
    expect(exerciseOf({ instructions: [long, 'One\r\n\n two\tthree'] }).cues).toEqual([
      'Lower slowly. '.repeat(50).trim(),
      'One',
      'two three',
    ]);
  });

  it('is a problem when the file has its name twice', () => {
    expect(entriesOf([anEntry(), anEntry({ name: 'Squat' }), anEntry({ name: ' sandbag-squat' })])).toEqual([
      { exercise: expect.objectContaining({ name: 'Sandbag Squat' }) },
      { exercise: expect.objectContaining({ name: 'Squat' }) },
      { name: 'sandbag-squat', problem: 'This name is in the file twice' },
    ]);
    expect(entriesOf([anEntry({ level: 'none' }), anEntry()])[1]).toHaveProperty('exercise');
  });
});

describe('any file', () => {
  const maybe = (values: readonly string[]) =>
    fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...values, null) }, fc.anything());
  const names = fc.oneof(
    fc
      .array(fc.constantFrom('One-Arm', 'Press', 'Squat', 'Row', 'Front', 'Jump', 'Clean', 'Bench', 'Curl', 'Side'), {
        minLength: 1,
        maxLength: 5,
      })
      .map((words) => words.join(' ')),
    fc.string({ unit: 'binary', maxLength: 100 }),
    fc.anything(),
  );
  const entries = fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record(
        {
          name: names,
          force: maybe(FORCES),
          level: maybe(FILE_LEVELS),
          mechanic: maybe(MECHANICS),
          equipment: maybe(FILE_EQUIPMENT),
          category: maybe(FILE_CATEGORIES),
          primaryMuscles: fc.oneof(
            { weight: 8, arbitrary: fc.array(fc.constantFrom(...FILE_MUSCLES), { maxLength: 4 }) },
            fc.anything(),
          ),
          secondaryMuscles: fc.oneof(
            { weight: 8, arbitrary: fc.array(fc.constantFrom(...FILE_MUSCLES), { maxLength: 6 }) },
            fc.anything(),
          ),
          instructions: fc.oneof(
            { weight: 8, arbitrary: fc.array(fc.string({ unit: 'binary', maxLength: 900 }), { maxLength: 26 }) },
            fc.anything(),
          ),
        },
        { requiredKeys: ['name', 'level', 'category', 'primaryMuscles'] },
      ),
    },
    fc.anything(),
  );
  /** Values that a file can hold: JSON drops functions and the like. */
  const jsonLists = fc
    .array(entries, { minLength: 1, maxLength: 12 })
    .map((list) => JSON.stringify(list.map((one) => jsonOf(one))));

  it('gives one exercise or one problem for each entry, in order', () => {
    fc.assert(
      fc.property(jsonLists, (text) => {
        const list: unknown[] = JSON.parse(text);
        const file = readExerciseFile(text);
        if ('problem' in file) throw new Error(file.problem);
        expect(file.entries).toHaveLength(list.length);
        const seen = new Set<string>();
        for (const [index, entry] of file.entries.entries()) {
          if ('problem' in entry) {
            expect(entry.problem).not.toBe('');
            expect(entry.name).not.toBe('');
            continue;
          }
          expect(exerciseInput.parse(entry.exercise)).toEqual(entry.exercise);
          expect(Reflect.get(Object(list[index]), 'name').trim().replaceAll(/\s+/g, ' ')).toBe(entry.exercise.name);
          expect(entry.exercise.primary.some((muscle) => entry.exercise.secondary.includes(muscle))).toBe(false);
          expect(seen.has(nameWords(entry.exercise.name))).toBe(false);
          seen.add(nameWords(entry.exercise.name));
        }
      }),
    );
  });

  it('never throws', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.json({ maxDepth: 6 }),
          jsonLists.map((text) => text.slice(1)),
        ),
        (text) => {
          expect(Object.keys(readExerciseFile(text))).toHaveLength(1);
        },
      ),
    );
    for (const text of ['['.repeat(200_000), '{"a":'.repeat(100_000), `[${'['.repeat(50_000)}${']'.repeat(50_000)}]`]) {
      expect(Object.keys(readExerciseFile(text))).toHaveLength(1);
    }
    expect(entriesOf(JSON.parse('[{"__proto__": {"name": "Squat"}}, 1e999, -0]'))).toHaveLength(3);
  });
});

/** A value as JSON can hold it; null for what it cannot. */
function jsonOf(value: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(value) ?? 'null');
  } catch {
    return null;
  }
}

describe('what is sent', () => {
  it('has the tag first and once', () => {
    const exercise = exerciseOf({ equipment: 'other' });
    expect(withTag(exercise, 'Imported').tags).toEqual(['Imported', 'Check equipment']);
    expect(withTag(exercise, 'Check equipment')).toEqual(exercise);
    expect(withTag(exercise, '')).toEqual(exercise);
  });
});
