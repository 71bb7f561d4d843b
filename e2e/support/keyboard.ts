import { expect, type Locator, type Page } from '@playwright/test';

/** As many as a person bears to press. */
const MOST = 60;

const hasFocus = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === document.activeElement || element.matches(':focus-within'));

/** Tab, or Shift+Tab, until `target` has the focus, which everybody can see there. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < MOST; presses += 1) {
    if (await hasFocus(target)) return expectVisibleFocus(page);
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not lead to ${target}`);
}

/** What has the focus looks different from when it has not. */
export async function expectVisibleFocus(page: Page): Promise<void> {
  const { shows, name } = await page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) return { shows: false, name: 'nothing' };
    const still = document.createElement('style');
    still.textContent = '* { transition: none !important }';
    document.head.append(still);
    // Some fields show it on what is around them.
    const around = [element, element.parentElement, element.parentElement?.parentElement].filter((one) => one != null);
    const look = () =>
      around
        .map((one) => getComputedStyle(one))
        .map(({ outline, borderColor, boxShadow }) => [outline, borderColor, boxShadow].join())
        .join();
    const focused = look();
    element.blur();
    const blurred = look();
    // As after a key, whatever the blur did.
    element.focus({ focusVisible: true, preventScroll: true } as FocusOptions);
    still.remove();
    return { shows: focused !== blurred, name: element.outerHTML.slice(0, 200) };
  });
  expect(shows, `the focus shows on ${name}`).toBe(true);
}
