import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { safeFileName, untaken } from './privacy.rules.ts';

describe('a name for a file', () => {
  it.each([
    ['Ana Lima', 'Ana Lima'],
    ['../../etc/passwd', 'etc passwd'],
    ['C:\\Users\\me', 'C Users me'],
    ['a\u0000b', 'a b'],
    ['\u202Egnp.exe', 'gnp.exe'],
    ['trailing. . ', 'trailing'],
    ['', 'coach'],
    ['...', 'coach'],
    ['CON', 'coach'],
    ['nul.txt', 'coach'],
    ['Zoë 张伟', 'Zoë 张伟'],
  ])('made of %j is %j', (given, name) => {
    expect(safeFileName(given, 'coach')).toBe(name);
  });

  it('is short, and never half a character', () => {
    expect(safeFileName('😀'.repeat(300), 'x')).toBe('😀'.repeat(80));
  });

  it('of any text is one that file systems take', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (given) => {
        const name = safeFileName(given, 'file');
        expect(name).toMatch(/^[^/\\<>:"|?*\p{Cc}\p{Cf}]+$/u);
        expect(name).not.toMatch(/^[.\s]|[.\s]$/);
        expect(Array.from(name).length).toBeLessThanOrEqual(80);
      }),
    );
  });
});

it('names that are alike get numbers', () => {
  const taken = new Set<string>();
  expect(['Ana', 'ana', 'Ben', 'ANA'].map((name) => untaken(name, taken))).toEqual(['Ana', 'ana-2', 'Ben', 'ANA-3']);
});
