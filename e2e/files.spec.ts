import { deflateSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { field, LIVE } from './support/messages.ts';
import { expect, test } from './support/test.ts';

const choose = (page: Page, ...files: { name: string; mimeType: string; buffer: Buffer }[]) =>
  page.getByLabel('Photos and PDFs').setInputFiles(files);
const PDF = { name: 'Plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from(`%PDF-1.4\n${'x'.repeat(4000)}`) };

/** Playwright's trace reads pictures out of the page, which the page itself may not do. */
const TRACING = /^Connecting to 'blob:/;

/** Draws a photo of this size in the browser. */
async function photo(page: Page, name: string, width: number, height: number) {
  const text = await page.evaluate(
    async ([wide, high]) => {
      const canvas = new OffscreenCanvas(wide ?? 1, high ?? 1);
      const context = canvas.getContext('2d');
      if (!context) throw new Error('no canvas');
      context.fillStyle = '#14745a';
      context.fillRect(0, 0, canvas.width, canvas.height);
      const blob = await canvas.convertToBlob({ type: 'image/jpeg' });
      return Array.from(new Uint8Array(await blob.arrayBuffer()));
    },
    [width, height],
  );
  return { name, mimeType: 'image/jpeg', buffer: Buffer.from(text) };
}

test('a photo and a PDF travel both ways and open', async ({
  page,
  browser,
  coach,
  client,
  origin,
  allowComplaints,
}) => {
  allowComplaints(TRACING);
  const { coachId } = coach;
  await page.goto(`/coach/${coachId}/messages`);
  await page.getByRole('link', { name: /Nina Park/ }).click();
  await client.goto('/client/messages');

  await choose(client, await photo(client, 'front.jpg', 3000, 4000), await photo(client, 'side.jpg', 800, 600));
  await client.getByRole('button', { name: 'Send' }).click();
  const thumbs = page.getByRole('button', { name: /^Open / });
  await expect(thumbs).toHaveCount(2, LIVE);
  await expect(page.getByRole('link', { name: /Nina Park/ }).first()).toContainText('2 photos');
  for (const thumb of await thumbs.all()) {
    await expect
      .poll(() => thumb.locator('img').evaluate((img) => img instanceof HTMLImageElement && img.naturalWidth))
      .toBeGreaterThan(0);
  }

  // By keyboard alone.
  await thumbs.first().focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Photo 1 of 2' });
  await expect(dialog.getByRole('img', { name: 'front.webp' })).toBeVisible();
  const size = (img: Element) => img instanceof HTMLImageElement && [img.naturalWidth, img.naturalHeight];
  await expect.poll(() => dialog.getByRole('img', { name: 'front.webp' }).evaluate(size)).toEqual([1920, 2560]);
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('dialog', { name: 'Photo 2 of 2' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(thumbs.first()).toBeFocused();

  await choose(page, PDF);
  await field(page).fill('Your plan');
  await field(page).press('Enter');
  const link = client.getByRole('link', { name: /Plan\.pdf/ });
  await expect(link).toContainText('PDF, 4 kB', LIVE);
  const [download] = await Promise.all([client.waitForEvent('download'), link.click()]);
  expect(download.suggestedFilename()).toBe('Plan.pdf');

  // A stranger cannot read it, even with the address.
  const address = `${origin}${await link.getAttribute('href')}`;
  expect((await client.request.get(address)).status()).toBe(200);
  expect((await page.request.get(address)).status()).toBe(200);
  const stranger = await browser.newContext();
  expect((await stranger.request.get(address)).status()).toBe(401);
  await stranger.close();
});

test('a wrong file is refused at once, and a file chosen without a connection is sent later', async ({
  page,
  coach,
  client,
  allowComplaints,
}) => {
  allowComplaints(/ERR_INTERNET_DISCONNECTED/);
  allowComplaints(TRACING);
  const { coachId } = coach;
  await client.goto('/client/messages');
  await choose(client, { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('<svg onload="alert(1)"/>') });
  await expect(client.getByRole('alert')).toContainText('Please choose a photo');
  await expect(client.getByRole('button', { name: 'Send' })).toBeDisabled();
  await client.getByRole('button', { name: 'Remove photo.jpg' }).click();
  // Looks like a picture until it is decoded.
  const broken = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), deflateSync(Buffer.alloc(500))]);
  await choose(client, { name: 'broken.png', mimeType: 'image/png', buffer: broken });
  await expect(client.getByRole('alert')).toContainText('This picture is damaged');
  await client.getByRole('button', { name: 'Remove broken.png' }).click();

  const side = await photo(client, 'side.jpg', 800, 600);
  await client.context().setOffline(true);
  await choose(client, side);
  await expect(client.getByText('Waiting for a connection')).toBeVisible();
  await field(client).fill('From the gym');
  await field(client).press('Enter');
  await expect(client.getByText(/^Not sent yet\./)).toBeVisible();
  await expect(client.getByText(/Keep this page open/)).toHaveCount(0);
  await client.context().setOffline(false);
  await page.goto(`/coach/${coachId}/messages`);
  await page.getByRole('link', { name: /Nina Park/ }).click();
  await expect(page.getByRole('button', { name: 'Open side.webp' })).toBeVisible();
  await expect(page.getByTestId('message')).toHaveText(['From the gym']);
});
