import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';

export type Statement = { text: string; values: unknown[]; name?: string };

/** Collects the statements of recorded work. Background work of the process runs outside of it. */
const recording = new AsyncLocalStorage<Statement[]>();

const original = pg.Client.prototype.query;
Object.assign(pg.Client.prototype, {
  query(this: pg.Client, ...parameters: unknown[]) {
    const [config, values] = parameters as [string | Partial<Statement>, unknown[] | undefined];
    const { text = '', name, values: own } = typeof config === 'string' ? { text: config } : config;
    recording.getStore()?.push({ text, ...(name ? { name } : {}), values: own ?? values ?? [] });
    return Reflect.apply(original, this, parameters);
  },
});

/** The statements that `work` sends to databases of this process, including transaction control. */
export async function recordStatements(work: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = [];
  await recording.run(statements, work);
  return statements;
}
