import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { withAddresses } from './clean-install.mjs';

const REGISTRY = 'http://localhost:4873';

it('gives every package of the registry its address, also nested and scoped ones', () => {
  const integrity = 'sha512-x';
  const { packages } = withAddresses(
    {
      packages: {
        '': { version: '0.1.0' },
        'apps/web': { version: '0.1.0' },
        'node_modules/@own/web': { link: true, resolved: 'apps/web' },
        'node_modules/zod': { version: '4.0.1', integrity },
        'apps/web/node_modules/@scope/tool': { version: '1.2.3-beta.1', integrity },
      },
    },
    REGISTRY,
  );
  expect(Object.values(packages).map(({ resolved }) => resolved)).toEqual([
    undefined,
    undefined,
    'apps/web',
    'http://localhost:4873/zod/-/zod-4.0.1.tgz',
    'http://localhost:4873/@scope/tool/-/tool-1.2.3-beta.1.tgz',
  ]);
});

it('leaves checksums and everything else of the lock file as they are', () => {
  const lock = JSON.parse(readFileSync(path.join(import.meta.dirname, '../package-lock.json'), 'utf8'));
  const { packages, ...rest } = withAddresses(lock, REGISTRY);
  const without = Object.entries(packages).map(([place, { resolved, ...entry }]) => [
    place,
    resolved?.startsWith(REGISTRY) ? entry : { ...entry, ...(resolved && { resolved }) },
  ]);
  expect({ ...rest, packages: Object.fromEntries(without) }).toEqual(lock);
});
