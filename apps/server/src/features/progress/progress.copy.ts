import { exportOfTenant } from '../../core/exports.ts';
import { measurements } from './progress.table.ts';

/** Measurements in copies of people's data. */
export const progressExports = [
  exportOfTenant(measurements, {
    file: 'measurements',
    about: 'Measurements in kg, cm or percent.',
    csv: true,
    coach: { but: [] },
    client: { but: ['clientId'] },
  }),
];
