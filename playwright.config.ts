import { defineConfig } from '@playwright/test';
import { findBrowser } from './scripts/find-browser.mjs';

const port = Number(process.env.E2E_PORT ?? 3100);
// By this name, because passkeys work on localhost and not on an address.
const baseURL = `http://localhost:${port}`;

/** A spec tagged `@phone` runs on the phone, every other one on the desktop. */
const PHONE = /@phone/;

export default defineConfig({
  testDir: 'e2e',
  workers: 2,
  // None where people work; the run on a clean clone asks for one and names every spec that needed it.
  retries: Number(process.env.E2E_RETRIES ?? 0),
  forbidOnly: true,
  // A walk through all pages of a role takes half a minute on a busy machine.
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    baseURL,
    locale: 'en-US',
    timezoneId: 'America/New_York',
    // A worker would answer before what a spec puts in the place of an answer; the spec about being offline allows it.
    serviceWorkers: 'block',
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: findBrowser(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    { name: 'desktop', grepInvert: PHONE, use: { viewport: { width: 1440, height: 900 } } },
    {
      name: 'phone',
      grep: PHONE,
      use: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
    },
  ],
  webServer: {
    command: `node scripts/e2e-server.mjs ${port}`,
    url: `${baseURL}/readyz`,
    timeout: 120_000,
    reuseExistingServer: false,
    stdout: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
  },
});
