import { expect, it } from 'vitest';
import { developmentText, pointsOf } from './exercise-progress.tsx';
import type { ExerciseWorkouts } from './workouts.queries.ts';

const sessions = (...maxima: (number | null)[]): ExerciseWorkouts['sessions'] =>
  maxima.map((oneRepMaxKg, index) => ({
    day: `2026-03-0${index + 1}`,
    logId: '0190a5a0-0000-7000-8000-000000000001',
    oneRepMaxKg,
    bestWeightKg: 60,
    bestReps: 8,
    volumeKg: 480,
  }));

it.each([
  [[100, 102.5, 105], 'The estimated one-rep max is up 5 kg since Mar 1.'],
  [[100, null, 97.5], 'The estimated one-rep max is down 2.5 kg since Mar 1.'],
  [[null, 100, 100], 'The estimated one-rep max is the same as on Mar 2.'],
  [[null, 100], 'The estimated one-rep max is compared from the second workout on.'],
  [
    [null, null],
    'Sets of more than ten reps say too little about the one-rep max. The other figures show the progress.',
  ],
  [[], 'The estimated one-rep max is compared from the second workout on.'],
])('says how %j has developed', (maxima, text) => {
  expect(developmentText(sessions(...maxima), 'metric')).toBe(text);
});

it('draws what sessions have, in the units of the reader', () => {
  const some = sessions(100, null, 110);
  expect(pointsOf(some, 'max', 'metric')).toEqual([
    { day: '2026-03-01', value: 100 },
    { day: '2026-03-03', value: 110 },
  ]);
  expect(pointsOf(some, 'max', 'imperial').map(({ value }) => value)).toEqual([220.5, 242.5]);
  expect(pointsOf(some, 'reps', 'imperial').map(({ value }) => value)).toEqual([8, 8, 8]);
  const bodyweight = some.map((one) => ({ ...one, volumeKg: 0, bestWeightKg: null }));
  expect([pointsOf(bodyweight, 'volume', 'metric'), pointsOf(bodyweight, 'load', 'metric')]).toEqual([[], []]);
});
