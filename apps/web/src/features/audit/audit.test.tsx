import type { AuditEntry } from '@stridewell/contract/audit/audit';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { mount } from '../../../test/mount.tsx';
import { openApp } from '../../../test/open-app.tsx';
import { aClient, aCoach, CLIENT_ID } from '../../../test/people.ts';
import { server } from '../../../test/server.ts';
import { OwnActivity } from './activity-list.tsx';

const anEntry = (changes: Partial<AuditEntry> = {}): AuditEntry => ({
  id: CLIENT_ID,
  at: '2026-01-05T18:00:00.000Z',
  actor: 'coach',
  own: true,
  action: 'payment.recorded',
  before: null,
  after: null,
  network: '203.0.113.0/24',
  ...changes,
});
const OWN = 'GET /rest/v1/audit_entries';

it.each([
  ['role.changed', null, { role: 'Coach-Base' }, 'Role: Coach Base'],
  ['role.changed', null, { role: 'Operator' }, 'Role: Operator'],
  ['operator.role_changed', { role: 'support' }, { role: 'admin' }, 'Role: Admin, before Support'],
  ['sequence.changed', null, { startsWith: 'client_joined' }, 'Starts with: client joined'],
] as const)('names the facts of %s', async (action, before, after, text) => {
  server.on(OWN, { entries: [anEntry({ action, before, after })], next: null });
  await mount(<OwnActivity title="Activity" lead="" />);
  expect(await screen.findByText(text)).toBeDefined();
});

it('shows a client what the coach changed about them', async () => {
  server.on(OWN, { entries: [], next: null });
  server.on('GET /rest/v1/audit_entries/coaching', {
    entries: [anEntry({ own: false, action: 'invoice.issued' })],
    next: null,
  });
  await openApp('/client/profile?section=activity', aClient());
  const coaching = within(await screen.findByRole('region', { name: 'With Maya Okafor' }));
  expect(await coaching.findByText('Sent an invoice')).toBeDefined();
  expect(coaching.getByText('Maya Okafor, from the network 203.0.113.0/24')).toBeDefined();
  expect(await screen.findByText('Nothing recorded yet.')).toBeDefined();
});

it('shows a coach who changed what, with the facts before and after', async () => {
  server.on(OWN, {
    entries: [
      anEntry({
        action: 'subscription.changed',
        before: { amountCents: 20_000, currency: 'EUR' },
        after: { amountCents: 25_000, currency: 'EUR' },
      }),
      anEntry({
        id: '0190a5a0-0000-7000-8000-000000000009',
        action: 'plan.changed',
        actor: 'system',
        own: false,
        network: null,
        before: { plan: 'base' },
        after: { plan: 'pro' },
      }),
      anEntry({
        id: '0190a5a0-0000-7000-8000-000000000010',
        action: 'account.change_refused',
        actor: 'operator',
        own: false,
        after: { earlierEntry: 'plan.refund_asked' },
      }),
    ],
    next: null,
  });
  await openApp('/settings?section=activity', aCoach());
  const activity = within(await screen.findByRole('region', { name: 'Activity' }));
  expect(await activity.findByText('Changed the price of a subscription')).toBeDefined();
  expect(activity.getByText('You, from the network 203.0.113.0/24')).toBeDefined();
  expect(activity.getByText('Amount: €250, before €200')).toBeDefined();
  expect(activity.getByText('Stridewell')).toBeDefined();
  expect(activity.getByText('Plan: Coach Pro, before Coach Base')).toBeDefined();
  expect(activity.getByText('The request was refused, so nothing was changed')).toBeDefined();
  expect(activity.getByText('Earlier entry: Requested a refund from the payment provider')).toBeDefined();
});
