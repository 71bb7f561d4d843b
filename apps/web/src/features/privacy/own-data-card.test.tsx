import type { DataExport } from '@stridewell/contract/privacy/privacy';
import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { mount } from '../../../test/mount.tsx';
import { openApp } from '../../../test/open-app.tsx';
import { aClient } from '../../../test/people.ts';
import { json, server } from '../../../test/server.ts';
import { OwnDataCard } from './own-data-card.tsx';

const ID = '0190a5a0-0000-7000-8000-000000000001';
const OWN = '/rest/v1/account_exports/own';

const aCopy = (changes: Partial<DataExport> = {}): DataExport => ({
  id: ID,
  status: 'waiting',
  askedAt: '2026-03-02T12:00:00.000Z',
  bySupport: false,
  bytes: null,
  expiresAt: null,
  ...changes,
});

function mountCard(copy: DataExport) {
  server.on(`GET ${OWN}`, { export: copy });
  return mount(<OwnDataCard timeZone="America/New_York">A copy of everything you have here.</OwnDataCard>);
}

it('is a link with the size and the last day', async () => {
  await mountCard(aCopy({ status: 'ready', bytes: 3 * 1024 * 1024, expiresAt: '2026-03-09T12:00:00.000Z' }));
  const link = await screen.findByRole('link', { name: 'Download my data' });
  expect(link.getAttribute('href')).toBe(`/exports/own/data/${ID}.zip`);
  expect(screen.getByText(/3\.0 MB/).textContent).toContain('until March 9, 2026');
});

it('that failed can be tried again, and says what the server says', async () => {
  await mountCard(aCopy({ status: 'failed' }));
  server.refuse(`POST ${OWN}`, 409, 'EXPORT_EXISTS', 'There is one.');
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('There is one.')).toBeDefined();
});

it('whose time is over gives way to a new one', async () => {
  await mountCard(aCopy({ status: 'expired' }));
  expect(await screen.findByText('Your last copy was deleted after 7 days.')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Prepare my data' })).toBeDefined();
});

it('is prepared, then waits, and then can be downloaded', async () => {
  server.on(`GET ${OWN}`, { export: null });
  await openApp('/settings?section=data', aClient());
  server.on(`POST ${OWN}`, () => {
    server.on(`GET ${OWN}`, { export: aCopy() });
    return json(aCopy());
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Prepare my data' }));
  expect(await screen.findByText('Your copy is being prepared')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Prepare my data' })).toBeNull();
});
