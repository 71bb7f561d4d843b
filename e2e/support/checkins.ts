import { randomUUID } from 'node:crypto';
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

/** Makes the default form of the coach on `page`: how the week was, and photos. */
export async function askForPhotos(page: Page, coachId: string, origin: string): Promise<void> {
  const form = `/rest/v1/check_in_templates/${randomUUID()}`;
  const common = { help: '', required: false };
  const questions = [
    { ...common, id: 'week', type: 'text', label: 'How was your week?', long: true },
    { ...common, id: 'look', type: 'photo', label: 'How do you look?', slots: ['front', 'side'] },
  ];
  const headers = { origin };
  const made = await page.request.post(form, {
    data: { coachId, name: 'Sunday check-in', basedOn: 0, questions },
    headers,
  });
  expect(made.status(), await made.text()).toBe(200);
  const chosen = await page.request.patch(form, { data: { coachId, isDefault: true }, headers });
  expect(chosen.status(), await chosen.text()).toBe(200);
}
