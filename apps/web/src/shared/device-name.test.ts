import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeDevice } from './device-name.ts';

const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)';

describe('a device in words', () => {
  it.each([
    [`${MAC} AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36`, 'Chrome on Mac'],
    [`${MAC} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15`, 'Safari on Mac'],
    [`${WINDOWS} AppleWebKit/537.36 Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0`, 'Edge on Windows'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0', 'Firefox on Linux'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1',
      'Safari on iPhone',
    ],
    ['Mozilla/5.0 (Linux; Android 14) Chrome/130.0.0.0 Mobile Safari/537.36', 'Chrome on Android phone'],
    ['curl/8.5.0', 'Unknown device'],
    [null, 'Unknown device'],
  ])('%s', (userAgent, name) => {
    expect(describeDevice(userAgent).name).toBe(name);
  });

  it('never repeats the header, however hostile', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 5000 }), (text) => {
        const { name } = describeDevice(`<script>${text}`);
        expect(name).toMatch(/^[A-Z][A-Za-z ]{2,40}$/);
      }),
    );
  });
});
