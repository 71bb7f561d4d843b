import { randomUUID } from 'node:crypto';
import type { InvoiceInput, PackageInput, PaymentInput, SubscriptionInput } from '@stridewell/contract/money/money';
import { MONEY_BOUNDS } from '@stridewell/contract/money/money.invoices.rules';
import { addDays } from '@stridewell/contract/time';
import { type Case, get, send } from './security-calls.ts';
import type { World } from './world.ts';

const nowhere = randomUUID();
const nextMonth = addDays(new Date().toISOString().slice(0, 10), 31);
const withCoach =
  (body: object) =>
  ({ coachId }: World) => ({ coachId, ...body });
const withClient =
  (body: object) =>
  ({ coachId, clientId }: World) => ({ coachId, clientId, ...body });

export const aPackage: PackageInput & { archived: boolean } = {
  name: 'Monthly coaching',
  description: 'A plan and a call each week',
  amountCents: 12_000,
  currency: 'USD',
  interval: 'month',
  archived: false,
};
export const aSubscription: Omit<SubscriptionInput, 'clientId'> = {
  packageId: null,
  name: 'Monthly coaching',
  amountCents: 12_000,
  currency: 'USD',
  interval: 'month',
  startsOn: '2026-01-05',
};
export const anInvoice: Omit<InvoiceInput, 'clientId'> = {
  currency: 'USD',
  lines: [{ text: 'Assessment', quantity: 1, unitCents: 5000 }],
  taxRate: 0,
  taxIncluded: true,
  note: '',
};
export const aPayment: Omit<PaymentInput, 'clientId'> & { failedBecause: null } = {
  invoiceId: null,
  amountCents: 5000,
  currency: 'USD',
  method: 'cash',
  paidOn: '2026-01-05',
  note: '',
  failedBecause: null,
};
export const someSettings = {
  businessName: 'Ana Trains',
  address: 'Main Street 1',
  taxId: 'DE123',
  taxLabel: 'VAT',
  taxRate: 1900,
  taxIncluded: false,
  termDays: 14,
  prefix: 'A-',
  instructions: 'Bank account 123',
};

export const aTestCard = { cardNumber: '4242 4242 4242 4242', expiry: '12/90', cvc: '123' };

const starting = (changes: object) =>
  send('POST', '/client_subscriptions/{new}', withClient({ ...aSubscription, startsOn: '2099-01-01', ...changes }));
const subscription = (path: string, body: object) => ({
  here: send('PUT', `/client_subscriptions/{subscriptionId}${path}`, withCoach(body)),
  nowhere: send('PUT', `/client_subscriptions/${nowhere}${path}`, withCoach(body)),
});
const drafting = (changes: object) =>
  send('PUT', '/client_invoices/{draftInvoiceId}', withClient({ ...anInvoice, ...changes }));
const invoicing = (method: 'POST' | 'PUT' | 'DELETE', path: string, body: object = {}) => ({
  here: send(method, `/client_invoices/{draftInvoiceId}${path}`, withCoach(body)),
  nowhere: send(method, `/client_invoices/${nowhere}${path}`, withCoach(body)),
});
const paying = (changes: object) => send('POST', '/client_payments/{new}', withClient({ ...aPayment, ...changes }));
const refunding = (changes: object = {}, of?: string) =>
  send(
    'POST',
    ({ paymentId }) => `/client_payments/${of ?? paymentId}/refunds/${randomUUID()}`,
    withCoach({ amountCents: 1, reason: '', ...changes }),
  );
const [price, end] = [{ name: 'Coaching', amountCents: 9000, interval: 'month', basedOn: 1 }, { endsOn: '2026-01-05' }];
const cursors = (path: string) => [
  get(`${path}?coachId={coachId}&cursor=later`),
  get(`${path}?coachId={coachId}&cursor=1.${'x'.repeat(36)}`),
];

