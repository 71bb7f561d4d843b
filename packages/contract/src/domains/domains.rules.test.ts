import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DOMAIN_CHARACTERS, domainOfHost, type NameProblem, readDomain } from './domains.rules.ts';
import { domainInput } from './domains.ts';

describe('a domain', () => {
  it.each([
    ['portal.example.com', 'portal.example.com'],
    ['  Portal.Example.COM  ', 'portal.example.com'],
    ['portal.example.com.', 'portal.example.com'],
    ['portal.example.com:8443', 'portal.example.com'],
    ['portal.example.com.:443', 'portal.example.com'],
    ['https://portal.example.com/', 'portal.example.com'],
    ['HTTP://PORTAL.example.com', 'portal.example.com'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['BÜCHER.example', 'xn--bcher-kva.example'],
    ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
    ['コーチ。example', 'xn--tck2a6m.example'],
    ['faß.example', 'xn--fa-hia.example'],
    [`${'a'.repeat(63)}.example`, `${'a'.repeat(63)}.example`],
  ])('reads %s as %s', (text, domain) => {
    expect(readDomain(text)).toEqual({ domain });
    expect(domainInput.safeParse({ domain: text }).success).toBe(true);
  });

  it.each<[string, NameProblem]>([
    ['', 'format'],
    ['.', 'format'],
    ['..', 'format'],
    ['portal..example.com', 'format'],
    ['.example.com', 'format'],
    ['portal.example.com..', 'format'],
    ['-portal.example.com', 'format'],
    ['portal-.example.com', 'format'],
    ['por_tal.example.com', 'format'],
    ['*.example.com', 'format'],
    ['portal.example.com/path', 'format'],
    ['portal.example.com?x', 'format'],
    ['portal.example.com#x', 'format'],
    ['user@example.com', 'format'],
    ['user:secret@example.com', 'format'],
    ['portal.example.com:port', 'format'],
    ['portal example.com', 'format'],
    ['portal.exa\u0000mple.com', 'format'],
    ['portal.exa\nmple.com', 'format'],
    ['portal.exa\u200bmple.com', 'format'],
    ['portal.exa\u00admple.com', 'format'],
    ['portal%2eexample.com', 'format'],
    ['javascript:alert(1)', 'format'],
    ['example.123', 'format'],
    [`${'a'.repeat(64)}.example`, 'format'],
    ['127.0.0.1', 'address'],
    ['127.1', 'address'],
    ['0x7f.1', 'address'],
    ['2130706433', 'address'],
    ['10.0.0.1:3000', 'address'],
    ['１２７.0.0.1', 'address'],
    ['[::1]', 'address'],
    ['[::1]:3000', 'address'],
    ['::1', 'address'],
    ['localhost', 'suffix'],
    ['portal', 'suffix'],
    ['portal.localhost', 'suffix'],
    ['printer.local', 'suffix'],
    ['db.internal', 'suffix'],
    ['hidden.onion', 'suffix'],
    ['1.0.0.10.in-addr.arpa', 'suffix'],
    [`${'a.'.repeat(126)}example`, 'length'],
    ['a'.repeat(301), 'length'],
  ])('refuses %j: %s', (text, problem) => {
    expect(readDomain(text)).toEqual({ problem });
    expect(domainInput.safeParse({ domain: text }).success).toBe(false);
  });

  const label = fc.stringMatching(/^[a-z0-9]([a-z0-9-]{0,8}[a-z0-9])?$/).filter((text) => !/^xn--|^..--/.test(text));
  const domain = fc
    .tuple(label, label, fc.constantFrom('com', 'example', 'coach', 'de'))
    .map((labels) => labels.join('.'))
    .filter((text) => 'domain' in readDomain(text));

  it('has one form, however it is typed', () => {
    const around = fc.record({ port: fc.constantFrom('', ':80', ':65535'), dot: fc.constantFrom('', '.') });
    fc.assert(
      fc.property(domain, around, fc.boolean(), (name, { port, dot }, isUpper) => {
        const typed = `${isUpper ? name.toUpperCase() : name}${dot}${port}`;
        expect(readDomain(typed)).toEqual({ domain: name });
        expect(domainOfHost(typed)).toBe(name);
      }),
    );
  });

  it('never throws, and what it accepts is a plain name of DNS that reads as itself', () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string(),
      fc.webUrl(),
      fc.ipV4(),
      fc.ipV6(),
      fc.domain(),
    );
    fc.assert(
      fc.property(hostile, (text) => {
        const read = readDomain(text);
        if ('problem' in read) return;
        expect(read.domain).toMatch(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]*[a-z][a-z0-9-]*$/);
        expect(read.domain.length).toBeLessThanOrEqual(DOMAIN_CHARACTERS);
        expect(readDomain(read.domain)).toEqual(read);
        expect(new URL(`https://${read.domain}/`).hostname).toBe(read.domain);
      }),
      { numRuns: 2000 },
    );
  });
});
