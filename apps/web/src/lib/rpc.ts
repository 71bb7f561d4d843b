import type { Client as ProcedureClient } from '@orpc/client';
import type { ContractRouterClient } from '@orpc/contract';
import type { JsonifiedClient } from '@orpc/openapi-client';
import type { GeneralUtils, ProcedureUtils } from '@orpc/tanstack-query';
import { COACH_HEADER, USER_HEADER } from '@stridewell/contract/errors.rules';
import type { contract } from '@stridewell/contract/router';
import { type InfiniteData, infiniteQueryOptions, type QueryKey, skipToken } from '@tanstack/react-query';
import { type Addresses, type Call, type CallContext, callsOf, createCaller, madeByName } from './calls.ts';
import { currentCoach } from './current-coach.ts';
import { CLIENT_INFO } from './product.ts';
import addresses from './rpc-procedures.gen.json' with { type: 'json' };

const namedIn = (input: unknown): string | undefined =>
  typeof input === 'object' && input !== null && 'coachId' in input ? String(input.coachId) : undefined;

/** Names the coach of a client: the coach in the call's input, else the current coach. */
function coachHeader(input: unknown): Record<string, string> {
  const current = currentCoach.get();
  return current === undefined ? {} : { [COACH_HEADER]: namedIn(input) ?? current };
}

type Client = JsonifiedClient<ContractRouterClient<typeof contract, CallContext>>;

let staffAddresses: Addresses | undefined;

/** The addresses that only coaches and operators call. */
export async function loadStaffAddresses(): Promise<Addresses> {
  staffAddresses = (await import('./rpc-procedures.staff.gen.json', { with: { type: 'json' } })).default;
  return staffAddresses;
}

const callOf = createCaller(
  addresses,
  (input, context) => ({
    'x-client-info': CLIENT_INFO,
    ...(context?.userId !== undefined && { [USER_HEADER]: context.userId }),
    ...coachHeader(input),
  }),
  () => staffAddresses ?? loadStaffAddresses(),
);

/** The procedures of the server, typed by the contract. */
export const rpc = callsOf(callOf) as Client;

type ProcedureQueries<Input, Output, Failure> = Pick<
  ProcedureUtils<CallContext, Input, Output, Failure>,
  'call' | 'queryOptions'
> &
  GeneralUtils<Input>;

type Queries<Part> =
  Part extends ProcedureClient<CallContext, infer Input, infer Output, infer Failure>
    ? ProcedureQueries<Input, Output, Failure>
    : { [Name in keyof Part]: Queries<Part[Name]> } & GeneralUtils<unknown>;

/** Keys start with the place of the procedure, so that the key of a feature is part of those of its procedures. */
const keysAt =
  (path: readonly string[]) =>
  (options: object = {}) => [path, options];

function queriesAt(path: readonly string[], call: Call) {
  const key = keysAt(path);
  const queryOptions = ({ input, ...options }: { input?: unknown } = {}) => ({
    queryFn:
      input === skipToken
        ? skipToken
        : ({ signal }: { signal: AbortSignal }) => call(input as Parameters<Call>[0], { signal }),
    ...options,
    queryKey: key(input === undefined ? { type: 'query' } : { type: 'query', input }),
  });
  return { call, key, queryOptions };
}

const queries: object = madeByName((feature) =>
  madeByName<object>((name) => queriesAt([feature, name], callOf(feature, name)), { key: keysAt([feature]) }),
);

/** The same procedures as query options and keys. */
export const orpc = queries as Queries<Client>;

type Cursor = string | number;
type Page = { nextCursor: Cursor | null } | { next: Cursor | null };
/** The field of the input that names the place where a page begins. */
type CursorField = 'cursor' | 'after' | 'before';

const nextOf = (page: Page): Cursor | undefined => ('nextCursor' in page ? page.nextCursor : page.next) ?? undefined;

/** A list that a procedure returns page by page. `input` selects the list; `field` carries the place of the next page. */
export const pagedQuery = <Input, Output extends Page, Failure>(
  { call, key }: ProcedureQueries<Input, Output, Failure>,
  input: Omit<Input, CursorField>,
  field: CursorField = 'cursor',
) =>
  infiniteQueryOptions<Output, Failure, InfiniteData<Output, Cursor | undefined>, QueryKey, Cursor | undefined>({
    queryKey: key({ type: 'infinite', input: input as never }),
    queryFn: ({ pageParam, signal }) =>
      call((pageParam === undefined ? input : { ...input, [field]: pageParam }) as Input, { signal }),
    initialPageParam: undefined,
    getNextPageParam: nextOf,
  });
