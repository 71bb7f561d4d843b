import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { type FileStore, isGone } from '../platform/files/store.ts';

/** Releases whose assets are kept: the running one and two before it. */
const KEPT = 3;
const FOLDER = 'releases';
/** Written after the assets, so a release without it is not complete. No asset has this name. */
const LIST = 'list.json';
const PARALLEL = 16;

/** Types of the assets that are kept. Compressed copies and source maps are not. */
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/** `id` begins with the time of its publication and ends with `hash`, which is the same for the same assets. */
type Release = { id: string; hash: string; names: ReadonlySet<string> };

/** An asset of any kept release. */
export type KeptAsset = { type: string; content: Readable };

/**
 * Keeps the assets of this build and of earlier ones in the file store, which all processes share: open pages still
 * load those of the release before, and a process gets requests for those of a newer one (decision 065).
 * @param folders with the assets of this build
 */
export class Releases {
  readonly #files: FileStore;
  readonly #folders: readonly string[];
  readonly #now: () => Date;
  /** Complete releases, the newest first. */
  #known: readonly Release[] = [];
  #reading: Promise<void> | undefined;

  constructor({ files, now }: { files: FileStore; now: () => Date }, folders: readonly string[]) {
    this.#files = files;
    this.#folders = folders;
    this.#now = now;
  }

  /** Adds this build unless it is the newest release, and deletes the releases that are no longer kept. */
  async publish(): Promise<void> {
    const assets = await this.#listAssets();
    const names = assets.map(({ name }) => name).sort();
    const hash = createHash('sha256').update(names.join('\n')).digest('hex').slice(0, 16);
    await this.#read();
    if (this.#known[0]?.hash !== hash) {
      const folder = `${FOLDER}/${this.#now().toISOString().replace(/\W/g, '')}-${hash}`;
      const waiting = assets.values();
      const copyNext = async () => {
        for (const { name, file } of waiting)
          await this.#files.put(`${folder}/${name}`, Readable.from([await readFile(file)]));
      };
      await Promise.all(Array.from({ length: PARALLEL }, copyNext));
      await this.#files.put(`${folder}/${LIST}`, Readable.from([JSON.stringify(names)]));
    }
    await this.#prune();
  }

  /** @returns null when no kept release has the asset */
  async find(name: string): Promise<KeptAsset | null> {
    const type = TYPES[path.extname(name)];
    if (type === undefined) return null;
    const known = this.#known.find(({ names }) => names.has(name));
    const content = known && (await this.#open(known, name));
    if (content) return { type, content };
    // Another process may have published since, or deleted the release.
    await this.#read();
    const found = this.#known.find(({ names }) => names.has(name));
    const late = found && (await this.#open(found, name));
    return late ? { type, content: late } : null;
  }

  async #listAssets(): Promise<{ name: string; file: string }[]> {
    const lists = await Promise.all(
      this.#folders.map(async (folder) =>
        (await readdir(folder)).map((name) => ({ name, file: path.join(folder, name) })),
      ),
    );
    return lists.flat().filter(({ name }) => path.extname(name) in TYPES);
  }

  async #open({ id }: Release, name: string): Promise<Readable | null> {
    return this.#files.get(`${FOLDER}/${id}/${name}`).catch((error: unknown) => {
      if (isGone(error)) return null;
      throw error;
    });
  }

  /** Reads the list of releases. Concurrent calls share one reading. */
  #read(): Promise<void> {
    this.#reading ??= this.#readAll().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #readAll(): Promise<void> {
    const ids = (await this.#files.listFolders(FOLDER)).sort().reverse();
    const known = new Map(this.#known.map((release) => [release.id, release]));
    const releases = await Promise.all(ids.map(async (id) => known.get(id) ?? this.#readRelease(id)));
    this.#known = releases.filter((release) => release !== null);
  }

  async #readRelease(id: string): Promise<Release | null> {
    const hash = id.split('-')[1] ?? '';
    const list = await this.#open({ id, hash, names: new Set() }, LIST);
    return list && { id, hash, names: new Set((await json(list)) as string[]) };
  }

  /** Deletes what is older than the oldest kept release. Another process may still write a newer one. */
  async #prune(): Promise<void> {
    await this.#read();
    const newest = new Map(this.#known.toReversed().map((release) => [release.hash, release.id]));
    const oldest = [...newest.values()].sort().reverse()[KEPT - 1];
    if (oldest === undefined) return;
    const ids = await this.#files.listFolders(FOLDER);
    for (const id of ids.filter((one) => one < oldest)) await this.#files.deleteFolder(`${FOLDER}/${id}`);
    this.#known = this.#known.filter(({ id }) => id >= oldest);
  }
}
