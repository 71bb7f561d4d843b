import { describe, expect, it } from 'vitest';
import { hueOf } from './client-avatar.tsx';

const NAMES = ['Amara Diallo', 'Carlos Mendes', 'Daniel Kim', 'Elena Petrova', 'Grace Whitfield', 'Hannah Schmidt'];

describe('the tint of a client', () => {
  it('is the same wherever the name stands, and one of twelve', () => {
    for (const name of NAMES) {
      expect(hueOf(name)).toBe(hueOf(name));
      expect(hueOf(name) % 30).toBe(0);
    }
  });

  it('differs between neighbours of a list', () => {
    const hues = NAMES.map(hueOf);
    expect(hues.slice(1).filter((hue, index) => hue === hues[index])).toEqual([]);
  });

  it('is spread over all hues', () => {
    const names = Array.from({ length: 400 }, (_, index) => `Client ${index}`);
    expect(new Set(names.map(hueOf)).size).toBe(12);
  });
});
