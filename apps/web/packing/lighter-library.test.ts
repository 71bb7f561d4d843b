import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { lighten } from './lighter-library.ts';

const read = (name: string, file: string) => {
  const id = path.join(import.meta.dirname, '../../../node_modules', name, file);
  return { id, code: readFileSync(id, 'utf8') };
};

it.each([
  ['@mantine/core', 'esm/components/ScrollArea/ScrollArea.mjs', '@floating-ui/react'],
  ['@mantine/core', 'esm/components/Table/TableScrollContainer.mjs', 'ScrollArea.mjs'],
  ['@mantine/hooks', 'esm/use-id/use-id.mjs', 'setUuid(randomId())'],
  ['@mantine/schedule', 'esm/utils/expand-recurring-events/expand-recurring-events.mjs', '"rrule"'],
])('%s loads %s without %s', (name, file, heavy) => {
  const { id, code } = read(name, file);
  expect(code).toContain(heavy);
  expect(lighten(code, id)).not.toContain(heavy);
});

it('leaves other modules as they are, and tells when the library has changed', () => {
  const { id, code } = read('@mantine/core', 'esm/components/ScrollArea/ScrollArea.mjs');
  expect(lighten(code, '/app/src/main.tsx')).toBeUndefined();
  expect(() => lighten('', id)).toThrow('ScrollArea.mjs no longer has');
});
