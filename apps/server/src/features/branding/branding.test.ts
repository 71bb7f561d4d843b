import { randomUUID } from 'node:crypto';
import type { BrandInput } from '@stridewell/contract/branding/branding';
import { palettesOf } from '@stridewell/contract/branding/branding.colors.rules';
import { brandPictureUrl } from '@stridewell/contract/branding/branding.rules';
import { eq, sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { outcomesOf } from '../../../test/api.ts';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { aClient, aCoach, anInvitation, anOperator, type Client, type Coach } from '../../../test/people.ts';
import { aLeadForm } from '../../../test/security-cases-pipeline.ts';
import { blackPng, uploadFile } from '../../../test/uploads.ts';
import { users } from '../../core/people/people.table.ts';

let test: TestApp;
let coach: Coach;
let client: Client;
let name: string;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  name = `Fit ${randomUUID()}`;
  coach = await aCoach(test, { name: 'Ana Silva' });
  client = await aClient(test, { of: coach });
});

const aBrand = (change: Partial<BrandInput> = {}): BrandInput => ({
  name,
  color: '#1a73e8',
  logoId: null,
  iconId: null,
  ...change,
});
const ofCoach = () => ({ coachId: coach.id });
const save = (change: Partial<BrandInput> = {}, by = coach) =>
  by.api.branding.saveBrand({ coachId: by.id, ...aBrand(change) });
const publish = (by = coach) => by.api.branding.publishBrand({ coachId: by.id });
async function publishBrand(change: Partial<BrandInput> = {}, by = coach) {
  await save(change, by);
  return publish(by);
}
async function picture(purpose: 'logo' | 'icon', content: Buffer, by = coach) {
  const id = randomUUID();
  const { status, body } = await uploadFile(test, by.caller, content, { coachId: by.id, id, purpose, name: 'a.png' });
  return { id, status, body };
}
const brandOf = async (person = client) => (await person.api.identity.getSession())?.client?.brand ?? null;
const setPlan = (plan: string, by = coach) => test.owner.update(users).set({ plan }).where(eq(users.id, by.id));
const get = (url: string) => test.app.inject({ method: 'GET', url });

