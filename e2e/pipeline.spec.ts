import { openForeignSite } from './support/foreign-site.ts';
import { expect, linkMailedTo, newEmail, test } from './support/test.ts';

test('a lead from a page of another site becomes an invited client', async ({ people, allowComplaints }) => {
  // Chromium reports the answer to a form that was sent too early.
  allowComplaints(/status of 400/);
  const coach = await people.createCoach({ name: 'Nora Fields', plan: 'plus' });
  const page = await people.openBrowser(coach.coachId);
  const email = newEmail('vera');
  const pipeline = `/coach/${coach.coachId}/pipeline`;

  await page.goto(pipeline);
  await expect(page.getByText('Your leads will appear here')).toBeVisible();
  await page.getByRole('button', { name: 'Lead form' }).click();
  const settings = page.getByRole('dialog', { name: 'Lead form' });
  await settings.getByLabel('Address').fill(`nora-${coach.coachId}`);
  await settings.getByRole('button', { name: 'Save form' }).click();
  const script = await settings.getByText('embed.js').textContent();
  await settings.getByRole('button', { name: 'Done' }).click();

  const site = await openForeignSite(script ?? '');
  try {
    const visitor = await people.openBrowser();
    await visitor.goto(site.url);
    const form = visitor.frameLocator('iframe[title="Contact form"]');
    await form.getByLabel('Name').fill('Vera Lind');
    await form.getByLabel('Email').fill(email);
    await form.getByLabel('What would you like to reach?').fill('Run a marathon');
    // The form refuses to send in its first three seconds, because only programs are that fast.
    await expect(async () => {
      await form.getByRole('button', { name: 'Send to Nora Fields' }).click({ timeout: 1000 });
      await expect(form.getByText('Nora Fields has your message')).toBeVisible({ timeout: 1000 });
    }).toPass();
  } finally {
    site.close();
  }

  // The open board shows the lead without a reload.
  const column = (name: string) => page.getByRole('region', { name, exact: true });
  await expect(column('New').getByRole('link', { name: 'Vera Lind' })).toBeVisible({ timeout: 15_000 });
  const link = page.getByRole('link', { name: 'Vera Lind' });
  await link.focus();
  await page.keyboard.press('Alt+ArrowRight');
  await expect(column('Pitched').getByRole('link', { name: 'Vera Lind' })).toBeFocused();

  const card = column('Pitched').getByText('Lead form');
  const [from, to] = [await card.boundingBox(), await column('Trial').boundingBox()];
  await page.mouse.move((from?.x ?? 0) + 5, (from?.y ?? 0) + 5);
  await page.mouse.down();
  await page.mouse.move((to?.x ?? 0) + 60, (to?.y ?? 0) + 90, { steps: 8 });
  await page.mouse.up();
  await expect(column('Trial').getByRole('link', { name: 'Vera Lind' })).toBeVisible();

  // A click within the next fifty milliseconds belongs to the drag.
  await expect(async () => {
    await page.getByRole('button', { name: 'Move Vera Lind' }).click();
    await page.getByRole('menuitem', { name: 'Move to Won' }).click({ timeout: 2000 });
  }).toPass();
  await column('Won').getByRole('link', { name: 'Vera Lind' }).click();
  await expect(page.getByText('Added through your form')).toBeVisible();
  await expect(page.getByText('Run a marathon')).toBeVisible();
  await page.getByRole('button', { name: 'Invite as client' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite Vera Lind' });
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(dialog.getByLabel('Invite link')).toHaveValue(/\/invitation\//);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('link', { name: 'Open client' }).click();
  await expect(page.getByRole('heading', { name: 'Vera Lind', level: 1 })).toBeVisible();

  await page.goto(`/coach/${coach.coachId}/dashboard`);
  await page.getByRole('link', { name: 'Follow Up With Leads' }).click();
  await expect(page).toHaveURL(pipeline);
});

test('a visitor books a time with a coach and confirms it by mail', async ({
  people,
  origin,
  request,
  allowComplaints,
}) => {
  allowComplaints(/status of 400/);
  const coach = await people.createCoach({ name: 'Nora Fields', plan: 'plus' });
  const { coachId } = coach;
  const page = await people.openBrowser(coachId);
  const put = async (path: string, data: object) => {
    const answer = await page.request.put(`/rest/v1${path}`, { data: { coachId, ...data }, headers: { origin } });
    expect(answer.status()).toBe(200);
  };
  const typeId = crypto.randomUUID();
  await put(`/calendar/session_types/${typeId}`, {
    name: 'First call',
    minutes: 30,
    location: 'By phone',
    color: 'blue',
    bufferBefore: 0,
    bufferAfter: 0,
    bookable: false,
  });
  const hours = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: 540, to: 720 }));
  await put('/availability', { hours, overrides: [], noticeMinutes: 60, horizonDays: 14, stepMinutes: 30 });
  const slug = `visits-${coachId}`;
  await put('/lead_form', { slug, heading: 'Train with me', intro: '', enabled: true, bookingTypeId: typeId });

  const visitor = await people.openBrowser();
  const email = newEmail('ben');
  await visitor.goto(`/c/${slug}/book`);
  await visitor.getByRole('listitem').getByRole('link').first().click();
  await visitor.getByLabel('Name').fill('Ben Okoye');
  await visitor.getByLabel('Email').fill(email);
  // The form refuses to send in its first three seconds, because only programs are that fast.
  await expect(async () => {
    await visitor.getByRole('button', { name: 'Book with Nora Fields' }).click({ timeout: 1000 });
    await expect(visitor.getByRole('heading', { name: 'Check your email' })).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expect(visitor.getByText('held for 30 minutes')).toBeVisible();

  await visitor.goto(await linkMailedTo(request, email));
  await visitor.getByRole('button', { name: 'Confirm the time' }).click();
  await expect(visitor.getByRole('heading', { name: 'Your time is booked' })).toBeVisible();

  await page.goto(`/coach/${coachId}/pipeline`);
  await page.getByRole('link', { name: 'Ben Okoye' }).click();
  await expect(page.getByText('First call')).toBeVisible();
});
