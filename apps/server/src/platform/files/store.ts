import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';

/** Where the content of files is kept. Keys are folders and a name, made of ids and words of ours alone. */
export type FileStore = {
  /** Writes all of `contents`. When it fails, a part may have been written. */
  put(key: string, contents: Readable): Promise<void>;
  get(key: string): Promise<Readable>;
  /** Everything in a folder; nothing is fine as well. */
  deleteFolder(folder: string): Promise<void>;
};

/** Keeps files in a folder of this machine. The library is loaded with the first file. */
export function createDiskStore(dataDir: string): FileStore {
  const location = path.join(dataDir, 'files');
  const open = async () => {
    const [{ Disk }, { FSDriver }] = await Promise.all([import('flydrive'), import('flydrive/drivers/fs')]);
    return new Disk(new FSDriver({ location, visibility: 'private' }));
  };
  let opened: ReturnType<typeof open> | undefined;
  const disk = () => {
    opened ??= open();
    return opened;
  };
  return {
    async put(key, contents) {
      try {
        await (await disk()).putStream(key, contents);
      } catch (error) {
        // The library wraps what it passes on; whoever ended the contents wants to see why.
        throw contents.errored ?? error;
      }
    },
    get: async (key) => (await disk()).getStream(key),
    // Not by the library, which gives up at once where somebody is still writing.
    deleteFolder: (folder) =>
      rm(path.join(location, folder), { recursive: true, force: true, maxRetries: 10, retryDelay: 20 }),
  };
}
