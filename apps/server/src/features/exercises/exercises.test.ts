import { randomUUID } from 'node:crypto';
import type { ExerciseInput } from '@stridewell/contract/exercises';
import { EXERCISE_BOUNDS } from '@stridewell/contract/exercises.rules';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { outcomesOf } from '../../../test/api.ts';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { aCoach, type Coach } from '../../../test/people.ts';
import { anExercise } from '../../../test/security-cases-exercises.ts';
import { BUILT_IN_EXERCISES } from './exercises.library.data.ts';

let test: TestApp;
let coach: Coach;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  coach = await aCoach(test);
});

const list = async ({ id: coachId, api }: Coach = coach) => (await api.exercises.listExercises({ coachId })).exercises;
const find = async (id: string, by: Coach = coach) => (await list(by)).find((exercise) => exercise.id === id);
const save = (exerciseId: string, changes: Partial<ExerciseInput> = {}, basedOn = 0) =>
  coach.api.exercises.saveExercise({
    ...{ coachId: coach.id, exerciseId, basedOn },
    exercise: { ...anExercise, ...changes },
  });
const remove = (exerciseId: string) => coach.api.exercises.deleteExercise({ coachId: coach.id, exerciseId });
const setHidden = (exerciseId: string, hidden: boolean) =>
  coach.api.exercises.setExerciseHidden({ coachId: coach.id, exerciseId, hidden });

describe('the library', () => {
  it('has the built-in exercises by name, for every coach', async () => {
    const exercises = await list();
    expect(exercises).toHaveLength(BUILT_IN_EXERCISES.length);
    expect(exercises.map(({ name }) => name)).toEqual(
      BUILT_IN_EXERCISES.map(({ name }) => name).sort((a, b) => a.localeCompare(b, 'en')),
    );
    expect(exercises.every(({ builtIn, changed, hidden }) => builtIn && !changed && !hidden)).toBe(true);
  });

  it('has the exercises of the coach as well, and of no other coach', async () => {
    const id = randomUUID();
    const saved = await save(id, { name: 'Sandbag squat', tags: ['Strongman'], videoUrl: 'example.com/squat' });
    expect(saved).toMatchObject({
      ...{ id, name: 'Sandbag squat', builtIn: false, changed: false, hidden: false, version: 1 },
      videoUrl: 'https://example.com/squat',
    });
    expect(await find(id)).toEqual(saved);
    expect(await find(id, await aCoach(test))).toBeUndefined();
  });
});

