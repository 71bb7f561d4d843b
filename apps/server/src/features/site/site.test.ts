import { randomUUID } from 'node:crypto';
import type { DemoBooking } from '@stridewell/contract/site';
import ICAL from 'ical.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, linkIn, type TestApp } from '../../../test/app.ts';
import { listOutbox } from '../../platform/mail/outbox.data.ts';

const OPERATOR = 'desk@example.com';
/** A Monday, 17:00 in Los Angeles: nothing is left of that day. */
const NOW = new Date('2026-03-03T01:00:00.000Z');

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({ OPERATOR_EMAILS: OPERATOR });
});
afterAll(() => test.close());
beforeEach(() => test.setNow(NOW));

const mailsTo = async (email: string) =>
  (await listOutbox(test.services.db)).filter(({ recipient }) => recipient === email);
const eventually = <T>(probe: () => Promise<T>, until: (value: T) => boolean) =>
  expect.poll(async () => until(await probe()), { timeout: 10_000 }).toBe(true);

const contact = (changes: object = {}) => ({
  formType: 'contact',
  formData: {
    firstName: 'Vera',
    lastName: 'Lind',
    businessName: `Lind ${randomUUID().slice(0, 8)}`,
    businessPhone: '555 0100',
    businessEmail: 'vera@example.com',
    sourceChannel: 'Referral',
    referralName: 'Jonas',
    message: '<script>alert(1)</script>',
  },
  honeypotValue: '',
  timestamp: NOW.getTime() - 20_000,
  userAgent: 'test',
  id: randomUUID(),
  ...changes,
});
const sendContact = (body: object, caller = test.anonymous) =>
  caller.send<{ success?: boolean; error?: string | null; code?: string }>(
    'POST',
    '/functions/v1/secure-form-submission',
    body,
  );

describe('a contact form', () => {
  it('reaches the operator once, however often it is sent', async () => {
    const form = contact();
    const answers = await Promise.all([sendContact(form), sendContact(form), sendContact(form)]);
    expect(answers.map(({ body }) => body)).toEqual(Array(3).fill({ success: true, error: null }));
    const about = (mails: { subject: string }[]) =>
      mails.filter(({ subject }) => subject.includes(form.formData.businessName));
    await eventually(
      async () => about(await mailsTo(OPERATOR)).length,
      (count) => count === 1,
    );
    const [mail] = (await mailsTo(OPERATOR)).filter(({ subject }) => subject.includes(form.formData.businessName));
    expect(mail?.text).toContain('Referral, Jonas');
    expect(mail?.html).not.toContain('<script>');
  });

  it.each([
    [{ honeypotValue: 'http://spam.example' }, 'Bot detected'],
    [{ timestamp: NOW.getTime() - 1000 }, 'Form filled too quickly'],
    [
      { formData: { ...contact().formData, firstName: '', businessEmail: ' ' } },
      'Please complete all required fields: First name, Business email',
    ],
    [{ formData: { ...contact().formData, businessEmail: 'nowhere' } }, 'Please enter a valid email address'],
    [{ formData: { ...contact().formData, message: 'x'.repeat(5001) } }, 'Please use at most 5000 characters'],
  ])('with %o is refused in words', async (changes, error) => {
    expect(await sendContact(contact(changes))).toMatchObject({ status: 200, body: { success: false, error } });
  });

  it('is limited for each address', async () => {
    const caller = test.from('10.9.9.9');
    for (let sent = 0; sent < 20; sent += 1) expect((await sendContact(contact(), caller)).status).toBe(200);
    expect(await sendContact(contact(), caller)).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } });
    expect((await sendContact(contact())).status).toBe(200);
  });
});

