import { createRequire } from 'node:module';
import { buffer } from 'node:stream/consumers';

type Pdf = PDFKit.PDFDocument;

/** Colours of documents on paper. */
export const INK = { text: '#10201B', accent: '#14745A', muted: '#5A6B64', line: '#DFE6E1' } as const;

/** Points from the edge of an A4 page. */
export const MARGIN = 48;
const FOOTER_BELOW = 28;

/** The fonts of documents, which have the letters of most languages: those inside every PDF reader lack many names. */
const require = createRequire(import.meta.url);
const FONTS = {
  regular: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf'),
  bold: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf'),
};

/** Width between the margins, in points. */
export const widthOf = ({ page }: Pdf): number => page.width - 2 * MARGIN;

/** Begins a page where `height` points do not fit on this one. */
export function keepTogether(pdf: Pdf, height: number): void {
  const bottom = pdf.page.height - MARGIN;
  // What is higher than a page has to break anyway.
  if (pdf.y + height > bottom && height < bottom - MARGIN) pdf.addPage();
}

/** A line across the page. */
export function drawLine(pdf: Pdf): void {
  const { y } = pdf;
  pdf
    .moveTo(MARGIN, y)
    .lineTo(MARGIN + widthOf(pdf), y)
    .lineWidth(0.5)
    .strokeColor(INK.line)
    .stroke();
}

/** Texts of one line, the first at the left and the others at the right. `shares` are of the width. */
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

function drawFooters(pdf: Pdf, text: string): void {
  const { start, count } = pdf.bufferedPageRange();
  for (let page = start; page < start + count; page += 1) {
    pdf.switchToPage(page);
    // Text below the margin would begin a page.
    pdf.page.margins.bottom = 0;
    const at = pdf.page.height - FOOTER_BELOW;
    pdf.font('regular').fontSize(8).fillColor(INK.muted);
    pdf.text(text, MARGIN, at, { width: widthOf(pdf) - 80, height: 10, ellipsis: true, lineBreak: false });
    pdf.text(`Page ${page + 1 - start} of ${count}`, MARGIN, at, { width: widthOf(pdf), align: 'right' });
  }
}

/**
 * Makes an A4 document. `draw` writes below the last text, with the fonts `regular` and `bold`. The library is large, so
 * it loads with the first document.
 */
export async function renderPdf(
  { title, author, footer }: { title: string; author: string; footer: string },
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
  draw(pdf);
  drawFooters(pdf, footer);
  pdf.end();
  return content;
}
