import { randomUUID } from 'node:crypto';
import type { ExerciseInput } from '@stridewell/contract/exercises/exercises';
import { EXERCISE_BOUNDS } from '@stridewell/contract/exercises/exercises.rules';
import { fileUrl } from '@stridewell/contract/files/files.rules';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { outcomesOf } from '../../../test/api.ts';
import { shareTestApp, type TestApp } from '../../../test/app.ts';
import { someExercises } from '../../../test/factories/training.ts';
import { aClient, aCoach, type Coach } from '../../../test/people.ts';
import { anExercise } from '../../../test/security-cases-exercises.ts';
import { blackPng, ORIGIN, PDF, uploadFile, VIDEO } from '../../../test/uploads.ts';
import { BUILT_IN_EXERCISES } from './exercises.content.ts';

let test: TestApp;
let coach: Coach;
beforeAll(async () => {
  test = await shareTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  coach = await aCoach(test);
});

const list = async ({ id: coachId, api }: Coach = coach) => (await api.exercises.listExercises({ coachId })).exercises;
const find = async (id: string, by: Coach = coach) => (await list(by)).find((exercise) => exercise.id === id);
const save = (exerciseId: string, changes: Partial<ExerciseInput> = {}, basedOn = 0) =>
  coach.api.exercises.saveExercise({
    coachId: coach.id,
    exerciseId,
    basedOn,
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

  it('has the coach’s own exercises, and no other coach’s', async () => {
    const id = randomUUID();
    const saved = await save(id, { name: 'Sandbag squat', tags: ['Strongman'], videoUrl: 'example.com/squat' });
    expect(saved).toMatchObject({
      id,
      name: 'Sandbag squat',
      builtIn: false,
      changed: false,
      hidden: false,
      version: 1,
      videoUrl: 'https://example.com/squat',
    });
    expect(await find(id)).toEqual(saved);
    expect(await find(id, await aCoach(test))).toBeUndefined();
  });
});

