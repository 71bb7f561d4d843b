import { isContractProcedure } from '@orpc/contract';
import { contract } from '@stridewell/contract/router';
import { z } from 'zod';
import type { Answer, Caller } from '../test/app.ts';
import type { Case } from '../test/security-calls.ts';
import type { World } from '../test/world.ts';
import { inputOf, type Method, type Route } from './requests.ts';
import type { Schema } from './values.ts';

type Procedure = { name: string; route: Route; input: z.ZodType | undefined };

/** Every procedure of the contract, with its route and the schema of its input. */
export const PROCEDURES: readonly Procedure[] = Object.entries(contract).flatMap(([feature, procedures]) =>
  Object.entries(procedures).flatMap(([name, procedure]) => {
    if (!isContractProcedure(procedure)) return [];
    const { route, inputSchema } = procedure['~orpc'];
    const at = { method: (route.method ?? 'POST') as Method, path: route.path ?? '' };
    return [
      { name: `${feature}.${name}`, route: at, input: inputSchema instanceof z.ZodType ? inputSchema : undefined },
    ];
  }),
);

export const toSchema = (schema: z.ZodType): Schema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema;

type Recorded = { method: Method; url: string; body?: object | undefined };

/** The input of the security walk's call of a procedure. Requests that prepare the call are sent; the call is not. */
export async function inputOfCall(call: Case['call'], { method, path }: Route, caller: Caller, world: World) {
  let found: object | undefined;
  const note = async <Body>(request: Recorded, ask: () => Promise<Answer<Body>>): Promise<Answer<Body>> => {
    const input = request.method === method ? inputOf(path, request) : undefined;
    if (!input) return ask();
    found = input;
    return { status: 200, body: {} as Body, cookies: [], location: undefined };
  };
  await call(
    {
      ...caller,
      get: (url, headers) => note({ method: 'GET', url }, () => caller.get(url, headers)),
      send: (verb, url, body, headers) =>
        note({ method: verb, url, body }, () => caller.send(verb, url, body, headers)),
    },
    world,
  );
  if (!found) throw new Error(`no request of ${method} ${path}`);
  return found;
}
