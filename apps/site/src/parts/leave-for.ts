/**
 * Opens another page.
 * @returns a promise that stays open, because this page is over: a button stays busy until the next one is there
 */
export function leaveFor(href: string): Promise<void> {
  window.location.assign(href);
  return new Promise(() => undefined);
}
