import { randomUUID } from 'node:crypto';
import { NO_AVAILABILITY } from '@stridewell/contract/calendar/calendar.bookings.rules';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, linkIn, type TestApp } from '../../../test/app.ts';
import { aCoach, type Coach } from '../../../test/people.ts';
import { aLeadForm } from '../../../test/security-cases-pipeline.ts';
import { listOutbox } from '../../platform/mail/outbox.data.ts';
import { forgetHolds } from '../calendar/calendar.holds.service.ts';

/** Monday, 10:00 in Los Angeles. */
const NOW = new Date('2026-03-02T18:00:00Z');
const LATER = new Date(NOW.getTime() + 10_000);
/** Monday a week later, 9:00 in Los Angeles after the clock change. */
const NINE = '2026-03-09T16:00:00.000Z';
const TEN = '2026-03-09T17:00:00.000Z';
const ELEVEN = '2026-03-09T18:00:00.000Z';

let test: TestApp;
let coach: Coach;
let slug: string;
let typeId: string;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  test.setNow(NOW);
  coach = await aCoach(test, { name: 'Ana Silva', timeZone: 'America/Los_Angeles' });
  slug = `coach-${randomUUID()}`;
  ben.email = `ben-${randomUUID()}@example.com`;
  typeId = randomUUID();
  await coach.api.calendar.saveSessionType({
    coachId: coach.id,
    id: typeId,
    name: 'First call',
    minutes: 60,
    location: 'By phone',
    color: 'blue',
    bufferBefore: 0,
    bufferAfter: 0,
    bookable: false,
  });
  await coach.api.bookings.saveAvailability({
    ...NO_AVAILABILITY,
    coachId: coach.id,
    stepMinutes: 60,
    hours: [{ weekday: 1, from: 540, to: 720 }],
  });
  await saveForm();
});

const saveForm = (changes: Partial<typeof aLeadForm> | { bookingTypeId: string | null } = {}) =>
  coach.api.pipeline.saveLeadForm({ coachId: coach.id, ...aLeadForm, slug, bookingTypeId: typeId, ...changes });
let visits = 0;
/** Each visitor has a different IP address, because rate limits count by address. */
const visitor = () => {
  visits += 1;
  return `10.2.${Math.floor(visits / 250)}.${visits % 250}`;
};
const open = (query = '') =>
  test.app.inject({ method: 'GET', url: `/c/${slug}/book${query}`, remoteAddress: visitor() });
