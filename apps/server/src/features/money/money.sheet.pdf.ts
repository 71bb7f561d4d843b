import type { ClientPayment, Invoice } from '@stridewell/contract/money/money';
import { amountLabel } from '@stridewell/contract/money/money.amounts.rules';
import { INVOICE_STATUS_LABELS, PAYMENT_METHOD_LABELS } from '@stridewell/contract/money/money.invoices.rules';
import { longDate } from '@stridewell/contract/time';
import {
  accentOf,
  drawColumns,
  drawLine,
  INK,
  keepTogether,
  type PdfLook,
  renderPdf,
  widthOf,
} from '../../platform/pdf/pdf.ts';

type Pdf = PDFKit.PDFDocument;

export type InvoiceSheet = { invoice: Invoice; payments: readonly ClientPayment[]; look: PdfLook | null };

/** Days have no time zone, so they are formatted in UTC. */
const longDay = (day: string): string => longDate(new Date(day), 'UTC');

/** A tax rate in percent, such as 19 or 7.5. */
const percent = (rate: number): string => `${rate / 100}%`;

const muted = (pdf: Pdf) => pdf.font('regular').fontSize(9.5).fillColor(INK.muted);
const body = (pdf: Pdf) => pdf.font('regular').fontSize(10).fillColor(INK.text);

function drawRow(pdf: Pdf, texts: readonly string[]): void {
  keepTogether(pdf, 18);
  drawColumns(pdf, texts);
  pdf.moveDown(0.5);
}

function drawHead(pdf: Pdf, { invoice, look }: InvoiceSheet): void {
  const { issuer, clientName, issuedOn, dueOn, periodFrom, periodTo, status } = invoice;
  // A draft gets its issuer when it is sent.
  if (issuer.businessName) pdf.font('bold').fontSize(12).fillColor(accentOf(look)).text(issuer.businessName);
  for (const text of [issuer.address, issuer.taxId && `Tax ID ${issuer.taxId}`]) if (text) muted(pdf).text(text);
  pdf.moveDown(2);
  muted(pdf).text('Billed to');
  body(pdf).text(clientName).moveDown(1);
  const facts = [
    issuedOn && `Issued on ${longDay(issuedOn)}`,
    dueOn && `Due on ${longDay(dueOn)}`,
    periodFrom && periodTo && `For ${longDay(periodFrom)} to ${longDay(periodTo)}`,
    status !== 'draft' && `Status: ${INVOICE_STATUS_LABELS[status]}`,
  ];
  for (const fact of facts) if (fact) muted(pdf).text(fact);
  pdf.moveDown(1.5);
}

function drawLines(pdf: Pdf, { lines, currency }: Invoice): void {
  muted(pdf);
  drawRow(pdf, ['Description', 'Quantity', 'Price', 'Amount']);
  drawLine(pdf);
  pdf.moveDown(0.5);
  body(pdf);
  for (const { text, quantity, unitCents } of lines) {
    const amounts = [amountLabel(unitCents, currency), amountLabel(quantity * unitCents, currency)];
    keepTogether(pdf, pdf.heightOfString(text, { width: widthOf(pdf) / 2 - 8 }) + 6);
    drawRow(pdf, [text, String(quantity), ...amounts]);
  }
  drawLine(pdf);
  pdf.moveDown(0.5);
}

function drawTotals(pdf: Pdf, invoice: Invoice): void {
  const { netCents, taxCents, totalCents, taxRate, taxLabel, taxIncluded, paidCents, refundedCents, owedCents } =
    invoice;
  const money = (cents: number) => amountLabel(cents, invoice.currency);
  body(pdf);
  if (taxRate > 0) {
    drawRow(pdf, ['Net amount', money(netCents)]);
    drawRow(pdf, [`${taxLabel} ${percent(taxRate)}${taxIncluded ? ', included' : ''}`, money(taxCents)]);
  }
  pdf.font('bold').fontSize(12);
  drawRow(pdf, ['Total', money(totalCents)]);
  body(pdf);
  if (paidCents > 0) drawRow(pdf, ['Paid', money(paidCents)]);
  if (refundedCents > 0) drawRow(pdf, ['Refunded', money(refundedCents)]);
  if (owedCents > 0) {
    pdf.font('bold');
    drawRow(pdf, ['Amount due', money(owedCents)]);
  }
}

function drawPayments(pdf: Pdf, { currency }: Invoice, payments: readonly ClientPayment[]): void {
  const received = payments.filter(({ status }) => status === 'succeeded');
  if (received.length === 0) return;
  pdf.moveDown(1).font('bold').fontSize(11).fillColor(INK.text).text('Payments').moveDown(0.4);
  body(pdf);
  for (const { paidOn, method, amountCents } of received) {
    drawRow(pdf, [`${longDay(paidOn)}, ${PAYMENT_METHOD_LABELS[method]}`, amountLabel(amountCents, currency)]);
  }
}

/** Renders an invoice as a PDF: issuer, client, lines, tax, total and payments. */
export function renderInvoiceSheet(sheet: InvoiceSheet): Promise<Buffer> {
  const { invoice, payments, look } = sheet;
  const { issuer, label, note, owedCents, voidReason, status } = invoice;
  const title = label ? `Invoice ${label}` : 'Draft invoice';
  return renderPdf({ title, author: issuer.businessName, footer: title, look }, (pdf) => {
    pdf.font('bold').fontSize(20).text(title).moveDown(0.8);
    drawHead(pdf, sheet);
    drawLines(pdf, invoice);
    drawTotals(pdf, invoice);
    drawPayments(pdf, invoice, payments);
    const texts = [note, owedCents > 0 && issuer.instructions, status === 'void' && `Void: ${voidReason}`];
    for (const text of texts) if (text) muted(pdf).moveDown(1).text(text);
  });
}
