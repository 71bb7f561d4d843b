import { useSuspenseQuery } from '@tanstack/react-query';
import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { mount } from '../../../test/mount.tsx';
import { openApp } from '../../../test/open-app.tsx';
import { aClient, COACH_ID } from '../../../test/people.ts';
import { json, server } from '../../../test/server.ts';
import { CheckoutResult } from './checkout-result.tsx';
import { ownMoneyQuery } from './money.queries.ts';
import { OnlinePaymentsCard } from './online-payments-card.tsx';
import { OwnMoney } from './own-money.tsx';

const INVOICE_ID = '0190a5a0-0000-7000-8000-0000000000d1';
const CHECKOUT_ID = '0190a5a0-0000-7000-8000-0000000000d2';
const CONFIRM = `POST /rest/v1/own_checkouts/${CHECKOUT_ID}/confirm`;
const PAY = `POST /rest/v1/own_checkouts/${CHECKOUT_ID}/pay`;

const leaveFor = vi.hoisted(() => vi.fn());
vi.mock('../../lib/leave-for.ts', () => ({ leaveFor }));

const anInvoice = {
  id: INVOICE_ID,
  clientId: CHECKOUT_ID,
  clientName: 'Jonas Lind',
  label: 'INV-0007',
  status: 'open',
  issuedOn: '2026-03-01',
  dueOn: '2026-03-15',
  currency: 'EUR',
  totalCents: 8000,
  paidCents: 0,
  refundedCents: 0,
  owedCents: 8000,
};
const ownMoney = (payOnline: boolean) => ({
  subscriptions: [],
  owed: [{ currency: 'EUR', cents: 8000 }],
  invoices: [anInvoice],
  payments: [],
  instructions: '',
  payOnline,
  today: '2026-03-02',
  coachId: COACH_ID,
});
const checkout = (status: string) => ({ status, amountCents: 8000, currency: 'EUR' });

function Payments() {
  const { data } = useSuspenseQuery(ownMoneyQuery());
  return <OwnMoney {...data} />;
}
const mountPayments = () => mount(<Payments />);
const mountCard = () => mount(<OnlinePaymentsCard coachId={COACH_ID} />);

beforeEach(() => {
  leaveFor.mockClear();
  server.on('GET /rest/v1/own_money', ownMoney(true));
});

describe('an open invoice', () => {
  const pay = async () =>
    fireEvent.click(await screen.findByRole('button', { name: 'Pay €80 now for invoice INV-0007' }));

  it('leads to the page of the provider', async () => {
    server.on(`POST /rest/v1/own_invoices/${INVOICE_ID}/checkout`, { url: 'https://pay.example/1' });
    await mountPayments();
    await pay();
    await vi.waitFor(() => expect(leaveFor).toHaveBeenCalledWith('https://pay.example/1'));
  });

  it.each([
    [409, 'NOT_CONNECTED', 'Card payments are not set up.', 'Card payments are not set up.'],
    [502, 'PAYMENT_UNAVAILABLE', 'No answer.', 'Nothing was charged. Please try again.'],
  ])('says why it cannot be paid now (%d)', async (status, code, message, shown) => {
    server.refuse(`POST /rest/v1/own_invoices/${INVOICE_ID}/checkout`, status, code, message);
    await mountPayments();
    await pay();
    expect(await screen.findByText(shown)).toBeDefined();
    expect(leaveFor).not.toHaveBeenCalled();
  });

  it('has no button where the coach takes no cards', async () => {
    server.on('GET /rest/v1/own_money', ownMoney(false));
    await mountPayments();
    expect(await screen.findByText('Please ask your coach how to pay.')).toBeDefined();
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
  });
});

