import {
  OBSERVATION_WORDS,
  printedSentence,
  SOURCE_LABELS,
  type StoredObservation,
} from '@stridewell/contract/onboarding/onboarding.letters.rules';
import { longDate, startOfDay } from '@stridewell/contract/time';
import { INK, keepTogether, type PdfLook, renderPdf } from '../../platform/pdf/pdf.ts';

type Pdf = PDFKit.PDFDocument;

/** A referral letter on paper. */
export type LetterSheet = {
  clientName: string;
  coachName: string;
  /** YYYY-MM-DD. */
  day: string;
  observations: readonly StoredObservation[];
  look: PdfLook | null;
};

const dateOf = (day: string) => longDate(startOfDay(day, 'UTC'), 'UTC');
const body = (pdf: Pdf) => pdf.font('regular').fontSize(11).fillColor(INK.text);
const muted = (pdf: Pdf) => pdf.font('regular').fontSize(9).fillColor(INK.muted);

/** Observations whose sentence is the same on paper stand there once. */
function linesOf(observations: readonly StoredObservation[]) {
  const sentences = new Set<string>();
  return observations.flatMap(({ code, day, source, figures }) => {
    const sentence = printedSentence(code);
    if (sentences.has(sentence)) return [];
    sentences.add(sentence);
    const origin = OBSERVATION_WORDS[code].printed ? '' : `, ${SOURCE_LABELS[source]}`;
    return { sentence, figures, origin: `${dateOf(day)}${origin}` };
  });
}

/** Renders a letter as a PDF, without a diagnosis, a medication or a mode. */
export function renderLetter({ clientName, coachName, day, observations, look }: LetterSheet): Promise<Buffer> {
  const title = 'Letter for a doctor';
  return renderPdf({ title, author: clientName, footer: `${title}, ${clientName}`, look }, (pdf) => {
    pdf.font('bold').fontSize(20).fillColor(INK.text).text(title);
    muted(pdf).text(`${clientName}, ${dateOf(day)}`);
    body(pdf.moveDown(1)).text(
      `${clientName} works with ${coachName}, a fitness coach. This letter lists what was seen there. It is no diagnosis. Please decide with ${clientName} what it means for training and food.`,
    );
    for (const { sentence, figures, origin } of linesOf(observations)) {
      keepTogether(pdf, 48);
      body(pdf.moveDown(0.75)).text([sentence, figures].filter(Boolean).join(' '));
      muted(pdf).text(origin);
    }
    body(pdf.moveDown(1)).text(`${clientName} read this letter first, and decides who gets it.`);
  });
}
