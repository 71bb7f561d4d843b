import { createORPCClient } from '@orpc/client';
import type { ContractRouterClient } from '@orpc/contract';
import type { JsonifiedClient } from '@orpc/openapi-client';
import { OpenAPILink } from '@orpc/openapi-client/fetch';
import { createTanstackQueryUtils } from '@orpc/tanstack-query';
import { COACH_HEADER, USER_HEADER } from '@stridewell/contract/errors';
import { contract } from '@stridewell/contract/router';
import { currentCoach } from './current-coach.ts';
import { CLIENT_INFO } from './product.ts';
import { noteServerTime } from './server-clock.ts';

/**
 * For what has waited. `userId`: in whose session it may be sent; the server refuses it in any other. `coachId`: whose
 * client sends it; else it is the coach whom the call itself names, or the one whose client is in front of the screen.
 */
type CallContext = { userId?: string; coachId?: string };

const namedIn = (input: unknown): string | undefined =>
  typeof input === 'object' && input !== null && 'coachId' in input ? String(input.coachId) : undefined;

function coachHeader({ coachId }: CallContext, input: unknown): Record<string, string> {
  const current = currentCoach.get();
  return current === undefined ? {} : { [COACH_HEADER]: coachId ?? namedIn(input) ?? current };
}

const link = new OpenAPILink<CallContext>(contract, {
  url: () => window.location.origin,
  headers: ({ context }, _path, input) => ({
    'x-client-info': CLIENT_INFO,
    ...(context.userId !== undefined && { [USER_HEADER]: context.userId }),
    ...coachHeader(context, input),
  }),
  fetch: async (request, init) => {
    const response = await fetch(request, init);
    noteServerTime(response.headers.get('date'));
    return response;
  },
});

type Client = JsonifiedClient<ContractRouterClient<typeof contract, CallContext>>;

/** The procedures of the server, typed by the contract. */
export const rpc: Client = createORPCClient(link);

/** The same as query and mutation options. */
export const orpc = createTanstackQueryUtils(rpc);