describe('a draft', () => {
  it('is shown to its coach alone until it is published', async () => {
    expect(await coach.api.branding.getBrand(ofCoach())).toEqual({ draft: null, published: null, suspended: null });
    expect(await save()).toEqual({ draft: aBrand(), published: null, suspended: null });
    expect(await brandOf()).toBeNull();
    const { published } = await publish();
    expect(published).toMatchObject(aBrand());
    await save({ color: '#aa0000' });
    expect((await coach.api.branding.getBrand(ofCoach())).published?.color).toBe('#1a73e8');
    expect((await brandOf())?.styles).not.toContain('#aa0000');
  });

  it.each([['Stridewell'], ['Ѕtridewell Support'], ['security']])('cannot be called %s', async (name) => {
    await expect(save({ name })).rejects.toMatchObject({ code: 'NAME_RESERVED' });
  });

  it.each([
    [{ name: '' }],
    [{ name: 'a\u202Eb' }],
    [{ name: 'a\u200Bb' }],
    [{ name: 'x'.repeat(41) }],
    [{ color: 'red' }],
    [{ color: '#fff' }],
    [{ color: '#12345g' }],
    [{ color: '#123456;}' }],
  ])('with %j is refused', async (change) => {
    await expect(save(change)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('refuses an unknown picture, and one of another coach or purpose', async () => {
    const other = await aCoach(test);
    const theirs = await picture('logo', blackPng(300, 100), other);
    const photo = await uploadFile(test, coach.caller, blackPng(300, 300), {
      ...ofCoach(),
      id: randomUUID(),
      purpose: 'coach_photo',
    });
    for (const logoId of [theirs.id, photo.body.id, randomUUID()]) {
      await expect(save({ logoId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
  });

  it('takes a square icon of enough pixels', async () => {
    for (const size of [
      [300, 200],
      [100, 100],
    ] as const) {
      const [width, height] = size;
      const { id } = await picture('icon', blackPng(width, height));
      await expect(save({ iconId: id })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    }
    const { id } = await picture('icon', blackPng(192, 192));
    expect((await save({ iconId: id })).draft?.iconId).toBe(id);
  });
});

describe('a published brand', () => {
  it('is in the session of each client of its coach, and of no other', async () => {
    const other = await aCoach(test);
    const both = await aClient(test, { of: other });
    await aClient(test, { of: coach, person: both });
    await publishBrand();
    expect(await brandOf()).toMatchObject({ name: name, logo: null });
    await both.api.coaches.chooseCoach({ coachId: other.id });
    expect(await brandOf(both)).toBeNull();
    await both.api.coaches.chooseCoach(ofCoach());
    expect((await brandOf(both))?.name).toBe(name);
    expect((await coach.api.identity.getSession())?.client).toBeNull();
  });

  it('is in the bar of its coach, without its colors, while the plan has it', async () => {
    const barOf = async (by: Coach) => (await by.api.identity.getSession())?.coach?.brand;
    await save();
    expect(await barOf(coach)).toBeNull();
    await publish();
    const icon = brandPictureUrl(coach.id, '1a73e8', 'tab.png');
    expect([await barOf(coach), await barOf(await aCoach(test))]).toEqual([{ name, logo: null, icon }, null]);
    await setPlan('plus');
    expect(await barOf(coach)).toBeNull();
  });

  it('reveals no address and no plan of its coach to clients', async () => {
    await publishBrand();
    const session = JSON.stringify(await client.api.identity.getSession());
    expect(session).not.toContain(coach.email);
    expect(session).not.toContain('subscriptionStatus');
  });

  it('ends with the plan and returns with it', async () => {
    await publishBrand();
    await setPlan('plus');
    expect(await brandOf()).toBeNull();
    await expect(coach.api.branding.getBrand(ofCoach())).rejects.toMatchObject({ code: 'FEATURE_REQUIRED' });
    expect((await get(`/manifest.webmanifest?coach=${coach.id}`)).statusCode).toBe(404);
    await setPlan('pro');
    expect((await brandOf())?.name).toBe(name);
  });

  it('goes back to the usual look, on every plan, and repeating changes nothing', async () => {
    await publishBrand();
    await setPlan('base');
    const { published, draft } = await coach.api.branding.unpublishBrand(ofCoach());
    expect([published, draft]).toEqual([null, aBrand()]);
    expect(await coach.api.branding.unpublishBrand(ofCoach())).toMatchObject({ published: null });
    expect(await brandOf()).toBeNull();
  });

  it('has a name that no other coach has, also of two who publish at once', async () => {
    const rival = await aCoach(test);
    await publishBrand();
    await save({ name: name.replace('i', 'і').toUpperCase() }, rival);
    await expect(publish(rival)).rejects.toMatchObject({ code: 'NAME_TAKEN' });
    await coach.api.branding.unpublishBrand(ofCoach());
    const outcomes = await outcomesOf([publish(), publish(rival)]);
    expect(outcomes.sort()).toEqual(['NAME_TAKEN', 'OK']);
  });

  it('is in the audit log of its coach', async () => {
    await publishBrand();
    await coach.api.branding.unpublishBrand(ofCoach());
    const { rows } = await test.owner.execute<{ action: string }>(
      sql`select action from audit_entries where chain_id = ${coach.id} and action like 'brand.%' order by seq`,
    );
    expect(rows.map(({ action }) => action)).toEqual(['brand.saved', 'brand.published', 'brand.unpublished']);
  });
});

describe('pictures', () => {
  const read = async (source: string, name: Parameters<typeof brandPictureUrl>[2], of = coach.id) =>
    get(brandPictureUrl(of, source, name));

  it('are PNG of their size, for anyone, and stay in browsers', async () => {
    const [logo, icon] = [await picture('logo', blackPng(1280, 160)), await picture('icon', blackPng(512, 512))];
    await publishBrand({ logoId: logo.id, iconId: icon.id });
    const shown = await brandOf();
    expect(shown?.logo).toEqual({ src: brandPictureUrl(coach.id, logo.id, 'logo.png'), width: 640, height: 80 });
    const answer = await get(shown?.logo?.src ?? '');
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/png']);
    expect(answer.headers['cache-control']).toContain('immutable');
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format: 'png', width: 640, height: 80 });
    for (const [name, side] of [
      ['tab.png', 64],
      ['touch.png', 180],
      ['icon-192.png', 192],
      ['icon-512.png', 512],
      ['maskable-512.png', 512],
    ] as const) {
      const { width, height } = await sharp((await read(icon.id, name)).rawPayload).metadata();
      expect([width, height], name).toEqual([side, side]);
    }
  });

  it('without uploads are plain, in the color of the brand', async () => {
    await publishBrand({ color: '#aa0000' });
    const { rawPayload } = await read('aa0000', 'icon-192.png');
    const { dominant } = await sharp(rawPayload).stats();
    expect(dominant.r).toBeGreaterThan(150);
    expect((await read('00aa00', 'icon-192.png')).statusCode).toBe(404);
  });

  it('of a draft, of others and of a brand that is not shown are not served', async () => {
    const logo = await picture('logo', blackPng(300, 100));
    const receipt = await uploadFile(test, coach.caller, blackPng(300, 300), {
      ...ofCoach(),
      id: randomUUID(),
      purpose: 'receipt',
    });
    await save({ logoId: logo.id });
    expect((await read(logo.id, 'logo.png')).statusCode).toBe(404);
    await publish();
    expect((await read(logo.id, 'logo.png')).statusCode).toBe(200);
    const other = await aCoach(test);
    for (const url of [
      brandPictureUrl(coach.id, receipt.body.id, 'logo.png'),
      brandPictureUrl(other.id, logo.id, 'logo.png'),
      `/brands/${coach.id}/${logo.id}/toString`,
      `/brands/${coach.id}/..%2F..%2Fetc/logo.png`,
      '/brands/x/y/logo.png',
    ]) {
      expect((await get(url)).statusCode, url).toBe(404);
    }
    await setPlan('base');
    expect((await read(logo.id, 'logo.png')).statusCode).toBe(404);
  });

  it('that neither version shows are released, and those of the published one stay', async () => {
    const [first, second] = [await picture('logo', blackPng(300, 100)), await picture('logo', blackPng(310, 100))];
    await publishBrand({ logoId: first.id });
    await save({ logoId: second.id });
    const attached = async () =>
      (
        await test.owner.execute<{ id: string }>(
          sql`select id from files where coach_id = ${coach.id} and purpose = 'logo' and attached_at is not null`,
        )
      ).rows.map(({ id }) => id);
    expect((await attached()).sort()).toEqual([first.id, second.id].sort());
    await publish();
    expect(await attached()).toEqual([second.id]);
  });

  it('can be drawings, of which the pixels are kept', async () => {
    const drawing = Buffer.from(
      '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="24" height="24"><rect width="24" height="24" fill="#a00"/></svg>',
    );
    const { id, status, body } = await picture('icon', drawing);
    expect([status, body.kind, body.width, body.height]).toEqual([200, 'image', 1024, 1024]);
    expect((await save({ iconId: id })).draft?.iconId).toBe(id);
    const hostile = drawing.toString().replace('<rect', '<script>alert(1)</script><rect');
    expect(await picture('icon', Buffer.from(hostile))).toMatchObject({ status: 422, body: { code: 'IMAGE_REFUSED' } });
    const elsewhere = await uploadFile(test, coach.caller, drawing, {
      ...ofCoach(),
      id: randomUUID(),
      purpose: 'coach_photo',
    });
    expect(elsewhere).toMatchObject({ status: 415, body: { code: 'FILE_TYPE_REFUSED' } });
  });
});

describe('an operator', () => {
  it('suspends a brand with a reason that the coach reads, and ends it', async () => {
    const operator = await anOperator(test);
    const ofUser = { userId: coach.id };
    await publishBrand();
    expect((await operator.api.branding.getReviewedBrand(ofUser)).brand).toMatchObject({
      name: name,
      suspended: null,
    });
    await operator.api.branding.suspendBrand({ ...ofUser, reason: 'It looks like another company.' });
    await operator.api.branding.suspendBrand({ ...ofUser, reason: 'Again.' });
    expect(await brandOf()).toBeNull();
    const { suspended } = await coach.api.branding.getBrand(ofCoach());
    expect(suspended?.reason).toBe('It looks like another company.');
    for (const change of [() => save(), () => publish(), () => coach.api.branding.unpublishBrand(ofCoach())]) {
      await expect(change()).rejects.toMatchObject({ code: 'BRAND_SUSPENDED' });
    }
    await expect
      .poll(async () => (await coach.api.notifications.listNotifications({})).notifications, { timeout: 10_000 })
      .toMatchObject([{ title: 'Your brand was suspended' }]);
    await operator.api.branding.reinstateBrand(ofUser);
    expect((await brandOf())?.name).toBe(name);
    const { rows } = await test.owner.execute<{ action: string }>(
      sql`select action from audit_entries where chain_id = ${coach.id} and action like 'brand.%' order by seq`,
    );
    expect(rows.map(({ action }) => action).slice(-2)).toEqual(['brand.suspended', 'brand.reinstated']);
  });

  it('finds no brand to suspend where none is published', async () => {
    const operator = await anOperator(test);
    await save();
    const ofUser = { userId: coach.id };
    expect((await operator.api.branding.getReviewedBrand(ofUser)).brand).toBeNull();
    await expect(operator.api.branding.suspendBrand({ ...ofUser, reason: 'No.' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});

describe('what leaves the app', () => {
  it('a mail to an invited person has the name, the color, the logo and the coach’s address for replies', async () => {
    const { id: logoId } = await picture('logo', blackPng(800, 160));
    await publishBrand({ logoId, color: '#ffffff' });
    const { email } = await anInvitation(test, { from: coach });
    const mail = await test.mailTo(email);
    expect(mail).toMatchObject({ senderName: name, replyTo: coach.email });
    expect(mail.html).toContain(`${test.services.env.appUrl}${brandPictureUrl(coach.id, logoId, 'logo.png')}`);
    expect(mail.html).toContain(`alt="${name}"`);
    expect(mail.html).toContain(palettesOf('#ffffff').light.accent);
    expect(mail.html).not.toContain('Stridewell');
  });

  it('a mail has the product’s look once the plan has ended', async () => {
    await publishBrand();
    await setPlan('plus');
    const { email } = await anInvitation(test, { from: coach });
    const mail = await test.mailTo(email);
    expect(mail).toMatchObject({ senderName: null, replyTo: null });
    expect(mail.html).toContain('Stridewell');
  });

  it('the lead form and the booking page have it', async () => {
    const slug = `ana-${randomUUID()}`;
    await coach.api.pipeline.saveLeadForm({ ...ofCoach(), ...aLeadForm, slug });
    await publishBrand({ color: '#aa0000' });
    const { body } = await get(`/c/${slug}`);
    expect(body).toContain('--accent: #aa0000;');
    expect(body).toContain(`<meta name="application-name" content="${name}">`);
    expect(body).toContain(`${brandPictureUrl(coach.id, 'aa0000', 'tab.png')}`);
    await setPlan('base');
    expect((await get(`/c/${slug}`)).body).not.toContain(name);
  });

  it('a document has it', async () => {
    const { id: logoId } = await picture('logo', blackPng(800, 160));
    const url = `/exports/${coach.id}/interactions.pdf?from=2026-03-01&to=2026-03-31`;
    const read = () => test.app.inject({ method: 'GET', url, headers: { cookie: coach.caller.cookie ?? '' } });
    const before = (await read()).rawPayload.toString('latin1');
    expect(before).not.toContain('/Subtype /Image');
    await publishBrand({ logoId });
    expect((await read()).rawPayload.toString('latin1')).toContain('/Subtype /Image');
  });
});
