import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expectNoViolationsInBothColours } from './support/accessibility.ts';
import { answerBuiltIn, invite } from './support/messages.ts';
import { ONE_PIXEL } from './support/pictures.ts';
import {
  addClient,
  expect,
  linkMailedTo,
  newEmail,
  PASSWORD,
  signIn,
  signInNewCoach,
  signUp,
  test,
} from './support/test.ts';

const THUMB = 44;

test.use({ viewport: { width: 390, height: 844 }, contextOptions: { reducedMotion: 'reduce' } });

/** In both colours without violations, no wider than the phone, and big enough for a thumb. */
async function expectFit(page: Page) {
  await expectNoViolationsInBothColours(page);
  const found = await page.evaluate((least) => {
    const pressed = [
      ...document.querySelectorAll<HTMLElement>('main button, main a[role=button], main a[class*=Button]'),
    ];
    const small = pressed.filter((one) => {
      const { width, height } = one.getBoundingClientRect();
      // Inside a field, the field itself is what is pressed.
      return height > 0 && (height < least || width < least) && !one.closest('[data-position]');
    });
    return {
      isWider: document.documentElement.scrollWidth > window.innerWidth,
      small: small.map((one) => one.outerHTML.slice(0, 160)),
    };
  }, THUMB);
  expect(found).toEqual({ isWider: false, small: [] });
}

const today = (page: Page) => page.getByRole('region', { name: 'Today' });

test('the demo client has a portal to look at, and each of its pages fits a phone', async ({ page }) => {
  test.slow();
  await signIn(page, 'demo.client@example.com');
  await expect(today(page).getByRole('heading').first()).toBeVisible();
  await expect(page.getByRole('img', { name: /^Weight from/ })).toBeVisible();
  await expectFit(page);
  await page.goto('/client/check-in');
  await expect(page.getByText('Slide or tap to answer')).toBeVisible();
  await expectFit(page);
  await page.getByRole('button', { name: /^Show all/ }).click();
  await expectFit(page);
  await page.goto('/client/messages');
  await expect(page.getByRole('textbox', { name: /^Message to/ })).toBeVisible();
  await expectFit(page);
  await page.goto('/client/book');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectFit(page);
  await page.goto('/client/profile');
  await expect(page.getByRole('link', { name: /^My coach/ })).toBeVisible();
  await expectFit(page);
  for (const section of ['account', 'coach', 'answers', 'units', 'notifications', 'security', 'danger']) {
    await page.goto(`/client/profile?section=${section}`);
    await expect(page.getByRole('link', { name: 'Your profile', exact: true })).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expectFit(page);
  }
});

test('a client shows a photo, which is theirs in the bar and before their coach', async ({
  page,
  request,
  browser,
  origin,
  complaints,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  const { coachId } = await signInNewCoach(page, request, origin);
  const client = await invite(page, browser, coachId, complaints);
  await client.goto('/client/profile');
  await client.getByRole('link', { name: /^Account/ }).click();
  await client
    .getByLabel('Photo', { exact: true })
    .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: ONE_PIXEL });
  await expect(client.getByText('Photo saved')).toBeVisible();
  await expect(client.getByRole('link', { name: 'NP, your profile' }).locator('img')).toBeVisible();
  await expectFit(client);
  await page.goto(`/coach/${coachId}/clients`);
  await expect(page.getByRole('row', { name: /Nina Park/ }).locator('img')).toBeVisible();
  await client.getByRole('button', { name: 'Remove photo' }).click();
  await expect(client.getByText('Photo removed')).toBeVisible();
  await expect(client.getByRole('link', { name: 'NP, your profile' }).locator('img')).toHaveCount(0);
  await client.context().close();
});

