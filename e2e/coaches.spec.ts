import { randomUUID } from 'node:crypto';
import { field } from './support/messages.ts';
import { expect, test } from './support/test.ts';

test('a client with two coaches switches between them, and a notification leads to the right one', async ({
  people,
  nina,
  client,
}) => {
  test.slow();
  const ben = await people.createCoach({ name: 'Ben Okoro' });
  const benPage = await people.openBrowser(ben.coachId);

  const coach = client.getByRole('region', { name: 'Your coach' });
  const switcher = client.getByRole('combobox', { name: 'Your coach' });
  await client.goto('/client/dashboard');
  await expect(coach).toContainText('Ana Silva');
  await expect(switcher).toHaveCount(0);
  const { clientId } = await people.invite(benPage, ben, nina);
  await client.reload();
  await client
    .getByRole('region', { name: /^Invitation from Ben/ })
    .getByRole('button', { name: /^Accept/ })
    .click();
  await expect(client).toHaveURL(/\/client-onboarding$/);
  await client.getByRole('link', { name: 'Finish later' }).click();
  await expect(coach).toContainText('Ben Okoro');

  // Another open page follows, and a draft stays with the coach that it was written for.
  const second = await client.context().newPage();
  await second.goto('/client/messages');
  await field(second).fill('For Ben alone');
  await switcher.selectOption('With Ana Silva');
  await expect(coach).toContainText('Ana Silva');
  await expect(second.getByRole('textbox', { name: 'Message to Ana Silva' })).toHaveValue('');
  await second.close();
  await client.reload();
  await expect(coach).toContainText('Ana Silva');

  await benPage.goto(`/coach/${ben.coachId}/messages/${clientId}`);
  await field(benPage).fill('How was the run?');
  await field(benPage).press('Enter');
  const bell = client.getByRole('button', { name: /^Notifications, \d+ unread$/ });
  const news = client.getByText('How was the run?');
  // The bell already counts other news, and an open page asks for more at most every ten seconds.
  await expect(async () => {
    await client.reload();
    await bell.click();
    await expect(news).toBeVisible({ timeout: 2000 });
  }).toPass();
  await news.click();
  await expect(client).toHaveURL(/\/client\/messages$/);
  await expect(client.getByRole('textbox', { name: 'Message to Ben Okoro' })).toBeVisible();
  await expect(client.getByTestId('message').getByText('How was the run?')).toBeVisible();

  await client.goto(`/client/dashboard?coach=${randomUUID()}`);
  await expect(client).toHaveURL(/\/client\/dashboard$/);
  await expect(coach).toContainText('Ben Okoro');
});
