import { randomUUID } from 'node:crypto';
import { openDemoSlots, parseDemoAvailability } from '@stridewell/contract/site/site.rules';
import { sql } from 'drizzle-orm';
import ICAL from 'ical.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Api, outcomesOf } from '../../../test/api.ts';
import { createTestApp, linkIn, type TestApp } from '../../../test/app.ts';
import { listOutbox } from '../../platform/mail/outbox.data.ts';
import { siteScope } from './site.scopes.ts';
import { bookDemo, forgetDemoHolds } from './site.service.ts';

const OPERATOR = 'desk@example.com';
/** A Monday, 17:00 in Los Angeles, when the working hours are over. */
const NOW = new Date('2026-03-03T01:00:00.000Z');

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({ OPERATOR_EMAILS: OPERATOR });
});
afterAll(() => test.close());
beforeEach(() => test.setNow(NOW));

const mailsTo = async (email: string) =>
  (await listOutbox(test.services.db)).filter(({ recipient }) => recipient === email);
/** Waits until an address has `count` mails, and returns them newest first. */
const waitForMails = async (email: string, count: number) => {
  await expect.poll(() => mailsTo(email), { timeout: 10_000 }).toHaveLength(count);
  return mailsTo(email);
};

type ContactForm = Parameters<Api['functions']['secureFormSubmission']>[0];
const contact = (changes: Partial<ContactForm> = {}): ContactForm => ({
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
const { formData } = contact();
const sendContact = (form: ContactForm) => test.anonymous.api.functions.secureFormSubmission(form);

describe('a contact form', () => {
  it('reaches the operator once, even if sent repeatedly', async () => {
    const form = contact();
    const answers = await Promise.all([sendContact(form), sendContact(form), sendContact(form)]);
    expect(answers).toEqual(Array(3).fill({ success: true, error: null }));
    const mails = async () =>
      (await mailsTo(OPERATOR)).filter(({ subject }) => subject.includes(form.formData?.businessName ?? 'no name'));
    await expect.poll(mails, { timeout: 10_000 }).toHaveLength(1);
    const [mail] = await mails();
    expect(mail?.text).toContain('Referral, Jonas');
    expect(mail?.html).not.toContain('<script>');
  });

  it.each([
    [{ honeypotValue: 'http://spam.example' }, 'Bot detected'],
    [{ timestamp: NOW.getTime() - 1000 }, 'Form filled too quickly'],
    [
      { formData: { ...formData, firstName: '', businessEmail: ' ' } },
      'Please complete all required fields: First name, Business email',
    ],
    [{ formData: { ...formData, businessEmail: 'nowhere' } }, 'Please enter a valid email address'],
    [{ formData: { ...formData, message: 'x'.repeat(5001) } }, 'Please use at most 5000 characters'],
  ])('with %o is refused with a message', async (changes, error) => {
    expect(await sendContact(contact(changes))).toEqual({ success: false, error });
  });

  it.each([
    [
      { formData: {} },
      'Please complete all required fields: First name, Last name, Business name, Business phone, Business email',
    ],
    [{ formData: { ...formData, businessPhone: undefined } }, 'Please complete all required fields: Business phone'],
    [{ timestamp: undefined }, 'Form filled too quickly'],
    [{ honeypotValue: undefined, userAgent: undefined, formType: undefined }, null],
  ])('with the absent fields of %o is answered like a form with empty ones', async (changes, error) => {
    const answer = await test.anonymous.send('POST', '/functions/v1/secure-form-submission', {
      ...contact(),
      ...changes,
    });
    expect(answer).toMatchObject({ status: 200, body: { success: error === null, error } });
  });

  it('is limited for each address', async () => {
    const url = '/functions/v1/secure-form-submission';
    const caller = test.from('10.9.9.9');
    for (let sent = 0; sent < 20; sent += 1) expect((await caller.send('POST', url, contact())).status).toBe(200);
    const refused = await caller.send('POST', url, contact());
    const message = 'Too many attempts. Please try again in 10 minutes.';
    expect(refused).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED', message } });
    expect((await test.from('10.9.9.8').send('POST', url, contact())).status).toBe(200);
  });
});

describe('a demo request', () => {
  it('is saved, and the operator is notified once', async () => {
    const id = randomUUID();
    const name = `Vera ${id.slice(0, 8)}`;
    const shared = {
      id,
      full_name: name,
      email: 'vera@example.com',
      social_proof: '@vera',
      coaching_experience: '3+ years' as const,
      success_vision: 'Free evenings',
      commitment_level: 5,
    };
    const row = {
      ...shared,
      interest_reason: 'Growing',
      // Invalid, so it becomes 1 and does not block the request.
      monthly_clients: -4,
      time_suck: 'Check-ins',
      tools_used: 'Sheets',
      feedback_willing: true,
      form_source: 'Demo',
    } as const;
    const form = {
      ...shared,
      motivation_text: 'Growing',
      client_count: 30,
      workflow_bottleneck: 'Check-ins',
      current_tools: 'Sheets',
      provide_feedback: 'yes',
      formSource: 'Demo',
    } as const;
    const { functions, site } = test.anonymous.api;
    const process = () => functions.processFormSubmission(form);
    await expect(process()).rejects.toMatchObject({ code: 'NOT_FOUND' });
    for (const absent of ['id', 'full_name', 'social_proof', 'current_tools', 'success_vision'] as const) {
      const answer = await functions.processFormSubmission({ ...form, [absent]: undefined });
      expect(answer).toEqual({ success: false, error: 'Please complete all required fields' });
    }
    await site.createFormSubmission(row);
    await site.createFormSubmission(row);
    await Promise.all([process(), process(), process()]);
    const mails = async () => (await mailsTo(OPERATOR)).filter(({ subject }) => subject.includes(name));
    await expect.poll(mails, { timeout: 10_000 }).toHaveLength(1);
    const { rows } = await test.owner.execute(sql`select monthly_clients from form_submissions where id = ${id}`);
    expect(rows).toEqual([{ monthly_clients: 1 }]);
  });
});

describe('the scheduler', () => {
  const slots = async () => (await test.anonymous.api.site.listDemoSlots()).slots;
  const hold = (startsAt = '', changes: { id?: string; email?: string } = {}) =>
    test.anonymous.api.site.bookDemo({
      id: randomUUID(),
      startsAt,
      fullName: 'Vera Lind',
      email: newEmail(),
      timeZone: 'Europe/Berlin',
      answers: 'Experience: 3+ years',
      ...changes,
    });
  const newEmail = () => `vera-${randomUUID().slice(0, 8)}@example.com`;
  const confirm = (token: string) => test.anonymous.api.site.confirmDemo({ token });
  /** Holds a time and confirms it. @returns the token of the mailed links */
  const book = async (startsAt = '', email = newEmail()) => {
    await hold(startsAt, { email });
    const token = tokenIn((await newestMail(email, 1)).text);
    await confirm(token);
    return token;
  };
  const tokenIn = (text: string) => linkIn(text).pathname.replace('/booking/', '');
  const reschedule = (token: string, startsAt = '') => test.anonymous.api.site.rescheduleDemo({ token, startsAt });
  const SLOT_TAKEN = { code: 'SLOT_TAKEN' };
  const eventOf = (content: string) => {
    const calendar = new ICAL.Component(ICAL.parse(content));
    const event = calendar.getFirstSubcomponent('vevent');
    if (!event) throw new Error('the file has no event');
    return { method: calendar.getFirstPropertyValue('method'), event: new ICAL.Event(event), content };
  };
  const newestMail = async (email: string, count: number) => {
    const [mail] = await waitForMails(email, count);
    if (!mail) throw new Error('no mail');
    return mail;
  };

  it('offers the operator’s working hours', async () => {
    const open = await slots();
    expect(open[0]).toBe('2026-03-03T17:00:00.000Z');
    expect(open.slice(0, 16).at(-1)).toBe('2026-03-04T00:30:00.000Z');
    // After the clocks went forward.
    expect(open).toContain('2026-03-09T16:00:00.000Z');
  });

  it('gives a time to only one of many concurrent requests', async () => {
    const [start] = await slots();
    const outcomes = await outcomesOf(Array.from({ length: 20 }, () => hold(start)));
    expect(outcomes.sort()).toEqual(['OK', ...Array(19).fill(SLOT_TAKEN.code)]);
    expect(await slots()).not.toContain(start);
  });

  it('gives overlapping times to only one of two concurrent requests while the hours change', async () => {
    const { db, mailer, env, limiter } = test.services;
    const earlier = parseDemoAvailability('Mon-Fri 09:00-17:00', 'America/Los_Angeles');
    const later = parseDemoAvailability('Mon-Fri 09:15-17:15', 'America/Los_Angeles');
    const first = openDemoSlots(later, new Set(), NOW)[200];
    if (!first) throw new Error('no slot');
    const starts = [
      [later, first],
      [earlier, new Date(first.getTime() - 900_000)],
      [earlier, new Date(first.getTime() + 900_000)],
    ] as const;
    const visitor = { fullName: 'Vera Lind', timeZone: 'Europe/Berlin', answers: '' };
    const outcomes = await Promise.allSettled(
      starts.map(([demos, startsAt]) => {
        const booking = { ...visitor, id: randomUUID(), email: newEmail(), startsAt };
        const work = (tx: Parameters<typeof bookDemo>[0]) =>
          bookDemo(tx, { now: NOW, mailer, limiter, env, demos }, booking, '10.3.0.1');
        return db.write(siteScope, work, { SLOT_TAKEN: null, TOO_MANY_BOOKINGS: null });
      }),
    );
    const { rows } = await test.owner.execute<{ overlaps: number }>(sql`select count(*)::int as overlaps
      from demo_bookings a join demo_bookings b on b.starts_at > a.starts_at
        and b.starts_at < a.starts_at + interval '30 minutes' and a.status = 'held' and b.status = 'held'`);
    expect(rows).toEqual([{ overlaps: 0 }]);
    expect(outcomes.some(({ status }) => status === 'rejected')).toBe(true);
  });

  it('stores a booking once if sent twice', async () => {
    const start = (await slots())[3];
    const same = { id: randomUUID(), email: newEmail() };
    await Promise.all([hold(start, same), hold(start, same)]);
    await waitForMails(same.email, 1);
  });

  it('books and notifies once, only after the address is confirmed', async () => {
    const start = (await slots())[20] ?? '';
    const email = newEmail();
    await hold(start, { email });
    expect(await slots()).not.toContain(start);
    const mail = await newestMail(email, 1);
    expect(mail.subject).toContain('Confirm your demo');
    expect(mail.attachments).toEqual([]);
    // The mail contains no text of the person who typed the address.
    expect(mail.text).not.toContain('Vera');
    const token = tokenIn(mail.text);
    const aboutIt = async () => (await mailsTo(OPERATOR)).filter(({ text }) => text.includes(email));
    const touches = async () =>
      (await test.owner.execute(sql`select kind from prospect_touches where email = ${email}`)).rows;
    expect(await test.anonymous.api.site.getDemoBooking({ token })).toMatchObject({ status: 'held', startsAt: start });
    expect([await aboutIt(), await touches()]).toEqual([[], []]);
    await expect(reschedule(token, (await slots())[21])).rejects.toMatchObject({ code: 'BOOKING_CLOSED' });

    const answers = await Promise.all([confirm(token), confirm(token), confirm(token)]);
    expect([...answers, await confirm(token)].map(({ status }) => status)).toEqual(Array(4).fill('booked'));
    await expect.poll(aboutIt, { timeout: 10_000 }).toHaveLength(1);
    expect(await touches()).toEqual([{ kind: 'demo_booking' }]);
    expect(await mailsTo(email)).toHaveLength(2);
  });

  it('frees a time after half an hour without a confirmation, and deletes the visitor’s data a day later', async () => {
    const start = (await slots())[24] ?? '';
    const email = newEmail();
    await hold(start, { email });
    const token = tokenIn((await newestMail(email, 1)).text);
    await expect(hold(start)).rejects.toMatchObject(SLOT_TAKEN);
    test.setNow(new Date(NOW.getTime() + 30 * 60_000));
    expect(await slots()).toContain(start);
    expect(await test.anonymous.api.site.getDemoBooking({ token })).toMatchObject({ status: 'expired' });
    await expect(confirm(token)).rejects.toMatchObject({ code: 'HOLD_EXPIRED' });
    await book(start);
    await expect(confirm(token)).rejects.toMatchObject({ code: 'HOLD_EXPIRED' });
    test.setNow(new Date(NOW.getTime() + 25 * 3_600_000));
    await forgetDemoHolds(test.services);
    await expect(confirm(token)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const { rows } = await test.owner.execute(sql`select 1 from demo_bookings where email = ${email}`);
    expect(rows).toEqual([]);
  });

  it('has at most two open bookings of one recipient, for any spelling of the address', async () => {
    const open = await slots();
    const name = randomUUID().slice(0, 8);
    const token = await book(open[30], `${name}@example.com`);
    await hold(open[31], { email: `${name}+second@example.com` });
    const third = () => hold(open[32], { email: `${name.toUpperCase()}+third@example.com` });
    await expect(third()).rejects.toMatchObject({ code: 'TOO_MANY_BOOKINGS' });
    await test.anonymous.api.site.cancelDemo({ token });
    await third();
  });

  it.each([
    ['in the night', '2026-03-04T09:00:00.000Z'],
    ['between two starts', '2026-03-04T17:10:00.000Z'],
    ['on a Sunday', '2026-03-08T18:00:00.000Z'],
    ['too soon', '2026-03-03T04:00:00.000Z'],
    ['in the past', '2026-03-02T18:00:00.000Z'],
    ['in a year', '2027-03-02T18:00:00.000Z'],
  ])('offers no time %s', async (_, startsAt) => {
    await expect(hold(startsAt)).rejects.toMatchObject(SLOT_TAKEN);
  });

  it('mails a calendar file, and updates its event when the booking is moved or cancelled', async () => {
    const open = await slots();
    const email = newEmail();
    const token = await book(open[5], email);
    const mail = await newestMail(email, 2);
    const booked = eventOf(mail.attachments[0]?.content ?? '');
    expect(booked.method).toBe('REQUEST');
    expect(booked.event.startDate.toJSDate().toISOString()).toBe(open[5]);
    expect(booked.event.duration.toSeconds()).toBe(1800);
    expect(booked.content.split('\n').every((text) => text === '' || text.endsWith('\r'))).toBe(true);

    const { site } = test.anonymous.api;
    expect(tokenIn(mail.text)).toBe(token);
    expect(await site.getDemoBooking({ token })).toMatchObject({ email, status: 'booked' });
    expect(await reschedule(token, open[7])).toMatchObject({ startsAt: open[7], status: 'booked' });
    const second = eventOf((await newestMail(email, 3)).attachments[0]?.content ?? '');
    expect(second.event.uid).toBe(booked.event.uid);
    expect(second.event.sequence).toBeGreaterThan(booked.event.sequence);
    expect(await slots()).toContain(open[5]);

    expect(await site.cancelDemo({ token })).toMatchObject({ status: 'cancelled' });
    expect(await site.cancelDemo({ token })).toMatchObject({ status: 'cancelled' });
    const last = eventOf((await newestMail(email, 4)).attachments[0]?.content ?? '');
    expect(last.method).toBe('CANCEL');
    expect(last.event.uid).toBe(booked.event.uid);
    expect(await slots()).toContain(open[7]);
    await expect(reschedule(token, open[8])).rejects.toMatchObject({ code: 'BOOKING_CLOSED' });
  });

  it('does not move a booking to a taken time', async () => {
    const open = await slots();
    const email = newEmail();
    await book(open[10]);
    const token = await book(open[11], email);
    await expect(reschedule(token, open[10])).rejects.toMatchObject(SLOT_TAKEN);
    expect(await test.anonymous.api.site.getDemoBooking({ token })).toMatchObject({ startsAt: open[11] });
  });
});
