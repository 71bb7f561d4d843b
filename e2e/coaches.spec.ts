import { randomUUID } from 'node:crypto';
import { expectNoViolationsInBothColours } from './support/accessibility.ts';
import { field, invite } from './support/messages.ts';
import { addClient, expect, signInNewCoach, test } from './support/test.ts';

test('a client with two coaches changes between them, and what somebody is told leads to the right one', async ({
  page,
  request,
  browser,
  origin,
  complaints,
}) => {
  test.slow();
  const desk = await browser.newContext();
  const benPage = await desk.newPage();
  const ben = await signInNewCoach(benPage, desk.request, origin, 'Ben Okoro');
  const ana = await signInNewCoach(page, request, origin);
  const client = await invite(page, browser, ana.coachId, complaints);
  const session = (await (await client.request.get('/rest/v1/session')).json()) as { user: { email: string } };
  const { clientId } = await addClient(benPage, ben.coachId, session.user);

  const coach = client.getByRole('region', { name: 'Your coach' });
  const switcher = client.getByRole('combobox', { name: 'Your coach' });
  await client.reload();
  await expect(coach).toContainText('Ana Silva');
  await expect(switcher).toHaveCount(0);
  await client
    .getByRole('region', { name: /^Invitation from Ben/ })
    .getByRole('button', { name: /^Accept/ })
    .click();
  await expect(client).toHaveURL(/\/client-onboarding$/);
  await client.getByRole('link', { name: 'Today' }).click();
  await expect(coach).toContainText('Ben Okoro');
  await expectNoViolationsInBothColours(client);

  // A page that is open elsewhere follows, and what is begun there stays with the coach it was begun for.
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
  await client.getByRole('button', { name: /^Notifications/ }).click();
  await client.getByText('How was the run?').click();
  await expect(client).toHaveURL(/\/client\/messages$/);
  await expect(client.getByRole('textbox', { name: 'Message to Ben Okoro' })).toBeVisible();
  await expect(client.getByTestId('message').getByText('How was the run?')).toBeVisible();

  await client.goto(`/client/dashboard?coach=${randomUUID()}`);
  await expect(client).toHaveURL(/\/client\/dashboard$/);
  await expect(coach).toContainText('Ben Okoro');
  await Promise.all([client.context().close(), desk.close()]);
});
