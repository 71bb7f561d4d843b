import type { LargeSizes } from '../apps/server/seed/large.ts';
import { type Cluster, createDatabase, startCluster } from './database.ts';
import type { Figure } from './figures.ts';
import { LoadClient } from './load.ts';
import { type Product, startProduct } from './product.ts';
import type { RunFolder } from './run-folder.ts';

/** Measures one or more figures that share their preparation. */
export type Benchmark = {
  /** Excluded from the default run, which takes at most five minutes. */
  onlyFull?: boolean;
  /** Names of its figures, for `--only`. */
  figures: readonly string[];
  measure: (bench: Bench) => AsyncIterable<Figure>;
};

/** Shared resources of the benchmarks, each started on first use. */
export class Bench {
  readonly folder: RunFolder;
  #cluster: Promise<Cluster> | undefined;
  readonly #databases = new Map<string, Promise<string>>();
  readonly #products = new Map<string, Promise<Product>>();
  #client: LoadClient | undefined;

  constructor(folder: RunFolder) {
    this.folder = folder;
  }

  get client(): LoadClient {
    this.#client ??= new LoadClient(this.folder);
    return this.#client;
  }

  /** Address of the database for its owner. */
  database(name: string, sizes: LargeSizes): Promise<string> {
    return once(this.#databases, name, async () => {
      this.#cluster ??= startCluster(this.folder.createDataDir('database'));
      return createDatabase(await this.#cluster, name, sizes);
    });
  }

  /** The product on that database. */
  product(name: string, sizes: LargeSizes): Promise<Product> {
    return once(this.#products, name, async () => startProduct(await this.database(name, sizes)));
  }

  /** Stops the products of this process, for benchmarks that run separate processes. */
  async closeProducts(): Promise<void> {
    for (const product of this.#products.values()) await (await product).close();
    this.#products.clear();
  }

  async close(): Promise<void> {
    await this.#client?.stop();
    await this.closeProducts();
    await (await this.#cluster)?.stop();
  }
}

function once<Value>(known: Map<string, Promise<Value>>, name: string, create: () => Promise<Value>): Promise<Value> {
  const value = known.get(name) ?? create();
  known.set(name, value);
  return value;
}
