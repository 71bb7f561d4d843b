import { defineConfig } from '@playwright/test';
import { dataDir, origin, port } from './e2e/support/server-under-test.ts';
import { findTestBrowser } from './scripts/find-browser.mjs';

export default defineConfig({
  testDir: 'e2e',
  // One more than there are processors, because pages wait for the server, for each other and for the network.
  workers: 3,
  // Tests of a file share nothing. Files run in the order of their names, and those of the longest tests begin with `app.`:
  // a long test at the end would run alone.
  fullyParallel: true,
  // None locally. CI allows one retry, and the output names every spec that needed it.
  retries: Number(process.env.E2E_RETRIES ?? 0),
  forbidOnly: true,
  // A story with two people takes half a minute on a busy machine.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  use: {
    baseURL: origin,
    locale: 'en-US',
    timezoneId: 'America/New_York',
    viewport: { width: 1440, height: 900 },
    // Drawing motion without a graphics card takes the processor time of the other pages.
    contextOptions: { reducedMotion: 'reduce' },
    // A service worker would answer before a spec's own route does. Only the offline specs allow it.
    serviceWorkers: 'block',
    // Recording every test costs a third of the processor time. `--trace=on` records at a desk.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: findTestBrowser(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Programs of a page that lives for seconds gain less from optimizing compilers than these take.
        '--js-flags=--no-opt --no-maglev',
      ],
    },
  },
  webServer: {
    command: `node scripts/e2e-server.mjs ${port} ${dataDir}`,
    url: `${origin}/readyz`,
    timeout: 120_000,
    reuseExistingServer: false,
    stdout: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
  },
});
