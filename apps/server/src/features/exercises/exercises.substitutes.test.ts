import { EXERCISE_EQUIPMENT, type ExerciseEquipment } from '@stridewell/contract/exercises/exercises.rules';
import { substitutesFor } from '@stridewell/contract/exercises/exercises.substitutes.rules';
import { describe, expect, it } from 'vitest';
import { builtInLibrary as library } from './exercises.merge.rules.ts';

const HOME: readonly ExerciseEquipment[] = ['dumbbells', 'bench', 'mat'];

function idsFor(id: string, equipment: readonly ExerciseEquipment[]): string[] {
  const exercise = library.find((one) => one.id === id);
  if (!exercise) throw new RangeError(`${id} is not in the library`);
  const limits = { equipment, contraindications: [], excluded: [], level: 'Intermediate' } as const;
  return substitutesFor(exercise, library, limits).map((one) => one.id);
}

describe('the first substitute of a staple', () => {
  it.each<[string, string[], string[]]>([
    ['back-squat', ['front-squat', 'leg-press', 'hack-squat'], ['goblet-squat', 'dumbbell-split-squat']],
    ['front-squat', ['back-squat', 'leg-press', 'hack-squat'], ['goblet-squat', 'bulgarian-split-squat']],
    ['leg-press', ['back-squat', 'front-squat', 'hack-squat'], ['goblet-squat']],
    ['deadlift', ['romanian-deadlift', 'trap-bar-deadlift'], ['dumbbell-romanian-deadlift']],
    ['romanian-deadlift', ['deadlift', 'dumbbell-romanian-deadlift'], ['dumbbell-romanian-deadlift']],
    ['hip-thrust', ['dumbbell-hip-thrust'], ['dumbbell-hip-thrust']],
    [
      'bench-press',
      ['incline-dumbbell-press', 'dumbbell-bench-press'],
      ['incline-dumbbell-press', 'dumbbell-bench-press'],
    ],
    ['incline-dumbbell-press', ['bench-press', 'dumbbell-bench-press'], ['dumbbell-bench-press']],
    ['overhead-press', ['dumbbell-shoulder-press', 'standing-dumbbell-press'], ['dumbbell-shoulder-press']],
    [
      'barbell-row',
      ['chest-supported-row', 'seated-cable-row', 'dumbbell-row'],
      ['chest-supported-row', 'dumbbell-row'],
    ],
    ['lat-pulldown', ['close-grip-lat-pulldown', 'single-arm-lat-pulldown'], []],
    ['pull-up', ['lat-pulldown', 'chin-up'], []],
    ['push-up', ['decline-push-up', 'incline-push-up'], ['decline-push-up']],
    ['lateral-raise', ['cable-lateral-raise'], []],
    ['dumbbell-curl', ['ez-bar-curl', 'cable-curl', 'hammer-curl'], ['hammer-curl']],
    ['rope-pushdown', ['overhead-cable-triceps-extension', 'triceps-pushdown'], ['lying-dumbbell-triceps-extension']],
    ['lying-leg-curl', ['seated-leg-curl'], []],
    ['bulgarian-split-squat', ['dumbbell-walking-lunge', 'dumbbell-reverse-lunge'], ['dumbbell-walking-lunge']],
  ])('%s', (id, inGym, atHome) => {
    expect(idsFor(id, EXERCISE_EQUIPMENT).slice(0, inGym.length)).toEqual(inGym);
    expect(idsFor(id, HOME).slice(0, atHome.length)).toEqual(atHome);
  });
});
