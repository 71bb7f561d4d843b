import { expect, test } from './support/test.ts';

test('a coach asks, follows a source, and opens a draft that they send', async ({ people }) => {
  const coach = await people.createCoach({ name: 'Ruth Keller', plan: 'pro' });
  const ines = await people.createClient(coach, { name: 'Ines Vidal' });
  const page = await people.openBrowser(coach.coachId);
  await page.goto(`/coach/${coach.coachId}/assistant`);
  const question = page.getByRole('textbox', { name: 'Your question' });
  await question.fill('How many active clients do I have?');
  await question.press('Enter');
  const answer = page.getByRole('article', { name: 'How many active clients do I have?' });
  await expect(answer).toContainText('You have 1 active client.');
  await answer.getByText('Sources (1)').click();
  await expect(answer.getByRole('link', { name: 'Clients, active' })).toBeVisible();

  await question.fill('Draft a message to Ines saying: see you on Friday');
  await question.press('Enter');
  await page.getByRole('button', { name: 'Open draft' }).click();
  const message = page.getByRole('textbox', { name: /message/i });
  await expect(message).toHaveValue('see you on Friday');
  await expect(page).toHaveURL(new RegExp(`/messages/${ines.clientId}`));
  await message.press('Enter');
  await expect(page.getByRole('main').getByText('see you on Friday').first()).toBeVisible();
});
