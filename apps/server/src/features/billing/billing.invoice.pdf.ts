import { longDate } from '@stridewell/contract/time';
import type { InvoiceRow } from '../../core/payments/sandbox.data.ts';
import { drawColumns, drawLine, INK, renderPdf } from '../../platform/pdf/pdf.ts';

export type InvoiceContent = {
  invoice: InvoiceRow;
  productName: string;
  contactEmail: string;
  customer: { name: string; email: string; timeZone: string };
};

const money = (cents: number): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(cents / 100);
const STATUS = { paid: 'Paid', open: 'Not paid yet', refunded: 'Refunded' } as const;

/** Renders an invoice of the test mode as a PDF. */
export function renderInvoice({ invoice, productName, contactEmail, customer }: InvoiceContent): Promise<Buffer> {
  const title = `Invoice ${invoice.number}`;
  const footer = `Test mode: nothing was charged. Questions? ${contactEmail}`;
  return renderPdf({ title, author: productName, footer }, (pdf) => {
    const row = (label: string, cents: number) => {
      drawColumns(pdf, [label, money(cents)]);
      pdf.moveDown(0.6);
    };
    pdf.font('bold').fontSize(16).fillColor(INK.accent).text(productName).moveDown(1.5);
    pdf.fontSize(20).fillColor(INK.text).text(title);
    pdf
      .font('regular')
      .fontSize(11)
      .fillColor(INK.muted)
      .text(`${longDate(invoice.createdAt, customer.timeZone)}. ${STATUS[invoice.status]}.`)
      .moveDown(2)
      .text('Billed to');
    pdf.fillColor(INK.text).text(customer.name).text(customer.email).moveDown(2);
    for (const { label, amountCents } of invoice.lines) row(label, amountCents);
    drawLine(pdf);
    pdf.moveDown(0.6).font('bold').fontSize(12);
    row('Total', invoice.amountCents);
  });
}
