import type { APIRequestContext } from '@playwright/test';
import { answerBuiltIn } from './support/messages.ts';
import { expect, test, visit } from './support/test.ts';

const REFUSAL = 'Your coach has more clients than their plan covers.';

async function post<Answer = unknown>(request: APIRequestContext, origin: string, path: string, data: object) {
  const answer = await request.post(path, { data, headers: { origin } });
  expect(answer.status(), await answer.text()).toBe(200);
  return (await answer.json()) as Answer;
}

async function buyPlus(request: APIRequestContext, origin: string, email: string) {
  const purchase = { plan: 'plus', email, embedded: true };
  const checkout = await post<{ client_secret: string }>(request, origin, '/functions/v1/create-checkout', purchase);
  const card = { cardNumber: '4242 4242 4242 4242', expiry: '12/40', cvc: '123' };
  const payment = { clientSecret: checkout.client_secret, email, name: 'Ana Silva', ...card };
  await post(request, origin, '/rest/v1/sandbox/checkout/pay', payment);
  await expectPlan(request, 'plus');
}

const expectPlan = (request: APIRequestContext, plan: string) =>
  expect
    .poll(async () => ((await (await request.get('/rest/v1/users')).json()) as { plan: string }).plan, {
      timeout: 15_000,
    })
    .toBe(plan);

test('a client above the cap of an ended plan can only read until the plan is restored', async ({
  page,
  request,
  people,
  coach,
  origin,
}) => {
  test.slow();
  const { email, coachId } = coach;
  await buyPlus(page.request, origin, email);
  await people.createNamesOnly(coach, 5);
  const { userId } = await people.createClient(coach);
  const client = await people.openPhone(userId);
  await client.goto('/client/dashboard');
  await client.getByRole('link', { name: 'Start check-in' }).click();
  await answerBuiltIn(client);
  await client.getByLabel('Anything your coach should know?').fill('Knee feels fine again.');

  // The plan ends while the client is writing.
  const operator = { email: 'demo.operator@example.com', password: 'demo-password-1' };
  await post(request, origin, '/auth/v1/sign-in/email', operator);
  await post(request, origin, '/rest/v1/billing/refunds', { email });
  await expectPlan(page.request, 'base');
  await client.getByRole('button', { name: 'Send check-in' }).click();
  await expect(client.getByRole('alert')).toContainText(`nothing you typed is lost. ${REFUSAL}`);
  await expect(client.getByLabel('Anything your coach should know?')).toHaveValue('Knee feels fine again.');

  await client.reload();
  await expect(client.getByRole('heading', { name: 'Check-ins are on hold' })).toBeVisible();
  await expect(client.getByRole('button', { name: 'Send check-in' })).toHaveCount(0);
  await client.getByRole('link', { name: 'Back to your dashboard' }).click();
  await expect(client.getByText(REFUSAL)).toBeVisible();
  await expect(client.getByRole('link', { name: 'Start check-in' })).toHaveCount(0);

  const line = '1 client is read-only: your plan covers 5.';
  await page.goto(`/coach/${coachId}/dashboard`);
  await expect(page.getByText(line)).toBeVisible();
  await visit(page, `/coach/${coachId}/clients`);
  await expect(page.getByText(line)).toBeVisible();
  await expect(page.getByRole('row', { name: /Read-only/ })).toHaveCount(1);
  await expect(page.getByRole('row', { name: /Nina Park/ })).toContainText('Read-only');
  await page.getByRole('link', { name: 'Nina Park', exact: true }).click();
  const notice = page.getByRole('region', { name: 'Read-only clients' });
  await expect(notice).toContainText('You can both read everything');
  await notice.getByRole('link', { name: 'Compare plans' }).click();
  await expect(page).toHaveURL(/\/pricing$/);

  await buyPlus(page.request, origin, email);
  await client.reload();
  await client.getByRole('link', { name: 'Check your answers' }).click();
  await expect(client.getByLabel('Anything your coach should know?')).toHaveValue('Knee feels fine again.');
  await client.getByRole('button', { name: 'Send check-in' }).click();
  await expect(client.getByRole('heading', { name: 'Your check-in is done' })).toBeVisible();
  await visit(page, `/coach/${coachId}/clients`);
  await expect(page.getByText('6 of 35 clients in your plan')).toBeVisible();
  await expect(page.getByText('read-only')).toHaveCount(0);
});
