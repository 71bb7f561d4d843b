import type { CrmConnection, CrmState } from '@stridewell/contract/crm/crm';
import { CRM_RESULTS, type CrmResult, DEFAULT_CRM_FIELDS } from '@stridewell/contract/crm/crm.rules';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { mount } from '../../../test/mount.tsx';
import { COACH_ID } from '../../../test/people.ts';
import { json, server } from '../../../test/server.ts';
import { CrmCard } from './crm-card.tsx';

const ID = '01990000-0000-7000-8000-00000000beef';
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

const aConnection = (change: Partial<CrmConnection> = {}): CrmConnection => ({
  account: 'maya-coaching.com',
  accountUrl: 'https://app.hubspot.com/contacts/4711',
  since: hoursAgo(50),
  syncedAt: hoursAgo(1),
  failing: null,
  fields: DEFAULT_CRM_FIELDS,
  deals: null,
  addsLeads: false,
  contacts: 12,
  dealCount: 1,
  issues: [],
  issueCount: 0,
  ...change,
});
const stages = ['New', 'Call', 'Offer', 'Won', 'Lost'].map((label) => ({
  id: label.toLowerCase(),
  label,
  isWon: label === 'Won',
  isLost: label === 'Lost',
}));

/** Opens the card over a server with this state. */
async function open(state: Partial<CrmState>, result?: CrmResult) {
  const present: CrmState = { isAvailable: true, connection: null, erasures: [], ...state };
  server.on('GET /rest/v1/crm', () => json(present));
  server.on('GET /rest/v1/crm/pipelines', () => json({ pipelines: [{ id: 'default', label: 'Sales', stages }] }));
  await mount(<CrmCard coachId={COACH_ID} timeZone="UTC" result={result} />);
  return present;
}
const button = (name: string) => screen.findByRole('button', { name });

it('says that the operator has not set HubSpot up', async () => {
  await open({ isAvailable: false });
  expect(await screen.findByText(/not set up on this installation/)).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

it('offers to connect, and says how the visit to HubSpot ended', async () => {
  await open({}, 'expired');
  expect(await button('Connect HubSpot')).toBeTruthy();
  expect(screen.getByRole('status').textContent).toBe(CRM_RESULTS.expired);
});

it('shows account, counts, problems and contacts that are not in step', async () => {
  await open({
    connection: aConnection({
      failing: { since: hoursAgo(3), problem: 'property', detail: 'cell_number' },
      issueCount: 1,
      issues: [
        { kind: 'lead', id: ID, name: 'Ana Ruiz', issue: 'same_email', detail: '', url: 'https://app.hubspot.com/x' },
      ],
    }),
  });
  expect(await screen.findByText(/12 contacts, 1 deal, last synced/)).toBeTruthy();
  expect(screen.getByText(/HubSpot does not know “cell_number”/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Ana Ruiz' }).getAttribute('href')).toBe(`/coach/${COACH_ID}/pipeline/${ID}`);
  expect(screen.getByText('1 contact not in step')).toBeTruthy();
});

it('asks to connect again after the access was lost', async () => {
  await open({ connection: aConnection({ failing: { since: hoursAgo(3), problem: 'reconnect', detail: '' } }) });
  expect(await button('Connect again')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Sync now' })).toBeNull();
});

it('saves fields, a pipeline with proposed stages, and leads from there', async () => {
  const present = await open({ connection: aConnection() });
  const sent: unknown[] = [];
  server.on('PUT /rest/v1/crm/settings', async (request: Request) => {
    sent.push(await request.json());
    return json(present);
  });
  fireEvent.click(await button('Settings'));
  const form = within(await screen.findByRole('dialog'));
  fireEvent.click(await form.findByLabelText('Status'));
  fireEvent.change(form.getByLabelText('Property for “Last name”'), { target: { value: 'firstname' } });
  fireEvent.change(await form.findByLabelText('Pipeline for leads'), { target: { value: 'default' } });
  fireEvent.change(await form.findByLabelText('Lost'), { target: { value: '' } });
  fireEvent.click(form.getByRole('switch'));
  fireEvent.click(form.getByRole('button', { name: 'Save settings' }));
  expect(await form.findByText('Please give each field a different property')).toBeTruthy();
  fireEvent.change(form.getByLabelText('Property for “Last name”'), { target: { value: 'surname' } });
  fireEvent.click(form.getByRole('button', { name: 'Save settings' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({
    fields: { firstName: 'firstname', lastName: 'surname', email: 'email', phone: 'phone', status: null },
    deals: { pipelineId: 'default', stages: { new: 'new', pitched: 'call', trial: 'offer', won: 'won', lost: null } },
    addsLeads: true,
  });
});

it('lists contacts to delete by hand, also without a connection', async () => {
  await open({ erasures: [{ id: ID, url: 'https://app.hubspot.com/x', since: hoursAgo(2) }] });
  server.on(`DELETE /rest/v1/crm/erasures/${ID}`, () => {
    server.on('GET /rest/v1/crm', () => json({ isAvailable: true, connection: null, erasures: [] }));
    return json({ id: ID });
  });
  fireEvent.click(await button('Mark as deleted'));
  await waitFor(() => expect(screen.queryByText('Delete in HubSpot')).toBeNull());
});
