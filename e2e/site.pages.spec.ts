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

test('what moves on a public page comes alive without an error on the console', async ({ page }) => {
  test.slow();
  for (const [path] of PAGES) {
    await test.step(path, async () => {
      await page.goto(path);
      const waiting = page.locator('astro-island[ssr] > *');
      // Parts further down wait until they are seen.
      await expect(async () => {
        for (const part of await waiting.all()) await part.scrollIntoViewIfNeeded({ timeout: 500 });
        await expect(waiting).toHaveCount(0, { timeout: 500 });
      }).toPass();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    });
  }
});

test('a page to read loads no script', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  for (const path of ['/terms-of-service', '/privacy-policy', '/schedule-demo-confirmed', '/no-such-page']) {
    await page.goto(path, { waitUntil: 'networkidle' });
  }
  expect(scripts).toEqual([]);
});

test('the fonts arrive after the text and move nothing', async ({ page }) => {
  for (const path of ['/landing', '/pricing', '/contact', '/terms-of-service']) {
    await page.goto(path);
    await expect(page.locator('html')).toHaveAttribute('data-fonts');
    const moved = await page.evaluate(async () => {
      await document.fonts.ready;
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      const shifts = new PerformanceObserver(() => undefined);
      shifts.observe({ type: 'layout-shift', buffered: true });
      return shifts.takeRecords().reduce((sum, entry) => sum + ('value' in entry ? Number(entry.value) : 0), 0);
    });
    expect(moved, path).toBeLessThan(0.02);
    // The next page of the visit would start with them.
    await page.evaluate(() => window.sessionStorage.clear());
  }
});

test('the short addresses of the legal pages lead to them', async ({ page }) => {
  await page.goto('/terms');
  await expect(page).toHaveURL(/\/terms-of-service$/);
  await page.goto('/privacy');
  await expect(page).toHaveURL(/\/privacy-policy$/);
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
