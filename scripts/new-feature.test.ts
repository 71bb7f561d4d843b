import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CHANGED, writeFeature } from './new-feature.mjs';
import { ROOT } from './run-command.mjs';

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'stridewell-feature-'));
  for (const file of CHANGED) cpSync(path.join(ROOT, file), path.join(root, file), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

it('has a place in each file of today that lists features, and one folder a side', () => {
  const files = writeFeature(root, 'coaching/diaries');
  expect(files).toEqual(expect.arrayContaining([...CHANGED]));
  for (const file of CHANGED) expect([file, read(file).includes('diaries')]).toEqual([file, true]);
  expect(read('packages/contract/src/features.ts')).toContain(
    "{ name: 'diaries', group: 'coaching', band: 'domain', procedures: { diaries } },",
  );
  expect(files).toContain('apps/web/src/features/diaries/diary-list.tsx');
  // A migration and the journal come with them.
  expect(files.length + 2).toBeLessThanOrEqual(15);
  for (const file of files) expect([file, read(file).match(/\bthings?\b/i)]).toEqual([file, null]);
  expect(read('apps/server/src/features/diaries/diaries.service.ts')).toContain('changes nothing');
});

it.each([
  ['coaching/clients', "There is a feature 'clients' already."],
  ['sports/goals', "There is no group 'sports'."],
  ['coaching/Goal', "'Goal' is no name"],
  ['', "There is no group ''."],
])('refuses %j with a reason, and writes nothing', (feature, reason) => {
  const before = CHANGED.map(read);
  expect(() => writeFeature(root, feature)).toThrow(reason);
  expect(CHANGED.map(read)).toEqual(before);
});
