import { type Case, get, send } from './security-calls.ts';

const anEndpoint = {
  coachId: '{coachId}',
  label: 'Zapier',
  url: 'https://example.com/hook',
  events: ['lead.created'],
  fields: [{ field: 'email', name: 'email_address' }],
};
const adding = (change: object = {}) => send('POST', '/webhook_endpoints', { ...anEndpoint, id: '{new}', ...change });
const changing = (id: string, change: object = {}) =>
  send('PUT', `/webhook_endpoints/${id}`, { ...anEndpoint, url: 'https://127.0.0.1/hook', isOn: true, ...change });
const at = (id: string, rest = '') => `/webhook_endpoints/${id}${rest}`;
const ofCoach = { coachId: '{coachId}' };

const twice = [
  { field: 'email', name: 'contact' },
  { field: 'name', name: 'contact' },
];

export const WEBHOOKS_CASES: Record<string, Case> = {
  'webhooks.createWebhookEndpoint': {
    call: adding(),
    bad: [
      adding({ url: 'https://user:secret@example.com/' }),
      adding({ url: 'ftp://example.com/' }),
      adding({ url: 'https://example.com/#part' }),
      adding({ events: ['lead.created', 'lead.created'] }),
      adding({ events: ['workout.pain_flagged'] }),
      adding({ fields: twice }),
      adding({ fields: [{ field: 'email', name: '__proto__' }] }),
    ],
  },
  'webhooks.getWebhookEndpoint': {
    call: get(`${at('{endpointId}')}?coachId={coachId}`),
    missing: [get(`${at('{new}')}?coachId={coachId}`)],
  },
  'webhooks.updateWebhookEndpoint': {
    call: changing('{endpointId}'),
    missing: [changing('{new}')],
    bad: [changing('{endpointId}', { fields: twice })],
  },
  'webhooks.deleteWebhookEndpoint': {
    call: send('DELETE', at('{new}'), ofCoach),
    foreign: [send('DELETE', at('{endpointId}'), ofCoach)],
  },
  'webhooks.rotateWebhookSecret': {
    call: send('POST', at('{endpointId}', '/secret'), { ...ofCoach, secretNumber: 1 }),
    missing: [send('POST', at('{new}', '/secret'), { ...ofCoach, secretNumber: 1 })],
  },
  'webhooks.sendTestEvent': {
    call: send('POST', at('{endpointId}', '/test'), { ...ofCoach, eventId: '{new}' }),
    missing: [send('POST', at('{new}', '/test'), { ...ofCoach, eventId: '{new}' })],
  },
  'webhooks.listWebhookDeliveries': {
    call: get(`${at('{endpointId}', '/deliveries')}?coachId={coachId}`),
    missing: [get(`${at('{new}', '/deliveries')}?coachId={coachId}`)],
  },
  'webhooks.replayWebhookDelivery': {
    call: send('POST', at('{endpointId}', '/deliveries/{deliveredId}/replay'), ofCoach),
    missing: [
      send('POST', at('{endpointId}', '/deliveries/{new}/replay'), ofCoach),
      send('POST', at('{new}', '/deliveries/{deliveredId}/replay'), ofCoach),
    ],
  },
};
