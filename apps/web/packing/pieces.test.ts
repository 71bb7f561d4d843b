// @vitest-environment node
import { expect, it } from 'vitest';
import { joinFrame, type ReadPiece } from './pieces.ts';

const piece = (name: string, imports: string[], isLibrary = false, later: string[] = []): ReadPiece => ({
  name,
  text: `export const ${name} = 1;`.repeat(20),
  modules: [`${name}.ts`],
  isLibrary,
  bytes: 100,
  imports,
  later,
});

it('makes two pieces of the frame, and lets other libraries share files with the product', async () => {
  const pieces = await joinFrame(
    [
      piece('main', ['react', 'shell'], false, ['page']),
      piece('react', [], true),
      piece('shell', ['react'], false, ['menu']),
      piece('page', ['shell', 'chart']),
      piece('chart', ['react'], true),
      piece('menu', ['main']),
    ],
    'main.ts',
  );
  const listed = pieces.map(({ name, modules, isLibrary, imports, later }) => [
    name,
    modules,
    isLibrary,
    imports,
    later,
  ]);
  expect(listed).toEqual([
    ['frame', ['main.ts', 'shell.ts'], false, ['libraries of the frame'], ['page', 'menu']],
    ['libraries of the frame', ['react.ts'], true, [], []],
    ['chart', ['chart.ts'], false, ['libraries of the frame'], []],
    ['menu', ['menu.ts'], false, ['frame'], []],
    ['page', ['page.ts'], false, ['frame', 'chart'], []],
  ]);
  expect(pieces[0]?.bytes).toBeGreaterThan(20);
});