export const MONEY_CASES: Record<string, Case> = {
  'money.startSubscription': {
    call: send('POST', '/client_subscriptions/{new}', withClient(aSubscription)),
    bad: [starting({ startsOn: '2190-01-01' })],
    missing: [
      send('POST', `/client_subscriptions/${nowhere}`, withCoach({ ...aSubscription, clientId: nowhere })),
      send('POST', `/client_subscriptions/${nowhere}`, withClient({ ...aSubscription, packageId: nowhere })),
    ],
  },
  'money.changeSubscription': {
    call: send('PUT', '/client_subscriptions/{subscriptionId}/price', withCoach({ ...price, amountCents: 10_000 })),
    missing: [subscription('/price', price).nowhere],
  },
  'money.pauseSubscription': {
    call: subscription('/pause', { paused: false }).here,
    missing: [subscription('/pause', { paused: true }).nowhere],
  },
  'money.endSubscription': {
    call: subscription('/end', { endsOn: nextMonth }).here,
    bad: [end, { endsOn: '2190-01-01' }].map((body) => subscription('/end', body).here),
    missing: [subscription('/end', end).nowhere],
  },
  'money.listInvoices': {
    call: get('/client_invoices?coachId={coachId}'),
    bad: cursors('/client_invoices'),
  },
  'money.getInvoice': {
    call: get('/client_invoices/{invoiceId}?coachId={coachId}'),
    missing: [get(`/client_invoices/${nowhere}?coachId={coachId}`)],
  },
  'money.saveInvoice': {
    call: drafting({}),
    bad: [
      { lines: [{ text: 'Free', quantity: 1, unitCents: 0 }] },
      { lines: [{ text: 'Much', quantity: 1000, unitCents: MONEY_BOUNDS.cents }] },
    ].map(drafting),
    missing: [send('PUT', '/client_invoices/{new}', withCoach({ ...anInvoice, clientId: nowhere }))],
  },
  'money.pauseReminders': {
    call: invoicing('PUT', '/reminders', { paused: false }).here,
    missing: [invoicing('PUT', '/reminders', { paused: true }).nowhere],
  },
  'money.issueInvoice': {
    call: invoicing('POST', '/issue').here,
    missing: [invoicing('POST', '/issue').nowhere],
  },
  'money.voidInvoice': {
    call: invoicing('POST', '/void', { reason: 'Wrong client' }).here,
    missing: [invoicing('POST', '/void', { reason: 'Wrong client' }).nowhere],
  },
  'money.deleteInvoice': {
    call: send('DELETE', '/client_invoices/{new}', withCoach({})),
    foreign: [invoicing('DELETE', '').here],
  },
  'money.listPayments': {
    call: get('/client_payments?coachId={coachId}'),
    bad: cursors('/client_payments'),
  },
  'money.recordPayment': {
    call: paying({}),
    bad: [paying({ paidOn: '2199-01-01' })],
    missing: [
      paying({ clientId: nowhere }),
      paying({ invoiceId: nowhere }),
      send('POST', '/client_payments/{new}', {
        ...aPayment,
        coachId: '{coachId}',
        clientId: '{otherClientId}',
        invoiceId: '{invoiceId}',
      }),
    ],
  },
  'money.refundPayment': {
    call: refunding(),
    missing: [refunding({}, nowhere)],
  },
  'money.voidPayment': {
    call: send('POST', '/client_payments/{otherPaymentId}/void', withCoach({ reason: '' })),
    missing: [send('POST', `/client_payments/${nowhere}/void`, withCoach({ reason: '' }))],
  },
  'money.getClientMoney': {
    call: get('/clients/{clientId}/money?coachId={coachId}'),
    missing: [get(`/clients/${nowhere}/money?coachId={coachId}`)],
  },
  'money.payInvoice': {
    call: send('POST', '/own_invoices/{invoiceId}/checkout'),
    missing: [send('POST', `/own_invoices/${nowhere}/checkout`)],
  },
  'money.confirmCheckout': {
    call: send('POST', '/own_checkouts/{checkoutId}/confirm'),
    missing: [send('POST', `/own_checkouts/${nowhere}/confirm`)],
  },
  'money.paySandboxInvoice': {
    call: send('POST', '/own_checkouts/{checkoutId}/pay', aTestCard),
    missing: [send('POST', `/own_checkouts/${nowhere}/pay`, aTestCard)],
  },
};
