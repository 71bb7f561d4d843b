import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openApp } from '../../../test/open-app.tsx';
import { aClient, aCoach } from '../../../test/people.ts';
import { json, server } from '../../../test/server.ts';

const SAVE = 'POST /auth/v1/update-user';
const SIGN_IN = 'POST /auth/v1/sign-in/email';
const ended = () => json({ code: 'UNAUTHORIZED', message: 'Auth session missing!' }, 401);
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const nameField = () => screen.findByLabelText<HTMLInputElement>('Full name');
const type = async (field: Promise<HTMLElement>, value: string) => fireEvent.change(await field, { target: { value } });

/** Types a name in the settings and saves it, which shows that the session has ended elsewhere. */
async function saveAfterTheEnd() {
  const app = await openApp('/settings?section=account', aCoach());
  await type(nameField(), 'Maya Okafor-Lind');
  server.on(SAVE, ended);
  server.on('GET /rest/v1/session', null);
  await press('Save name');
  await screen.findByRole('dialog', { name: 'Please sign in again' });
  return app;
}

it('asks to sign in above the page and keeps the typed values', async () => {
  const app = await saveAfterTheEnd();
  expect(screen.getByText(/Sign in as maya@/)).toBeDefined();
  server.on(SIGN_IN, () => {
    server.on('GET /rest/v1/session', aCoach());
    return json({ user: {} });
  });
  await type(screen.findByLabelText('Password', { exact: false, selector: '[name=password]' }), 'correct-horse');
  await press('Sign In');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Please sign in again' })).toBeNull());
  expect((await nameField()).value).toBe('Maya Okafor-Lind');
  expect(app.path()).toBe('/settings');
});

it('leads another person to their own home', async () => {
  const app = await saveAfterTheEnd();
  server.usually('GET /rest/v1/dashboards/client', null);
  server.on(SIGN_IN, () => {
    server.on('GET /rest/v1/session', aClient());
    return json({ user: {} });
  });
  await type(screen.findByLabelText('Password', { exact: false, selector: '[name=password]' }), 'correct-horse');
  await press('Sign In');
  await waitFor(() => expect(app.path()).not.toBe('/settings'));
});

it('can be left for the public page', async () => {
  const app = await saveAfterTheEnd();
  server.on('POST /auth/v1/sign-out', ended);
  await press('Leave this page');
  await waitFor(() => expect(app.path()).toBe('/landing'));
});
