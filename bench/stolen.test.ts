import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readProcessorTime, stolenShare } from './stolen.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'stolen-'));
const file = path.join(folder, 'stat');
afterAll(() => rmSync(folder, { recursive: true }));

function read(line: string) {
  writeFileSync(file, `${line}\ncpu0 1 1 1 1 1 1 1 1 0 0\nintr 5\n`);
  return readProcessorTime(file);
}

it('is the share of the time that other machines took between two readings', () => {
  const before = read('cpu  100 0 50 800 10 0 0 40 7 7');
  const after = read('cpu  150 0 60 820 10 0 0 60 9 9');
  expect(before).toEqual({ all: 1000, stolen: 40 });
  expect(stolenShare(before, after)).toBeCloseTo(0.2);
});

it('is unknown without time between the readings, or when the system does not count it', () => {
  const reading = read('cpu  100 0 50 800 10 0 0 40 7 7');
  expect(stolenShare(reading, reading)).toBeNull();
  expect(stolenShare(readProcessorTime(`${file}.missing`), reading)).toBeNull();
});