describe('a failed payment', () => {
  const aPayment = {
    id: CHECKOUT_ID,
    clientId: CHECKOUT_ID,
    clientName: 'Jonas Lind',
    invoiceId: INVOICE_ID,
    invoiceLabel: 'INV-0007',
    amountCents: 8000,
    currency: 'EUR',
    method: 'bank_transfer',
    paidOn: '2026-03-01',
    note: '',
    status: 'failed',
    reason: 'The bank returned the debit',
    refundedCents: 0,
  };

  it('is said above everything else and at its invoice, with what to do', async () => {
    server.on('GET /rest/v1/own_money', { ...ownMoney(true), payments: [aPayment] });
    await mountPayments();
    const said = await screen.findByText(
      /^€80 for invoice INV-0007, yesterday\. Reason: The bank returned the debit\./,
    );
    expect(said.textContent).toContain('Please pay again, or talk to your coach.');
    expect(screen.getByText('Yesterday. Payment failed. Open, due Sun, Mar 15')).toBeDefined();
  });

  it.each([
    ['after a later payment of a part', { payments: [{ ...aPayment, id: INVOICE_ID, status: 'succeeded' }, aPayment] }],
    [
      'once the invoice is paid',
      { invoices: [{ ...anInvoice, status: 'paid', paidCents: 8000, owedCents: 0 }], payments: [aPayment] },
    ],
  ])('is only history %s', async (_, changes) => {
    server.on('GET /rest/v1/own_money', { ...ownMoney(true), ...changes });
    await mountPayments();
    expect(await screen.findByText(/Failed: The bank returned the debit/)).toBeDefined();
    expect(screen.queryByText('Your payment did not go through')).toBeNull();
    expect(screen.queryByText(/Payment failed/)).toBeNull();
  });
});

describe('coming back from the provider', () => {
  it.each([
    ['paid', 'Thank you. Your payment of €80 has arrived.'],
    ['open', /has not arrived yet/],
    ['failed', /Your bank declined the payment/],
    ['expired', /nothing was charged/],
    ['refused', /could not be matched to your invoice/],
  ])('says that the payment is %s', async (status, text) => {
    server.on(CONFIRM, checkout(status));
    await mount(<CheckoutResult checkoutId={CHECKOUT_ID} />);
    expect(await screen.findByText(text)).toBeDefined();
  });
});

describe('the settings of the coach', () => {
  const STATE = 'GET /rest/v1/online_payments';
  const card = () => screen.findByRole('region', { name: 'Payments by card' });

  it('lead to the provider', async () => {
    server.on(STATE, { state: 'none', isTest: true, missing: [] });
    server.on('POST /rest/v1/online_payments/connect', { url: 'https://connect.example/1' });
    await mountCard();
    expect(await within(await card()).findByText(/Test mode: nothing is charged/)).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Connect account' }));
    await vi.waitFor(() => expect(leaveFor).toHaveBeenCalledWith('https://connect.example/1'));
  });

  it('name what is missing', async () => {
    server.on(STATE, { state: 'incomplete', isTest: false, missing: ['individual.id_number'] });
    await mountCard();
    expect(await within(await card()).findByText('individual id number')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Continue' })).toBeDefined();
  });

  it.each([
    ['ready', /Clients can pay open invoices by card/],
    ['unavailable', /not set up on this installation/],
  ])('have nothing to do when it is %s', async (state, text) => {
    server.on(STATE, { state, isTest: false, missing: [] });
    await mountCard();
    expect(await within(await card()).findByText(text)).toBeDefined();
    expect(within(await card()).queryByRole('button')).toBeNull();
  });
});

describe('the page', () => {
  it('asks about no checkout that the address makes up', async () => {
    await openApp('/client/payments?checkout=../x', aClient());
    expect(await screen.findByText('Balance due: €80.')).toBeDefined();
  });

  it('of the sandbox pays with a test card and goes back', async () => {
    const sent: unknown[] = [];
    server.on(CONFIRM, checkout('open'));
    server.on(PAY, async (request) => {
      sent.push(await request.json());
      return json({ status: 'complete', reason: null });
    });
    const app = await openApp(`/client/pay/${CHECKOUT_ID}`, aClient());
    fireEvent.click(await screen.findByRole('button', { name: /^Success/ }));
    fireEvent.click(screen.getByRole('button', { name: 'Pay €80' }));
    await vi.waitFor(() => expect(app.address()).toBe(`/client/payments?checkout=${CHECKOUT_ID}`));
    expect(await screen.findByText(/has not arrived yet/)).toBeDefined();
    expect(sent).toMatchObject([{ cardNumber: '4242 4242 4242 4242', authenticated: false }]);
  });

  it('of a payment that is over has no form', async () => {
    server.on(CONFIRM, checkout('paid'));
    await openApp(`/client/pay/${CHECKOUT_ID}`, aClient());
    expect(await screen.findByText(/This payment is finished/)).toBeDefined();
    expect(screen.queryByRole('form', { name: 'Payment' })).toBeNull();
  });
});
