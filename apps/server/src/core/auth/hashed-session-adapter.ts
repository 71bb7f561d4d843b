import type { BetterAuthOptions, DBAdapter } from 'better-auth';

type Adapter = DBAdapter<BetterAuthOptions>;
type Rows = Pick<Adapter, 'create' | 'findOne'>;

/**
 * Replaces the digest in session rows with the token that the caller wrote or asked for: the table stores digests, and
 * the cookie needs the token.
 */
export function withSessionTokens(factory: (options: BetterAuthOptions) => Adapter) {
  return (options: BetterAuthOptions): Adapter => {
    const adapter = factory(options);
    return {
      ...adapter,
      ...tokensInRows(adapter),
      transaction: (work) => adapter.transaction((inner) => work({ ...inner, ...tokensInRows(inner) })),
    };
  };
}

function tokensInRows(adapter: Rows): Rows {
  return {
    async create(query) {
      const row = await adapter.create(query);
      const { token } = query.data as { token?: unknown };
      return query.model === 'session' ? withToken(row, token) : row;
    },
    async findOne(query) {
      const row = await adapter.findOne(query);
      const token = query.model === 'session' && query.where.find(({ field }) => field === 'token');
      return token ? withToken(row, token.value) : row;
    },
  } as Rows;
}

const withToken = (row: unknown, token: unknown): unknown =>
  row && typeof row === 'object' && typeof token === 'string' ? { ...row, token } : row;
