import { keepOut } from '../../core/exports.ts';
import { accountErasures } from './accounts.table.ts';

/** Deletions in copies of people's data. */
export const accountExportTables = [keepOut(accountErasures, 'It says only when an account will be deleted.')];
