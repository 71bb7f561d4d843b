import type { Invoice, InvoiceSummary } from '@stridewell/contract/money/money';
import { useSuspenseQuery } from '@tanstack/react-query';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { mount } from '../../../test/mount.tsx';
import { openApp } from '../../../test/open-app.tsx';
import { aCoach, CLIENT_ID, COACH_ID } from '../../../test/people.ts';
import { json, server } from '../../../test/server.ts';
import { InvoiceDetails } from './invoice-details.tsx';
import { invoiceQuery, ownMoneyQuery } from './money.queries.ts';
import { MoneyOverview, NoInvoices } from './money-overview.tsx';
import { OwnMoney } from './own-money.tsx';

const INVOICE_ID = '0190a5a0-0000-7000-8000-0000000000c1';
const PAGE = `/coach/${COACH_ID}/money`;
const TODAY = '2026-11-21';

const aSummary = (changes: Partial<InvoiceSummary> = {}): InvoiceSummary => ({
  id: INVOICE_ID,
  clientId: CLIENT_ID,
  clientName: 'Jonas Lind',
  label: 'INV-0007',
  status: 'overdue',
  issuedOn: '2026-11-01',
  dueOn: '2026-11-18',
  currency: 'USD',
  totalCents: 12_000,
  paidCents: 2000,
  refundedCents: 0,
  owedCents: 10_000,
  ...changes,
});
const anInvoice = (changes: Partial<Invoice> = {}): Invoice => ({
  ...aSummary(),
  lines: [{ text: 'Coaching', quantity: 2, unitCents: 5000 }],
  taxRate: 2000,
  taxIncluded: false,
  taxLabel: 'VAT',
  netCents: 10_000,
  taxCents: 2000,
  note: '',
  voidReason: '',
  periodFrom: null,
  periodTo: null,
  issuer: { businessName: 'Maya Trains', address: '', taxId: '', instructions: '' },
  reminders: 1,
  remindersPaused: false,
  ...changes,
});
const aPayment = {
  id: '0190a5a0-0000-7000-8000-0000000000d1',
  clientId: CLIENT_ID,
  clientName: 'Jonas Lind',
  note: '',
  invoiceId: INVOICE_ID,
  invoiceLabel: 'INV-0007',
  amountCents: 2000,
  currency: 'USD',
  method: 'cash',
  status: 'succeeded',
  reason: '',
  paidOn: '2026-11-05',
  refundedCents: 500,
};
const overview = (open: InvoiceSummary[]) => ({
  today: TODAY,
  currency: 'USD',
  open,
  drafts: [],
  failed: [],
  owed:
    open.length > 0
      ? [
          { currency: 'USD', cents: 10_000 },
          { currency: 'JPY', cents: 3000 },
        ]
      : [],
  overdue: open.length > 0 ? [{ currency: 'USD', cents: 10_000 }] : [],
  totals: { open: open.length, drafts: 0, failed: 0 },
  month: { from: '2026-11-01', revenueCents: 120_000, expensesCents: 45_050 },
});

const nothing = () => undefined;
const mountOverview = () => mount(<MoneyOverview coachId={COACH_ID} whenNone={<NoInvoices action={null} />} />);

function InvoicePage() {
  const { data } = useSuspenseQuery(invoiceQuery(COACH_ID, INVOICE_ID));
  return <InvoiceDetails coachId={COACH_ID} {...data} onDeleted={nothing} />;
}

function Payments() {
  const { data } = useSuspenseQuery(ownMoneyQuery());
  return <OwnMoney {...data} />;
}

beforeEach(() => {
  server.usually('GET /rest/v1/packages', { packages: [], currency: 'USD' });
  server.usually('GET /rest/v1/client_invoices/overview', overview([aSummary()]));
  server.usually(`GET /rest/v1/client_invoices/${INVOICE_ID}`, {
    invoice: anInvoice(),
    payments: [aPayment],
    today: TODAY,
  });
  server.usually(`GET /rest/v1/money_history/${INVOICE_ID}`, { entries: [] });
});

