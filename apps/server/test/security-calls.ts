import type { Answer, Caller } from './app.ts';
import { CALLERS, type CallerName, type World } from './world.ts';

type Call = (caller: Caller, world: World) => Promise<Answer>;

/** The walk's calls of one procedure, and the callers who may make them. */
export type Case = {
  /** A call on data of the first coach and their client. */
  call: Call;
  /** Callers who may make it. All others are refused. */
  allowed: readonly CallerName[];
  /** Calls with bad input by an allowed caller: refused with 400 or 413 before any lookup. */
  bad?: readonly Call[];
  /** Calls by an allowed caller with unknown ids or another tenant's: refused with 404. */
  missing?: readonly Call[];
};

export const SIGNED_IN = CALLERS.filter((name) => name !== 'anonymous');
export const COACHES = ['coach'] as const;
/** Both people of the relationship. */
export const BOTH = ['coach', 'client'] as const;
/** Operators, including those with few rights. */
export const OPERATORS = ['operator', 'billingOperator', 'weakOperator'] as const;
/** Operators with all rights. */
export const ADMINS = ['operator'] as const;
export const CLIENTS = ['client', 'otherClient', 'clientOfOtherCoach'] as const;
const JUNK = [{}, { coachId: 'x' }, { coachId: ['a', 'b'] }, { id: { $gt: '' } }, { coachId: "' or 1=1 --" }];
export const LONG = 'x'.repeat(500_000);

type Method = Parameters<Caller['send']>[0];

const full = (path: string) => (path.startsWith('/functions/') ? path : `/rest/v1${path}`);

/** Paths are relative to `/rest/v1`, or begin with `/functions/`. */
export const get =
  (path: (world: World) => string): Call =>
  (caller, world) =>
    caller.get(full(path(world)));
export const send =
  (method: Method, path: (world: World) => string, body: (world: World) => object): Call =>
  (caller, world) =>
    caller.send(method, full(path(world)), body(world));
export const badGets = (...paths: string[]) => paths.map((path) => get(() => path));
export const sends = (method: Method, path: string, ...bodies: object[]) =>
  bodies.map((body) =>
    send(
      method,
      () => path,
      () => body,
    ),
  );
export const badSends = (method: Method, path: string, ...bodies: object[]) => sends(method, path, ...bodies, ...JUNK);
