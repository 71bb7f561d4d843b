import { randomUUID } from 'node:crypto';
import type { SwitchName } from '@stridewell/contract/errors.rules';
import type { SaveSettingsInput } from '@stridewell/contract/settings/settings';
import { NO_BANNER, SWITCH_TEXTS } from '@stridewell/contract/settings/settings.rules';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { auditProblems } from '../../../test/audit.ts';
import { aClient, aCoach, anOperator, type Person } from '../../../test/people.ts';
import { PDF, uploadFile } from '../../../test/uploads.ts';
import { Settings } from '../../core/settings/settings.ts';
import { createServices } from '../../services.ts';

let test: TestApp;
let admin: Person;
beforeAll(async () => {
  test = await createTestApp();
  admin = await anOperator(test);
});
afterAll(() => test.close());

type Change<Name> = Extract<SaveSettingsInput, { section: Name }>['value'];

/** Saves a section, based on its stored version. */
async function save<Name extends SaveSettingsInput['section']>(section: Name, value: Change<Name>, by = admin) {
  const present = await by.api.settings.getSettings({});
  return by.api.settings.saveSettings({ section, value, basedOn: present[section].version } as SaveSettingsInput);
}
const turnOff = (...off: SwitchName[]) => save('switches', { off });
const noticesOf = async ({ api }: Pick<Person, 'api'>) => (await api.identity.getSession({}))?.notices;
const featureOff = (feature: SwitchName) => ({
  code: 'FEATURE_OFF',
  message: SWITCH_TEXTS[feature].off,
  data: { feature },
});

describe('a section of the settings', () => {
  it('is saved only from the version on screen, and by one of two concurrent operators', async () => {
    const other = await anOperator(test);
    const { ai } = await admin.api.settings.getSettings({});
    const changed = (base: number) => ({ ...ai.value, draftsPerDay: { ...ai.value.draftsPerDay, base } });
    const write = (by: Person, base: number) =>
      by.api.settings.saveSettings({ section: 'ai', value: changed(base), basedOn: ai.version });
    const outcomes = await Promise.allSettled([write(admin, 3), write(other, 4)]);
    const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(refused).toMatchObject([{ code: 'SETTINGS_CHANGED', data: { version: ai.version + 1 } }]);
    const after = await admin.api.settings.getSettings({});
    const { base } = after.ai.value.draftsPerDay;
    expect([3, 4]).toContain(base);
    // Repeating the request changes nothing.
    expect(await write(admin, base)).toEqual({ version: ai.version + 1 });
    await expect(write(admin, 9)).rejects.toMatchObject({ code: 'SETTINGS_CHANGED' });
    const { entries } = await admin.api.audit.listOwnEntries({});
    expect(await auditProblems(test)).toEqual([]);
    if (base === 3) {
      expect(entries[0]).toMatchObject({
        action: 'settings.changed',
        before: { section: 'ai', draftsPerDay: ai.value.draftsPerDay },
        after: { section: 'ai', draftsPerDay: { base: 3 } },
      });
    }
  });

  it('applies in another process without a restart', async () => {
    const { env, log, secret } = test.services;
    const other = await createServices({ env, log, databaseUrl: test.databaseUrl, secret, byTheClock: false });
    try {
      expect(await other.settings.isOff('demo_bookings')).toBe(false);
      await turnOff('demo_bookings');
      await expect.poll(() => other.settings.isOff('demo_bookings'), { timeout: 10_000 }).toBe(true);
    } finally {
      await turnOff();
      await other.close();
    }
  });
});

describe('a process that missed a change', () => {
  it('reloads in the background after a minute', async () => {
    const { db, log } = test.services;
    const demos = (await test.services.settings.current()).demos.value;
    const settings = new Settings({ db, log, demos, live: { listen: () => () => undefined } });
    expect(await settings.isOff('contact_form')).toBe(false);
    await turnOff('contact_form');
    expect(await settings.isOff('contact_form')).toBe(false);
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 61_000);
    // The request does not wait for the reload.
    expect(await settings.isOff('contact_form')).toBe(false);
    await expect.poll(() => settings.isOff('contact_form')).toBe(true);
    clock.mockRestore();
    await turnOff();
  });
});

describe('the banner', () => {
  const banner = { ...NO_BANNER, text: 'We move to new servers on Sunday.' };

  it('is sent to its readers with the session, until it ends', async () => {
    const coach = await aCoach(test);
    const client = await aClient(test, { of: coach });
    await save('banner', { ...banner, audience: 'coaches' });
    expect((await noticesOf(coach))?.banner).toMatchObject({ text: banner.text, tone: 'info', dismissible: true });
    expect((await noticesOf(client))?.banner).toBeNull();
    expect((await test.services.settings.notices(null, new Date())).banner).toBeNull();
    await save('banner', { ...banner, audience: 'visitors', until: '2026-01-01T00:00:00.000Z' });
    const { settings } = test.services;
    expect((await settings.notices(null, new Date('2025-12-31T00:00:00Z'))).banner).not.toBeNull();
    expect((await settings.notices(null, new Date('2026-01-01T00:00:00Z'))).banner).toBeNull();
    await save('banner', NO_BANNER);
    expect((await noticesOf(coach))?.banner).toBeNull();
  });
});