describe('the overview', () => {
  it('shows revenue, expenses and profit of this month, and leads to the expenses', async () => {
    server.on('GET /rest/v1/client_invoices/overview', overview([]));
    await mountOverview();
    const month = within(await screen.findByRole('region', { name: 'This month' }));
    expect(month.getByRole('group', { name: 'Revenue' }).textContent).toContain('$1,200');
    expect(month.getByRole('group', { name: 'Expenses' }).textContent).toContain('$450.50');
    expect(month.getByRole('group', { name: 'Profit' }).textContent).toContain('$749.50');
    expect(month.getByRole('link', { name: 'View expenses' }).getAttribute('href')).toBe(`/coach/${COACH_ID}/expenses`);
  });

  it('says what comes here while there is nothing', async () => {
    server.on('GET /rest/v1/client_invoices/overview', overview([]));
    await mountOverview();
    expect(await screen.findByText('No open invoices')).toBeDefined();
  });

  it('records what is left of an invoice, in the smallest units of its currency', async () => {
    const sent: unknown[] = [];
    server.onAny('POST', /^\/rest\/v1\/client_payments\//, async (request) => {
      sent.push(await request.json());
      return json({ ...aPayment, amountCents: 9950 });
    });
    await mountOverview();
    fireEvent.click(await screen.findByRole('button', { name: 'Record payment of INV-0007' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Record a payment of INV-0007' }));
    expect(dialog.getByLabelText('Amount')).toHaveProperty('value', '100');
    fireEvent.change(dialog.getByLabelText('Amount'), { target: { value: '99.5' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Record payment' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({ invoiceId: INVOICE_ID, amountCents: 9950, currency: 'USD', failedBecause: null });
    expect(await screen.findByText('Payment recorded')).toBeDefined();
  });

  it('asks why a payment failed', async () => {
    await mountOverview();
    fireEvent.click(await screen.findByRole('button', { name: 'Record payment of INV-0007' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Record a payment of INV-0007' }));
    fireEvent.click(dialog.getByRole('radio', { name: 'Failed' }));
    fireEvent.click(dialog.getByRole('button', { name: 'Record payment' }));
    expect(await dialog.findByText('Please fill this in')).toBeDefined();
  });
});

describe('an invoice', () => {
  it('shows its lines, tax, payments and what is due', async () => {
    await mount(<InvoicePage />);
    expect(await screen.findByRole('heading', { name: 'Invoice INV-0007' })).toBeDefined();
    const text = screen.getByRole('region', { name: 'Invoice' }).textContent;
    for (const part of ['VAT 20%$20', 'Total$120', 'Paid$20', 'Amount due$100']) expect(text).toContain(part);
    expect(screen.getAllByText('Cash, $5 refunded').length).toBeGreaterThan(0);
    expect(screen.getByRole('link', { name: 'PDF' }).getAttribute('href')).toBe(
      `/exports/${COACH_ID}/invoices/${INVOICE_ID}.pdf`,
    );
  });

  it('that is a draft is sent from its page', async () => {
    const draft = { label: '', status: 'draft', issuedOn: null, dueOn: null, paidCents: 0, owedCents: 0 } as const;
    server.on(`GET /rest/v1/client_invoices/${INVOICE_ID}`, {
      invoice: anInvoice(draft),
      payments: [],
      today: TODAY,
    });
    server.on(`POST /rest/v1/client_invoices/${INVOICE_ID}/issue`, anInvoice({ status: 'open' }));
    await mount(<InvoicePage />);
    fireEvent.click(await screen.findByRole('button', { name: 'Send invoice' }));
    expect(await screen.findByText('Invoice INV-0007 sent')).toBeDefined();
  });
});

describe('the portal', () => {
  it('says what is owed, how to pay, and gives each invoice as a file', async () => {
    server.on('GET /rest/v1/own_money', {
      subscriptions: [],
      owed: [{ currency: 'USD', cents: 10_000 }],
      invoices: [aSummary()],
      payments: [aPayment],
      instructions: 'Account 123',
      today: TODAY,
      coachId: COACH_ID,
    });
    await mount(<Payments />);
    expect(await screen.findByText('Balance due: $100.')).toBeDefined();
    expect(screen.getByText('Account 123')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Invoice INV-0007' }).getAttribute('href')).toBe(
      `/exports/own/invoices/${INVOICE_ID}.pdf`,
    );
  });
});

describe('the money page', () => {
  it('shows what is owed by currency, and what is overdue', async () => {
    await openApp(PAGE, aCoach());
    expect((await screen.findByRole('group', { name: 'Owed to you' })).textContent).toContain('$100 and ¥3,000');
    expect(screen.getByRole('group', { name: 'Overdue' }).textContent).toContain('$100');
    expect(screen.getAllByText('Overdue for 3 days').length).toBeGreaterThan(0);
  });

  it('saves the client spots, and no number when the field is empty', async () => {
    server.usually('GET /rest/v1/business', { currency: 'USD', places: 12 });
    server.usually('GET /rest/v1/invoice_settings', {
      businessName: 'Maya Trains',
      address: '',
      taxId: '',
      taxLabel: 'Tax',
      taxRate: 0,
      taxIncluded: true,
      termDays: 14,
      prefix: 'INV-',
      instructions: '',
    });
    const saved: unknown[] = [];
    server.onAny('PUT', /^\/rest\/v1\/business$/, async (request) => {
      saved.push(await request.json());
      return json({ currency: 'USD', places: null });
    });
    await openApp(`${PAGE}?tab=settings`, aCoach());
    const places = await screen.findByLabelText('Client spots');
    expect(places).toHaveProperty('value', '12');
    fireEvent.change(places, { target: { value: '' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save business settings' }));
    expect(await screen.findByText('Business settings saved')).toBeDefined();
    expect(saved).toEqual([{ coachId: COACH_ID, currency: 'USD', places: null }]);
  });
});
