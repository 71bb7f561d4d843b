import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expectUsable } from './support/accessibility.ts';
import { answerBuiltIn } from './support/messages.ts';
import { ONE_PIXEL } from './support/pictures.ts';
import { expect, linkMailedTo, test, visit } from './support/test.ts';

const today = (page: Page) => page.getByRole('region', { name: 'Today' });

test('a client shows a photo, which appears in their bar and in the list of their coach', async ({
  page,
  coach,
  client,
}) => {
  await client.goto('/client/profile');
  await client.getByRole('link', { name: /^Account/ }).click();
  await client
    .getByLabel('Photo', { exact: true })
    .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: ONE_PIXEL });
  await expect(client.getByText('Photo saved')).toBeVisible();
  await expect(client.getByRole('link', { name: 'NP, your profile' }).locator('img')).toBeVisible();
  await page.goto(`/coach/${coach.coachId}/clients`);
  await expect(page.getByRole('row', { name: /Nina Park/ }).locator('img')).toBeVisible();
  await client.getByRole('button', { name: 'Remove photo' }).click();
  await expect(client.getByText('Photo removed')).toBeVisible();
  await expect(client.getByRole('link', { name: 'NP, your profile' }).locator('img')).toHaveCount(0);
});

test('a form of fifteen questions and a very long answer fit a phone, and unsent answers are kept', async ({
  page,
  coach,
  client,
  origin,
}) => {
  test.slow();
  const { coachId } = coach;
  const text = (id: number) => ({
    id: `q${id}`,
    type: 'text',
    help: '',
    required: false,
    long: true,
    label: `Question ${id}: how did the part of the week go that you had planned the most?`,
  });
  const questions = Array.from({ length: 14 }, (_, index) => text(index + 1));
  const scale = { id: 'pain', type: 'scale', label: 'Pain', help: '', required: false, minLabel: '', maxLabel: '' };
  const templateId = randomUUID();
  const send = (method: 'post' | 'patch', data: object) =>
    page.request[method](`/rest/v1/check_in_templates/${templateId}`, { data, headers: { origin } });
  const made = await send('post', {
    coachId,
    name: 'Long form',
    basedOn: 0,
    questions: [{ ...scale, min: 0, max: 100, step: 10, metric: null }, ...questions],
  });
  expect(made.status(), await made.text()).toBe(200);
  expect((await send('patch', { coachId, isDefault: true })).status()).toBe(200);

  await client.goto('/client/check-in');
  const answer = client.getByLabel(/^Question 14/);
  await expect(answer).toBeEditable();
  await expect(client.getByText(/^Saved on this device/)).toHaveCount(0);
  await answer.fill('Slowly, and it was good. '.repeat(60));
  await expect(client.getByText(/^Saved on this device/)).toBeVisible();
  await expectUsable(client, 'a long form');
  await client.reload();
  await expect(answer).toHaveValue(/^Slowly/);
  // A text of fifty lines has fewer of them in the font that arrives after the first paint, and the button moves up.
  await client.getByRole('button', { name: 'Send check-in' }).press('Enter');
  await expect(client.getByText('Check-in sent')).toBeVisible();
  await expect(today(client).getByRole('heading', { name: 'Your check-in is done' })).toBeVisible();
  await client.goto('/client/check-in');
  await expect(client.getByText(/^Slowly/)).toBeVisible();
  // The slider was not moved, so the check-in has no answer about pain.
  await expect(client.getByRole('region', { name: 'Your check-ins' }).getByText('Pain')).toHaveCount(0);
  await client.getByRole('button', { name: 'Read more' }).click();
  await expectUsable(client, 'a long answer');
});

