import type { Page } from '@playwright/test';
import { expect, newEmail, test } from './support/test.ts';
import { checkViews, follow, press } from './support/views.ts';

test('the portal of a client @phone', async ({ page, people }) => {
  await people.signInDemo(page, 'demo.client@example.com');
  const section = (name: string) => `/client/profile?section=${name}`;
  const back = (at: Page) => expect(at.getByRole('link', { name: 'Your profile', exact: true })).toBeVisible();
  await checkViews(page, [
    {
      path: '/client/dashboard',
      // It is drawn once a person scrolls down.
      open: (at) =>
        expect(async () => {
          await at.keyboard.press('End');
          await expect(at.getByRole('img', { name: /^Weight from/ })).toBeVisible({ timeout: 1000 });
        }).toPass(),
      shows: 'Your coach',
    },
    {
      path: '/client/check-in',
      open: (at) => at.keyboard.press('End'),
      shows: /workouts? done (?:on|from)/,
    },
    { open: press(/^Show all/), shows: /workouts? done (?:on|from)/ },
    {
      path: '/client/messages',
      open: (at) => expect(at.getByRole('textbox', { name: /^Message to/ })).toBeVisible(),
      shows: 'Alex Rivera',
    },
    { path: '/client/payments', shows: 'Your payments' },
    { path: '/client/nutrition/plan', shows: /^Busy week/ },
    { open: press('Shopping list'), shows: 'Bakery' },
    { path: '/client/workouts', shows: 'Earlier workouts' },
    { open: follow(/^Day A/), shows: /Edit sets|Finish workout/ },
    { path: '/client/book', shows: 'Coming up' },
    { path: '/client/profile', shows: /^My coach/ },
    ...['account', 'answers', 'units', 'notifications', 'security', 'data', 'danger'].map((name) => ({
      path: section(name),
      open: back,
      shows: 'Your profile',
    })),
    {
      path: '/client/progress',
      open: (at) => expect(at.getByRole('img', { name: /^Weight trend/ })).toBeVisible(),
      shows: 'Only you and Alex Rivera can see these photos.',
    },
    { open: press('Log weight'), shows: 'Save' },
  ]);
});

test('the onboarding of a client @phone', async ({ page, people, client }) => {
  const step = (name: string) => `/client-onboarding?step=${name}`;
  await checkViews(client, [
    { path: step('start'), shows: 'Before we begin' },
    { open: (at) => at.getByLabel('Date of birth').fill('2015-05-01'), shows: 'We have to stop here for now' },
    { path: step('goal'), shows: 'Your goal' },
    { path: step('diet'), shows: 'How you eat' },
    { path: step('measurements'), shows: 'Where you start' },
    { path: step('photo'), shows: 'Your photo' },
    { path: step('availability'), shows: 'When you can train' },
    { path: step('review'), shows: 'Almost there' },
  ]);
  // The health questions follow the consent, which the demo client has given.
  await people.signInDemo(page, 'demo.client@example.com');
  await checkViews(page, [
    { path: step('health'), shows: 'Your health' },
    { path: '/client-onboarding', open: press(/^Withdraw consent/), shows: 'Keep it' },
  ]);
});

test('the portal of a new client, of a former one, and of a person without a coach @phone', async ({
  page,
  people,
  coach,
  nina,
}) => {
  const ben = await people.createCoach({ name: 'Ben Okoro' });
  await people.invite(await people.openBrowser(ben.coachId), ben, nina);
  await people.signIn(page.context(), nina.userId);
  const end = async (at: Page) => {
    await press('End the coaching')(at);
    await at.getByLabel('Type END to confirm').fill('END');
  };
  await checkViews(page, [
    { path: '/client/dashboard', shows: 'You train with Ana Silva.' },
    { open: press('Decline'), shows: 'Decline invitation' },
    { path: '/client/profile?section=coach', open: end, shows: 'Type END to confirm' },
  ]);

  const former = await people.createClient(coach, { name: 'Omar Haddad', email: newEmail('omar'), status: 'ended' });
  const formerPhone = await people.openPhone(former.userId);
  await checkViews(formerPhone, [
    { path: '/client/dashboard', shows: 'Your coaching has ended' },
    { path: '/client/messages', shows: 'This conversation is closed.' },
  ]);

  const solo = await people.createPerson();
  const soloPhone = await people.openPhone(solo.id);
  await checkViews(soloPhone, [{ path: '/client/dashboard', shows: 'You have no coach yet' }]);
});