const fieldsOf = (html: string) =>
  Object.fromEntries(
    [...html.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  );
const send = (fields: Record<string, string>) =>
  test.app.inject({
    method: 'POST',
    url: `/c/${slug}/book`,
    remoteAddress: visitor(),
    payload: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
const ben = { name: 'Ben Okoye', email: '', phone: '', message: 'Hello', website: '' };
/** Opens the form for a time and waits as long as a person would. */
const fill = async (at: string, person = ben, opened = NOW) => {
  test.setNow(opened);
  const page = await open(`?at=${at}`);
  test.setNow(new Date(opened.getTime() + 10_000));
  return { ...fieldsOf(page.body), ...person, at };
};
const sessions = async () => {
  const { sessions: found } = await coach.api.calendar.getCalendar({
    coachId: coach.id,
    from: '2026-03-01T00:00:00Z',
    to: '2026-04-01T00:00:00Z',
  });
  return found;
};
/** The path of the newest link mailed to an address. */
const linkTo = async (email: string) => linkIn((await test.mailTo(email.toLowerCase())).text).pathname;
const visit = (method: 'GET' | 'POST', url: string, remoteAddress = visitor()) =>
  test.app.inject({ method, url, remoteAddress });
/** Confirms like a visitor, with the button behind the mailed link. */
const confirm = async (email: string) => visit('POST', await linkTo(email));
/** Holds a time and confirms it. */
const book = async (at: string, person = ben, opened = NOW) => {
  expect((await send(await fill(at, person, opened))).statusCode).toBe(200);
  expect((await confirm(person.email)).statusCode).toBe(200);
};
const notifications = async () => (await coach.api.notifications.listNotifications({})).notifications;
const leads = async () => (await coach.api.pipeline.listLeads({ coachId: coach.id })).leads;
const mailsTo = async (address: string) =>
  (await listOutbox(test.services.db)).filter(({ recipient }) => recipient === address);

describe('the booking page of a coach', () => {
  it('shows open times in the time zone of the coach or the visitor', async () => {
    const own = await open();
    expect(own.statusCode).toBe(200);
    expect(own.body).toContain('First call with Ana Silva');
    expect(own.body).toContain('60 minutes, By phone');
    expect(own.body).toContain('<h2>Monday, March 9</h2>');
    expect(own.body).toContain('>9:00 AM<');
    const there = await open('?zone=Asia/Tokyo');
    expect(there.body).toContain('<h2>Tuesday, March 10</h2>');
    expect(there.body).toContain('>1:00 AM<');
    for (const zone of ['Nowhere/Here', 'x'.repeat(500), 'UTC&zone=UTC']) {
      expect((await open(`?zone=${zone}`)).body).toContain('>9:00 AM<');
    }
  });

  it('holds a time, books it when the visitor confirms their address, and adds them as a lead', async () => {
    const fields = await fill(NINE);
    const answers = await Promise.all([send(fields), send(fields)]);
    for (const { statusCode, body } of answers) {
      expect(statusCode).toBe(200);
      expect(body).toContain('Check your email');
      expect(body).toContain('Monday, March 9 at 9:00 AM PDT');
      expect(body).toContain('30 minutes');
    }
    await test.delivered();
    expect([await sessions(), await leads(), await notifications()]).toEqual([[], [], []]);
    const mail = await test.mailTo(ben.email);
    expect(mail.subject).toBe('Confirm your time: First call with Ana Silva');
    // The mail contains no text of the person who typed the address.
    expect(mail.text).not.toContain('Ben Okoye');
    expect((await open()).body).not.toContain(encodeURIComponent(NINE));

    const path = await linkTo(ben.email);
    const page = await visit('GET', path);
    expect(page.body).toContain('First call with Ana Silva: Monday, March 9 at 9:00 AM PDT');
    expect(page.body).toContain(`<form method="post" action="${path}">`);
    expect(await sessions()).toEqual([]);

    const confirmed = await Promise.all([visit('POST', path), visit('POST', path), visit('POST', path)]);
    for (const { statusCode, body } of [...confirmed, await visit('POST', path), await visit('GET', path)]) {
      expect(statusCode).toBe(200);
      expect(body).toContain('Your time is booked');
    }
    expect(await sessions()).toMatchObject([
      { clientId: null, clientName: 'Ben Okoye', sessionType: 'First call', bookedBy: 'visitor', sessionDate: NINE },
    ]);
    const [lead, ...more] = await leads();
    expect(more).toEqual([]);
    expect(lead).toMatchObject({ name: 'Ben Okoye', status: 'new', source: 'Booking page', notes: 'Hello' });
    const { events } = await coach.api.pipeline.getLead({ coachId: coach.id, leadId: lead?.id ?? '' });
    expect(events.map(({ kind, actor, title }) => `${kind} ${actor} ${title}`)).toEqual([
      'booked visitor First call',
      'created visitor ',
    ]);
    await expect.poll(() => mailsTo(ben.email), { timeout: 10_000 }).toHaveLength(2);
    const subjects = (await mailsTo(ben.email)).map(({ subject }) => subject);
    expect(subjects.some((subject) => subject.includes('First call with Ana Silva: Monday, March 9 at 9:00 AM'))).toBe(
      true,
    );
    await expect
      .poll(notifications, { timeout: 10_000 })
      .toMatchObject([{ type: 'lead_captured', message: expect.stringContaining('Ben Okoye booked: First call') }]);
    // The visitor's details have moved to the lead.
    const { rows } = await test.owner.execute(
      sql`select name || email || phone || message || recipient as typed from booking_holds where coach_id = ${coach.id}`,
    );
    expect(rows).toEqual([{ typed: '' }]);
  });

  it('frees a time that is not confirmed, and explains it behind the link', async () => {
    const fields = await fill(NINE);
    await send(fields);
    const path = await linkTo(ben.email);
    const cleo = { ...ben, name: 'Cleo Ward', email: `cleo-${randomUUID()}@example.com` };
    expect((await send(await fill(NINE, cleo))).statusCode).toBe(409);
    const after = new Date(LATER.getTime() + 30 * 60_000);
    test.setNow(after);
    expect((await open()).body).toContain(encodeURIComponent(NINE));
    for (const method of ['GET', 'POST'] as const) {
      const late = await visit(method, path);
      expect(late.statusCode).toBe(410);
      expect(late.body).toContain('This link has expired');
      expect(late.body).toContain(`/c/${slug}/book`);
    }
    await book(NINE, cleo, after);
    expect((await sessions()).map(({ clientName }) => clientName)).toEqual(['Cleo Ward']);
    test.setNow(new Date(after.getTime() + 25 * 3_600_000));
    await forgetHolds(test.services);
    const { rows } = await test.owner.execute(sql`select email from booking_holds where coach_id = ${coach.id}`);
    expect(rows).toEqual([]);
    expect((await visit('GET', path)).statusCode).toBe(404);
  });

  it('refuses links of another coach, and changed ones', async () => {
    await send(await fill(NINE));
    const path = await linkTo(ben.email);
    const other = await aCoach(test);
    const otherSlug = `coach-${randomUUID()}`;
    await other.api.pipeline.saveLeadForm({ coachId: other.id, ...aLeadForm, slug: otherSlug, bookingTypeId: null });
    const token = path.split('/').at(-1) ?? '';
    const changed = `${randomUUID()}.${token.split('.')[1]}`;
    for (const bad of [
      `/c/${otherSlug}/confirm/${token}`,
      `/c/${slug}/confirm/${changed}`,
      `/c/${slug}/confirm/${token.slice(0, -1)}`,
      `/c/${slug}/confirm/x`,
    ]) {
      for (const method of ['GET', 'POST'] as const) {
        const answer = await visit(method, bad);
        expect([answer.statusCode, bad]).toEqual([404, bad]);
        expect(answer.body).toContain('We could not find this booking');
      }
    }
    expect(await sessions()).toEqual([]);
  });

  it('does not confirm a time that the coach has used meanwhile', async () => {
    await send(await fill(NINE));
    await coach.api.calendar.createSession({
      coachId: coach.id,
      id: randomUUID(),
      clientId: null,
      clientName: 'Nina Park',
      sessionTypeId: null,
      sessionType: 'Strength',
      startsAt: NINE,
      minutes: 60,
      location: '',
      notes: '',
      repeat: null,
    });
    const refused = await confirm(ben.email);
    expect(refused.statusCode).toBe(409);
    expect(refused.body).toContain('This time is no longer open');
    expect(await leads()).toEqual([]);
  });

  it('has at most two open bookings of one recipient, for any spelling of the address', async () => {
    const tag = randomUUID().slice(0, 8);
    const spelled = (email: string) => ({ ...ben, email });
    await book(NINE, spelled(`Ben.${tag}@gmail.com`));
    await send(await fill(TEN, spelled(`ben${tag}+call@googlemail.com`)));
    const third = await send(await fill(ELEVEN, spelled(`ben${tag}@gmail.com`)));
    expect(third.statusCode).toBe(409);
    expect(third.body).toContain('already has two open bookings');
    expect(third.body).toContain('value="Ben Okoye"');
    // An ended hold no longer counts.
    const later = new Date(LATER.getTime() + 30 * 60_000);
    expect((await send(await fill(ELEVEN, spelled(`ben${tag}@gmail.com`), later))).statusCode).toBe(200);
  });

  it('mails one recipient at most six times a day, from all pages together', async () => {
    const email = `far-${randomUUID()}@example.com`;
    const statuses: number[] = [];
    for (let sent = 0; sent < 7; sent += 1) {
      const opened = new Date(NOW.getTime() + sent * 31 * 60_000);
      const answer = await send(await fill(NINE, { ...ben, email }, opened));
      statuses.push(answer.statusCode);
      if (sent === 6) expect(answer.body).toContain('Please try again in 21 hours.');
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429]);
  });

  it('returns the filled-in form to a rate-limited visitor, and says when to try again', async () => {
    const from = visitor();
    const fields = await fill(NINE);
    const post = (url: string) =>
      test.app.inject({
        method: 'POST',
        url,
        remoteAddress: from,
        payload: new URLSearchParams({ ...fields, website: 'spam' }).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
    for (let sent = 0; sent < 20; sent += 1) expect((await post(`/c/${slug}/book`)).statusCode).toBe(400);
    for (const url of [`/c/${slug}/book`, `/c/${slug}`]) {
      const limited = await post(url);
      expect(limited.statusCode).toBe(429);
      expect(limited.headers['retry-after']).toBe('600');
      expect(limited.body).toContain('Please try again in 10 minutes.');
      expect(limited.body).toContain('value="Ben Okoye"');
      expect(limited.body).toContain(`value="${ben.email}"`);
      expect(limited.body).toContain('>Hello</textarea>');
      expect(limited.body).toContain(`value="${fields.id}"`);
    }
    expect(await sessions()).toEqual([]);
  });

  it('does not count repeated forms toward the coach’s daily limit', async () => {
    const fields = await fill(NINE);
    for (let sent = 0; sent < 40; sent += 1) expect((await send(fields)).statusCode).toBe(200);
    const others = Array.from({ length: 2 }, () => ({ ...ben, email: `cleo-${randomUUID()}@example.com` }));
    expect((await send(await fill(TEN, others[0]))).statusCode).toBe(200);
    expect(await mailsTo(ben.email)).toHaveLength(1);
  });

  it('gives a time to one of two visitors, and keeps the other’s input', async () => {
    const cleo = { ...ben, name: 'Cleo Ward', email: `cleo-${randomUUID()}@example.com` };
    const forms = [await fill(NINE), await fill(NINE, cleo)];
    const answers = await Promise.all(forms.map(send));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const refused = answers.find(({ statusCode }) => statusCode === 409);
    expect(refused?.body).toContain('This time is no longer open');
    expect(refused?.body).toMatch(/value="(Ben Okoye|Cleo Ward)"/);
  });

  it('accepts one time for each form, and none outside of the hours', async () => {
    const fields = await fill(NINE);
    expect((await send(fields)).statusCode).toBe(200);
    expect((await confirm(ben.email)).statusCode).toBe(200);
    expect((await send({ ...fields, at: TEN })).statusCode).toBe(409);
    for (const at of ['2026-03-09T16:30:00.000Z', '2026-03-02T18:00:00.000Z', '2027-03-08T17:00:00.000Z']) {
      expect((await send({ ...(await fill(TEN)), at })).statusCode).toBe(409);
    }
    for (const bad of [{ at: '' }, { at: 'tomorrow' }, { name: ' ' }, { website: 'https://spam.example' }]) {
      expect((await send({ ...(await fill(TEN)), ...bad })).statusCode).toBe(400);
    }
    expect(await sessions()).toHaveLength(1);
  });

  it('does not exist without a session type, without the form, or for a removed type', async () => {
    expect((await test.app.inject({ method: 'GET', url: `/c/${slug}`, remoteAddress: visitor() })).body).toContain(
      `/c/${slug}/book`,
    );
    const fields = await fill(NINE);
    await saveForm({ bookingTypeId: null });
    expect([(await open()).statusCode, (await send(fields)).statusCode]).toEqual([404, 404]);
    await saveForm({ enabled: false });
    expect((await open()).statusCode).toBe(404);
    await saveForm();
    await coach.api.calendar.deleteSessionType({ coachId: coach.id, id: typeId });
    expect([(await open()).statusCode, (await send(fields)).statusCode]).toEqual([404, 404]);
    const other = await aCoach(test);
    await expect(saveForm({ bookingTypeId: randomUUID() })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(
      other.api.pipeline.saveLeadForm({ coachId: other.id, ...aLeadForm, slug: `${slug}-x`, bookingTypeId: typeId }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await sessions()).toEqual([]);
  });
});

describe('a booked visitor', () => {
  it('is mailed when the coach moves the session', async () => {
    await book(NINE);
    const [session] = await sessions();
    const edit = { coachId: coach.id, id: session?.id ?? '', version: 0, apply: 'this' as const };
    await coach.api.calendar.updateSession({ ...edit, change: { startsAt: TEN } });
    await expect.poll(() => mailsTo(ben.email), { timeout: 10_000 }).toHaveLength(3);
    const subjects = (await mailsTo(ben.email)).map(({ subject }) => subject);
    expect(subjects.some((subject) => subject.includes('has changed: Monday, March 9 at 10:00 AM PDT'))).toBe(true);
  });

  it('keeps the session as a client, and is deleted with the lead', async () => {
    await book(NINE);
    await book(TEN, { ...ben, name: 'Cleo Ward', email: `cleo-${randomUUID()}@example.com` });
    const found = await leads();
    const idOf = (name: string) => found.find((lead) => lead.name === name)?.id ?? '';
    const clientId = randomUUID();
    await coach.api.pipeline.convertLead({ coachId: coach.id, leadId: idOf('Ben Okoye'), clientId });
    await coach.api.pipeline.deleteLead({ coachId: coach.id, leadId: idOf('Cleo Ward') });
    expect((await sessions()).map(({ clientName, clientId: of }) => [clientName, of])).toEqual([
      ['Ben Okoye', clientId],
      ['Cleo Ward', null],
    ]);
    const { rows } = await test.owner.execute(sql`select 1 from session_guests where coach_id = ${coach.id}`);
    expect(rows).toEqual([]);
  });
});
