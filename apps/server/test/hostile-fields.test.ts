import { afterAll, beforeAll, expect, it } from 'vitest';
import { hostileRequests } from '../fuzz/hostile.ts';
import { inputOfCall, PROCEDURES } from '../fuzz/procedures.ts';
import type { FuzzRequest } from '../fuzz/requests.ts';
import { type Caller, createTestApp, type TestApp } from './app.ts';
import { caseOf } from './security-cases.ts';
import { ORIGIN } from './uploads.ts';
import { watchRows } from './watch-rows.ts';
import { createWorld, type World } from './world.ts';

const procedures = PROCEDURES.flatMap(({ name, route, input }) => (input ? [{ name, route, input }] : []));
const callerOf = (name: string): Caller => world.callers[caseOf(name).allowed[0] ?? 'coach'];

let test: TestApp;
let world: World;
/** Valid inputs of each procedure. Some are found out by calls that change rows, so all are known before the tests. */
const validInputs = new Map<string, object[]>();
beforeAll(async () => {
  test = await createTestApp();
  world = await createWorld(test);
  for (const { name, route } of procedures) {
    const { call, others = [] } = caseOf(name);
    const inputs: object[] = [];
    for (const valid of [call, ...others]) inputs.push(await inputOfCall(valid, route, callerOf(name), world));
    validInputs.set(name, inputs);
  }
});
afterAll(() => test.close());

const changesNothing = watchRows(() => test);

const answerTo = async ({ method, url, headers, payload }: FuzzRequest, { cookie }: Caller) => {
  const all = { ...headers, origin: ORIGIN, ...(cookie && { cookie }) };
  return (await test.app.inject({ method, url, headers: all, ...(payload && { payload }) })).statusCode;
};

it.each(procedures)('$name refuses hostile input in every field and changes nothing', ({ name, route, input }) => {
  const { requests, problems } = hostileRequests(route, input, validInputs.get(name) ?? []);
  expect(problems).toEqual([]);
  return changesNothing(() =>
    Promise.all(
      requests.map(async ({ field, what, request }) => {
        const status = await answerTo(request, callerOf(name));
        expect([400, 413], `${what} as ${field} got ${status}`).toContain(status);
      }),
    ),
  );
});
