import { type Readable, Transform } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { FileStore } from '../../platform/files/store.ts';

/** One file of an archive. Pictures and videos are already compressed, so they are stored unchanged. */
export type ArchiveFile = { path: string; compress: boolean; contents: Readable };

/**
 * Writes files into a ZIP archive in the store, one after another. Keeps only a few chunks of one file in memory.
 * @returns the size of the archive in bytes
 * @throws the error of a file or the store, which then has no archive under the key
 */
export async function writeArchive(
  store: Pick<FileStore, 'put'>,
  key: string,
  files: AsyncIterable<ArchiveFile>,
  now: Date,
): Promise<number> {
  const zip = new ZipFile();
  const broken = new AbortController();
  const fail = (error: unknown) => broken.abort(error);
  zip.on('error', fail);
  let bytes = 0;
  const archive = new Transform({
    signal: broken.signal,
    transform(piece: Buffer, _encoding, done) {
      bytes += piece.length;
      done(null, piece);
    },
  });
  zip.outputStream.pipe(archive);
  const stored = store.put(key, archive);
  stored.catch(fail);
  try {
    for await (const { path, compress, contents } of files) {
      contents.once('error', fail);
      zip.addReadStream(contents, path, { compress, mtime: now });
      // A failed store stops reading, so the file would wait forever.
      await finished(contents, { signal: broken.signal, writable: false }).finally(() => contents.destroy());
    }
    zip.end();
  } catch (error) {
    fail(error);
  }
  await stored.catch((error: unknown) => {
    throw broken.signal.aborted ? broken.signal.reason : error;
  });
  broken.signal.throwIfAborted();
  return bytes;
}
