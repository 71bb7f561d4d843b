import { randomUUID } from 'node:crypto';
import { NO_AVAILABILITY } from '@stridewell/contract/calendar.bookings.rules';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { aCoach, type Coach } from '../../../test/people.ts';
import { aLeadForm } from '../../../test/security-cases-pipeline.ts';
import { listOutbox } from '../../platform/mail/outbox.data.ts';

/** Monday, 10:00 in Los Angeles. */
const NOW = new Date('2026-03-02T18:00:00Z');
const LATER = new Date(NOW.getTime() + 10_000);
/** Monday a week later, 9:00 in Los Angeles after the clocks moved. */
const NINE = '2026-03-09T16:00:00.000Z';
const TEN = '2026-03-09T17:00:00.000Z';

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
    ...{ coachId: coach.id, id: typeId, name: 'First call', minutes: 60, location: 'By phone', color: 'blue' },
    ...{ bufferBefore: 0, bufferAfter: 0, bookable: false },
  });
  await coach.api.bookings.saveAvailability({
    ...{ ...NO_AVAILABILITY, coachId: coach.id, stepMinutes: 60 },
    hours: [{ weekday: 1, from: 540, to: 720 }],
  });
  await saveForm();
});

const saveForm = (changes: Partial<typeof aLeadForm> | { bookingTypeId: string | null } = {}) =>
  coach.api.pipeline.saveLeadForm({ coachId: coach.id, ...aLeadForm, slug, bookingTypeId: typeId, ...changes });
let visits = 0;
/** Each visitor has an address of their own, as the rate limits count by address. */
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
    ...{ method: 'POST', url: `/c/${slug}/book`, remoteAddress: visitor() },
    payload: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
const ben = { name: 'Ben Okoye', email: '', phone: '', message: 'Hello', website: '' };
/** Opens the form for a time and waits as long as a person does. */
const fill = async (at: string, person = ben) => {
  test.setNow(NOW);
  const page = await open(`?at=${at}`);
  test.setNow(LATER);
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
const mailsTo = async (address: string) =>
  (await listOutbox(test.services.db)).filter(({ recipient }) => recipient === address);

describe('the booking page of a coach', () => {
  it('shows open times in the zone of the coach or of the visitor', async () => {
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

  it('books a time for a visitor, who becomes a lead and gets a mail', async () => {
    const fields = await fill(NINE);
    const answers = await Promise.all([send(fields), send(fields)]);
    for (const { statusCode, body } of answers) {
      expect(statusCode).toBe(200);
      expect(body).toContain('Monday, March 9 at 9:00 AM PDT');
    }
    expect(await sessions()).toMatchObject([
      { clientId: null, clientName: 'Ben Okoye', sessionType: 'First call', bookedBy: 'visitor', sessionDate: NINE },
    ]);
    const { leads } = await coach.api.pipeline.listLeads({ coachId: coach.id });
    expect(leads).toMatchObject([{ name: 'Ben Okoye', status: 'new', source: 'Booking page', notes: 'Hello' }]);
    const { events } = await coach.api.pipeline.getLead({ coachId: coach.id, leadId: leads[0]?.id ?? '' });
    expect(events.map(({ kind, actor, title }) => `${kind} ${actor} ${title}`)).toEqual([
      'booked visitor First call',
      'created visitor ',
    ]);
    await expect.poll(() => mailsTo(ben.email), { timeout: 10_000 }).toHaveLength(1);
    const [mail] = await mailsTo(ben.email);
    expect(mail?.subject).toContain('First call with Ana Silva: Monday, March 9 at 9:00 AM PDT');
    await expect
      .poll(async () => (await coach.api.notifications.listNotifications({})).notifications, { timeout: 10_000 })
      .toMatchObject([{ type: 'lead_captured', message: expect.stringContaining('Ben Okoye booked: First call') }]);
    expect((await open()).body.includes(encodeURIComponent(NINE))).toBe(false);
  });

  it('gives a time to one of two visitors, and keeps what the other typed', async () => {
    const forms = [await fill(NINE), await fill(NINE, { ...ben, name: 'Cleo Ward', email: 'cleo@example.com' })];
    const answers = await Promise.all(forms.map(send));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const refused = answers.find(({ statusCode }) => statusCode === 409);
    expect(refused?.body).toContain('This time is no longer open');
    expect(refused?.body).toMatch(/value="(Ben Okoye|Cleo Ward)"/);
    expect(await sessions()).toHaveLength(1);
    expect((await coach.api.pipeline.listLeads({ coachId: coach.id })).leads).toHaveLength(1);
  });

  it('takes one time for each form, and no time outside of the hours', async () => {
    const fields = await fill(NINE);
    expect((await send(fields)).statusCode).toBe(200);
    expect((await send({ ...fields, at: TEN })).statusCode).toBe(409);
    for (const at of ['2026-03-09T16:30:00.000Z', '2026-03-02T18:00:00.000Z', '2027-03-08T17:00:00.000Z']) {
      expect((await send({ ...(await fill(TEN)), at })).statusCode).toBe(409);
    }
    for (const bad of [{ at: '' }, { at: 'tomorrow' }, { name: ' ' }, { website: 'https://spam.example' }]) {
      expect((await send({ ...(await fill(TEN)), ...bad })).statusCode).toBe(400);
    }
    expect(await sessions()).toHaveLength(1);
  });

  it('is not there without a session type, without the form, and for a removed type', async () => {
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
    await send(await fill(NINE));
    const [session] = await sessions();
    const edit = { coachId: coach.id, id: session?.id ?? '', version: 0, apply: 'this' as const };
    await coach.api.calendar.updateSession({ ...edit, change: { startsAt: TEN } });
    await expect.poll(() => mailsTo(ben.email), { timeout: 10_000 }).toHaveLength(2);
    const subjects = (await mailsTo(ben.email)).map(({ subject }) => subject);
    expect(subjects.some((subject) => subject.includes('has changed: Monday, March 9 at 10:00 AM PDT'))).toBe(true);
  });

  it('keeps the session as a client, and is forgotten with the lead', async () => {
    await send(await fill(NINE));
    await send(await fill(TEN, { ...ben, name: 'Cleo Ward', email: `cleo-${randomUUID()}@example.com` }));
    const { leads } = await coach.api.pipeline.listLeads({ coachId: coach.id });
    const idOf = (name: string) => leads.find((lead) => lead.name === name)?.id ?? '';
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
