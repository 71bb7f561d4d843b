import { randomBytes } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PlainError } from './plain-error.ts';

/**
 * Creates the folder for the database, files and secrets if it is missing, and tests that it is writable.
 * @throws PlainError when this user cannot
 */
export async function ensureDataDir(dir: string): Promise<void> {
  const probe = path.join(dir, `.write-${randomBytes(6).toString('hex')}`);
  try {
    await mkdir(path.dirname(dir), { recursive: true });
    await mkdir(dir, { mode: 0o700 }).catch((error: unknown) => {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    });
    await writeFile(probe, '', { flag: 'wx' });
    await rm(probe);
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? error.code : error;
    throw new PlainError(
      `DATA_DIR=${dir} cannot be written (${reason}): let this user write to the folder, or set DATA_DIR to another one.`,
      { cause: error },
    );
  }
}
