import { randomUUID } from 'node:crypto';
import { createRouterClient, ORPCError, type RouterClient } from '@orpc/server';
import type { RequestContext } from '../src/core/context.ts';
import type { Services } from '../src/core/services.ts';
import type { Actor } from '../src/core/tenancy/actor.ts';
import { createCookieReader } from '../src/core/tenancy/request-actor.ts';
import { databaseUse } from '../src/platform/db/failures.ts';
import { networkOf } from '../src/platform/http/client-address.ts';
import { router } from '../src/router.ts';

/** Selects one of a client's coaches. The web app sends a header. */
type Asked = { coachId?: string };

/** All procedures as typed functions, called with the rights of one person. */
export type Api = RouterClient<typeof router, Asked>;

/**
 * Calls the procedures in this process: policies, services and database are real; only HTTP is omitted. A refusal is a
 * rejected promise with `code`, `message` and `data`.
 */
export function createApi(services: Services, cookie: string | undefined, address: () => string): Api {
  const readActor = createCookieReader(services);
  return createRouterClient(router, {
    context: ({ coachId }: Asked): RequestContext => {
      let actor: Promise<Actor | null> | undefined;
      return {
        services,
        requestId: randomUUID(),
        network: networkOf(address()),
        event: {},
        hostedCoach: null,
        addHeader: () => undefined,
        findActor: () => {
          actor ??= readActor(cookie, { coachId, at: null });
          return actor;
        },
        findActorNow: () => readActor(cookie, { coachId, at: null }),
        // Sessions of tests are new, and tests over HTTP cover the cookies.
        extendSession: async () => undefined,
      };
    },
  });
}

/** Counts the statements that `work` sends to the database, without transaction control. */
export async function countStatements(work: () => Promise<unknown>): Promise<number> {
  const use = { statements: 0 };
  await databaseUse.run(use, work);
  return use.statements;
}

/** Outcomes of concurrent calls in order: `OK`, or the code of the refusal. */
export async function outcomesOf(calls: readonly Promise<unknown>[]): Promise<string[]> {
  const results = await Promise.allSettled(calls);
  return results.map((result) => {
    if (result.status === 'fulfilled') return 'OK';
    if (result.reason instanceof ORPCError) return result.reason.code;
    throw result.reason;
  });
}