describe('an exercise of the coach', () => {
  it('is saved once, even if sent repeatedly, and changed only from its latest version', async () => {
    const id = randomUUID();
    const [first, second] = await Promise.all([save(id), save(id)]);
    expect(second).toEqual(first);
    await expect(save(id, { name: 'Other' })).rejects.toMatchObject({ code: 'EXERCISE_CHANGED' });
    expect(await save(id, { name: 'Other' }, 1)).toMatchObject({ name: 'Other', version: 2 });
    expect(await save(id, { name: 'Other' }, 1)).toMatchObject({ version: 2 });
  });

  it('keeps one of two concurrent changes', async () => {
    const id = randomUUID();
    const outcomes = await outcomesOf([save(id, { name: 'One' }), save(id, { name: 'Two' })]);
    expect(outcomes.sort()).toEqual(['EXERCISE_CHANGED', 'OK']);
  });

  it('can be deleted repeatedly', async () => {
    const id = randomUUID();
    await save(id);
    await remove(id);
    await remove(id);
    expect(await find(id)).toBeUndefined();
  });

  it('needs a unique id, and is refused beyond a thousand', async () => {
    await expect(save('sandbag-squat')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await someExercises(test, { of: coach, count: EXERCISE_BOUNDS.own });
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

  it('adds exercises once, even if sent repeatedly, and only to one library', async () => {
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

  it('adds all or none, and stays within a thousand even for concurrent imports', async () => {
    await someExercises(test, { of: coach, count: EXERCISE_BOUNDS.own - 3 });
    await expect(importAll(newIds(4))).rejects.toMatchObject({ code: 'TOO_MANY_EXERCISES' });
    const both = await outcomesOf([importAll(newIds(2)), importAll(newIds(2))]);
    expect(both.sort()).toEqual(['OK', 'TOO_MANY_EXERCISES']);
    const outcomes = await outcomesOf([save(randomUUID()), save(randomUUID())]);
    expect(outcomes.sort()).toEqual(['OK', 'TOO_MANY_EXERCISES']);
    const own = (await list()).filter(({ builtIn }) => !builtIn).map(({ id }) => id);
    expect(own).toHaveLength(EXERCISE_BOUNDS.own);
    expect(await importAll(own.slice(0, 5))).toEqual({ added: 0 });
  });

  it('can be undone repeatedly, without affecting other libraries', async () => {
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

describe('a video', () => {
  const upload = async (content: Buffer = VIDEO, changes: object = {}, of = coach) => {
    const id = randomUUID();
    const { status, body } = await uploadFile(test, of.caller, content, {
      coachId: of.id,
      id,
      purpose: 'exercise',
      name: 'squat.mov',
      ...changes,
    });
    return { id, status, body, url: fileUrl(of.id, id) };
  };
  const statusOf = async ({ caller }: Pick<Coach, 'caller'>, url: string) => (await caller.get(url)).status;

  it('is uploaded by the coach, and visible to the coach’s clients once an exercise has it', async () => {
    const client = await aClient(test, { of: coach });
    const stranger = await aClient(test, { of: await aCoach(test) });
    const { url, body } = await upload();
    expect(body).toMatchObject({ kind: 'video', name: 'squat.mp4', bytes: VIDEO.length, width: null });
    expect([await statusOf(coach, url), await statusOf(client, url)]).toEqual([200, 404]);
    const id = randomUUID();
    expect(await save(id, { videoUrl: url })).toMatchObject({ videoUrl: url });
    expect(await save(id, { videoUrl: url })).toMatchObject({ version: 1 });
    expect([await statusOf(client, url), await statusOf(stranger, url)]).toEqual([200, 404]);
    expect(await statusOf({ caller: test.anonymous }, url)).toBe(401);
    const next = await upload();
    await save(id, { videoUrl: next.url }, 1);
    expect([await statusOf(client, url), await statusOf(client, next.url)]).toEqual([404, 200]);
    await remove(id);
    expect(await statusOf(client, next.url)).toBe(404);
  });

  it('must be a video of the coach that no other exercise uses', async () => {
    const { status, body } = await upload(PDF);
    expect([status, body.message]).toEqual([415, 'Please choose a video (MP4, MOV or WebM).']);
    expect((await upload(VIDEO, { purpose: 'message' })).status).toBe(400);
    const client = await aClient(test, { of: coach });
    const given = { coachId: coach.id, id: randomUUID(), purpose: 'exercise' };
    expect((await uploadFile(test, client.caller, VIDEO, given)).status).toBe(403);
    const photo = await upload(blackPng(4, 4), { purpose: 'coach_photo' });
    const theirs = await upload(VIDEO, {}, await aCoach(test));
    const video = await upload();
    await save(randomUUID(), { videoUrl: video.url });
    for (const videoUrl of [photo.url, theirs.url, video.url, fileUrl(coach.id, randomUUID())]) {
      await expect(save(randomUUID(), { videoUrl })).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
    }
    await expect(save(randomUUID(), { videoUrl: `${video.url}/../x` })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('is refused when it is too large, before it is sent', async () => {
    const response = await test.app.inject({
      method: 'POST',
      url: `/rest/v1/files?${new URLSearchParams({ coachId: coach.id, id: randomUUID(), purpose: 'exercise' })}`,
      headers: { origin: ORIGIN, cookie: coach.caller.cookie ?? '', 'content-length': String(200 * 1024 * 1024) },
    });
    expect(response.statusCode).toBe(413);
    expect(response.json()).toMatchObject({ message: 'A video can have up to 100 MB.' });
  });

  it('is sent in the ranges that a player requests', async () => {
    const { url } = await upload();
    const ask = (range: string) => test.app.inject({ url, headers: { cookie: coach.caller.cookie ?? '', range } });
    const size = VIDEO.length;
    const ranges = fc.tuple(fc.nat(size + 100), fc.option(fc.nat(size + 100)));
    await fc.assert(
      fc.asyncProperty(ranges, async ([start, end]) => {
        const { statusCode, rawPayload, headers } = await ask(`bytes=${start}-${end ?? ''}`);
        if (end !== null && end < start) {
          expect([statusCode, rawPayload]).toEqual([200, VIDEO]);
        } else if (start >= size) {
          expect([statusCode, headers['content-range']]).toEqual([416, `bytes */${size}`]);
        } else {
          const part = VIDEO.subarray(start, Math.min(end ?? size, size - 1) + 1);
          expect([statusCode, rawPayload]).toEqual([206, part]);
          expect(headers['content-range']).toBe(`bytes ${start}-${start + part.length - 1}/${size}`);
        }
      }),
      { numRuns: 40 },
    );
    expect((await ask('bytes=-10')).rawPayload).toEqual(VIDEO.subarray(size - 10));
    expect((await ask('bytes=-0')).statusCode).toBe(416);
    for (const ignored of ['bytes=0-1,5-6', 'lines=0-1', 'bytes=-', 'bytes=a-b', `bytes=${'9'.repeat(40)}-`]) {
      expect((await ask(ignored)).rawPayload).toEqual(VIDEO);
    }
  });
});
