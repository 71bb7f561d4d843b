import type { InteractionFigures, InteractionReport } from '@stridewell/contract/reports/reports';
import { REPORT_FIGURES } from '@stridewell/contract/reports/reports.rules';
import { longDate, startOfDay, zoneName } from '@stridewell/contract/time';
import { drawColumns, drawLine, INK, keepTogether, type PdfLook, renderPdf, widthOf } from '../../platform/pdf/pdf.ts';

type Pdf = PDFKit.PDFDocument;
type Sheet = { coachName: string; timeZone: string; isOfOne: boolean; look: PdfLook | null };

const HOUR_SECONDS = 3600;
const dateOf = (day: string) => longDate(startOfDay(day, 'UTC'), 'UTC');
const rangeOf = ({ from, to }: { from: string; to: string }) => `${dateOf(from)} to ${dateOf(to)}`;
const body = (pdf: Pdf) => pdf.font('regular').fontSize(10).fillColor(INK.text);
const muted = (pdf: Pdf) => pdf.font('regular').fontSize(9).fillColor(INK.muted);

function drawRow(pdf: Pdf, texts: readonly string[]): void {
  const [first = ''] = texts;
  keepTogether(pdf, pdf.heightOfString(first, { width: widthOf(pdf) / 2 - 8 }) + 6);
  drawColumns(pdf, texts);
  pdf.moveDown(0.4);
}

function drawHeads(pdf: Pdf, texts: readonly string[]): void {
  keepTogether(pdf, 60);
  drawRow(muted(pdf), texts);
  drawLine(pdf);
  body(pdf.moveDown(0.4));
}

const textOf = (figures: InteractionFigures, figure: (typeof REPORT_FIGURES)[number]): string => {
  const value = figures[figure.key];
  if (value === null) return '–';
  return 'seconds' in figure ? `${(value / HOUR_SECONDS).toFixed(1)} h` : String(value);
};

function drawTotal(pdf: Pdf, { total: { now, before } }: InteractionReport): void {
  drawHeads(pdf, ['Figure', 'This period', 'Before']);
  for (const figure of REPORT_FIGURES) drawRow(pdf, [figure.label, textOf(now, figure), textOf(before, figure)]);
}

function drawClients(pdf: Pdf, { clients }: InteractionReport): void {
  drawHeads(pdf, ['Client', 'Messages', 'Check-ins', 'Sessions', 'Workouts']);
  for (const { name, now } of clients) {
    drawRow(pdf, [
      name,
      `${now.messagesSent} / ${now.messagesReceived}`,
      `${now.checkInsReviewed} of ${now.checkInsSent}`,
      String(now.sessionsHeld),
      `${now.workoutsDone} of ${now.workoutsPlanned}`,
    ]);
  }
}

/** Renders the report as a PDF: the figures of the period, then a line for each client. */
export function renderReport(
  report: InteractionReport,
  { coachName, timeZone, isOfOne, look }: Sheet,
): Promise<Buffer> {
  const title = 'Interaction report';
  const [client] = report.clients;
  const about = isOfOne && client ? client.name : 'All clients';
  return renderPdf({ title, author: coachName, footer: `${title}, ${about}`, look }, (pdf) => {
    pdf.font('bold').fontSize(20).fillColor(INK.text).text(title);
    body(pdf).text(about);
    muted(pdf).text(`${rangeOf(report.period)}, compared with ${rangeOf(report.before)}. ${zoneName(timeZone)}.`);
    pdf.moveDown(1);
    if (report.isEmpty) body(pdf).text('Nothing happened in this period.').moveDown(1);
    drawTotal(pdf, report);
    if (isOfOne || report.clients.length === 0) return;
    pdf.moveDown(1.5);
    drawClients(pdf, report);
    muted(pdf.moveDown(1)).text(
      'Messages: yours / theirs. Check-ins: reviewed of sent. Sessions: held. Workouts: done of planned.',
    );
  });
}
