import { createRequire } from 'node:module';
import { buffer } from 'node:stream/consumers';

type Pdf = PDFKit.PDFDocument;

/** Colours of documents on paper. */
export const INK = { text: '#10201B', accent: '#14745A', muted: '#5A6B64', line: '#DFE6E1' } as const;

/** How a document looks that someone else gives out: a name or a logo above it, and its accent color. */
export type PdfLook = {
  name: string;
  /** Readable on white. */
  accent: string;
  /** PNG. */
  logo: Buffer | null;
};

/** The accent color of a document. */
export const accentOf = (look: PdfLook | null | undefined): string => look?.accent ?? INK.accent;

/** Points from the edge of an A4 page. */
export const MARGIN = 48;
const FOOTER_BELOW = 28;

/** Fonts with the letters of most languages. The built-in fonts of PDF readers cannot print many names. */
const require = createRequire(import.meta.url);
const FONTS = {
  regular: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf'),
  bold: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf'),
};

/** Width between the margins, in points. */
export const widthOf = ({ page }: Pdf): number => page.width - 2 * MARGIN;

/** Starts a new page when `height` points do not fit on this one. */
export function keepTogether(pdf: Pdf, height: number): void {
  const bottom = pdf.page.height - MARGIN;
  // Content higher than a page breaks anyway.
  if (pdf.y + height > bottom && height < bottom - MARGIN) pdf.addPage();
}

/** Draws a line across the page. */
export function drawLine(pdf: Pdf): void {
  const { y } = pdf;
  pdf
    .moveTo(MARGIN, y)
    .lineTo(MARGIN + widthOf(pdf), y)
    .lineWidth(0.5)
    .strokeColor(INK.line)
    .stroke();
}

/** Draws one line of texts, the first on the left and the others on the right. `shares` are shares of the width. */
export function drawColumns(pdf: Pdf, texts: readonly string[], align: 'left' | 'right' = 'right'): void {
  const [first = '', ...others] = texts;
  const { y } = pdf;
  const width = widthOf(pdf);
  const side = width / 2 / Math.max(1, others.length);
  others.forEach((text, index) => {
    pdf.text(text, MARGIN + width / 2 + index * side, y, { width: side, align });
  });
  pdf.text(first, MARGIN, y, { width: width / 2 - 8 });
}

/** Largest logo, in points. */
const LOGO_FIT: [width: number, height: number] = [180, 36];

function drawLook(pdf: Pdf, { name, accent, logo }: PdfLook): void {
  if (logo) {
    const { y } = pdf;
    pdf.image(logo, MARGIN, y, { fit: LOGO_FIT });
    pdf.y = y + LOGO_FIT[1] + 16;
    pdf.x = MARGIN;
  } else pdf.font('bold').fontSize(13).fillColor(accent).text(name).moveDown(1);
  pdf.font('regular').fontSize(10).fillColor(INK.text);
}

function drawFooters(pdf: Pdf, text: string): void {
  const { start, count } = pdf.bufferedPageRange();
  for (let page = start; page < start + count; page += 1) {
    pdf.switchToPage(page);
    // Text below the margin would start a new page.
    pdf.page.margins.bottom = 0;
    const at = pdf.page.height - FOOTER_BELOW;
    pdf.font('regular').fontSize(8).fillColor(INK.muted);
    pdf.text(text, MARGIN, at, { width: widthOf(pdf) - 80, height: 10, ellipsis: true, lineBreak: false });
    pdf.text(`Page ${page + 1 - start} of ${count}`, MARGIN, at, { width: widthOf(pdf), align: 'right' });
  }
}

/**
 * Renders an A4 document. `draw` writes below the last text, with the fonts `regular` and `bold`. The library is large,
 * so it is loaded with the first document. Without a `look`, the title is at the top.
 */
export async function renderPdf(
  { title, author, footer, look }: { title: string; author: string; footer: string; look?: PdfLook | null },
  draw: (pdf: Pdf) => void,
): Promise<Buffer> {
  const { default: PDFDocument } = await import('pdfkit');
  const pdf = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    bufferPages: true,
    lang: 'en',
    info: { Title: title, Author: author },
  });
  for (const [name, file] of Object.entries(FONTS)) pdf.registerFont(name, file);
  const content = buffer(pdf);
  pdf.font('regular').fontSize(10).fillColor(INK.text);
  if (look) drawLook(pdf, look);
  draw(pdf);
  drawFooters(pdf, footer);
  pdf.end();
  return content;
}
