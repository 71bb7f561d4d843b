import { expectNoViolationsInBothColours } from './support/accessibility.ts';
import { test } from './support/own-server.ts';
import { expect, signIn } from './support/test.ts';

const RECORDING = 'https://walk.example/embed/7';

test.use({ serverEnv: { WALKTHROUGH_URL: RECORDING } });

test('a recording that is configured plays above the dashboard, and opens on its own where it does not', async ({
  page,
}) => {
  await page.route(RECORDING, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<html lang="en"><title>Recording</title><p>Loading</p><script>document.querySelector("p").textContent = "Playing"</script>',
    }),
  );
  await signIn(page, 'pitch@example.com');
  const answer = await page.goto('/coach/pitch-loom');
  const policy = (await answer?.headerValue('content-security-policy')) ?? '';
  const frames = policy.split(';').find((part) => part.trim().startsWith('frame-src '));
  expect(frames?.trim().split(' ')).toContain('https://walk.example');

  // The browser keeps to that policy, so what is shown has been let in, with its scripts.
  const title = 'A walk through Stridewell';
  await expect(page.frameLocator(`iframe[title="${title}"]`).getByText('Playing')).toBeVisible();
  await expect(page.getByText('There is no recording yet.')).toBeHidden();
  await expect(page.getByRole('region', { name: 'Dashboard' })).toContainText('Pipeline Summary');
  await expect(page.getByRole('link', { name: 'Open it in a new tab' })).toHaveAttribute('href', RECORDING);
  await expectNoViolationsInBothColours(page);
});
