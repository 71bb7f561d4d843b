import { randomUUID } from 'node:crypto';
import type { StartChoices } from '@stridewell/contract/clients/clients.start.rules';
import { HEALTH_VERSION, type HealthAnswers } from '@stridewell/contract/onboarding/onboarding.health.rules';
import { CONSENT_VERSION } from '@stridewell/contract/onboarding/onboarding.rules';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { linkIn, shareTestApp, type TestApp } from '../../../test/app.ts';

import { aCoach, aPerson, aTemplate, type Coach, type Person } from '../../../test/people.ts';
import { aPackage } from '../../../test/security-cases-money.ts';
import { NO_TO_ALL } from '../../../test/security-cases-onboarding.ts';
import { startChosenProgram } from '../planner/planner.start.service.ts';

let test: TestApp;
let coach: Coach;
let person: Person;
let clientId: string;
beforeAll(async () => {
  test = await shareTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  coach = await aCoach(test, { plan: 'pro' });
  person = await aPerson(test);
  clientId = randomUUID();
});

const pair = () => ({ coachId: coach.id, clientId });
const invite = (start: StartChoices) =>
  coach.api.clients.addClient({ ...pair(), fullName: 'Nina Park', email: person.email, start });
async function accept() {
  const token = linkIn((await test.mailTo(person.email)).text).pathname.replace('/invitation/', '');
  const details = { fullName: 'Nina Park', goal: '', unitSystem: 'metric', timeZone: 'Europe/Berlin' } as const;
  await person.api.clients.acceptInvitation({ ...details, token });
}
async function onboard(answers: Partial<HealthAnswers> = {}) {
  await person.api.onboarding.saveOnboarding({
    ...pair(),
    step: 'health',
    record: { dateOfBirth: '1990-02-03' },
    consent: { id: randomUUID(), version: CONSENT_VERSION },
    health: { id: randomUUID(), version: HEALTH_VERSION, answers: { ...NO_TO_ALL, ...answers } },
  });
  await person.api.onboarding.finishOnboarding(pair());
}
const programs = async () => {
  const { current, next } = await coach.api.programs.getClientPrograms(pair());
  return [current, next].filter((program) => program !== null);
};
const waiting = async () => (await coach.api.programs.getClientPrograms(pair())).waiting;
const money = () => coach.api.money.getClientMoney(pair());
const sell = async (interval: 'month' | 'once', archived = false) => {
  const packageId = randomUUID();
  await coach.api.money.savePackage({ coachId: coach.id, ...aPackage, packageId, interval, archived });
  return packageId;
};
/** Long enough for the job after an event. */
const SOON = { timeout: 15_000 };