test('a client ends with one coach and accepts the invitation of the next from the dashboard', async ({
  people,
  client,
  nina,
}) => {
  test.slow();
  const ben = await people.createCoach({ name: 'Ben Okoro' });
  const desk = await people.openBrowser(ben.coachId);
  await people.invite(desk, ben, nina);

  await client.goto('/client/dashboard');
  const invitation = client.getByRole('region', { name: 'Invitation from Ben Okoro' });
  await expect(invitation).toContainText('You train with Ana Silva. Accept');
  await visit(client, '/client/profile?section=coach');
  await client.getByRole('button', { name: 'End the coaching' }).click();
  await client.getByLabel('Type END to confirm').fill('END');
  await client.getByRole('dialog').getByRole('button', { name: 'End the coaching' }).click();
  await expect(client.getByText('Your coaching has ended', { exact: true }).first()).toBeVisible();
  await visit(client, '/client/dashboard');
  await expect(today(client).getByRole('heading', { name: 'Your coaching has ended' })).toBeVisible();
  await expect(client.getByLabel('Invitation link')).toBeVisible();
  await visit(client, '/client/messages');
  await expect(client.getByText('This conversation is closed.')).toBeVisible();

  await visit(client, '/client/dashboard');
  await invitation.getByRole('button', { name: 'Decline' }).click();
  const asked = client.getByRole('dialog', { name: 'Decline Ben Okoro’s invitation?' });
  await expect(asked.getByRole('button', { name: 'Keep it open' })).toBeFocused();
  await asked.getByRole('button', { name: 'Decline invitation' }).click();
  await expect(client.getByText('Invitation declined', { exact: true })).toBeVisible();
  await expect(invitation).toHaveCount(0);
  // The coach sees it and invites again.
  await desk.goto(`/coach/${ben.coachId}/clients?status=invited`);
  const row = desk.getByRole('row', { name: /Declined/ });
  await row.getByRole('button', { name: /^Actions for/ }).click();
  await desk.getByRole('menuitem', { name: 'Invite again' }).click();
  await expect(desk.getByText('Invitation sent', { exact: true })).toBeVisible();

  await client.goto('/client/dashboard');
  await invitation.getByRole('button', { name: 'Accept invitation' }).click();
  await expect(client).toHaveURL(/\/client-onboarding$/);
  await expect(client.getByText('Ben Okoro plans better with a few answers.')).toBeVisible();
  await client.getByRole('link', { name: 'Finish later' }).click();
  await expect(client.getByRole('region', { name: 'Your coach' })).toContainText('Ben Okoro');
  await expect(invitation).toHaveCount(0);
  await client.getByRole('link', { name: 'Start check-in' }).click();
  await answerBuiltIn(client);
  await client.getByRole('button', { name: 'Send check-in' }).click();
  await expect(client.getByText('Ben Okoro has been notified.')).toBeVisible();
});

test('a person without a coach gets instructions, and sees an invitation once their address is verified', async ({
  page,
  coach,
  people,
  origin,
}) => {
  const solo = await people.createPerson({ emailVerified: false });
  await people.invite(page, coach, solo);
  const phone = await people.openPhone(solo.id);
  await phone.goto('/client/dashboard');
  await expect(phone.getByText('once it is verified')).toBeVisible();
  await expect(phone.getByRole('region', { name: 'You have no coach yet' })).toBeVisible();
  await expect(phone.getByRole('region', { name: 'Invitation from Ana Silva' })).toHaveCount(0);
  for (const path of ['/client/check-in', '/client/messages', '/client/book']) {
    await visit(phone, path);
    await expect(phone).toHaveURL(/\/client\/dashboard$/);
  }
  const asked = await phone.request.post('/auth/v1/send-verification-email', {
    data: { email: solo.email },
    headers: { origin },
  });
  expect(asked.status(), await asked.text()).toBe(200);
  await phone.goto(await linkMailedTo(page.request, solo.email, 'erify'));
  await expect(phone.getByText('Email verified successfully. You are now logged in.')).toBeVisible();
  await phone.goto('/client/dashboard');
  await expect(phone.getByRole('region', { name: 'Invitation from Ana Silva' })).toBeVisible();
});
