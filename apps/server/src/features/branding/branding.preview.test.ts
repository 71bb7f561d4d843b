import { randomUUID } from 'node:crypto';
import { palettesOf } from '@stridewell/contract/branding/branding.colors.rules';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { shareTestApp, type TestApp } from '../../../test/app.ts';
import { aClient, aCoach, type Coach } from '../../../test/people.ts';
import { blackPng, uploadFile } from '../../../test/uploads.ts';

const COLOR = '#1a73e8';
const PAGES = ['mail', 'form', 'booking'];

let test: TestApp;
let coach: Coach;
beforeAll(async () => {
  test = await shareTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  coach = await aCoach(test, { name: 'Ana Silva', plan: 'pro' });
});

async function preview(
  page: string,
  query: Record<string, string> = {},
  { caller }: Pick<Coach, 'caller'> = coach,
  of = coach,
) {
  const asked = new URLSearchParams({ name: 'Fit by Ana', color: COLOR, ...query });
  const url = `/exports/${of.id}/brand-preview/${page}?${asked}`;
  const answer = await test.app.inject({ url, headers: caller.cookie ? { cookie: caller.cookie } : {} });
  return { status: answer.statusCode, headers: answer.headers, text: answer.body };
}
async function aPicture(purpose: 'logo' | 'icon', of = coach) {
  const id = randomUUID();
  await uploadFile(test, of.caller, blackPng(300, 300), { coachId: of.id, id, purpose, name: 'a.png' });
  return id;
}

it.each(PAGES)('of the %s is the real page with a brand that is not saved, in light and in dark', async (page) => {
  const logoId = await aPicture('logo');
  const [light, dark] = [await preview(page), await preview(page, { scheme: 'dark', logoId })];
  for (const { status, headers, text } of [light, dark]) {
    expect([status, headers['cache-control']]).toEqual([200, 'private, no-store']);
    expect(headers['content-security-policy']).toMatch(/^sandbox; default-src 'none'.*'self'$/);
    expect(headers['x-frame-options']).toBeUndefined();
    expect(text).toContain('Fit by Ana');
    expect(text).not.toContain('prefers-color-scheme');
  }
  expect(light.text).toContain(palettesOf(COLOR).light.accent);
  expect(dark.text).toContain(palettesOf(COLOR).dark.accent);
  expect(light.text).toContain('@media not all');
  expect(dark.text).toContain('@media all');
  expect(dark.text).toContain('src="data:image/png;base64,');
  // All pictures are within the page: other addresses would need the session or a published brand.
  expect(dark.text).not.toMatch(/src="(?!data:)/);
  // The preview stores no draft.
  expect((await coach.api.branding.getBrand({ coachId: coach.id })).draft).toBeNull();
});

it('of a document is a PDF', async () => {
  const { status, headers } = await preview('program.pdf', { logoId: await aPicture('logo') });
  expect([status, headers['content-type']]).toEqual([200, 'application/pdf']);
});

it.each([...PAGES, 'program.pdf'])('of %s is given to the coach of the tenant with the plan alone', async (page) => {
  const [client, other] = [await aClient(test, { of: coach }), await aCoach(test, { plan: 'pro' })];
  const statuses = [client, other].map(async (by) => (await preview(page, {}, by)).status);
  expect(await Promise.all(statuses)).toEqual([403, 404]);
  const visitor = await test.app.inject({ url: `/exports/${coach.id}/brand-preview/${page}?name=A&color=%231a73e8` });
  expect(visitor.statusCode).toBe(401);
  const plus = await aCoach(test, { plan: 'plus' });
  expect((await preview(page, {}, plus, plus)).status).toBe(403);
  const theirs = await aPicture('logo', other);
  expect((await preview(page, { logoId: theirs })).status).toBe(404);
});

it.each([
  { color: 'red;}</style><script>alert(1)</script>' },
  { color: '' },
  { name: '' },
  { name: 'x'.repeat(5000) },
  { logoId: '../../etc/passwd' },
  { scheme: 'sepia' },
])('refuses %o', async (query) => {
  expect((await preview('form', query)).status).toBe(400);
});

it('writes a name as text', async () => {
  for (const page of PAGES) {
    const { text } = await preview(page, { name: '<img src=x onerror=1> & Co' });
    expect(text).not.toContain('<img src=x');
  }
});
