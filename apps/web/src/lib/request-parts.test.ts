import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { requestParts } from './request-parts.ts';

describe('the parts of an import', () => {
  it('have at most so many rows', () => {
    const rows = Array.from({ length: 1200 }, (_, index) => ({ index }));
    expect(requestParts(rows, 500).map(({ length }) => length)).toEqual([500, 500, 200]);
    expect(requestParts([], 500)).toEqual([]);
  });

  it('keep every row in its order, in requests that the server takes', () => {
    const row = fc.record({ text: fc.string({ unit: 'grapheme', maxLength: 30_000, size: 'max' }) });
    fc.assert(
      fc.property(fc.array(row, { maxLength: 30 }), fc.integer({ min: 1, max: 12 }), (rows, most) => {
        const parts = requestParts(rows, most);
        expect(parts.flat()).toEqual(rows);
        for (const part of parts) {
          expect(part.length).toBeLessThanOrEqual(most);
          if (part.length > 1) expect(new TextEncoder().encode(JSON.stringify(part)).length).toBeLessThan(1_000_000);
        }
      }),
      { numRuns: 20 },
    );
  });
});
