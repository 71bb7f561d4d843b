import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '..');
const library = path.join(root, 'node_modules/@mantine/core');
const read = (...parts: string[]) => readFileSync(path.join(...parts), 'utf8');
const imports = [...read(root, 'apps/web/src/app/mantine.css').matchAll(/styles\/([\w-]+)\.css/g)];
const imported = imports.map(([, name = '']) => name);

it('every component that the web app or the site uses has its styles', () => {
  const used = new Set(
    globSync('apps/{web,site}/src/**/*.tsx', { cwd: root }).flatMap((file) =>
      [...read(root, file).matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)].flatMap(([, names = '']) =>
        names.split(',').map((name) => name.trim()),
      ),
    ),
  );
  expect(used.size).toBeGreaterThan(20);
  const styled = [...used].filter((name) => existsSync(path.join(library, 'styles', `${name}.css`)));
  expect(styled.filter((name) => !imported.includes(name))).toEqual([]);
});

it('styles come in the order of the library, where what a component is made of comes first', () => {
  const all = read(library, 'styles.css');
  const places = imported.flatMap((name) => {
    const [first] = /\.m_[0-9a-f]+/.exec(read(library, 'styles', `${name}.css`)) ?? [];
    return first ? [all.indexOf(first)] : [];
  });
  expect(places.length).toBeGreaterThan(20);
  expect(places).toEqual([...places].sort((one, other) => one - other));
});
