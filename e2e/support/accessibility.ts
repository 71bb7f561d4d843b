import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';

declare global {
  interface Window {
    axe: typeof axe;
  }
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Smallest side of a touch target, in pixels. */
const TOUCH_TARGET = 44;

/** Waits for running transitions, because axe would measure intermediate colours. */
async function finishTransitions(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // Transitions begin with the frame after the change.
    for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
    const ending = document
      .getAnimations()
      .filter((one) => one.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(ending.map((one) => one.finished));
  });
}

async function listViolations(page: Page, rule?: string): Promise<string[]> {
  await finishTransitions(page);
  for (const frame of page.frames()) {
    // Injected once per page, because loading it takes as long as many of its rules.
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(AXE);
  }
  return page.evaluate(async (only) => {
    // Describing every element that passes takes as long as the checks.
    const { violations } = await window.axe.run({
      resultTypes: ['violations'],
      // No rule that runs reads style sheets, which would be fetched and parsed again for each view.
      preload: { assets: ['media'] },
      ...(only && { runOnly: { type: 'rule', values: [only] } }),
    });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  }, rule);
}

/** Lists elements that are wider than a phone's screen or too small for a thumb. */
async function listMisfits(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    const pressed = [
      ...document.querySelectorAll<HTMLElement>('main button, main a[role=button], main a[class*=Button]'),
    ];
    const small = pressed.filter((one) => {
      const { width, height } = one.getBoundingClientRect();
      // The field around a button inside of it is the target.
      return height > 0 && (height < least || width < least) && !one.closest('[data-position]');
    });
    const { scrollWidth } = document.documentElement;
    return [
      ...(scrollWidth > window.innerWidth ? [`${scrollWidth} px wide`] : []),
      ...small.map((one) => `too small: ${one.outerHTML.slice(0, 160)}`),
    ];
  }, TOUCH_TARGET);
}

/**
 * Checks a page with axe, in dark colours only for contrast, because nothing else changes. On a phone it must also fit
 * the screen and the thumb. The page keeps the colours that were checked last: drawing all of it again takes long.
 */
export async function expectUsable(page: Page, view: string): Promise<void> {
  const onPhone = (page.viewportSize()?.width ?? 0) < 500;
  const found = { light: [] as string[], misfits: onPhone ? await listMisfits(page) : [], dark: [] as string[] };
  const shown = await page.locator('html').getAttribute('data-mantine-color-scheme');
  for (const colorScheme of shown === 'dark' ? (['dark', 'light'] as const) : (['light', 'dark'] as const)) {
    if (colorScheme !== shown) {
      await page.emulateMedia({ colorScheme });
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    }
    found[colorScheme] = await listViolations(page, colorScheme === 'dark' ? 'color-contrast' : undefined);
  }
  expect.soft(found, view).toEqual({ light: [], misfits: [], dark: [] });
}
