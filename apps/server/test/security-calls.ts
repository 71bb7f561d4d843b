import type { Answer, Caller } from './app.ts';
import type { World } from './world.ts';

type Call = (caller: Caller, world: World) => Promise<Answer>;

/** The calls that the walk makes of one procedure. Who may make them stands in `procedure-access.json`. */
export type Case = {
  /** A call on data of the first coach and their client. */
  call: Call;
  /** Valid calls with fields that `call` leaves empty. */
  others?: readonly Call[];
  /**
   * Calls with input that only the handler refuses, or the schema for a combination of fields: 400 for an allowed caller.
   * `hostileRequests` changes each field alone.
   */
  bad?: readonly Call[];
  /** Calls by an allowed caller with unknown ids or another tenant's: refused with 404. */
  missing?: readonly Call[];
};

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
export const gets = (...paths: string[]) => paths.map((path) => get(() => path));
