import { expect, test } from './support/test.ts';

test('an operator helps a coach and views as the coach, who is informed', async ({ page, people, allowComplaints }) => {
  // Refused actions.
  allowComplaints(/status of 403/);
  const name = `Ruth Keller ${Date.now()}`;
  const coach = await people.createCoach({ name, plan: 'plus' });
  await people.failPayments(coach, 'plus');
  await people.signInDemo(page, 'demo.operator@example.com');

  await page.goto('/operator-dashboard');
  await page.getByRole('button', { name: 'Platform' }).click();
  await page.getByRole('menuitem', { name: 'Accounts' }).click();
  await page.getByRole('searchbox', { name: 'Search by name, email or ID' }).fill(name.toUpperCase());
  await expect(page).toHaveURL(/q=RUTH/);
  await page.getByRole('link', { name: new RegExp(name) }).click();
  await expect(page.getByRole('heading', { name })).toBeVisible();
  const billing = page.getByRole('region', { name: 'Plan and payments' });
  await expect(billing).toContainText('past due');
  const seen = await billing.textContent();

  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Extend grace' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Days from now').fill('20');
  await dialog.getByLabel('Reason').fill('Your bank needs more time.');
  await dialog.getByRole('button', { name: 'Extend grace' }).click();
  await expect(page.getByText(`Grace extended for ${name}`)).toBeVisible();
  await expect(billing).not.toHaveText(seen ?? '');

  await page.getByRole('button', { name: 'View as coach' }).click();
  await dialog.getByLabel('Reason').fill('You wrote that your packages are gone.');
  await dialog.getByRole('button', { name: 'View as coach' }).click();
  const bar = page.getByRole('region', { name: 'Viewing an account' });
  await expect(bar).toContainText(`Viewing as ${name} 15 minutes left`);
  await expect(page).toHaveURL(new RegExp(`/coach/${coach.coachId}/dashboard`));
  await expect(page.getByRole('heading', { name: 'Good to see you, Ruth' })).toBeVisible();

  await page.goto(`/coach/${coach.coachId}/money?view=packages`);
  await expect(bar).toBeVisible();
  const refused = await page.request.delete(`/rest/v1/programs/${coach.coachId}`, {
    headers: { origin: new URL(page.url()).origin },
  });
  expect(await refused.json()).toMatchObject({ code: 'VIEWING' });
  await page.goto('/coach-profile');
  const headline = page.getByLabel('Headline');
  await expect(headline).toHaveAttribute('aria-description', 'Read-only while viewing');
  await headline.focus();
  await expect(page.getByRole('tooltip')).toHaveText('Read-only while viewing');
  await page.goto(`/coach/${coach.coachId}/messages`);
  await expect(page.getByText('Not shown to operators').first()).toBeVisible();
  expect(await page.evaluate(() => JSON.stringify(window.localStorage))).not.toContain(name);

  await bar.getByRole('button', { name: 'Stop viewing' }).click();
  await expect(page).toHaveURL(new RegExp(`/operator/accounts/${coach.coachId}`));
  await expect(bar).toHaveCount(0);
  const activity = page.getByRole('region', { name: 'Activity' });
  await expect(activity).toContainText('Stopped viewing the account');

  const own = await people.openBrowser(coach.coachId);
  await own.goto('/settings?section=activity');
  await expect(own.getByText('Started viewing the account as its owner')).toBeVisible();
  await expect(own.getByText('You wrote that your packages are gone.')).toBeVisible();
  await expect(own.getByText('Extended the grace period')).toBeVisible();
});

