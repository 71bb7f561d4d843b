import { expect, test } from './support/test.ts';

/** The part of the provider's script that the checkout uses: a form that a button pays. */
const STRIPE_SCRIPT = `
window.Stripe = () => ({
  elements: () => ({}), createToken() {}, createPaymentMethod() {}, confirmCardPayment() {},
  _registerWrapper() {}, registerAppInfo() {},
  async createEmbeddedCheckoutPage({ fetchClientSecret, clientSecret, onComplete }) {
    const secret = clientSecret ?? (await fetchClientSecret());
    let place;
    return {
      mount(element) {
        place = typeof element === 'string' ? document.querySelector(element) : element;
        const button = document.createElement('button');
        button.textContent = 'Pay for ' + secret;
        button.onclick = onComplete;
        place.append(button);
      },
      unmount() { place.replaceChildren(); },
      destroy() {},
    };
  },
});
window.Stripe.version = 'test';
`;

// The server under test has no keys, so its content policy allows no other origin.
test.use({ bypassCSP: true });

test('with a payment provider its form is shown, and being paid leads to the account', async ({ page }) => {
  await page.route('https://js.stripe.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: STRIPE_SCRIPT }),
  );
  await page.route('**/functions/v1/create-checkout', (route) =>
    route.fulfill({
      json: { client_secret: 'cs_test_42_secret_abc', provider: 'stripe', publishable_key: 'pk_test_1' },
    }),
  );
  await page.goto('/pricing');
  await page.getByRole('button', { name: 'Get Plus' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Complete Your Coach Plus Purchase' });
  await dialog.getByRole('button', { name: 'Pay for cs_test_42_secret_abc' }).click();
  await expect(page).toHaveURL(/\/account-setup\?session_id=cs_test_42&plan=plus$/);
});

test('a form that cannot be loaded says so', async ({ page, allowComplaints }) => {
  allowComplaints(/Failed to load resource/);
  await page.route('https://js.stripe.com/**', (route) => route.abort());
  await page.route('**/functions/v1/create-checkout', (route) =>
    route.fulfill({
      json: { client_secret: 'cs_test_42_secret_abc', provider: 'stripe', publishable_key: 'pk_test_1' },
    }),
  );
  await page.goto('/pricing');
  await page.getByRole('button', { name: 'Go Pro' }).first().click();
  await expect(page.getByText('The payment form could not be loaded.')).toBeVisible();
});
