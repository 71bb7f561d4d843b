import { randomUUID } from 'node:crypto';
import type { AiLimits } from '@stridewell/contract/settings/settings.rules';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TestApp } from '../../../test/app.ts';
import { aModelCall } from '../../../test/factories/business.ts';
import { MODEL, type ModelApp, startModelApp } from '../../../test/model-app.ts';
import { answering, type ModelServer, theRulesChoice } from '../../../test/model-server.ts';
import { aCoach, anOperator, type Coach } from '../../../test/people.ts';
import { aDraft, aProfile } from '../../../test/planner-drafts.ts';
import { modelSpending } from '../../core/models/models.table.ts';

let started: ModelApp;
let test: TestApp;
let model: ModelServer;
let coach: Coach;
beforeAll(async () => {
  started = await startModelApp();
  ({ test, model } = started);
});
afterAll(() => started.close());
beforeEach(async () => {
  coach = await aCoach(test, { plan: 'plus' });
});

const WEEK = { profile: { weeks: 2 } };
const callsOf = (by: Coach) => started.callsOf(by);

describe('the budget of a month', () => {
  it('ends at the cap: the rules draft, and no request is sent', async () => {
    model.reply(answering((asked) => theRulesChoice(asked)));
    await aModelCall(test, { of: coach, model: MODEL, costMicros: 1_000_000 });
    const { provenance } = await aDraft(coach, WEEK);
    expect(provenance).toMatchObject({ draftedBy: 'engine', fallback: 'cap_reached' });
    expect(model.asked).toEqual([]);
    const other = await aCoach(test, { plan: 'plus' });
    expect((await aDraft(other, WEEK)).provenance.draftedBy).toBe('model');
  });

  it('is exceeded by at most one call when two start concurrently', async () => {
    model.reply(answering((asked) => theRulesChoice(asked)));
    await aModelCall(test, { of: coach, model: MODEL, costMicros: 999_999 });
    const drafts = await Promise.all([aDraft(coach, WEEK), aDraft(coach, WEEK), aDraft(coach, WEEK)]);
    expect(drafts.map(({ provenance }) => provenance.draftedBy).sort()).toEqual(['engine', 'engine', 'model']);
    expect(model.asked).toHaveLength(1);
  });

  it('ends for all coaches at the platform’s cap, and drafting can be turned off', async () => {
    model.reply(answering((asked) => theRulesChoice(asked)));
    const admin = await anOperator(test);
    const fallbackOf = async () => {
      const other = await aCoach(test, { plan: 'plus' });
      return (await aDraft(other, WEEK)).provenance.fallback;
    };
    const saveAi = async (changes: Partial<AiLimits>) => {
      const { ai } = await admin.api.settings.getSettings({});
      const value = { ...ai.value, ...changes };
      await admin.api.settings.saveSettings({ section: 'ai', value, basedOn: ai.version });
    };
    expect(await fallbackOf()).toBeNull();
    const { aiSpentCents } = await admin.api.settings.getSettings({});
    const [{ spent } = { spent: 0 }] = await test.owner
      .select({ spent: sql<number>`sum(${modelSpending.costMicros})::float8` })
      .from(modelSpending);
    expect(aiSpentCents).toBe(spent / 10_000);
    expect(spent).toBeGreaterThan(0);
    await saveAi({ monthlyCents: 0 });
    expect(await fallbackOf()).toBe('platform_cap');
    await saveAi({ monthlyCents: Math.ceil(spent / 10_000) + 1 });
    expect(await fallbackOf()).toBeNull();
    await saveAi({ monthlyCents: null });
    await admin.api.settings.saveSettings({ section: 'switches', value: { off: ['ai_drafting'] }, basedOn: 0 });
    expect(await fallbackOf()).toBe('turned_off');
    await admin.api.settings.saveSettings({ section: 'switches', value: { off: [] }, basedOn: 1 });
    expect(await fallbackOf()).toBeNull();
  });

  it('limits drafts a day by plan', async () => {
    model.reply(answering((asked) => theRulesChoice(asked)));
    const admin = await anOperator(test);
    const { ai } = await admin.api.settings.getSettings({});
    const value = { ...ai.value, draftsPerDay: { base: 5, plus: 1, pro: 5 } };
    const { version } = await admin.api.settings.saveSettings({ section: 'ai', value, basedOn: ai.version });
    const [first, second] = [await aDraft(coach, WEEK), await aDraft(coach, WEEK)];
    expect([first, second].map(({ provenance }) => provenance.fallback)).toEqual([null, 'daily_limit']);
    expect(model.asked).toHaveLength(1);
    await admin.api.settings.saveSettings({ section: 'ai', value: ai.value, basedOn: version });
    expect((await aDraft(coach, WEEK)).provenance.fallback).toBeNull();
  });

  it('starts over each month', async () => {
    model.reply(answering((asked) => theRulesChoice(asked)));
    const before = new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth(), 0, 23, 59));
    await aModelCall(test, { of: coach, model: MODEL, at: before, costMicros: 1_000_000 });
    expect((await aDraft(coach, WEEK)).provenance.draftedBy).toBe('model');
  });

  it('is protected by a rate limit of six drafts with a model a minute', async () => {
    model.reply({ kind: 'status', status: 500 });
    for (let count = 0; count < 6; count += 1) await aDraft(coach, { profile: { weeks: 1, daysPerWeek: 1 } });
    await expect(aDraft(coach, WEEK)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  });
});

describe('leaving', () => {
  it('stops the request to the model and stores nothing', async () => {
    model.reply({ kind: 'silent' });
    const controller = new AbortController();
    const draftId = randomUUID();
    const stream = await coach.api.planner.draftProgram(
      { coachId: coach.id, draftId, clientId: null, profile: { ...aProfile, weeks: 2 } },
      { signal: controller.signal },
    );
    const rest = (async () => {
      for await (const event of stream) if (event.type === 'ready') return 'ready';
      return 'left';
    })();
    await vi.waitFor(() => expect(model.asked).toHaveLength(1));
    controller.abort();
    await expect(rest.catch(() => 'left')).resolves.toBe('left');
    await vi.waitFor(async () => expect((await callsOf(coach)).map(({ outcome }) => outcome)).toEqual(['stopped']));
    await expect(
      coach.api.planner.openDraft({ coachId: coach.id, draftId, as: 'template', replaces: 0 }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
