import { PROGRAM_BOUNDS } from '@stridewell/contract/programs/programs.rules';
import { programDays } from '@stridewell/contract/programs/programs.schedule.rules';
import { describe, expect, it } from 'vitest';
import { aDay, aProgram, aProgramExercise, aSet, aWeek } from '../../../test/program-samples.ts';
import { renderProgram, sheetDates } from './programs.sheet.pdf.ts';

const NO_DATES: ReadonlyMap<string, string> = new Map();
const sheet = {
  program: aProgram(),
  coachName: 'Žofie Nováková',
  clientName: null,
  dates: NO_DATES,
  units: 'metric',
  look: null,
} as const;

const pagesOf = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0;

describe('a program as a PDF', () => {
  it('has the names of program and coach', async () => {
    const pdf = await renderProgram(sheet);
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    const start = programDays({ program: sheet.program, startDay: '2026-03-02', weekdays: [1, 4], moved: {} });
    const dates = sheetDates(start, '2026-03-02');
    expect([...dates.values()]).toEqual(['Mon, Mar 2', 'Thu, Mar 5', 'Mon, Mar 9', 'Thu, Mar 12']);
    expect(pagesOf(pdf)).toBe(1);
  });

  it('can hold the largest program, with the longest texts, and names in any script', async () => {
    const long = 'W'.repeat(PROGRAM_BOUNDS.name);
    const exercises = Array.from({ length: PROGRAM_BOUNDS.exercises }, (_, index) =>
      aProgramExercise(index, {
        name: index % 2 ? long : 'Приседания со штангой 深蹲 🏋️',
        sets: Array.from({ length: PROGRAM_BOUNDS.lines }, () => aSet),
        notes: 'word '.repeat(PROGRAM_BOUNDS.exerciseNotes / 5),
      }),
    );
    const program = { ...aProgram({ weeks: 104 }), name: long };
    const [phase] = program.phases;
    if (!phase) throw new Error('the sample has no phase');
    const phases = [{ ...phase, weeks: [...phase.weeks.slice(1), aWeek(999, [aDay(9999, exercises)])] }];
    const pdf = await renderProgram({ ...sheet, program: { ...program, phases }, clientName: long });
    expect(pagesOf(pdf)).toBeGreaterThan(10);
  });
});