describe('a feature that is turned off', () => {
  it('refuses with a clear message, and works again afterwards', async () => {
    const coach = await aCoach(test);
    const { clientId } = await aClient(test, { of: coach });
    const { api } = test.anonymous;
    const checkout = () => api.functions.createCheckout({ plan: 'plus', email: 'buyer@example.com', embedded: true });
    await turnOff('demo_bookings', 'card_payments', 'file_uploads');
    await expect(api.site.listDemoSlots({})).rejects.toMatchObject(featureOff('demo_bookings'));
    await expect(checkout()).rejects.toMatchObject(featureOff('card_payments'));
    const upload = () =>
      uploadFile(test, coach.caller, PDF, { coachId: coach.id, clientId, id: randomUUID(), name: 'plan.pdf' });
    expect(await upload()).toMatchObject({ status: 403, body: { code: 'FEATURE_OFF' } });
    expect((await noticesOf(coach))?.off).toEqual(['demo_bookings', 'card_payments', 'file_uploads']);
    await turnOff();
    expect((await api.site.listDemoSlots({})).slots.length).toBeGreaterThan(0);
    expect((await checkout()).client_secret).toBeTruthy();
    expect((await upload()).status).toBe(200);
  });

  it('blocks new coaches, and lets people without a plan sign up', async () => {
    await turnOff('coach_sign_up');
    const signUp = (more: object) =>
      test.anonymous.send('POST', '/auth/v1/sign-up/email', {
        name: 'Nora Nowak',
        email: `nora-${randomUUID().slice(0, 8)}@example.com`,
        password: 'a-long-password-1',
        ...more,
      });
    expect(await signUp({ planIntent: 'base' })).toMatchObject({
      status: 403,
      body: { message: SWITCH_TEXTS.coach_sign_up.off },
    });
    // An unknown purchase does not help.
    expect((await signUp({ planIntent: 'plus', checkoutSessionId: 'cs_none' })).status).toBe(400);
    expect((await signUp({})).status).toBe(200);
    await turnOff();
    expect((await signUp({ planIntent: 'base' })).status).toBe(200);
  });

  it('closes the contact form', async () => {
    await turnOff('contact_form');
    const answer = await test.anonymous.api.functions.secureFormSubmission({
      formType: 'contact',
      formData: {
        firstName: 'Vera',
        lastName: 'Lind',
        businessName: 'Lind',
        businessPhone: '1',
        businessEmail: 'vera@example.com',
      },
      honeypotValue: '',
      timestamp: Date.now() - 10_000,
      userAgent: 'test',
    });
    expect(answer).toEqual({ success: false, error: SWITCH_TEXTS.contact_form.off });
    await turnOff();
  });
});

describe('hours of demos', () => {
  it('apply to the next visitor, and do not move booked demos', async () => {
    test.setNow(new Date('2026-03-02T08:00:00Z'));
    const { site } = test.anonymous.api;
    const daily = Array.from({ length: 7 }, (_, index) => ({ weekday: index + 1, fromMinute: 540, toMinute: 660 }));
    const hours = { timeZone: 'UTC', hours: daily, daysOff: [], noticeHours: 0, horizonDays: 2 };
    await save('demos', hours);
    const { slots } = await site.listDemoSlots({});
    expect(slots.slice(0, 4).map((slot) => slot.slice(8, 16))).toEqual([
      '02T09:00',
      '02T09:30',
      '02T10:00',
      '02T10:30',
    ]);
    expect(slots.at(-1)).toBe('2026-03-04T10:30:00.000Z');
    const booking = { fullName: 'Vera Lind', email: 'vera@example.com', timeZone: 'UTC', answers: '' };
    const book = (startsAt: string) => site.bookDemo({ id: randomUUID(), startsAt, ...booking });
    await book('2026-03-03T09:30:00.000Z');
    // New start times, a day off, and a demo booked under the earlier hours.
    const later = daily.map((day) => ({ ...day, fromMinute: 555, toMinute: 660 }));
    await save('demos', { ...hours, hours: later, daysOff: ['2026-03-04'], noticeHours: 2 });
    const now = (await site.listDemoSlots({})).slots.map((slot) => slot.slice(8, 16));
    expect(now).toEqual(['02T10:15', '03T10:15']);
    await expect(book('2026-03-03T09:15:00.000Z')).rejects.toMatchObject({ code: 'SLOT_TAKEN' });
    await book('2026-03-03T10:15:00.000Z');
    test.setNow(null);
  });
});
