import { eq } from 'drizzle-orm';
import { exportOfTenant } from '../../core/exports.ts';
import { files } from './files.table.ts';

const isReady = () => eq(files.status, 'ready');

/** The list of files in copies of people's data. Their contents follow. */
export const fileExport = exportOfTenant(files, {
  file: 'files',
  about: 'Photos, videos, receipts and attachments. Their contents are in the folder files.',
  coach: { but: ['status', 'attempt', 'reserved', 'sha256'] },
  client: { only: ['id', 'kind', 'purpose', 'name', 'contentType', 'bytes', 'width', 'height', 'createdAt'] },
  page: 100,
  where: { coach: isReady, client: isReady },
});
