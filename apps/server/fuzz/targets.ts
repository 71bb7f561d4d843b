import { ORPCError } from '@orpc/server';
import { z } from 'zod';
import type { Caller } from '../test/app.ts';
import { caseOf, type ReviewedCase } from '../test/security-cases.ts';
import { CALLERS } from '../test/world.ts';
import { type Place, PREPARED_CALLS } from './prepared-calls.ts';
import { inputOfCall, PROCEDURES, toSchema } from './procedures.ts';
import type { Random } from './random.ts';
import { distorted, type FuzzRequest, type Route, toRequest } from './requests.ts';
import type { Schema, Values } from './values.ts';

/** A call, and the name of its caller. */
export type FuzzCall = { by: string; caller: Caller; request: FuzzRequest };
export type Target = {
  name: string;
  isProcedure: boolean;
  make(place: Place, random: Random, values: Values): Promise<FuzzCall>;
};

/** How calls differ from those of the security walk. The shares add up to 1. */
const AS_IT_IS = 0.2;
const CHANGED = 0.55;
const MADE = 0.1;

/** Every procedure of the contract, with the callers and the calls of the security walk. */
export const procedureTargets = (): Target[] =>
  PROCEDURES.map(({ name, route, input }) => procedureTarget(name, route, input && toSchema(input), caseOf(name)));

const isId = (value: unknown) => z.uuid().safeParse(value).success;
/** The ids of an input, because made-up ids would be unknown. */
const idsIn = (input: object) => Object.fromEntries(Object.entries(input).filter(([, value]) => isId(value)));

function procedureTarget(name: string, at: Route, schema: Schema | undefined, walk: ReviewedCase): Target {
  const prepare = PREPARED_CALLS[name];

  /** A caller and an input that mostly succeed. */
  async function nearValid(place: Place, random: Random) {
    const { world } = place;
    const isAllowed = random.chance(0.85);
    const prepared = isAllowed && (await prepare?.(place).catch(unlessRefused));
    if (prepared) return { by: 'a prepared person', ...prepared };
    const by = random.pick(isAllowed && walk.allowed.length > 0 ? walk.allowed : CALLERS);
    const caller = world.callers[by];
    return { by, caller, input: await inputOfCall(walk.call, at, caller, world) };
  }

  return {
    name,
    isProcedure: true,
    async make(place, random, values) {
      const { input, ...from } = await nearValid(place, random);
      const kind = random.next();
      if (kind < AS_IT_IS) return { ...from, request: toRequest(at, input) };
      if (kind < AS_IT_IS + CHANGED) return { ...from, request: toRequest(at, values.changed(input, schema)) };
      if (kind < AS_IT_IS + CHANGED + MADE)
        return { ...from, request: toRequest(at, { ...Object(schema && values.fitting(schema)), ...idsIn(input) }) };
      return { ...from, request: distorted(toRequest(at, input), random) };
    },
  };
}

/** Other calls have changed the world, so a call cannot always be prepared. */
function unlessRefused(error: unknown): undefined {
  if (error instanceof ORPCError && error.status < 500) return undefined;
  throw error;
}
