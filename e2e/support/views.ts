import type { Page } from '@playwright/test';
import { expectUsable } from './accessibility.ts';
import { expect, test, visit } from './test.ts';

/**
 * A view of the product, opened once at its intended size, and checked for accessibility, colours and fit. `path` is
 * the address, relative to the coach if it begins with a dot; without one, the view is reached from the previous one.
 * `shows` is a text or heading of the loaded view.
 */
export type View = { path?: string; open?: (page: Page) => Promise<unknown>; shows: string | RegExp };

export async function checkViews(page: Page, views: readonly View[], home = ''): Promise<void> {
  // Each view gets the usual time for a few clicks.
  test.setTimeout(test.info().timeout + views.length * 20_000);
  for (const { path, open, shows } of views) {
    const name = path ?? String(shows);
    await test.step(name, async () => {
      if (path !== undefined) await visit(page, path.startsWith('.') ? home + path.slice(1) : path);
      await open?.(page);
      await expect(page.getByText(shows).filter({ visible: true }).first()).toBeVisible();
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      await expectUsable(page, name);
    });
  }
}

export const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();
export const follow = (name: string | RegExp) => (page: Page) => page.getByRole('link', { name }).first().click();
export const choose = (name: string | RegExp) => (page: Page) => page.getByRole('menuitem', { name }).click();
