import type { DkimState, SpfState } from '@stridewell/contract/domains/domains.senders.rules';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dkimOf, dmarcNames, isDmarc, spfOf } from './domains.senders.rules.ts';

const OURS = '_spf.product.example';

describe('an SPF record', () => {
  it.each<[string, string[], SpfState, string | null]>([
    ['alone', [`v=spf1 include:${OURS} ~all`], 'found', null],
    ['beside other records', ['hello', `v=spf1 mx include:${OURS} -all`, 'v=spf10 -all'], 'found', null],
    ['in capitals, with a dot at the end', [`V=SPF1 INCLUDE:${OURS.toUpperCase()}. ~all`], 'found', null],
    ['with a plus', [`v=spf1 +include:${OURS}`], 'found', null],
    ['with several spaces', [`v=spf1   include:other.example   include:${OURS}   ~all`], 'found', null],
    ['behind another include', [`v=spf1 include:other.example include:${OURS} ?all`], 'found', null],
    ['as a redirect to ours', [`v=spf1 redirect=${OURS}`], 'found', null],
    ['that is missing', [], 'missing', null],
    ['of another kind', ['spf2.0/pra include:x', ' v=spf1 -all', 'v=spf1include:x'], 'missing', null],
    ['without ours', ['v=spf1 -all'], 'no_include', null],
    ['that is empty', ['v=spf1'], 'no_include', null],
    ['that refuses ours', [`v=spf1 -include:${OURS} ~all`], 'no_include', null],
    ['that half refuses ours', [`v=spf1 ~include:${OURS} ?include:${OURS} -all`], 'no_include', null],
    ['with ours after the end', [`v=spf1 -all include:${OURS}`], 'no_include', null],
    ['with a longer name', [`v=spf1 include:x${OURS} include:${OURS}.example -all`], 'no_include', null],
    ['twice', [`v=spf1 include:${OURS} ~all`, 'v=spf1 -all'], 'several', null],
    ['that leads elsewhere', ['v=spf1 mx redirect=Other.Example.'], 'no_include', 'other.example'],
    ['with a redirect that receivers ignore', ['v=spf1 redirect=other.example -all'], 'no_include', null],
    ['with two redirects', ['v=spf1 redirect=a.example redirect=b.example'], 'no_include', null],
    ['with a macro', ['v=spf1 redirect=%{d}._spf.example'], 'no_include', null],
  ])('%s', (_kind, texts, state, redirect) => {
    expect(spfOf(texts, OURS)).toEqual({ state, redirect });
  });

  it('never throws', () => {
    const part = fc.oneof(fc.constantFrom('v=spf1', ' ', 'include:', 'redirect=', OURS, 'all', '-'), fc.string());
    fc.assert(
      fc.property(fc.array(fc.array(part).map((parts) => parts.join(''))), (texts) => {
        expect(['found', 'missing', 'no_include', 'several']).toContain(spfOf(texts, OURS).state);
      }),
    );
  });
});

describe('a DKIM record', () => {
  const KEY = 'MIIB+/8=';

  it.each<[string, string[], DkimState]>([
    ['as we show it', [`v=DKIM1; k=rsa; p=${KEY}`], 'found'],
    ['with the key alone', [`p=${KEY}`], 'found'],
    ['with white space in the key', ['v=DKIM1;k=rsa ; p = MIIB+ /8\t= ;'], 'found'],
    ['with other tags', [`v=DKIM1; h=sha1:sha256; s=email; t=s; n=note; p=${KEY}; x=1`], 'found'],
    ['for all services', [`v=DKIM1; s=*; p=${KEY}`], 'found'],
    ['beside another text', ['hello', `v=DKIM1; p=${KEY}`], 'found'],
    ['that is missing', [], 'missing'],
    ['of another kind', ['v=spf1 -all'], 'missing'],
    ['with another key', ['v=DKIM1; p=MIIC'], 'other_key'],
    ['with a part of the key', [`v=DKIM1; p=${KEY.slice(0, -2)}`], 'other_key'],
    ['with another kind of key', [`v=DKIM1; k=ed25519; p=${KEY}`], 'other_key'],
    ['of another version', [`v=DKIM2; p=${KEY}`], 'other_key'],
    ['for another service', [`v=DKIM1; s=tlsrpt; p=${KEY}`], 'other_key'],
    ['for weak signatures alone', [`v=DKIM1; h=sha1; p=${KEY}`], 'other_key'],
    ['that is revoked', ['v=DKIM1; k=rsa; p='], 'revoked'],
    ['twice', [`v=DKIM1; p=${KEY}`, `v=DKIM1; p=${KEY}`], 'several'],
  ])('%s', (_kind, texts, state) => {
    expect(dkimOf(texts, KEY)).toBe(state);
  });
});

it('a DMARC record is looked for at the domain and above, but at few names', () => {
  expect(dmarcNames('example.org')).toEqual(['_dmarc.example.org']);
  expect(dmarcNames('mail.example.org')).toEqual(['_dmarc.mail.example.org', '_dmarc.example.org']);
  expect(dmarcNames(`${'a.'.repeat(100)}example.org`)).toHaveLength(4);
  expect(['v=DMARC1; p=none', 'V=dmarc1', 'v=DMARC1;'].every(isDmarc)).toBe(true);
  expect(['v=DMARC10', 'DMARC1', 'x v=DMARC1'].some(isDmarc)).toBe(false);
});
