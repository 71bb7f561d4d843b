import { csvLine } from '@stridewell/contract/programs/programs.csv.rules';
import type { InteractionFigures, InteractionReport } from '@stridewell/contract/reports/reports';
import { REPORT_FIGURES } from '@stridewell/contract/reports/reports.rules';

/** Spreadsheets need it to recognise UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';
const HOUR_SECONDS = 3600;

const headings = REPORT_FIGURES.map((figure) => ('seconds' in figure ? `${figure.label} (hours)` : figure.label));
const HEADINGS = [
  'Client',
  'Status',
  'From',
  'To',
  ...headings,
  ...headings.map((heading) => `${heading}, period before`),
];

/** Medians are in hours with two decimals. */
const cellsOf = (figures: InteractionFigures) =>
  REPORT_FIGURES.map((figure) => {
    const value = figures[figure.key];
    return 'seconds' in figure && value !== null ? Math.round((100 * value) / HOUR_SECONDS) / 100 : value;
  });

/** The report as a CSV file, a line for each client. */
export const toReportFile = ({ clients, period }: InteractionReport): string =>
  BYTE_ORDER_MARK +
  csvLine(HEADINGS) +
  clients
    .map(({ name, status, now, before }) =>
      csvLine([name, status, period.from, period.to, ...cellsOf(now), ...cellsOf(before)]),
    )
    .join('');