test('while viewing, every page of the navigation opens without names or explains why it does not', async ({
  page,
  people,
}) => {
  const coach = await people.createCoachWithHistory({ name: 'Ruth Keller', plan: 'pro' });
  const base = `/coach/${coach.coachId}`;
  const own = await people.openBrowser(coach.coachId);
  const listOf = async (path: string) => (await own.request.get(`/rest/v1/${path}?coachId=${coach.coachId}`)).json();
  const { clients } = await listOf('client_coach_relationships');
  const { leads } = await listOf('leads');
  const names: string[] = [
    ...clients.map(({ fullName }: { fullName: string }) => fullName),
    ...leads.flatMap(({ name, email }: { name: string; email: string }) => [name, email]),
  ].filter((text) => text !== '');
  expect(names.length).toBeGreaterThan(9);

  await people.signInDemo(page, 'demo.operator@example.com');
  await page.goto(`/operator/accounts/${coach.coachId}`);
  await page.getByRole('button', { name: 'View as coach' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('You asked us to look.');
  const answers: Promise<string>[] = [];
  page.on('response', (response) => {
    if (response.url().includes('/rest/v1/')) answers.push(response.text().catch(() => ''));
  });
  await dialog.getByRole('button', { name: 'View as coach' }).click();
  await expect(page.getByRole('heading', { name: 'Good to see you, Ruth' })).toBeVisible();

  const main = page.getByRole('main');
  const isOpen = async () => {
    await expect(main.getByRole('heading').first()).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expect(page.getByRole('heading', { name: 'Not shown to operators' })).toHaveCount(0);
    await expect(main.getByRole('alert')).toHaveCount(0);
    await collectLinks();
  };
  const disabled: string[] = [];
  /** Pages that enabled links of the shown pages lead to, one for each kind. */
  const linked = new Map<string, string>();
  const collectLinks = async () => {
    // Read at once, because a locator in a loop waits for a link that is disabled meanwhile.
    const enabled = main.locator('a[href^="/"]:not([aria-disabled="true"]):visible');
    for (const href of await enabled.evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))) {
      linked.set(href.split('?')[0]?.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id') ?? '', href);
    }
  };
  const walk = async (navigation: string) => {
    const links = page.getByRole('navigation', { name: navigation, exact: true }).getByRole('link');
    await expect(links.first()).toBeVisible();
    for (const link of await links.all()) {
      if ((await link.getAttribute('aria-disabled')) === 'true') {
        disabled.push(`${navigation}: ${await link.textContent()}`);
        continue;
      }
      await link.click();
      await isOpen();
    }
  };
  await walk('Main');
  for (const item of ['Business Metrics', 'Performance Metrics', 'Reports', 'Engagement']) {
    await page.getByRole('button', { name: 'Analytics' }).click();
    const entry = page.getByRole('menuitem', { name: item });
    if (await entry.isDisabled()) {
      await expect(entry).toContainText('Not shown to operators');
      disabled.push(`Analytics: ${item}`);
      await page.keyboard.press('Escape');
      continue;
    }
    await entry.click();
    await isOpen();
  }
  await page.goto('/settings');
  await walk('Settings');
  for (const path of ['expenses', 'exercises', 'check-in-templates', 'money?tab=invoices', 'money?tab=subscriptions']) {
    await page.goto(`${base}/${path}`);
    await isOpen();
  }
  for (const path of ['clients', 'messages', 'performance-metrics', 'reports', 'engagement', 'check-ins']) {
    await page.goto(`${base}/${path}`);
    await expect(page.getByRole('heading', { name: 'Not shown to operators' })).toBeVisible();
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${base}/dashboard`);
  // The outline that stands before has no links to count.
  await isOpen();
  await walk('Coach');
  expect(linked.size).toBeGreaterThan(5);
  for (const href of [...linked.values()]) {
    await page.goto(href);
    await isOpen();
  }
  expect(disabled).toEqual([
    'Main: Clients',
    'Main: Messages',
    'Analytics: Performance Metrics',
    'Analytics: Reports',
    'Analytics: Engagement',
    'Coach: Clients',
    'Coach: Messages',
    'Coach: Review',
  ]);
  const shown = (await Promise.all(answers)).join('\n');
  expect(shown.length).toBeGreaterThan(1000);
  expect(names.filter((text) => shown.includes(text))).toEqual([]);
});
