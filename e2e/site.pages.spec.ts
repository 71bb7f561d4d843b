import { expect, test } from './support/test.ts';

/** Every public page with its heading and title. */
const PAGES = [
  ['/', 'Transform Your Coaching Business', /AI-powered coach management platform/],
  ['/landing', 'Transform Your Coaching Business', /AI-powered coach management platform/],
  ['/pricing', 'Start free, pay as your coaching grows', /^Pricing/],
  ['/contact', 'Get in Touch', /^Contact Us\W+Stridewell$/],
  ['/schedule-demo', '', /^Schedule a Demo/],
  ['/schedule-demo-confirmed', '', /^Your demo/],
  ['/terms-of-service', 'Terms of Service', /^Terms of Service/],
  ['/privacy-policy', 'Privacy Policy', /^Privacy Policy/],
  ['/notification-demo', '', /^Notifications/],
] as const;

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('every public page can be read', async ({ page }) => {
    for (const [path, heading, title] of PAGES) {
      await test.step(path, async () => {
        const answer = await page.goto(path);
        expect(answer?.status()).toBe(200);
        await expect(page).toHaveTitle(title);
        await expect(page.getByRole('heading', { level: 1 })).toContainText(heading);
        await expect(page.locator('meta[property="og:image"]')).toHaveAttribute('content', /\/share\.png$/);
        expect(await page.locator('meta[name="description"]').getAttribute('content')).toMatch(/\w.{30}/);
      });
    }
  });
});

test('the app takes over every public page without an error on the console', async ({ page }) => {
  test.slow();
  for (const [path] of PAGES) {
    await test.step(path, async () => {
      // A visitor's page requests the session last, once the app runs.
      const session = page.waitForResponse(/\/rest\/v1\/session/);
      await page.goto(path);
      await session;
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    });
  }
});

test('search engines find the public pages and nothing else', async ({ request, origin }) => {
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
  for (const path of ['/no-such-page', '/coach/no-such-coach/dashboard', '/a/b', '/assets/nothing.js']) {
    expect((await request.get(path)).status(), path).toBe(404);
  }
});

test('the prices are machine-readable too', async ({ request }) => {
  const html = await (await request.get('/pricing')).text();
  const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? [];
  const { offers } = JSON.parse(json) as { offers: { name: string; priceSpecification: { price: string } }[] };
  expect(offers.map(({ name, priceSpecification }) => [name, priceSpecification.price])).toEqual([
    ['Coach Base', '0.00'],
    ['Coach Plus', '149.00'],
    ['Coach Pro', '249.00'],
  ]);
});

test('a signed-in coach keeps their navigation on public pages, and the root leads home', async ({
  page,
  coach,
  origin,
}) => {
  await page.goto('/pricing');
  await expect(page.getByRole('button', { name: 'Your plan' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Clients' })).toBeVisible();
  await page.goto('/');
  await expect(page).toHaveURL(`${origin}/coach/${coach.coachId}/dashboard`);
});

test('a form keeps input typed before the app has loaded', async ({ page }) => {
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
