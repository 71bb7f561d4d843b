import { StandardOpenAPIMatcher } from '@orpc/openapi/standard';
import { StandardBracketNotationSerializer } from '@orpc/openapi-client/standard';
import { type AnyProcedure, type AnyRouter, createProcedureClient } from '@orpc/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RequestContext } from '../core/context.ts';

type Options = { context: RequestContext; signal?: AbortSignal };
/** A procedure as all its calls use it. */
type Procedure = {
  /** Like `clients.listClients`. */
  name: string;
  /** Checks the input, admits the caller, runs the handler and checks the answer. */
  run: (input: unknown, options: Options) => Promise<unknown>;
};
/** A call of a procedure by a request. */
type Call = { procedure: Procedure; input: unknown };

const brackets = new StandardBracketNotationSerializer();

/**
 * Finds the procedure that a request calls, and its input: the parameters of the address, with the query of a GET or
 * the body of other methods. The addresses are oRPC's for OpenAPI. Its own adapter makes two URLs, an abort signal and
 * a copy of the answer for each request.
 * @returns undefined for an address without a procedure
 */
export function createCallReader(router: AnyRouter): (request: FastifyRequest) => Promise<Call | undefined> {
  const matcher = new StandardOpenAPIMatcher();
  matcher.init(router);
  const known = new WeakMap<AnyProcedure, Procedure>();
  return async ({ method, url, body }) => {
    const mark = url.indexOf('?');
    const found = await matcher.match(method, `/${url.slice(1, mark === -1 ? undefined : mark)}`);
    if (!found) return undefined;
    let procedure = known.get(found.procedure);
    if (!procedure) {
      procedure = { name: found.path.join('.'), run: runnerOf(found.procedure, found.path) };
      known.set(found.procedure, procedure);
    }
    const sent = method === 'GET' ? queryIn(mark === -1 ? '' : url.slice(mark + 1)) : body;
    return { procedure, input: inputOf(found.params, sent) };
  };
}

const runnerOf = (procedure: AnyProcedure, path: readonly string[]): Procedure['run'] =>
  createProcedureClient(procedure, { path, context: (context: RequestContext) => context });

/** Keys may name places in lists and objects, like `days[0]`. */
const queryIn = (query: string): unknown => (query === '' ? {} : brackets.deserialize([...new URLSearchParams(query)]));

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function inputOf(params: Record<string, string> | undefined, sent: unknown): unknown {
  if (!params || Object.keys(params).length === 0) return sent ?? params;
  return isRecord(sent) ? { ...sent, ...params } : params;
}

/** Aborts when the connection is closed before the answer is complete. */
export function closedSignal({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort();
  });
  return controller.signal;
}
