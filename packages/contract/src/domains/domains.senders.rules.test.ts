import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ADDRESS_CHARACTERS, type AddressProblem, isSenderOf, readSenderAddress } from './domains.senders.rules.ts';
import { senderInput } from './domains.ts';

describe('a sender address', () => {
  it.each([
    ['hello@example.com', 'hello@example.com', 'example.com'],
    ['  Hello.There+x@Mail.Example.COM ', 'hello.there+x@mail.example.com', 'mail.example.com'],
    ['anna_smith-1@bücher.example', 'anna_smith-1@xn--bcher-kva.example', 'xn--bcher-kva.example'],
  ])('%j is %s', (text, address, domain) => {
    expect(readSenderAddress(text)).toEqual({ address, domain });
    expect(senderInput.safeParse({ address: text }).success).toBe(true);
  });

  it.each<[string, AddressProblem]>([
    ['', 'format'],
    ['hello', 'format'],
    ['@example.com', 'format'],
    ['hello@', 'format'],
    ['a@b@example.com', 'format'],
    ['hello@example', 'format'],
    ['hello@127.0.0.1', 'format'],
    ['hello@[::1]', 'format'],
    ['hello@example.com:25', 'format'],
    ['hello@https://example.com', 'format'],
    ['.hello@example.com', 'format'],
    ['hello.@example.com', 'format'],
    ['hel..lo@example.com', 'format'],
    ['hel lo@example.com', 'format'],
    ['"hello"@example.com', 'format'],
    ['héllo@example.com', 'format'],
    ['Hello <hello@example.com>', 'format'],
    ['hello@example.com>', 'format'],
    ['hello@example.com, b@example.com', 'format'],
    ['hello@example.com\r\nBcc: b@example.com', 'format'],
    ['a\r\nBcc: b@example.com', 'format'],
    ['hello\u0000@example.com', 'format'],
    [`${'a'.repeat(65)}@example.com`, 'format'],
    [`hello@${'a.'.repeat(123)}example`, 'format'],
    ['a'.repeat(100_000), 'format'],
    ['Postmaster@example.com', 'mailbox'],
    ['mailer-daemon@example.com', 'mailbox'],
  ])('%j is none: %s', (text, problem) => {
    expect(readSenderAddress(text)).toEqual({ problem });
    expect(senderInput.safeParse({ address: text }).success).toBe(false);
  });

  it('reads as itself, and has no sign that a header could take for another', () => {
    const domain = fc.constantFrom('example.com', 'BÜCHER.example', 'a-b.example.org.');
    const mailbox = fc.oneof(fc.stringMatching(/^[a-zA-Z0-9._+-]{1,9}$/), fc.string({ unit: 'binary' }));
    const text = fc.tuple(mailbox, domain).map((parts) => parts.join('@'));
    fc.assert(
      fc.property(text, (typed) => {
        const read = readSenderAddress(typed);
        if ('problem' in read) return;
        expect(read.address).toMatch(/^[a-z0-9._+-]+@[a-z0-9.-]+$/);
        expect(read.address.length).toBeLessThanOrEqual(ADDRESS_CHARACTERS);
        expect(readSenderAddress(read.address)).toEqual(read);
      }),
    );
  });
});

it.each([
  ['example.com', 'portal.example.com', true],
  ['portal.example.com', 'portal.example.com', true],
  ['mail.portal.example.com', 'portal.example.com', true],
  ['mail.example.com', 'portal.example.com', false],
  ['myexample.com', 'example.com', false],
  ['example.com', 'myexample.com', false],
])('an address at %s belongs to the domain %s: %s', (sender, domain, expected) => {
  expect(isSenderOf(sender, domain)).toBe(expected);
});
