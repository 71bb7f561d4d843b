import type { Page } from '@playwright/test';
import { expect, linkMailedTo, newEmail, PASSWORD, test, visit } from './support/test.ts';

const BUTTONS = { plus: 'Get Plus', pro: 'Go Pro' } as const;
const LABELS = { plus: 'Coach Plus', pro: 'Coach Pro' } as const;
type PaidPlan = keyof typeof BUTTONS;

const checkout = (page: Page, plan: PaidPlan) =>
  page.getByRole('dialog', { name: `Complete Your ${LABELS[plan]} Purchase` });

/** Opens the checkout and fills in everything except the card. */
async function beginPurchase(page: Page, plan: PaidPlan, email: string) {
  await page.goto('/pricing');
  await page.getByRole('button', { name: BUTTONS[plan] }).click();
  const dialog = checkout(page, plan);
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('Name on card').fill('Rosa Diaz');
  return dialog;
}

async function payWith(dialog: ReturnType<typeof checkout>, card: string) {
  await dialog.getByRole('button', { name: new RegExp(`^${card}, card ending in`) }).click();
  await dialog.getByRole('button', { name: /^Pay \$/ }).click();
}

async function createAccount(page: Page, request: Parameters<typeof linkMailedTo>[0], email: string) {
  await page.getByLabel('Full name').fill('Rosa Diaz');
  await page.getByRole('textbox', { name: 'Password', exact: false }).first().fill(PASSWORD);
  await page.getByRole('textbox', { name: 'Confirm password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create Account & Get Started' }).click();
  await expect(
    page.getByText('Account created successfully! Please check your email to verify your account.'),
  ).toBeVisible();
  await expect(page).toHaveURL(/\/coach-onboarding$/);
  await page.goto(await linkMailedTo(request, email));
  await expect(page).toHaveURL(/\/coach\/[0-9a-f-]{36}\/dashboard$/);
}

/** Buys `plan` as a guest and creates the account for it. */
async function buyAsGuest(page: Page, request: Parameters<typeof linkMailedTo>[0], plan: PaidPlan) {
  const email = newEmail('buyer');
  await payWith(await beginPurchase(page, plan, email), 'Success');
  await expect(page).toHaveURL(new RegExp(`/account-setup\\?session_id=[^&]+&plan=${plan}$`));
  const setup = page.url();
  await expect(page.getByRole('heading', { level: 1, name: 'Payment Successful!' })).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await expect(page.getByLabel('Email')).not.toBeEditable();
  await createAccount(page, request, email);
  return { email, setup };
}

const planBadge = (page: Page, label: string) => page.getByRole('banner').getByText(label, { exact: true });

test('a guest buys Coach Plus, and the purchase is valid for one account', async ({ page, request }) => {
  test.slow();
  const { setup } = await buyAsGuest(page, request, 'plus');
  await expect(planBadge(page, LABELS.plus)).toBeVisible();
  await page.goto(setup);
  await expect(page.getByRole('heading', { name: 'You are signed in' })).toBeVisible();
  await page.context().clearCookies();
  await page.goto(setup);
  await expect(page.getByText('This purchase already has an account.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create Account & Get Started' })).toBeHidden();
});

test('a declined card and a refused confirmation charge nothing, and the next attempt pays', async ({ page }) => {
  const dialog = await beginPurchase(page, 'pro', newEmail('careful'));
  await payWith(dialog, 'Declined');
  await expect(dialog.getByText(/card was declined/)).toBeVisible();
  await expect(dialog.getByLabel('Card number')).toBeFocused();
  await payWith(dialog, 'Authentication required');
  await expect(dialog.getByRole('heading', { name: 'Confirm this payment' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog.getByRole('alert')).toContainText('nothing was charged');
  await dialog.getByRole('button', { name: /^Pay \$/ }).click();
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Payment Successful!' })).toBeVisible();
});

test('the free plan needs only a form', async ({ page, request }) => {
  const email = newEmail('free');
  await page.goto('/pricing');
  await page.getByRole('link', { name: 'Get Started Free' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome to the product!' })).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await createAccount(page, request, email);
  await expect(planBadge(page, 'Coach Base')).toBeVisible();
  await visit(page, '/billing');
  await expect(page.getByText('This plan is free')).toBeVisible();
});

test('a coach moves up from the free plan, changes, cancels and resumes the subscription, and replaces the card', async ({
  page,
  context,
  coach,
  origin,
}) => {
  test.slow();
  await page.goto('/pricing');
  await expect(page.getByRole('button', { name: 'Your plan' })).toBeDisabled();
  await page.getByRole('button', { name: 'Get Plus' }).click();
  const dialog = checkout(page, 'plus');
  await expect(dialog.getByLabel('Email')).toHaveValue(coach.email);
  await dialog.getByLabel('Name on card').fill('Ana Silva');
  await payWith(dialog, 'Success');
  await expect(page.getByText('You are on Coach Plus now')).toBeVisible();
  await expect(page).toHaveURL(`${origin}/coach/${coach.coachId}/dashboard`);
  await expect(planBadge(page, 'Coach Plus')).toBeVisible();

  await visit(page, '/pricing');
  const opened = context.waitForEvent('page');
  await page.getByRole('button', { name: 'Manage Subscription' }).click();
  const portal = await opened;
  await expect(portal).toHaveURL(/\/billing$/);
  const plan = portal.getByRole('region', { name: 'Your plan' });
  await expect(plan.getByText('Active')).toBeVisible();

  await portal.getByRole('button', { name: 'Change plan' }).click();
  const change = portal.getByRole('dialog', { name: 'Change to Coach Pro' });
  await expect(change.getByText('$249')).toBeVisible();
  await change.getByRole('button', { name: 'Change to Coach Pro' }).click();
  await expect(portal.getByText('You are on Coach Pro now')).toBeVisible();
  await expect(planBadge(portal, 'Coach Pro')).toBeVisible();

  await portal.getByRole('button', { name: 'Cancel subscription' }).click();
  const cancel = portal.getByRole('dialog', { name: 'Cancel Coach Pro?' });
  await cancel.getByRole('button', { name: 'Cancel subscription' }).click();
  await expect(plan.getByText('Nothing more is charged')).toBeVisible();
  await portal.getByRole('button', { name: 'Resume subscription' }).click();
  await expect(plan.getByText('Active')).toBeVisible();

  await portal.getByRole('button', { name: 'Update card' }).click();
  const card = portal.getByRole('form', { name: 'New card' });
  await card.getByRole('button', { name: /^Declined/ }).click();
  await card.getByRole('button', { name: 'Save card' }).click();
  await expect(card.getByText(/card was declined/)).toBeVisible();
  await card.getByRole('button', { name: /^Authentication required/ }).click();
  await card.getByRole('button', { name: 'Save card' }).click();
  await expect(portal.getByText('Visa ending in 3155')).toBeVisible();

  const invoice = await portal
    .getByRole('link', { name: /^Invoice \d+ as PDF$/ })
    .first()
    .getAttribute('href');
  const file = await context.request.get(invoice ?? '');
  expect(file.headers()['content-type']).toContain('application/pdf');
});
