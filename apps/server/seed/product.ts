import type { PoolClient } from 'pg';
import type { RefusalCode } from '../src/core/refusals.ts';
import type { CoachScope } from '../src/core/tenancy/scope.ts';
import type { Answers, Tx } from '../src/platform/db/database.ts';
import { clientOf, joinTransaction } from '../src/platform/db/drizzle-internals.ts';
import type { OwnerDb } from './factories.ts';

/** The connection for services that send statements at once. It sends each one after the answer to the one before. */
function inTurn(client: PoolClient): PoolClient {
  let last: Promise<unknown> = Promise.resolve();
  return Object.create(client, {
    query: {
      value(...parameters: unknown[]) {
        const answer = last.then(() => Reflect.apply(client.query, client, parameters));
        last = answer.catch(() => undefined);
        return answer;
      },
    },
  });
}

/**
 * Runs a service of the product in the seed's own transaction, which no other connection can see yet. The owner bypasses
 * the policies, so this is for services that name their tenant in every statement. A refusal fails the seed.
 * @param carried the registry, for services that record events or notify people
 */
export async function asProduct<T>(
  db: OwnerDb,
  scope: CoachScope,
  work: (tx: Tx<CoachScope, RefusalCode>) => Promise<T>,
  carried: object = {},
): Promise<T> {
  const last: (() => Promise<void>)[] = [];
  const client = inTurn(clientOf(db));
  const tx = Object.assign(joinTransaction(db, client), {
    scope,
    connection: { client, db },
    requireOpen: () => undefined,
    sendAs: () => Promise.reject(new Error('the seed runs services in one scope only')),
    answers: {} as Answers<RefusalCode>,
    keysFor: () => [],
    carried,
    beforeCommit: (finish: () => Promise<void>) => void last.push(finish),
  });
  const result = await work(tx);
  for (const finish of last) await finish();
  return result;
}
