import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';

export type OpenWindow = (options?: BrowserContextOptions) => Promise<BrowserContext>;

/** Events of a page that tests listen to. */
const EVENTS = ['console', 'dialog', 'pageerror', 'request', 'requestfailed', 'response'] as const;

/** Unused windows of one kind that a worker keeps. */
const MOST_IDLE = 2;

export const firstPage = async (context: BrowserContext): Promise<Page> =>
  context.pages()[0] ?? (await context.newPage());

/**
 * The browser windows of a worker, which its tests use one after the other. A new window starts a process that compiles
 * the program again, which takes as much processor time as the rest of a first page. Between two tests a window loses
 * everything that a page or a person can leave in it, and waits on a page of the product that has no program.
 */
export class Windows {
  readonly #browser: Browser;
  readonly #origin: string;
  readonly #idle = new Map<string, BrowserContext[]>();
  readonly #kinds = new Map<BrowserContext, { kind: string; options: BrowserContextOptions }>();

  constructor(browser: Browser, origin: string) {
    this.#browser = browser;
    this.#origin = origin;
  }

  /** @returns a window with one page and without a session */
  async open(options: BrowserContextOptions): Promise<BrowserContext> {
    const kind = JSON.stringify(Object.entries(options).sort());
    const idle = this.#idle.get(kind)?.pop();
    if (idle) return idle;
    const context = await this.#browser.newContext(options);
    await context.newPage();
    this.#kinds.set(context, { kind, options });
    return context;
  }

  /**
   * Takes a window back after a test that passed. One without a page is closed.
   * @throws Error for a window that was not opened here
   */
  async giveBack(context: BrowserContext): Promise<void> {
    const known = this.#kinds.get(context);
    if (!known) throw new Error('the window was not opened here');
    const { kind, options } = known;
    const idleOfKind = () => this.#idle.get(kind) ?? [];
    const [page, ...others] = context.pages();
    if (!page || idleOfKind().length >= MOST_IDLE) {
      this.#kinds.delete(context);
      await context.close();
      return;
    }
    await Promise.all(others.map((each) => each.close()));
    for (const event of EVENTS) page.removeAllListeners(event);
    await context.unrouteAll();
    await page.unrouteAll();
    await context.setOffline(false);
    await context.clearPermissions();
    await context.clearCookies();
    // A page with unsaved input asks before it is left.
    page.on('dialog', (dialog) => dialog.accept());
    await page.goto(`${this.#origin}/robots.txt`);
    page.removeAllListeners('dialog');
    const devtools = await context.newCDPSession(page);
    await devtools.send('Storage.clearDataForOrigin', { origin: this.#origin, storageTypes: 'all' });
    await devtools.send('Page.resetNavigationHistory');
    await devtools.detach();
    await page.evaluate(() => window.sessionStorage.clear());
    await page.emulateMedia({ colorScheme: options.colorScheme ?? 'light' });
    if (options.viewport) await page.setViewportSize(options.viewport);
    // Read again, because others may have come back meanwhile.
    this.#idle.set(kind, [...idleOfKind(), context]);
  }
}
