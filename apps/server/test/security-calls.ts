import { randomUUID } from 'node:crypto';
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
  /**
   * Calls that name rows which `call` does not name, often because it would delete them. Another coach makes them in their
   * own tenant.
   */
  foreign?: readonly Call[];
};

type Method = Parameters<Caller['send']>[0];

const full = (path: string) => (path.startsWith('/functions/') ? path : `/rest/v1${path}`);

/** A value, or what makes it for each call. */
type Given<Value> = Value | ((world: World) => Value);

/** Puts ids into a text: `{coachId}` stands for that of the world, `{new}` for a new id in each call. */
const filled = (text: string, world: World): string =>
  text.replaceAll(/\{(\w+)\}/g, (braced, name: string) =>
    name === 'new' ? randomUUID() : name in world ? String(Reflect.get(world, name)) : braced,
  );

const pathIn = (world: World, path: Given<string>): string =>
  full(typeof path === 'string' ? filled(path, world) : path(world));
const bodyIn = (world: World, body: Given<object>): object =>
  typeof body === 'function' ? body(world) : JSON.parse(filled(JSON.stringify(body), world));

/** Paths are relative to `/rest/v1`, or begin with `/functions/`. */
export const get =
  (path: Given<string>): Call =>
  (caller, world) =>
    caller.get(pathIn(world, path));
export const send =
  (method: Method, path: Given<string>, body: Given<object> = {}): Call =>
  (caller, world) =>
    caller.send(method, pathIn(world, path), bodyIn(world, body));
export const gets = (...paths: string[]) => paths.map((path) => get(path));
