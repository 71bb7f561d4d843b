import { type Context, implement, type Middleware, ORPCError } from '@orpc/server';
import type { Access, VisitorAccess } from '@stridewell/contract/access';
import { contract } from '@stridewell/contract/router';
import type { Database } from '../platform/db/database.ts';
import type { RequestContext } from './context.ts';
import { Refusal } from './refusals.ts';
import {
  admitClient,
  admitCoach,
  admitOperator,
  admitPerson,
  admitRelationship,
  admitViewer,
  type Caller,
} from './tenancy/admission.ts';
import { hidesNumbers, withoutNumbers } from './tenancy/numbers.ts';
import { requireNoHiddenTexts, shownToOperators } from './tenancy/viewing.texts.ts';

type Allow = Access['allow'];
type Contract = typeof contract;
type Allowing<Kind> = { '~orpc': { meta: { allow: Kind } } };
/** The procedures of the contract that say `allow: Kind`. */
type Part<Kind> = {
  [Feature in keyof Contract]: {
    [Name in keyof Contract[Feature] as Contract[Feature][Name] extends Allowing<Kind>
      ? Name
      : never]: Contract[Feature][Name];
  };
};

/** A procedure that says something else is missing here: a type error, and no start. */
function partOf<const Kind extends Allow>(kind: Kind): Part<Kind> {
  const parts = Object.entries(contract).map(([feature, procedures]) => {
    const all: [string, Allowing<Allow>][] = Object.entries(procedures);
    return [feature, Object.fromEntries(all.filter(([, procedure]) => procedure['~orpc'].meta.allow === kind))];
  });
  return Object.fromEntries(parts) as Part<Kind>;
}

/** The input is checked before the middleware runs, which takes ids from it. */
const INPUT_FIRST = { initialInputValidationIndex: -1 };

/** Passed to every handler. */
type Tools = { db: Database; now: Date };
export type CoachContext = RequestContext & Tools & ReturnType<typeof admitCoach>;
export type ClientContext = RequestContext & Tools & NonNullable<ReturnType<typeof admitClient>>;

/**
 * Admits the caller and answers refusals with the errors that the procedure declares. One middleware for both, because
 * oRPC needs several promises for each.
 * @param admit what it finds is the context of the handler. Null: the answer is null. Left out: anyone may call.
 */
function admitting<Of extends Access, Found extends Context>(
  admit?: (caller: Caller<Of>) => Found | null,
): Middleware<RequestContext, Found & Tools, unknown, unknown, Record<never, never>, Of> {
  return async ({ context, next, path, procedure }, input) => {
    const { errorMap, inputSchema, meta: access, outputSchema } = procedure['~orpc'];
    const { event, findActor, services } = context;
    const now = services.now();
    try {
      const found = admit ? admit({ actor: await findActor(), access, input, now }) : ({} as Found);
      const added = { ...found, db: services.db, now } as Found & Tools;
      if (event.viewedBy) requireNoHiddenTexts(inputSchema, input);
      const answer = found ? (await next({ context: added })).output : null;
      const output = event.viewedBy
        ? shownToOperators(event.procedure, outputSchema, answer)
        : hidesNumbers(found)
          ? withoutNumbers(path.join('.'), answer)
          : answer;
      return { output, context: added };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { code, data, messageForPeople } = error;
      const declared = errorMap[code];
      // An undeclared code is a bug, and is rethrown and logged as one.
      if (!declared && code !== 'BAD_REQUEST') throw error;
      const { status = 400, message } = declared ?? {};
      throw new ORPCError(code, {
        defined: declared !== undefined,
        status,
        message: messageForPeople ?? message ?? code,
        data,
      });
    }
  };
}

const start = <const Kind extends Allow>(kind: Kind) =>
  implement(partOf(kind)).$context<RequestContext>().$config(INPUT_FIRST);

/** Procedures by those who may call them. Each handler starts from the one that its access in the contract names. */
export const coachProcedure = start('coach').use(admitting(admitCoach));
export const clientProcedure = start('client').use(admitting(admitClient));
export const relationshipProcedure = start('relationship').use(admitting(admitRelationship));
export const personProcedure = start('person').use(admitting(admitPerson));
export const operatorProcedure = start('operator').use(admitting(admitOperator));
export const viewerProcedure = start('viewer').use(admitting(admitViewer));
export const visitorProcedure = start('visitor').use(admitting<VisitorAccess, Record<never, never>>());

/** Puts the procedures of all features together. */
export const implementContract = implement(contract).$context<RequestContext>().router;
