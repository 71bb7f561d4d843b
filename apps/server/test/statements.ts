import pg from 'pg';

export type Statement = { text: string; values: unknown[]; name?: string };

/** What `work` sends to databases of this process, transaction control included. */
export async function recordStatements(work: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = [];
  const { prototype } = pg.Client;
  const original = prototype.query;
  const record = function query(this: pg.Client, ...parameters: unknown[]) {
    const [config, values] = parameters as [string | Partial<Statement>, unknown[] | undefined];
    const { text = '', name, values: own } = typeof config === 'string' ? { text: config } : config;
    statements.push({ text, ...(name ? { name } : {}), values: own ?? values ?? [] });
    return Reflect.apply(original, this, parameters);
  };
  Object.assign(prototype, { query: record });
  try {
    await work();
  } finally {
    Object.assign(prototype, { query: original });
  }
  return statements;
}
