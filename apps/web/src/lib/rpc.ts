import { createORPCClient } from '@orpc/client';
import type { ContractRouterClient, Route } from '@orpc/contract';
import type { JsonifiedClient } from '@orpc/openapi-client';
import { OpenAPILink } from '@orpc/openapi-client/fetch';
import { createTanstackQueryUtils, type ProcedureUtils } from '@orpc/tanstack-query';
import { COACH_HEADER, USER_HEADER } from '@stridewell/contract/errors.rules';
import type { contract } from '@stridewell/contract/router';
import { type InfiniteData, infiniteQueryOptions, type QueryKey } from '@tanstack/react-query';
import { currentCoach } from './current-coach.ts';
import { CLIENT_INFO } from './product.ts';
import addresses from './rpc-procedures.gen.json' with { type: 'json' };
import { setServerTime } from './server-clock.ts';
import { unauthorized } from './unauthorized.ts';

/** `userId`: the person whose call has waited. The server refuses it in the session of another person. */
type CallContext = { userId?: string };

const namedIn = (input: unknown): string | undefined =>
  typeof input === 'object' && input !== null && 'coachId' in input ? String(input.coachId) : undefined;

/** Names the coach of a client: the coach in the call's input, else the current coach. */
function coachHeader(input: unknown): Record<string, string> {
  const current = currentCoach.get();
  return current === undefined ? {} : { [COACH_HEADER]: namedIn(input) ?? current };
}

/** A procedure as the link reads it: where it is, without the schemas of the contract. */
function procedureAt(address: string) {
  const [method, path] = address.split(' ');
  return { '~orpc': { errorMap: {}, meta: {}, route: { method, path } as Route } };
}

const procedures = Object.fromEntries(
  Object.entries(addresses).map(([feature, named]) => [
    feature,
    Object.fromEntries(Object.entries(named).map(([name, address]) => [name, procedureAt(address)])),
  ]),
);

const link = new OpenAPILink<CallContext>(procedures, {
  url: () => window.location.origin,
  headers: ({ context }, _path, input) => ({
    'x-client-info': CLIENT_INFO,
    ...(context.userId !== undefined && { [USER_HEADER]: context.userId }),
    ...coachHeader(input),
  }),
  fetch: async (request, init) => {
    const response = await fetch(request, init);
    setServerTime(response.headers.get('date'));
    unauthorized.note(response.status);
    return response;
  },
});

type Client = JsonifiedClient<ContractRouterClient<typeof contract, CallContext>>;

/** The procedures of the server, typed by the contract. */
export const rpc: Client = createORPCClient(link);

/** The same procedures as query and mutation options. */
export const orpc = createTanstackQueryUtils(rpc);

type Cursor = string | number;
type Page = { nextCursor: Cursor | null } | { next: Cursor | null };
/** The field of the input that names the place where a page begins. */
type CursorField = 'cursor' | 'after' | 'before';

const nextOf = (page: Page): Cursor | undefined => ('nextCursor' in page ? page.nextCursor : page.next) ?? undefined;

/** A list that a procedure returns page by page. `input` selects the list; `field` carries the place of the next page. */
export function pagedQuery<Input, Output extends Page, Failure>(
  procedure: ProcedureUtils<CallContext, Input, Output, Failure>,
  input: Omit<Input, CursorField>,
  field: CursorField = 'cursor',
) {
  const { queryKey, queryFn } = procedure.infiniteOptions({
    input: (cursor: Cursor | undefined) => (cursor === undefined ? input : { ...input, [field]: cursor }) as Input,
    initialPageParam: undefined,
    getNextPageParam: nextOf,
  });
  return infiniteQueryOptions<Output, Failure, InfiniteData<Output, Cursor | undefined>, QueryKey, Cursor | undefined>({
    queryKey,
    queryFn,
    initialPageParam: undefined,
    getNextPageParam: nextOf,
  });
}