describe('an exercise of the coach', () => {
  it('is saved once, however often it is sent, and changed from its latest version alone', async () => {
    const id = randomUUID();
    const [first, second] = await Promise.all([save(id), save(id)]);
    expect(second).toEqual(first);
    await expect(save(id, { name: 'Other' })).rejects.toMatchObject({ code: 'EXERCISE_CHANGED' });
    expect(await save(id, { name: 'Other' }, 1)).toMatchObject({ name: 'Other', version: 2 });
    expect(await save(id, { name: 'Other' }, 1)).toMatchObject({ version: 2 });
  });

  it('keeps one of two different changes made at once', async () => {
    const id = randomUUID();
    const outcomes = await outcomesOf([save(id, { name: 'One' }), save(id, { name: 'Two' })]);
    expect(outcomes.sort()).toEqual(['EXERCISE_CHANGED', 'OK']);
  });

  it('can be deleted, also twice', async () => {
    const id = randomUUID();
    await save(id);
    await remove(id);
    await remove(id);
    expect(await find(id)).toBeUndefined();
  });

  it('needs an id of its own and a place among a thousand', async () => {
    await expect(save('sandbag-squat')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await test.owner.execute(sql`insert into coach_exercises (coach_id, id, exercise, version)
      select ${coach.id}, gen_random_uuid()::text, ${JSON.stringify(anExercise)}::jsonb, 1
      from generate_series(1, ${EXERCISE_BOUNDS.own})`);
    await expect(save(randomUUID())).rejects.toMatchObject({ code: 'TOO_MANY_EXERCISES' });
  });
});

describe('an import', () => {
  const importAll = (ids: readonly string[], by: Coach = coach, changes: Partial<ExerciseInput> = {}) =>
    by.api.exercises.importExercises({
      coachId: by.id,
      exercises: ids.map((id) => ({ id, exercise: { ...anExercise, ...changes, name: `Squat ${id.slice(0, 8)}` } })),
    });
  const newIds = (count: number) => Array.from({ length: count }, () => randomUUID());

  it('adds exercises once, however often it is sent, and to one library alone', async () => {
    const ids = newIds(3);
    const answers = await Promise.all([importAll(ids), importAll(ids)]);
    expect(answers.map(({ added }) => added).sort()).toEqual([0, 3]);
    expect(await importAll(ids)).toEqual({ added: 0 });
    expect((await list()).filter(({ builtIn }) => !builtIn).map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
    const other = await aCoach(test);
    expect((await list(other)).every(({ builtIn }) => builtIn)).toBe(true);
    expect(await importAll(ids, other)).toEqual({ added: 3 });
  });

  it('keeps an exercise that the coach has edited since', async () => {
    const [id = ''] = newIds(1);
    await importAll([id]);
    await save(id, { name: 'Edited' }, 1);
    expect(await importAll([id, ...newIds(1)])).toEqual({ added: 1 });
    expect(await find(id)).toMatchObject({ name: 'Edited', version: 2 });
  });

  it('keeps every word of long instructions', async () => {
    const ids = newIds(1);
    const cues = Array.from({ length: EXERCISE_BOUNDS.cues }, (_, step) => `${step} `.padEnd(EXERCISE_BOUNDS.cue, 'ü'));
    await importAll(ids, coach, { cues });
    expect(await find(ids[0] ?? '')).toMatchObject({ cues });
  });

  it('adds all or none, and stays within a thousand also when two come at once', async () => {
    await test.owner.execute(sql`insert into coach_exercises (coach_id, id, exercise, version)
      select ${coach.id}, gen_random_uuid()::text, ${JSON.stringify(anExercise)}::jsonb, 1
      from generate_series(1, ${EXERCISE_BOUNDS.own - 3})`);
    await expect(importAll(newIds(4))).rejects.toMatchObject({ code: 'TOO_MANY_EXERCISES' });
    const both = await outcomesOf([importAll(newIds(2)), importAll(newIds(2))]);
    expect(both.sort()).toEqual(['OK', 'TOO_MANY_EXERCISES']);
    const outcomes = await outcomesOf([save(randomUUID()), save(randomUUID())]);
    expect(outcomes.sort()).toEqual(['OK', 'TOO_MANY_EXERCISES']);
    const own = (await list()).filter(({ builtIn }) => !builtIn).map(({ id }) => id);
    expect(own).toHaveLength(EXERCISE_BOUNDS.own);
    expect(await importAll(own.slice(0, 5))).toEqual({ added: 0 });
  });

  it('can be undone, also twice, without touching other libraries', async () => {
    const ids = newIds(2);
    const kept = randomUUID();
    const other = await aCoach(test);
    await Promise.all([importAll(ids), importAll(ids, other)]);
    await save(kept);
    const undo = () => coach.api.exercises.deleteExercises({ coachId: coach.id, exerciseIds: ids });
    expect(await undo()).toEqual({ deleted: 2 });
    expect(await undo()).toEqual({ deleted: 0 });
    expect((await list()).filter(({ builtIn }) => !builtIn).map(({ id }) => id)).toEqual([kept]);
    expect((await list(other)).filter(({ builtIn }) => !builtIn)).toHaveLength(2);
  });
});

describe('a built-in exercise', () => {
  it('can be changed for one coach, and restored', async () => {
    const original = await find('back-squat');
    const other = await aCoach(test);
    expect(await save('back-squat', { name: 'Low-bar squat' })).toMatchObject({ builtIn: true, changed: true });
    expect(await find('back-squat')).toMatchObject({ name: 'Low-bar squat', builtIn: true, changed: true });
    expect(await find('back-squat', other)).toEqual(original);
    await remove('back-squat');
    expect(await find('back-squat')).toEqual(original);
  });

  it('can be hidden and shown again, with its changes', async () => {
    expect(await setHidden('back-squat', true)).toMatchObject({ hidden: true, changed: false });
    expect(await save('back-squat', { name: 'Low-bar squat' })).toMatchObject({ hidden: true, changed: true });
    expect(await setHidden('back-squat', false)).toMatchObject({ hidden: false, name: 'Low-bar squat' });
    expect(await setHidden('back-squat', false)).toMatchObject({ hidden: false });
    await expect(setHidden(randomUUID(), true)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
