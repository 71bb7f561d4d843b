import type { DocumentProps } from '@react-pdf/renderer';
import type { ReactElement } from 'react';
import type { InvoiceRow } from '../../core/payments/sandbox.data.ts';

export type InvoiceContent = {
  invoice: InvoiceRow;
  productName: string;
  contactEmail: string;
  customer: { name: string; email: string };
};

const INK = '#10201B';
const PINE = '#14745A';
const GREY = '#5A6B64';

const money = (cents: number): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(cents / 100);
const day = (instant: Date): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(instant);
const STATUS = { paid: 'Paid', open: 'Not paid yet', refunded: 'Refunded' } as const;

/** Renders an invoice of the test mode as a PDF. The renderer is large, so it loads with the first invoice. */
export async function renderInvoice(content: InvoiceContent): Promise<Buffer> {
  const [{ createElement: h }, { Document, Page, StyleSheet, Text, View, renderToBuffer }] = await Promise.all([
    import('react'),
    import('@react-pdf/renderer'),
  ]);
  const styles = StyleSheet.create({
    page: { padding: 56, fontSize: 11, color: INK, lineHeight: 1.5 },
    name: { fontSize: 18, color: PINE, marginBottom: 28 },
    title: { fontSize: 22, marginBottom: 4 },
    muted: { color: GREY },
    block: { marginTop: 24 },
    row: { flexDirection: 'row', justifyContent: 'space-between', paddingVertical: 8, borderBottom: '1 solid #DFE6E1' },
    total: { flexDirection: 'row', justifyContent: 'space-between', paddingVertical: 12, fontSize: 13 },
    note: { marginTop: 36, color: GREY, fontSize: 10 },
  });
  const { invoice, productName, contactEmail, customer } = content;
  const row = (label: string, cents: number, key: string) =>
    h(View, { style: styles.row, key }, h(Text, null, label), h(Text, null, money(cents)));
  const sheet: ReactElement<DocumentProps> = h(
    Document,
    { title: `Invoice ${invoice.number}`, author: productName, language: 'en' },
    h(
      Page,
      { size: 'A4', style: styles.page },
      h(Text, { style: styles.name }, productName),
      h(Text, { style: styles.title }, `Invoice ${invoice.number}`),
      h(Text, { style: styles.muted }, `${day(invoice.createdAt)}. ${STATUS[invoice.status]}.`),
      h(
        View,
        { style: styles.block },
        h(Text, { style: styles.muted }, 'Billed to'),
        h(Text, null, customer.name),
        h(Text, null, customer.email),
      ),
      h(
        View,
        { style: styles.block },
        ...invoice.lines.map(({ label, amountCents }, index) => row(label, amountCents, String(index))),
        h(View, { style: styles.total }, h(Text, null, 'Total'), h(Text, null, money(invoice.amountCents))),
      ),
      h(Text, { style: styles.note }, `Test mode: no money moved. Questions? ${contactEmail}`),
    ),
  );
  return renderToBuffer(sheet);
}
