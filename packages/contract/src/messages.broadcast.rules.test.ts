import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FIRST_NAME, fillIn, isTooLong, longestCopy } from './messages.broadcast.rules.ts';
import { MESSAGE_MAX } from './messages.rules.ts';

describe('a group message', () => {
  it.each([
    [`Hello ${FIRST_NAME}, and again ${FIRST_NAME}.`, 'Nina Park', 'Hello Nina, and again Nina.'],
    ['No name', 'Nina Park', 'No name'],
    [`${FIRST_NAME}!`, '  Zoë\u2003van Dijk ', 'Zoë!'],
    [FIRST_NAME, '$& $1', '$&'],
    [FIRST_NAME, FIRST_NAME, '{first'],
  ])('%j for %j', (body, name, copy) => {
    expect(fillIn(body, name)).toBe(copy);
  });

  it('leaves everything but the name as it was written', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), fc.string({ minLength: 1 }), (parts, name) => {
        const clean = parts.map((part) => part.replaceAll('{', ''));
        const first = name.trim().split(/\s+/u)[0];
        expect(fillIn(clean.join(FIRST_NAME), name)).toBe(clean.join(first));
      }),
    );
  });

  it('is measured by its longest copy', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string()), (body, names) => {
        const longest = longestCopy(`${body}${FIRST_NAME}`, names);
        for (const name of names) {
          expect(fillIn(`${body}${FIRST_NAME}`, name).trim().length).toBeLessThanOrEqual(longest);
        }
      }),
    );
    expect(isTooLong('x'.repeat(MESSAGE_MAX), [])).toBe(false);
    expect(isTooLong(`${'x'.repeat(MESSAGE_MAX - 12)}${FIRST_NAME}`, ['Bo', 'Wolfeschlegelstein'])).toBe(true);
  });
});