describe('a choice at the invitation', () => {
  it('is optional', async () => {
    await coach.api.clients.addClient({ ...pair(), fullName: 'Nina Park', email: person.email });
    await accept();
    await onboard();
    expect(await programs()).toEqual([]);
    expect((await money()).subscriptions).toEqual([]);
  });

  it('sets the form at once', async () => {
    const templateId = await aTemplate(test, { of: coach });
    await invite({ templateId });
    await accept();
    expect((await coach.api.checkins.getCheckInPlan(pair())).templateId).toBe(templateId);
  });

  it('is the same for everyone on a list, and no client is added if a choice is unknown', async () => {
    const [templateId, packageId] = [await aTemplate(test, { of: coach }), await sell('month')];
    const [nina, sam] = [randomUUID(), randomUUID()];
    const add = (one: string, start: StartChoices) =>
      coach.api.clients.addClient({
        coachId: coach.id,
        clientId: one,
        fullName: 'Nina Park',
        email: `${one}@example.com`,
        start,
      });
    for (const one of [nina, sam]) {
      await expect(add(one, { templateId: randomUUID(), packageId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
    expect((await coach.api.clients.listClients({ coachId: coach.id })).clients).toEqual([]);
    const start = { templateId, packageId };
    for (const one of [nina, sam]) await add(one, start);
    for (const one of [nina, sam]) {
      const plan = await coach.api.checkins.getCheckInPlan({ coachId: coach.id, clientId: one });
      expect(plan.templateId).toBe(templateId);
    }
  });

  it('starts the subscription once, with the acceptance', async () => {
    const packageId = await sell('month');
    await invite({ packageId });
    expect((await money()).subscriptions).toEqual([]);
    await accept();
    await expect.poll(async () => (await money()).subscriptions.length, SOON).toBe(1);
    const { subscriptions } = await money();
    expect(subscriptions).toMatchObject([{ packageId, amountCents: 12_000, interval: 'month', status: 'active' }]);
  });

  it('drafts the invoice of a one-time price, and skips a package that was archived since', async () => {
    const packageId = await sell('once');
    await invite({ packageId });
    await accept();
    const drafts = async () => (await coach.api.money.getMoney({ coachId: coach.id })).drafts;
    await expect.poll(async () => (await drafts()).length, SOON).toBe(1);
    expect(await drafts()).toMatchObject([{ clientId, totalCents: 12_000, status: 'draft' }]);
  });

  it('assigns the program once the health questions are answered', async () => {
    await invite({ programId: 'push-pull-legs' });
    await accept();
    expect(await programs()).toEqual([]);
    expect(await waiting()).toBe('Push-Pull-Legs');
    await onboard();
    await expect.poll(async () => (await programs()).length, SOON).toBe(1);
    expect(await waiting()).toBeNull();
    expect(await programs()).toMatchObject([{ clientId, programId: 'push-pull-legs' }]);
  });

  it('delays the program while an answer speaks against training, and yields to another program', async () => {
    await invite({ programId: 'push-pull-legs' });
    await accept();
    await onboard({ chest_pain: { said: 'yes', details: 'On stairs', cleared: 'no' } });
    await startChosenProgram(test.services, pair());
    expect(await programs()).toEqual([]);
    const terms = { startDay: '2030-01-07', weekdays: [1, 3, 5], assignments: [{ id: randomUUID(), clientId }] };
    await coach.api.programs.assignProgram({ coachId: coach.id, programId: 'ball-training', ...terms });
    const health = { id: randomUUID(), version: HEALTH_VERSION, answers: NO_TO_ALL } as const;
    await person.api.onboarding.saveOnboarding({ ...pair(), step: 'review', health });
    await startChosenProgram(test.services, pair());
    expect(await programs()).toMatchObject([{ programId: 'ball-training' }]);
  });

  const CHEST_PAIN = { chest_pain: { said: 'yes', details: 'On stairs', cleared: 'no' } } as const;
  const AGREED = { chest_pain: { said: 'yes', details: 'On stairs', cleared: 'yes' } } as const;
  const answer = (who: Coach | Person, answers: Partial<HealthAnswers>, id: string = randomUUID()) =>
    who.api.onboarding.saveOnboarding({
      ...pair(),
      step: 'review',
      health: { id, version: HEALTH_VERSION, answers: { ...NO_TO_ALL, ...answers } },
    });
  async function block() {
    await invite({ programId: 'push-pull-legs' });
    await accept();
    await onboard(CHEST_PAIN);
    await startChosenProgram(test.services, pair());
    expect(await waiting()).toBe('Push-Pull-Legs');
  }
  const isStarted = () => expect.poll(async () => (await programs()).length, SOON).toBe(1);

  it('starts the program once the client corrects the answer that spoke against training', async () => {
    await block();
    await answer(person, {});
    await isStarted();
    expect(await waiting()).toBeNull();
  });

  it('starts the program once after the coach records a doctor’s clearance, even if sent repeatedly', async () => {
    await block();
    const id = randomUUID();
    await Promise.all([answer(coach, AGREED, id), answer(coach, AGREED, id)]);
    await answer(coach, AGREED, id);
    await isStarted();
    await Promise.all([startChosenProgram(test.services, pair()), answer(coach, AGREED)]);
    expect(await programs()).toMatchObject([{ programId: 'push-pull-legs' }]);
  });

  it('starts the program once the coach’s note records the clearance', async () => {
    await invite({ programId: 'push-pull-legs' });
    await accept();
    const save = async (injuries: string) => {
      const { record, version } = await coach.api.records.getClientRecord(pair());
      await coach.api.records.saveClientRecord({ ...pair(), version, record: { ...record, injuries } });
    };
    await save('Knee surgery two weeks ago');
    await onboard();
    await startChosenProgram(test.services, pair());
    expect(await programs()).toEqual([]);
    await save('Knee surgery two weeks ago, cleared by Dr. Lee');
    await isStarted();
  });

  it('starts no program before the onboarding is finished, whatever the answers', async () => {
    await invite({ programId: 'push-pull-legs' });
    await accept();
    const health = { id: randomUUID(), version: HEALTH_VERSION, answers: NO_TO_ALL } as const;
    const consent = { id: randomUUID(), version: CONSENT_VERSION } as const;
    await person.api.onboarding.saveOnboarding({ ...pair(), step: 'health', consent, health });
    await startChosenProgram(test.services, pair());
    expect(await programs()).toEqual([]);
  });

  it('starts no program of an archived client before the client is restored', async () => {
    await block();
    await answer(coach, CHEST_PAIN);
    await coach.api.clients.setClientStatus({ ...pair(), status: 'archived' });
    await expect(answer(coach, AGREED)).rejects.toMatchObject({ code: 'CLOSED' });
    await startChosenProgram(test.services, pair());
    expect(await programs()).toEqual([]);
    await coach.api.clients.setClientStatus({ ...pair(), status: 'active' });
    await answer(coach, AGREED);
    await coach.api.clients.setClientStatus({ ...pair(), status: 'archived' });
    await coach.api.clients.setClientStatus({ ...pair(), status: 'active' });
    await isStarted();
  });

  it('is dropped for a former client', async () => {
    await invite({ programId: 'push-pull-legs' });
    await accept();
    expect(await waiting()).toBe('Push-Pull-Legs');
    await coach.api.clients.setClientStatus({ ...pair(), status: 'archived' });
    expect(await waiting()).toBeNull();
    await coach.api.clients.setClientStatus({ ...pair(), status: 'active' });
    expect(await waiting()).toBe('Push-Pull-Legs');
  });

  it('waits for the acceptance, even if sent repeatedly', async () => {
    await invite({ programId: 'push-pull-legs' });
    await startChosenProgram(test.services, pair());
    expect(await programs()).toEqual([]);
    await accept();
    await onboard();
    await Promise.all([startChosenProgram(test.services, pair()), startChosenProgram(test.services, pair())]);
    expect(await programs()).toHaveLength(1);
  });

  it('cannot be an unknown form or program, or another coach’s', async () => {
    const other = await aCoach(test);
    const templateId = await aTemplate(test, { of: other });
    await expect(invite({ templateId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(invite({ programId: randomUUID() })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(invite({ programId: 'unknown-program' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is kept when a lead becomes a client', async () => {
    const packageId = await sell('month');
    const leadId = randomUUID();
    const lead = { name: 'Nina Park', email: person.email, phone: '', source: '', notes: '' };
    await coach.api.pipeline.createLead({
      coachId: coach.id,
      leadId,
      despiteDuplicates: false,
      lead: { ...lead, valueCents: null, lastContact: null, followUpOn: null },
    });
    await coach.api.pipeline.convertLead({ coachId: coach.id, leadId, clientId, start: { packageId } });
    await accept();
    await expect.poll(async () => (await money()).subscriptions.length, SOON).toBe(1);
  });
});
