import type { WebhookDelivery, WebhookEndpoint } from '@stridewell/contract/webhooks/webhooks';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { mount } from '../../../test/mount.tsx';
import { COACH_ID } from '../../../test/people.ts';
import { json, server } from '../../../test/server.ts';
import { WebhookPage } from './webhook-page.tsx';
import { WebhooksSection } from './webhooks-section.tsx';

const LIST = '/rest/v1/webhook_endpoints';
const ID = '01990000-0000-7000-8000-00000000beef';

const anEndpoint = (change: Partial<WebhookEndpoint> = {}): WebhookEndpoint => ({
  id: ID,
  label: 'Leads to my CRM',
  url: 'https://hooks.example.com/abc',
  events: ['lead.created'],
  fields: [{ field: 'email', name: 'mail' }],
  isOn: true,
  offReason: null,
  secretNumber: 1,
  formerSecretUntil: null,
  failingSince: null,
  createdAt: '2026-03-02T10:00:00.000Z',
  ...change,
});

const aDelivery = (change: Partial<WebhookDelivery> = {}): WebhookDelivery => ({
  eventId: '01990000-0000-7000-8000-00000000e0e0',
  type: 'lead.created',
  clientId: null,
  leadId: ID,
  occurredAt: '2026-03-02T10:00:00.000Z',
  createdAt: '2026-03-02T10:00:30.000Z',
  status: 'failed',
  attempts: 3,
  dueAt: null,
  lastAttempt: {
    at: '2026-03-02T10:05:00.000Z',
    milliseconds: 1250,
    code: 500,
    problem: null,
    answer: '<h1>Oops</h1>',
  },
  ...change,
});

const dialog = async () => within(await screen.findByRole('dialog'));

it('adds a webhook with its events and fields, and shows the secret once', async () => {
  const endpoints: WebhookEndpoint[] = [];
  const sent: unknown[] = [];
  server.on(`GET ${LIST}`, () => json({ endpoints, most: 1 }));
  server.on(`POST ${LIST}`, async (request: Request) => {
    sent.push(await request.json());
    endpoints.push(anEndpoint());
    return json({ endpoint: anEndpoint(), secret: 'whsec_abc' });
  });
  await mount(<WebhooksSection coachId={COACH_ID} />);
  await screen.findByText('You have no webhooks yet.');
  fireEvent.click(screen.getByRole('button', { name: 'Add webhook' }));
  const form = await dialog();
  fireEvent.change(form.getByLabelText('Label'), { target: { value: 'Leads to my CRM' } });
  fireEvent.change(form.getByLabelText('Address'), { target: { value: 'hooks.example.com' } });
  fireEvent.click(form.getByText('Add webhook'));
  expect(await form.findByText('Please enter an address that begins with https://')).toBeDefined();
  expect(form.getByText('Please choose an event')).toBeDefined();
  fireEvent.change(form.getByLabelText('Address'), { target: { value: 'https://hooks.example.com/abc' } });
  fireEvent.click(form.getByLabelText('A lead is added'));
  fireEvent.click(form.getByLabelText('Email'));
  fireEvent.change(form.getByLabelText('Name of “Email” in the event'), { target: { value: 'my mail' } });
  fireEvent.click(form.getByText('Add webhook'));
  expect(await form.findByText('Please use letters, digits and _, and begin with a letter')).toBeDefined();
  fireEvent.change(form.getByLabelText('Name of “Email” in the event'), { target: { value: 'mail' } });
  fireEvent.click(form.getByText('Add webhook'));
  expect(await screen.findByText('whsec_abc')).toBeDefined();
  const { label, url, events, fields } = anEndpoint();
  expect(sent).toMatchObject([{ coachId: COACH_ID, label, url, events, fields }]);
  fireEvent.click(screen.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByText('whsec_abc')).toBeNull());
  expect(await screen.findByRole('link', { name: 'Leads to my CRM' })).toBeDefined();
  expect(screen.getByText('Your plan includes 1 webhook.')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Add webhook' }).hasAttribute('disabled')).toBe(true);
});

async function openPage(endpoint: WebhookEndpoint, deliveries: WebhookDelivery[]) {
  server.on(`GET ${LIST}/${ID}/deliveries`, () => json({ deliveries, nextCursor: null }));
  await mount(<WebhookPage coachId={COACH_ID} endpoint={endpoint} onDeleted={() => undefined} />);
}

it('shows what became of each event, and sends one again', async () => {
  const delivery = aDelivery();
  await openPage(anEndpoint(), [delivery]);
  expect(await screen.findByText('Failed · HTTP 500')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Show details of “A lead is added”' }));
  const details = await dialog();
  expect(details.getByText('<h1>Oops</h1>')).toBeDefined();
  expect(details.getByText(/\(3 attempts\)/)).toBeDefined();
  expect(details.getByText(/1,250 ms/)).toBeDefined();
  server.on(`POST ${LIST}/${ID}/deliveries/${delivery.eventId}/replay`, { eventId: delivery.eventId });
  fireEvent.click(screen.getByLabelText('Send “A lead is added” again'));
  expect(await screen.findByText('Event sent again')).toBeDefined();
});

it('sends a test event, and says why it was refused', async () => {
  await openPage(anEndpoint(), []);
  expect(await screen.findByText(/Nothing has been sent yet\./)).toBeDefined();
  server.refuse(`POST ${LIST}/${ID}/test`, 409, 'ENDPOINT_OFF', 'This webhook is off. Turn it on first.');
  fireEvent.click(screen.getByRole('button', { name: 'Send test event' }));
  expect(await screen.findByText('This webhook is off. Turn it on first.')).toBeDefined();
});

it('makes a new secret after a question', async () => {
  const bodies: unknown[] = [];
  server.on(`POST ${LIST}/${ID}/secret`, async (request: Request) => {
    bodies.push(await request.json());
    return json({ endpoint: anEndpoint({ secretNumber: 2 }), secret: 'whsec_new' });
  });
  await openPage(anEndpoint(), []);
  fireEvent.click(screen.getByRole('button', { name: 'New secret' }));
  fireEvent.click((await dialog()).getByRole('button', { name: 'Make new secret' }));
  expect(await screen.findByText('whsec_new')).toBeDefined();
  expect(bodies).toMatchObject([{ secretNumber: 1 }]);
});

it('says why a webhook is off, and sends nothing while it is', async () => {
  await openPage(anEndpoint({ isOn: false, offReason: 'gone' }), [aDelivery()]);
  expect(await screen.findByText(/answered that it is gone \(HTTP 410\)/)).toBeDefined();
  expect(screen.getByRole('button', { name: 'Send test event' }).hasAttribute('disabled')).toBe(true);
  await screen.findByText('HTTP 500');
  expect(screen.queryByLabelText('Send “A lead is added” again')).toBeNull();
  const sent: unknown[] = [];
  server.on(`PUT ${LIST}/${ID}`, async (request: Request) => {
    sent.push(await request.json());
    return json({ endpoint: anEndpoint() });
  });
  fireEvent.click(screen.getByRole('button', { name: 'Turn on' }));
  expect(await screen.findByText('Webhook turned on')).toBeDefined();
  expect(sent).toMatchObject([{ isOn: true }]);
});
