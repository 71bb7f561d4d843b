import { expectNoViolations } from './support/accessibility.ts';
import { expect, signIn, test } from './support/test.ts';

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme} colours`, () => {
    test.use({ colorScheme, contextOptions: { reducedMotion: 'reduce' } });

    for (const path of [
      '/landing',
      '/auth',
      '/auth-simple',
      '/reset-password',
      '/coach-onboarding?resend=true',
      '/pricing',
      '/account-setup?plan=base',
      '/no-such-page',
    ]) {
      test(`${path} has no violations`, async ({ page }) => {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expectNoViolations(page);
      });
    }

    test('the checkout has no violations', async ({ page }) => {
      await page.goto('/pricing');
      await page.getByRole('button', { name: 'Go Pro' }).click();
      const dialog = page.getByRole('dialog', { name: 'Complete Your Coach Pro Purchase' });
      await dialog.getByRole('button', { name: /^Pay/ }).click();
      await expect(dialog.getByText('Please enter a card number')).toBeVisible();
      await expectNoViolations(page);
    });

    test('the pages of a coach have no violations', async ({ page }) => {
      await signIn(page, 'demo.coach.pro@example.com');
      await expect(page.getByRole('region', { name: 'Pipeline Summary' })).toBeVisible();
      await expectNoViolations(page);
      await page.goto(page.url().replace('dashboard', 'clients'));
      await page.getByRole('link', { name: 'Maya Torres' }).waitFor();
      await expectNoViolations(page);
      await page.getByRole('button', { name: 'Actions for Maya Torres' }).click();
      await expect(page.getByRole('menuitem', { name: 'Archive' })).toBeVisible();
      await expectNoViolations(page);
      await page.getByRole('menuitem', { name: 'Archive' }).click();
      await expect(page.getByRole('dialog', { name: 'Archive Maya Torres?' })).toBeVisible();
      await expectNoViolations(page);
      await page.getByRole('button', { name: 'Keep client' }).click();
      await page.getByRole('button', { name: 'Add client' }).click();
      await expect(page.getByRole('dialog', { name: 'Add client' })).toBeVisible();
      await expectNoViolations(page);
      await page.keyboard.press('Escape');
      await page.getByRole('link', { name: 'Maya Torres' }).click();
      await expect(page.getByRole('heading', { name: 'Maya Torres' })).toBeVisible();
      await expectNoViolations(page);
      await page.getByRole('link', { name: 'Message', exact: true }).click();
      await expect(page.getByRole('textbox', { name: 'Message to Maya Torres' })).toBeVisible();
      await expectNoViolations(page);
      await page.goto(page.url().replace(/\/messages.*/, '/messages'));
      await page.getByRole('link', { name: /Maya Torres/ }).waitFor();
      await expectNoViolations(page);
      await page.goto('/notifications');
      await expect(page.getByRole('button', { name: 'Mark all as read' }).first()).toBeVisible();
      await expectNoViolations(page);
    });

    test('profile, settings and set-up of a coach have no violations', async ({ page }) => {
      await signIn(page, 'pitch@example.com');
      for (const [path, name] of [
        ['/coach-profile', 'Your profile'],
        ['/coach/pitch-loom', 'A walk through Stridewell'],
        ['/coach-onboarding?step=profile', 'About you'],
        ['/coach-onboarding?step=photo', 'Your photo'],
        ['/coach-onboarding?step=specialities', 'What you are good at'],
        ['/coach-onboarding?step=certifications', 'Your certifications'],
        ['/coach-onboarding?step=availability', 'When clients can book you'],
        ['/coach-onboarding?step=template', 'Your first check-in form'],
        ['/coach-onboarding?step=invite', 'Invite your clients'],
        ['/coach-onboarding?step=done', /Ready|Almost there/],
        ...['account', 'profile', 'plan', 'notifications', 'security', 'units', 'check-ins', 'danger'].map(
          (section) => [`/settings?section=${section}`, 'Settings'],
        ),
      ] as [string, string | RegExp][]) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1, name }).first()).toBeVisible();
        await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
        await expectNoViolations(page);
      }
    });

    test('the pages of a client have no violations', async ({ page }) => {
      await signIn(page, 'demo.client@example.com');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectNoViolations(page);
      await page.goto('/client/check-in');
      await expect(page.getByRole('button', { name: 'Send check-in' })).toBeVisible();
      await expectNoViolations(page);
      await page.goto('/client/messages');
      await expect(page.getByRole('textbox', { name: /^Message to/ })).toBeVisible();
      await expectNoViolations(page);
    });

    test('the upgrade card has no violations', async ({ page }) => {
      await signIn(page, 'demo.coach.base@example.com');
      await page.goto('/engagement-dashboard');
      await expect(page.getByRole('heading', { name: 'Feature Upgrade Required' })).toBeVisible();
      await expectNoViolations(page);
    });
  });
}
