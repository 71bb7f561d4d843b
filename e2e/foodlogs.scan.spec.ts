import config from '../playwright.config.ts';
import { filmOf } from './support/camera.ts';
import { expect, test } from './support/test.ts';

const CODE = '4006381333931';
const launch = config.use?.launchOptions ?? {};
test.use({
  launchOptions: {
    ...launch,
    args: [
      ...(launch.args ?? []),
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${filmOf(CODE)}`,
    ],
  },
});

test('a client scans an unknown pack, adds its food, and finds it with the next scan @phone', async ({ client }) => {
  await client.goto('/client/nutrition');
  const dialog = client.getByRole('dialog');
  await client.getByRole('button', { name: 'Add food to breakfast' }).click();
  await dialog.getByRole('button', { name: 'Scan a code' }).click();
  await expect(dialog.getByText(`No food has the code ${CODE} yet.`)).toBeVisible();
  await expect(dialog.getByLabel('Barcode (optional)')).toHaveValue(CODE);
  await dialog.getByLabel('Name', { exact: true }).fill('Rye crackers');
  await dialog.getByLabel('Energy (kcal)').fill('340');
  await dialog.getByRole('button', { name: 'Save food' }).click();
  await dialog.getByRole('button', { name: 'Add to breakfast' }).click();

  await dialog.getByRole('button', { name: 'Scan a code' }).click();
  await expect(dialog.getByText('Rye crackers')).toBeVisible();
  await dialog.getByRole('button', { name: 'Add to breakfast' }).click();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(client.getByRole('region', { name: 'Breakfast' }).getByText('Rye crackers')).toHaveCount(2);
});
