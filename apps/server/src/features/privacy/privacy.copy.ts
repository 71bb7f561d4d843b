import { keepOut } from '../../core/exports.ts';
import { accountExports } from './privacy.table.ts';

/** Copies in copies of people's data. */
export const privacyExports = [keepOut(accountExports, 'It says only when such a copy was made.')];
