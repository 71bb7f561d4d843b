import type { Page } from '@playwright/test';
import { expect } from './test.ts';

/** A photo that the browser makes itself. */
export async function photo(page: Page) {
  const bytes = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(600, 800);
    const context = canvas.getContext('2d');
    if (!context) throw new Error('no canvas');
    context.fillStyle = '#14745a';
    context.fillRect(0, 0, 600, 800);
    const blob = await canvas.convertToBlob({ type: 'image/jpeg' });
    return Array.from(new Uint8Array(await blob.arrayBuffer()));
  });
  return { name: 'front.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(bytes) };
}

/** A form of the coach on `page` that asks how the week was, and for photos. */
export async function askForPhotos(page: Page, coachId: string) {
  await page.goto(`/coach/${coachId}/check-in-templates`);
  await page.getByRole('link', { name: /^Empty form/ }).click();
  await page.getByLabel('Name of the form').fill('Sunday check-in');
  await page.getByRole('button', { name: 'Photos' }).click();
  await page.getByRole('button', { name: 'Save form' }).click();
  await expect(page.getByText('Saved, version 1')).toBeVisible();
  await page.getByRole('link', { name: 'Check-in forms' }).click();
  await page.getByRole('button', { name: 'Make default: Sunday check-in' }).click();
  await expect(page.getByRole('button', { name: 'Remove default: Sunday check-in' })).toBeVisible();
}
