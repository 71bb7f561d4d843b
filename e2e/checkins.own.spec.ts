import type { Page } from '@playwright/test';
import { askForPhotos, photo } from './support/checkins.ts';
import { closeApp, expect, test, visit } from './support/test.ts';

/** Counts the files that wait in the storage of the device. */
const keptFiles = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = window.indexedDB.open('stridewell');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const counting = opening.result.transaction('uploads').objectStore('uploads').count();
          counting.onsuccess = () => {
            opening.result.close();
            resolve(counting.result);
          };
        };
      }),
  );

test('a check-in continues on another device, waits for the network with its photo, and is sent once', async ({
  page,
  browser,
  coach,
  client,
  origin,
  allowComplaints,
}) => {
  test.slow();
  allowComplaints(/^Connecting to 'blob:/);
  allowComplaints(/ERR_INTERNET_DISCONNECTED/);
  const { coachId } = coach;
  await askForPhotos(page, coachId, origin);
  await client.goto('/client/check-in');
  const saved = client.waitForResponse((response) => response.url().endsWith('/check_ins/draft') && response.ok());
  await client.getByLabel('How was your week?').fill('Good, and long');
  await saved;

  // Another device of the same person.
  const laptop = await browser.newContext({ storageState: { cookies: await client.context().cookies(), origins: [] } });
  const other = await laptop.newPage();
  await other.goto('/client/check-in');
  await expect(other.getByRole('heading', { name: 'Continue from your other device?' })).toBeVisible();
  await other.getByRole('button', { name: 'Continue' }).click();
  await expect(other.getByLabel('How was your week?')).toHaveValue('Good, and long');
  await laptop.close();

  // The typed answers are still here after a reload; then the network goes.
  await client.reload();
  await expect(client.getByLabel('How was your week?')).toHaveValue('Good, and long');
  await client.context().setOffline(true);
  await client.getByLabel(/: Front$/).setInputFiles(await photo(client));
  await expect(client.getByText('Waiting for a connection')).toBeVisible();
  await client.getByRole('button', { name: 'Send check-in' }).click();
  await expect(client.getByRole('heading', { name: 'Waiting for a connection' })).toBeVisible();
  await client.context().setOffline(false);
  await expect(client.getByText('Check-in sent')).toBeVisible({ timeout: 15_000 });

  await visit(client, '/client/check-in');
  await expect(client.getByText('Good, and long')).toHaveCount(1);

  // Its answers can change until the coach replies, and the coach reads the new ones.
  await client.getByRole('button', { name: /^Edit the check-in/ }).click();
  await client.getByLabel('How was your week?').fill('Good, and not that long');
  await client.getByRole('button', { name: 'Save changes' }).click();
  await expect(client.getByText('Changes saved')).toBeVisible();
  await expect(client.getByText('Good, and not that long')).toHaveCount(1);
  await page.goto(`/coach/${coachId}/check-ins`);
  await page.getByRole('link', { name: /Nina Park/ }).click();
  await expect(page.getByText('Good, and not that long')).toBeVisible();
});

test('a check-in and its photo arrive, once, after the app was closed without a network', async ({
  page,
  coach,
  client,
  origin,
  allowComplaints,
}) => {
  test.slow();
  allowComplaints(/^Connecting to 'blob:/);
  allowComplaints(/ERR_INTERNET_DISCONNECTED/);
  const { coachId } = coach;
  await askForPhotos(page, coachId, origin);
  const phone = client.context();
  await client.goto('/client/check-in');
  await client.getByLabel('How was your week?').fill('Steep, all of it');
  await phone.setOffline(true);
  await client.getByLabel(/: Front$/).setInputFiles(await photo(client));
  await expect(client.getByText('Waiting for a connection')).toBeVisible();
  await client.getByRole('button', { name: 'Send check-in' }).click();
  await expect(client.getByText("Offline: 1 check-in will sync when you're back online")).toBeVisible();
  await expect.poll(() => keptFiles(client)).toBe(1);
  // Closing asks no question, because nothing is lost.
  await closeApp(client);
  await phone.setOffline(false);

  const opened = await phone.newPage();
  let sent = 0;
  opened.on('request', (each) => {
    if (each.method() === 'POST' && each.url().endsWith('/rest/v1/check_ins')) sent += 1;
  });
  const arrived = opened.waitForResponse((answer) => answer.url().endsWith('/rest/v1/check_ins') && answer.ok());
  await opened.goto('/client/dashboard');
  await arrived;
  await opened.goto('/client/check-in');
  await expect(opened.getByText('Steep, all of it')).toHaveCount(1);
  await opened.getByRole('button', { name: 'Send another check-in' }).click();
  await expect(opened.getByLabel('How was your week?')).toHaveValue('');
  expect(sent).toBe(1);

  await page.goto(`/coach/${coachId}/check-ins`);
  await page.getByRole('link', { name: /Nina Park/ }).click();
  await expect(page.getByText('Steep, all of it')).toBeVisible();
  const picture = page.getByRole('img', { name: /Front/ }).first();
  await expect
    .poll(() => picture.evaluate((img) => img instanceof HTMLImageElement && img.naturalWidth))
    .toBeGreaterThan(0);
});
