import { expectNoViolations } from './support/accessibility.ts';
import { expect, test } from './support/test.ts';

/** Every public page, with its heading and what its title says. */
const PAGES = [
  ['/', 'Transform Your Coaching Business', /AI-powered coach management platform/],
  ['/landing', 'Transform Your Coaching Business', /AI-powered coach management platform/],
  ['/pricing', 'Start free, pay as your coaching grows', /^Pricing/],
  ['/contact', 'Get in Touch', /^Contact Us\W+Stridewell$/],
  ['/schedule-demo', '', /^Schedule a Demo/],
  ['/schedule-demo-confirmed', '', /^Demo booked/],
  ['/terms-of-service', 'Terms of Service', /^Terms of Service/],
  ['/privacy-policy', 'Privacy Policy', /^Privacy Policy/],
  ['/notification-demo', '', /^Notifications/],
] as const;

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  for (const [path, heading, title] of PAGES) {
    test(`${path} can be read`, async ({ page }) => {
      const answer = await page.goto(path);
      expect(answer?.status()).toBe(200);
      await expect(page).toHaveTitle(title);
      await expect(page.getByRole('heading', { level: 1 })).toContainText(heading);
      await expect(page.locator('meta[property="og:image"]')).toHaveAttribute('content', /\/share\.png$/);
      expect(await page.locator('meta[name="description"]').getAttribute('content')).toMatch(/\w.{30}/);
    });
  }
});

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme} colours`, () => {
    test.use({ colorScheme });

    for (const [path] of PAGES) {
      test(`${path} is taken over without a complaint and has no violations`, async ({ page }) => {
        // The session is the last thing that a visitor's page asks for.
        const session = page.waitForResponse(/\/rest\/v1\/session/);
        await page.goto(path);
        await session;
        await page.waitForLoadState('networkidle');
        await expectNoViolations(page);
      });
    }
  });
}

test('search engines are told what there is, and what there is not', async ({ request, origin }) => {
  const sitemap = await (await request.get('/sitemap.xml')).text();
  const listed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => url.replace(origin, ''));
  expect(listed).toContain('/pricing');
  for (const path of listed) {
    const page = await request.get(path);
    expect(page.status(), path).toBe(200);
    expect(await page.text(), path).not.toContain('noindex');
  }
  expect(await (await request.get('/robots.txt')).text()).toContain(`Sitemap: ${origin}/sitemap.xml`);
  expect(await (await request.get('/auth')).text()).toContain('noindex');
  for (const path of ['/no-such-page', '/coach/nobody/dashboard', '/a/b', '/assets/nothing.js']) {
    expect((await request.get(path)).status(), path).toBe(404);
  }
});

test('the prices are there for machines too', async ({ request }) => {
  const html = await (await request.get('/pricing')).text();
  const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? [];
  const { offers } = JSON.parse(json) as { offers: { name: string; priceSpecification: { price: string } }[] };
  expect(offers.map(({ name, priceSpecification }) => [name, priceSpecification.price])).toEqual([
    ['Coach Base', '0.00'],
    ['Coach Plus', '149.00'],
    ['Coach Pro', '249.00'],
  ]);
});

test('somebody who is signed in is led home from the root, and keeps the own bar on public pages', async ({ page }) => {
  await page.goto('/auth');
  await page.getByRole('textbox', { name: 'Email' }).fill('demo.coach.base@example.com');
  await page.getByLabel('Password', { exact: false }).first().fill('demo-password-1');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL(/dashboard$/);
  await page.goto('/pricing');
  await expect(page.getByRole('button', { name: 'Manage Subscription' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Clients' })).toBeVisible();
  await page.goto('/');
  await expect(page).toHaveURL(/\/coach\/[0-9a-f-]{36}\/dashboard$/);
});

test('what is done before the program has come is not lost', async ({ page }) => {
  const { promise: held, resolve: letThrough } = Promise.withResolvers<void>();
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/contact', { waitUntil: 'commit' });
  await page.getByLabel('First name').fill('Vera');
  await page.getByLabel('How did you find us?').selectOption('Referral');
  await page.getByRole('button', { name: 'Send Message' }).click();
  letThrough();
  await expect(page.getByText('Something went wrong')).toBeVisible();
  await expect(page.getByLabel('First name')).toHaveValue('Vera');
  await expect(page).toHaveURL(/\/contact$/);
});
