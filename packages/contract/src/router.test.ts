import { isContractProcedure } from '@orpc/contract';
import { expect, it } from 'vitest';
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