test('a form of fifteen questions and a very long answer fit a phone, and what was begun is kept', async ({
  page,
  request,
  browser,
  origin,
  complaints,
}) => {
  test.slow();
  await page.setViewportSize({ width: 1280, height: 900 });
  const { coachId } = await signInNewCoach(page, request, origin);
  const client = await invite(page, browser, coachId, complaints);
  const text = (id: number) => ({
    ...{ id: `q${id}`, type: 'text', help: '', required: false, long: true },
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
  await expect(client.getByText('Saved on this device')).toHaveCount(0);
  const answer = client.getByLabel(/^Question 14/);
  await answer.fill('Slowly, and it was good. '.repeat(60));
  await expect(client.getByText('Saved on this device. You can finish it later.')).toBeVisible();
  await expectFit(client);
  await client.reload();
  await expect(answer).toHaveValue(/^Slowly/);
  await client.getByRole('button', { name: 'Send check-in' }).click();
  await expect(client.getByText('Check-in sent')).toBeVisible();
  await expect(today(client).getByRole('heading', { name: 'Your check-in is done' })).toBeVisible();
  await client.goto('/client/check-in');
  await expect(client.getByText(/^Slowly/)).toBeVisible();
  // Nobody moved the slider, so nothing was said of pain.
  await expect(client.getByRole('region', { name: 'Your check-ins' }).getByText('Pain')).toHaveCount(0);
  await client.getByRole('button', { name: 'Read all of it' }).click();
  await expectFit(client);
  await client.context().close();
});

test('a client ends with one coach and accepts the invitation of the next from the dashboard', async ({
  page,
  request,
  browser,
  origin,
  complaints,
}) => {
  test.slow();
  const next = await browser.newContext();
  const nextPage = await next.newPage();
  const other = await signInNewCoach(nextPage, next.request, origin, 'Ben Okoro');
  await page.setViewportSize({ width: 1280, height: 900 });
  const { coachId } = await signInNewCoach(page, request, origin);
  const client = await invite(page, browser, coachId, complaints);
  const session = (await (await client.request.get('/rest/v1/session')).json()) as { user: { email: string } };
  await addClient(nextPage, other.coachId, session.user);

  await client.goto('/client/dashboard');
  const invitation = client.getByRole('region', { name: 'Invitation from Ben Okoro' });
  await expect(invitation).toContainText('You train with Ana Silva. Accept');
  await expectFit(client);
  await client.goto('/client/profile?section=coach');
  await client.getByRole('button', { name: 'End the coaching' }).click();
  await client.getByLabel('Type END to confirm').fill('END');
  await expectFit(client);
  await client.getByRole('dialog').getByRole('button', { name: 'End the coaching' }).click();
  await expect(client.getByText('Your coaching has ended', { exact: true }).first()).toBeVisible();
  await client.goto('/client/dashboard');
  await expect(today(client).getByRole('heading', { name: 'Your coaching has ended' })).toBeVisible();
  await expect(client.getByLabel('Invitation link')).toBeVisible();
  await expectFit(client);
  await client.goto('/client/messages');
  await expect(client.getByText('This conversation is closed.')).toBeVisible();
  await expectFit(client);

  await client.goto('/client/dashboard');
  await invitation.getByRole('button', { name: 'Decline' }).click();
  const asked = client.getByRole('dialog', { name: 'Decline Ben Okoro’s invitation?' });
  await expect(asked.getByRole('button', { name: 'Keep it open' })).toBeFocused();
  await expectFit(client);
  await asked.getByRole('button', { name: 'Decline invitation' }).click();
  await expect(client.getByText('Invitation declined', { exact: true })).toBeVisible();
  await expect(invitation).toHaveCount(0);
  // The coach reads it, and asks once more.
  await nextPage.goto(`/coach/${other.coachId}/clients?status=invited`);
  const row = nextPage.getByRole('row', { name: /Declined/ });
  await row.getByRole('button', { name: /^Actions for/ }).click();
  await nextPage.getByRole('menuitem', { name: 'Invite again' }).click();
  await expect(nextPage.getByText('Invitation sent', { exact: true })).toBeVisible();

  await client.goto('/client/dashboard');
  await invitation.getByRole('button', { name: 'Accept invitation' }).click();
  await expect(client).toHaveURL(/\/client-onboarding$/);
  await expect(client.getByText('Ben Okoro plans better with a few answers.')).toBeVisible();
  await client.getByRole('link', { name: 'Today' }).click();
  await expect(client.getByRole('region', { name: 'Your coach' })).toContainText('Ben Okoro');
  await expect(invitation).toHaveCount(0);
  await client.getByRole('link', { name: 'Start check-in' }).click();
  await answerBuiltIn(client);
  await client.getByRole('button', { name: 'Send check-in' }).click();
  await expect(client.getByText('Ben Okoro has been notified.')).toBeVisible();
  await Promise.all([client.context().close(), next.close()]);
});

test('somebody without a coach is told what to do, and sees an invitation once the address is theirs', async ({
  page,
  request,
  browser,
  origin,
}) => {
  const desk = await browser.newContext();
  const coachPage = await desk.newPage();
  const { coachId } = await signInNewCoach(coachPage, desk.request, origin);
  const email = newEmail('solo');
  await signUp(request, origin, { name: 'Solo Person', email });
  await addClient(coachPage, coachId, { email });
  await signIn(page, email, PASSWORD);
  await expect(page.getByText('once it is verified')).toBeVisible();
  await expect(page.getByRole('region', { name: 'You have no coach yet' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Invitation from Ana Silva' })).toHaveCount(0);
  await expectFit(page);
  for (const path of ['/client/check-in', '/client/messages', '/client/book']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/client\/dashboard$/);
  }
  await page.goto('/client/profile?section=coach');
  await expect(page.getByRole('region', { name: 'You have no coach yet' })).toBeVisible();
  await expectFit(page);
  await page.goto(await linkMailedTo(page.request, email, 'erify'));
  await page.goto('/client/dashboard');
  await expect(page.getByRole('region', { name: 'Invitation from Ana Silva' })).toBeVisible();
  await expectFit(page);
  await desk.close();
});

test('every step of the onboarding fits a phone, and the way back of the browser is the one through it', async ({
  page,
  request,
  browser,
  origin,
  complaints,
}) => {
  test.slow();
  await page.setViewportSize({ width: 1280, height: 900 });
  const { coachId } = await signInNewCoach(page, request, origin);
  const client = await invite(page, browser, coachId, complaints);
  const step = (title: string) => client.getByRole('heading', { name: title, level: 1 });
  const next = client.getByRole('button', { name: 'Next', exact: true });
  await client.goto('/client-onboarding');
  await expect(step('Before we begin')).toBeVisible();
  await expectFit(client);
  await client.getByLabel('Date of birth').fill('2015-05-01');
  await expectFit(client);
  await client.getByLabel('Date of birth').fill('1990-02-03');
  await client.getByRole('checkbox', { name: /I agree/ }).press('Space');
  await next.press('Enter');
  await expect(step('Your health')).toBeFocused();
  await next.press('Enter');
  // What is missing is named at its question, and the first of them has the focus.
  await expect(client.getByText('11 questions are still open.')).toBeVisible();
  await expect(client.getByRole('radio', { name: 'No', exact: true }).first()).toBeFocused();
  await expectFit(client);
  const groups = client.getByRole('radiogroup');
  for (let at = 0; at < 11; at += 1)
    await groups.nth(at).getByRole('radio', { name: 'No', exact: true }).press('Space');
  await client
    .getByRole('radiogroup', { name: /without meaning to/ })
    .getByRole('radio', { name: 'Yes' })
    .check();
  await client.getByLabel('What should your coach know?').fill('I make myself sick after meals');
  await expect(client.getByText('you do not have to carry it alone')).toBeVisible();
  await client.getByRole('radio', { name: 'No, not yet' }).check();
  await expectFit(client);
  await next.press('Enter');
  await expect(step('Your goal')).toBeVisible();
  await expectFit(client);
  await client.getByRole('textbox', { name: 'Goal', exact: true }).fill('Feel strong');
  await client.getByLabel('Goal weight in kg').fill('5');
  await next.press('Enter');
  await expect(client.getByLabel('Goal weight in kg')).toBeFocused();
  await expectFit(client);
  await client.getByLabel('Goal weight in kg').fill('');
  await next.press('Enter');
  await expect(step('How you eat')).toBeVisible();
  await expectFit(client);

  await client.goBack();
  await expect(client.getByRole('textbox', { name: 'Goal', exact: true })).toHaveValue('Feel strong');
  await client.goForward();
  await expect(step('How you eat')).toBeVisible();
  await client.reload();
  await expect(step('How you eat')).toBeVisible();
  for (const title of ['Where you start', 'Your photo', 'When you can train', 'Ready']) {
    await client.getByRole('button', { name: 'Skip' }).press('Enter');
    await expect(step(title)).toBeVisible();
    await expectFit(client);
  }
  await client.getByRole('button', { name: 'Finish' }).press('Enter');
  await expect(step('You are ready')).toBeVisible();
  await expectFit(client);
  // One answer is changed, and the overview is back.
  await client.getByRole('button', { name: 'Add: How you eat' }).click();
  await client.getByRole('textbox', { name: 'Food preferences' }).fill('Little meat');
  await client.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(step('You are ready')).toBeVisible();
  await expect(client.getByRole('button', { name: 'Change: How you eat' })).toBeVisible();
  await client.getByRole('button', { name: 'Take back consent' }).click();
  await expect(client.getByRole('dialog')).toBeVisible();
  await expectFit(client);

  await page.goto('/notifications');
  await expect(page.getByText('Onboarding finished').first()).toBeVisible();
  await client.context().close();
});
