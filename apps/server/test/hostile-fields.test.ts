import { afterAll, beforeAll, expect, it } from 'vitest';
import { hostileRequests } from '../fuzz/hostile.ts';
import { inputOfCall, PROCEDURES } from '../fuzz/procedures.ts';
import type { FuzzRequest } from '../fuzz/requests.ts';
import { type Caller, createTestApp, type TestApp } from './app.ts';
import { changesNothing } from './changes-nothing.ts';
import { caseOf } from './security-cases.ts';
import { ORIGIN } from './uploads.ts';
import { createWorld, type World } from './world.ts';

let test: TestApp;
let world: World;
beforeAll(async () => {
  test = await createTestApp();
  world = await createWorld(test);
});
afterAll(() => test.close());

const answerTo = async ({ method, url, headers, payload }: FuzzRequest, { cookie }: Caller) => {
  const all = { ...headers, origin: ORIGIN, ...(cookie && { cookie }) };
  return (await test.app.inject({ method, url, headers: all, ...(payload && { payload }) })).statusCode;
};

it.each(PROCEDURES.flatMap(({ name, route, input }) => (input ? [{ name, route, input }] : [])))(
  '$name refuses hostile input in every field and changes nothing',
  async ({ name, route, input }) => {
    const { call, others = [], allowed } = caseOf(name);
    const caller = world.callers[allowed[0] ?? 'coach'];
    const inputs: object[] = [];
    for (const valid of [call, ...others]) inputs.push(await inputOfCall(valid, route, caller, world));
    const { requests, problems } = hostileRequests(route, input, inputs);
    expect(problems).toEqual([]);
    await changesNothing(test, () =>
      Promise.all(
        requests.map(async ({ field, what, request }) => {
          const status = await answerTo(request, caller);
          expect([400, 413], `${what} as ${field} got ${status}`).toContain(status);
        }),
      ),
    );
  },
);
