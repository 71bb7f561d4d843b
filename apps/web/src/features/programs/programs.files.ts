import type { Program } from '@stridewell/contract/programs/programs';
import { programToCsv } from './programs.table.ts';

/** Spreadsheets read UTF-8 only with this mark. */
const BYTE_ORDER_MARK = '\uFEFF';

const fileName = (name: string): string =>
  name.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '') || 'program';

/** Saves a program as a file on the device, one row for each line of sets. */
export function downloadProgramCsv(program: Program): void {
  const url = URL.createObjectURL(
    new Blob([BYTE_ORDER_MARK, programToCsv(program)], { type: 'text/csv;charset=utf-8' }),
  );
  const link = document.createElement('a');
  link.href = url;
  link.download = `${fileName(program.name)}.csv`;
  link.click();
  URL.revokeObjectURL(url);
}
