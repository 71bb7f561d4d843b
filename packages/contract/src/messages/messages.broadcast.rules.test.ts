import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  FIRST_NAME_PLACEHOLDER,
  isBroadcastTooLong,
  longestCopyLength,
  personalizeMessage,
} from './messages.broadcast.rules.ts';
import { MESSAGE_MAX } from './messages.rules.ts';

describe('a group message', () => {
  it.each([
    [
      `Hello ${FIRST_NAME_PLACEHOLDER}, and again ${FIRST_NAME_PLACEHOLDER}.`,
      'Nina Park',
      'Hello Nina, and again Nina.',
    ],
    ['No name', 'Nina Park', 'No name'],
    [`${FIRST_NAME_PLACEHOLDER}!`, '  Zoë\u2003van Dijk ', 'Zoë!'],
    [FIRST_NAME_PLACEHOLDER, '$& $1', '$&'],
    [FIRST_NAME_PLACEHOLDER, FIRST_NAME_PLACEHOLDER, '{first'],
  ])('%j for %j', (body, name, copy) => {
    expect(personalizeMessage(body, name)).toBe(copy);
  });

  it('leaves everything but the name as it was written', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), fc.string({ minLength: 1 }), (parts, name) => {
        const clean = parts.map((part) => part.replaceAll('{', ''));
        const first = name.trim().split(/\s+/u)[0];
        expect(personalizeMessage(clean.join(FIRST_NAME_PLACEHOLDER), name)).toBe(clean.join(first));
      }),
    );
  });

  it('is measured by its longest copy', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string()), (body, names) => {
        const longest = longestCopyLength(`${body}${FIRST_NAME_PLACEHOLDER}`, names);
        for (const name of names) {
          expect(personalizeMessage(`${body}${FIRST_NAME_PLACEHOLDER}`, name).trim().length).toBeLessThanOrEqual(
            longest,
          );
        }
      }),
    );
    expect(isBroadcastTooLong('x'.repeat(MESSAGE_MAX), [])).toBe(false);
    expect(
      isBroadcastTooLong(`${'x'.repeat(MESSAGE_MAX - 12)}${FIRST_NAME_PLACEHOLDER}`, ['Bo', 'Wolfeschlegelstein']),
    ).toBe(true);
  });
});
