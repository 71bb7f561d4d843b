import { listProcedures } from '@stridewell/contract/access';
import { contract } from '@stridewell/contract/router';
import { describe, expect, it } from 'vitest';
import {
  clientProcedure,
  coachProcedure,
  operatorProcedure,
  personProcedure,
  relationshipProcedure,
  viewerProcedure,
  visitorProcedure,
} from './procedures.ts';

const BUILDERS = {
  coach: coachProcedure,
  client: clientProcedure,
  relationship: relationshipProcedure,
  person: personProcedure,
  operator: operatorProcedure,
  viewer: viewerProcedure,
  visitor: visitorProcedure,
};

/** Whether a builder offers a procedure, by the procedure's name like `clients.listClients`. */
function offers(builder: object, name: string): boolean {
  const [feature = '', procedure = ''] = name.split('.');
  return Reflect.get(Reflect.get(builder, feature), procedure) !== undefined;
}

describe('a builder', () => {
  it.each(Object.entries(BUILDERS))('of the kind %s offers the procedures of its callers alone', (kind, builder) => {
    const all = listProcedures(contract);
    const offered = all.filter(({ name }) => offers(builder, name)).map(({ name }) => name);
    expect(offered).toEqual(all.filter(({ access }) => access.allow === kind).map(({ name }) => name));
    expect(offered).not.toEqual([]);
  });

  it('has no handler for a procedure of other callers, which is a type error too', () => {
    // @ts-expect-error the contract admits clients to it, not coaches
    expect(() => coachProcedure.money.getOwnMoney.handler(() => null)).toThrow(TypeError);
  });
});
