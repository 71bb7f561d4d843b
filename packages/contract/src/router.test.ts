import { isContractProcedure } from '@orpc/contract';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { contract } from './router.ts';

it('every procedure has an address of its own', () => {
  const addresses = Object.values(contract).flatMap((procedures) =>
    Object.values(procedures).flatMap((value) => {
      if (!isContractProcedure(value)) return [];
      const { method, path } = value['~orpc'].route;
      // The names of parameters do not tell two addresses apart.
      return [`${method} ${path?.replaceAll(/\{[^}]+\}/g, '{}')}`];
    }),
  );
  expect(addresses.length).toBeGreaterThan(100);
  expect(addresses.filter((address, index) => addresses.indexOf(address) !== index)).toEqual([]);
});

/** Columns that hold more than four bytes, and amounts that are compared with ours and never stored. */
const LARGE = /^(?:audit\.list\w+Entries|accounts\.listAccountEntries) \.before$|^accounts\.changePlan \.price\.\w+$/;
const LARGEST = 2_147_483_647;
type Schema = { type?: string; maximum?: number; minimum?: number; [keyword: string]: unknown };

/** The paths of all integers in a schema that no column of four bytes could hold. */
const integersIn = (value: unknown, path: string): string[] => {
  if (typeof value !== 'object' || value === null) return [];
  const { type, maximum = Infinity, minimum = -Infinity, properties, ...keywords } = value as Schema;
  const found = type === 'integer' && (maximum > LARGEST || minimum < -LARGEST) ? [path] : [];
  const named = Object.entries(Object(properties)).flatMap(([name, of]) => integersIn(of, `${path}.${name}`));
  return [...found, ...named, ...Object.values(keywords).flatMap((of) => integersIn(of, path))];
};

it('every integer of an input fits its column', () => {
  const found = Object.entries(contract).flatMap(([feature, procedures]) =>
    Object.entries(procedures).flatMap(([name, value]) => {
      const schema = isContractProcedure(value) ? value['~orpc'].inputSchema : undefined;
      if (!(schema instanceof z.ZodType)) return [];
      return integersIn(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), `${feature}.${name} `);
    }),
  );
  expect(found.filter((path) => !LARGE.test(path))).toEqual([]);
});
