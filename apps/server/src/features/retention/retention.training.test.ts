import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { aCoach, type Coach } from '../../../test/people.ts';
import { simulateCoachWeeks } from '../../../test/retention-rows.ts';
import type { CoachWeek } from './retention.hazard.rules.ts';
import { retentionModels, retentionOffsets } from './retention.scores.table.ts';
import { chooseModel, listModels, trainModel } from './retention.training.service.ts';

const NOW = new Date('2026-03-02T12:00:00Z');

let test: TestApp;
let coaches: Coach[];
let history: CoachWeek[];
beforeAll(async () => {
  test = await createTestApp();
  coaches = [];
  for (let index = 0; index < 6; index += 1) coaches.push(await aCoach(test));
  history = simulateCoachWeeks({ clients: 2000, seed: 'stored', coaches: coaches.length }).map((week) => {
    const coach = coaches[Number(week.coachId.slice(6))];
    return Object.assign(week, { coachId: coach?.id ?? '' });
  });
});
afterAll(() => test.close());

const train = (of = history, seed = 'test') => trainModel({ owner: test.owner, history: of, now: NOW, seed });
const used = async () => (await listModels(test.owner)).filter(({ inUse }) => inUse).map(({ version }) => version);

it('keeps the prior while too few clients have left', async () => {
  expect(await train(history.slice(0, 200))).toEqual({ kind: 'too_few' });
  expect(await listModels(test.owner)).toEqual([]);
});

it('stores a version with what it rests on, and uses it', async () => {
  expect(await train()).toMatchObject({ kind: 'used', version: 1 });
  const [model] = await listModels(test.owner);
  expect(model).toMatchObject({ version: 1, seed: 'test', dataFrom: '2025-01-06', trainedAt: NOW, inUse: true });
  const offsets = await test.owner.select().from(retentionOffsets).orderBy(asc(retentionOffsets.coachId));
  expect(offsets.map(({ coachId, version }) => [coachId, version])).toEqual(
    coaches.map(({ id }) => [id, 1]).sort(([one = ''], [other = '']) => (one < other ? -1 : 1)),
  );
  for (const { clients, left } of offsets) expect(left).toBeLessThan(clients);
});

it('adds no version for the same history and seed, and one for another', async () => {
  expect(await train()).toEqual({ kind: 'unchanged', version: 1 });
  // Two trainings at once take turns, and the second finds the version of the first.
  const both = await Promise.all([train(history, 'other'), train(history, 'other')]);
  expect(both.map(({ kind }) => kind).sort()).toEqual(['unchanged', 'used']);
  expect(await used()).toEqual([2]);
});

it('keeps a version out that is worse than silence alone', async () => {
  // Contacts raise the risk in the weeks of the fit, and lower it in those of the test.
  const changed = history.map((week) => {
    const isLate = week.day >= '2025-05-01';
    const contacts28 = isLate ? week.features.contacts28 : 11 - (week.features.contacts28 ?? 0);
    return { ...week, features: { ...week.features, contacts28 } };
  });
  expect(await train(changed)).toMatchObject({ kind: 'kept_out', version: 3 });
  expect(await used()).toEqual([2]);
});

it('goes back to another version and to the prior, and not to an unknown one', async () => {
  expect(await chooseModel(test.owner, 1)).toBe(true);
  expect(await used()).toEqual([1]);
  expect(await chooseModel(test.owner, 9)).toBe(false);
  expect(await used()).toEqual([1]);
  expect(await chooseModel(test.owner, null)).toBe(true);
  expect(await used()).toEqual([]);
  const [first] = coaches;
  const report = await first?.api.retention.getEngagement({ coachId: first.id });
  expect(report?.model.state).toBe('prior');
});

it('names no coach and no client in a model', async () => {
  const [row] = await test.owner.select().from(retentionModels).where(eq(retentionModels.version, 1));
  const text = JSON.stringify(row);
  for (const { id } of coaches) expect(text).not.toContain(id);
  expect(text).not.toContain('stored ');
});
