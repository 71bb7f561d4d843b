import { exportOfTenant } from '../../core/exports.ts';
import { clientRecords } from './records.table.ts';

/** Facts about clients in copies of people's data. */
export const recordExports = [
  exportOfTenant(clientRecords, {
    file: 'records',
    about: 'Facts about a client: body, goals, diet and emergency contacts.',
    csv: true,
    coach: { but: [] },
    client: { but: ['clientId'] },
  }),
];
