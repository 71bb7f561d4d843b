import { STANDING_LABELS } from '@stridewell/contract/clients/clients.figures.rules';
import type { ClientPerformance, PerformanceReport } from '@stridewell/contract/performance/performance';
import { csvLine } from '@stridewell/contract/programs/programs.csv.rules';
import { workoutPercent } from '@stridewell/contract/workouts/workouts.adherence.rules';

const HEADINGS = [
  'Client',
  'Workouts done',
  'Workouts due',
  'Workouts done (%)',
  'Workouts done in the period before (%)',
  'Check-ins sent',
  'Check-ins due',
  'Check-ins sent (%)',
  'Check-ins sent in the period before (%)',
  'Nutrition followed (%)',
  'Nutrition followed in the period before (%)',
  'Check-in streak',
  'Status',
  'Progress',
  'Weight change (kg)',
];

const cellsOf = (client: ClientPerformance) => [
  client.name,
  client.workouts.done,
  client.workouts.due,
  workoutPercent(client.workouts),
  workoutPercent(client.workoutsBefore),
  client.checkIns.done,
  client.checkIns.due,
  workoutPercent(client.checkIns),
  workoutPercent(client.checkInsBefore),
  workoutPercent(client.nutrition),
  workoutPercent(client.nutritionBefore),
  client.streak,
  STANDING_LABELS[client.standing],
  client.progress,
  client.changeKg,
];

/** Spreadsheets need it to recognise UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/** The clients of the report as a CSV file. */
export const toPerformanceFile = ({ clients }: PerformanceReport): string =>
  BYTE_ORDER_MARK + csvLine(HEADINGS) + clients.map((client) => csvLine(cellsOf(client))).join('');