describe('a demo request', () => {
  it('is saved, and the operator told once', async () => {
    const id = randomUUID();
    const name = `Vera ${id.slice(0, 8)}`;
    const shared = {
      id,
      full_name: name,
      email: 'vera@example.com',
      social_proof: '@vera',
      coaching_experience: '3+ years',
      success_vision: 'Free evenings',
      commitment_level: 5,
    };
    const row = {
      ...shared,
      interest_reason: 'Growing',
      monthly_clients: 30,
      time_suck: 'Check-ins',
      tools_used: 'Sheets',
      feedback_willing: true,
      form_source: 'Demo',
    };
    const form = {
      ...shared,
      motivation_text: 'Growing',
      client_count: 30,
      workflow_bottleneck: 'Check-ins',
      current_tools: 'Sheets',
      provide_feedback: 'yes',
      formSource: 'Demo',
    };
    const process = () => test.anonymous.send('POST', '/functions/v1/process-form-submission', form);
    expect((await process()).status).toBe(404);
    for (const _ of [1, 2])
      expect((await test.anonymous.send('POST', '/rest/v1/form_submissions', row)).status).toBe(200);
    const answers = await Promise.all([process(), process(), process()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const told = async () => (await mailsTo(OPERATOR)).filter(({ subject }) => subject.includes(name)).length;
    await eventually(told, (count) => count === 1);
  });
});

describe('the scheduler', () => {
  const slots = async () =>
    (await test.anonymous.get<{ minutes: number; slots: string[] }>('/rest/v1/demo_slots')).body.slots;
  const book = (startsAt: string | undefined, changes: object = {}) =>
    test.anonymous.send<{ id?: string; code?: string }>('POST', '/rest/v1/demo_bookings', {
      id: randomUUID(),
      startsAt,
      fullName: 'Vera Lind',
      email: `vera-${randomUUID().slice(0, 8)}@example.com`,
      timeZone: 'Europe/Berlin',
      answers: 'Experience: 3+ years',
      ...changes,
    });
  const post = (path: string, body: object = {}) =>
    test.anonymous.send<DemoBooking & { code?: string }>('POST', `/rest/v1${path}`, body);
  const eventOf = (content: string) => {
    const calendar = new ICAL.Component(ICAL.parse(content));
    const event = calendar.getFirstSubcomponent('vevent');
    if (!event) throw new Error('the file has no event');
    return { method: calendar.getFirstPropertyValue('method'), event: new ICAL.Event(event), content };
  };
  const newestMail = async (email: string, count: number) => {
    await eventually(
      () => mailsTo(email),
      (mails) => mails.length === count,
    );
    const [mail] = await mailsTo(email);
    if (!mail) throw new Error('no mail');
    return mail;
  };

  it('offers working hours of the operator', async () => {
    const open = await slots();
    expect(open[0]).toBe('2026-03-03T17:00:00.000Z');
    expect(open.slice(0, 16).at(-1)).toBe('2026-03-04T00:30:00.000Z');
    // After the clocks went forward.
    expect(open).toContain('2026-03-09T16:00:00.000Z');
  });

  it('gives one start to one of many who ask at once', async () => {
    const [start] = await slots();
    const answers = await Promise.all(Array.from({ length: 20 }, () => book(start)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'SLOT_TAKEN')).toHaveLength(19);
    expect(await slots()).not.toContain(start);
  });

  it('takes the same booking sent twice for one', async () => {
    const start = (await slots())[3];
    const same = { id: randomUUID(), email: `twice-${randomUUID().slice(0, 8)}@example.com` };
    const answers = await Promise.all([book(start, same), book(start, same)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    await newestMail(same.email, 1);
  });

  it.each([
    ['in the night', '2026-03-04T09:00:00.000Z'],
    ['between two starts', '2026-03-04T17:10:00.000Z'],
    ['on a Sunday', '2026-03-08T18:00:00.000Z'],
    ['too soon', '2026-03-03T04:00:00.000Z'],
    ['in the past', '2026-03-02T18:00:00.000Z'],
    ['in a year', '2027-03-02T18:00:00.000Z'],
  ])('has nothing %s', async (_, startsAt) => {
    expect(await book(startsAt)).toMatchObject({ status: 409, body: { code: 'SLOT_TAKEN' } });
  });

  it('mails a calendar file, and keeps its event up to date when the booking moves or is cancelled', async () => {
    const open = await slots();
    const email = `cal-${randomUUID().slice(0, 8)}@example.com`;
    expect((await book(open[5], { email })).status).toBe(200);
    const mail = await newestMail(email, 1);
    const booked = eventOf(mail.attachments[0]?.content ?? '');
    expect(booked.method).toBe('REQUEST');
    expect(booked.event.startDate.toJSDate().toISOString()).toBe(open[5]);
    expect(booked.event.duration.toSeconds()).toBe(1800);
    expect(booked.content.split('\n').every((text) => text === '' || text.endsWith('\r'))).toBe(true);

    const token = linkIn(mail.text).pathname.replace('/booking/', '');
    expect((await test.anonymous.get(`/rest/v1/demo_bookings/${token}`)).body).toMatchObject({
      email,
      status: 'booked',
    });
    const moved = await post(`/demo_bookings/${token}/reschedule`, { startsAt: open[7] });
    expect(moved.body).toMatchObject({ startsAt: open[7], status: 'booked' });
    const second = eventOf((await newestMail(email, 2)).attachments[0]?.content ?? '');
    expect(second.event.uid).toBe(booked.event.uid);
    expect(second.event.sequence).toBeGreaterThan(booked.event.sequence);
    expect(await slots()).toContain(open[5]);

    for (const _ of [1, 2]) {
      expect((await post(`/demo_bookings/${token}/cancel`)).body).toMatchObject({ status: 'cancelled' });
    }
    const last = eventOf((await newestMail(email, 3)).attachments[0]?.content ?? '');
    expect(last.method).toBe('CANCEL');
    expect(last.event.uid).toBe(booked.event.uid);
    expect(await slots()).toContain(open[7]);
    expect(await post(`/demo_bookings/${token}/reschedule`, { startsAt: open[8] })).toMatchObject({
      status: 409,
      body: { code: 'BOOKING_CLOSED' },
    });
  });

  it('does not move a booking onto another one', async () => {
    const open = await slots();
    const email = `move-${randomUUID().slice(0, 8)}@example.com`;
    await book(open[10]);
    await book(open[11], { email });
    const token = linkIn((await newestMail(email, 1)).text).pathname.replace('/booking/', '');
    expect(await post(`/demo_bookings/${token}/reschedule`, { startsAt: open[10] })).toMatchObject({
      status: 409,
      body: { code: 'SLOT_TAKEN' },
    });
    expect((await test.anonymous.get(`/rest/v1/demo_bookings/${token}`)).body).toMatchObject({ startsAt: open[11] });
  });
});
