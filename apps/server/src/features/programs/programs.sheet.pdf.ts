import type { Program, ProgramDay, Workout } from '@stridewell/contract/programs/programs';
import { GROUP_FORMAT_LABELS, groupLetters, weeksOf } from '@stridewell/contract/programs/programs.rules';
import { workoutMinutes } from '@stridewell/contract/programs/programs.volume.rules';
import { countLabel, dayTitle, markOf, restText, setsText } from '@stridewell/contract/programs/programs.wording.rules';
import { dayLabel } from '@stridewell/contract/time';
import type { UnitSystem } from '@stridewell/contract/units';
import {
  accentOf,
  drawLine,
  INK,
  keepTogether,
  MARGIN,
  type PdfLook,
  renderPdf,
  widthOf,
} from '../../platform/pdf/pdf.ts';

type Pdf = PDFKit.PDFDocument;

/** A program for printing. `dates` are the dates of its days by key, empty for a template. */
export type ProgramSheet = {
  program: Program;
  coachName: string;
  clientName: string | null;
  dates: ReadonlyMap<string, string>;
  units: UnitSystem;
  look: PdfLook | null;
};

/** Share of the width for exercise names. */
const NAMES = 0.4;
const GAP = 12;

type Line = { mark: string; name: string; sets: string; notes: string };

const linesOf = ({ exercises }: Workout, units: UnitSystem): Line[] =>
  exercises.map(({ name, sets, notes }, index) => ({
    mark: markOf(exercises, index),
    name,
    sets: setsText(sets, units),
    notes,
  }));

/** Describes groups that are more than plain supersets, like `A: EMOM of 10 min, rest 2:00`. */
const groupTexts = ({ exercises, groups }: Workout): string[] =>
  groupLetters(exercises).flatMap((letter) => {
    const group = groups.find((one) => one.letter === letter);
    if (!group) return [];
    const { format, minutes, rest } = group;
    const label = minutes === null ? GROUP_FORMAT_LABELS[format] : `${GROUP_FORMAT_LABELS[format]} of ${minutes} min`;
    return `${letter}: ${[label, rest !== null && restText(rest)].filter(Boolean).join(', ')}`;
  });

const muted = (pdf: Pdf) => pdf.font('regular').fontSize(8.5).fillColor(INK.muted);
const body = (pdf: Pdf) => pdf.font('regular').fontSize(9.5).fillColor(INK.text);

function drawExercise(pdf: Pdf, { mark, name, sets, notes }: Line): void {
  const width = widthOf(pdf);
  const columns = { name: width * NAMES, rest: width * (1 - NAMES) - GAP };
  const title = mark ? `${mark}  ${name}` : name;
  body(pdf);
  const heights = [
    pdf.heightOfString(title, { width: columns.name }),
    pdf.heightOfString(sets, { width: columns.rest }) +
      (notes ? muted(pdf).heightOfString(notes, { width: columns.rest }) : 0),
  ];
  keepTogether(pdf, Math.max(...heights) + 8);
  const { y } = pdf;
  body(pdf).text(title, MARGIN, y, { width: columns.name });
  const left = pdf.y;
  const at = MARGIN + columns.name + GAP;
  pdf.text(sets, at, y, { width: columns.rest });
  if (notes) muted(pdf).text(notes, at, pdf.y, { width: columns.rest });
  pdf.y = Math.max(left, pdf.y) + 4;
  pdf.x = MARGIN;
  drawLine(pdf);
  pdf.y += 4;
}

function drawDay(pdf: Pdf, day: ProgramDay, { dates, units }: ProgramSheet): void {
  const { workout } = day;
  const date = dates.get(day.key);
  const minutes = `${workout.duration ?? workoutMinutes(workout)} min`;
  // Keeps the heading with the first exercise.
  keepTogether(pdf, 64);
  pdf.moveDown(0.6).font('bold').fontSize(11).fillColor(INK.text);
  pdf.text(date ? `${dayTitle(day)}, ${date}` : dayTitle(day), { continued: true });
  muted(pdf).text(`   ${minutes}`);
  pdf.y += 3;
  for (const text of [workout.notes, ...groupTexts(workout)]) if (text) muted(pdf).text(text);
  pdf.y += 4;
  if (workout.exercises.length === 0) muted(pdf).text('No exercises');
  for (const line of linesOf(workout, units)) drawExercise(pdf, line);
}

/** Renders a program as a PDF with the coach's name: weeks, their days, and the sets of each day. */
export function renderProgram(sheet: ProgramSheet): Promise<Buffer> {
  const { program, coachName, clientName, look } = sheet;
  const footer = `${program.name}, by ${coachName}`;
  return renderPdf({ title: program.name, author: coachName, footer, look }, (pdf) => {
    const facts = [
      program.split,
      countLabel(weeksOf(program).length, 'week'),
      `${countLabel(program.frequency, 'day')} a week`,
    ];
    pdf.font('bold').fontSize(20).text(program.name);
    pdf
      .font('regular')
      .fontSize(11)
      .fillColor(accentOf(look))
      .text(clientName ? `By ${coachName}, for ${clientName}` : `By ${coachName}`);
    pdf.fontSize(9.5).fillColor(INK.muted).text(facts.filter(Boolean).join(', '));
    if (program.description) pdf.moveDown(0.5).fillColor(INK.text).text(program.description);
    let phaseKey = '';
    for (const { phase, week, number } of weeksOf(program)) {
      const title = [`Week ${number}`, phase.key !== phaseKey && phase.name, week.deload && 'deload'];
      phaseKey = phase.key;
      keepTogether(pdf, 96);
      pdf.moveDown(1).font('bold').fontSize(14).fillColor(accentOf(look)).text(title.filter(Boolean).join(', '));
      for (const day of week.days) drawDay(pdf, day, sheet);
    }
  });
}

/** Formatted dates by the keys of the days. */
export const sheetDates = (
  days: readonly { dayKey: string; day: string }[],
  today: string,
): ReadonlyMap<string, string> => new Map(days.map(({ dayKey, day }) => [dayKey, dayLabel(day, today)]));
