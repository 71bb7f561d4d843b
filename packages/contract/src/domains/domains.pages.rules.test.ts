import { describe, expect, it } from 'vitest';
import { answerAtDomains } from './domains.pages.rules.ts';

describe('answerAtDomains', () => {
  it.each(['/auth', '/client/dashboard', '/invitation/abc', '/settings', '/privacy-policy'])('serves %s', (path) => {
    expect(answerAtDomains(path)).toBe('serve');
  });

  it('leads from the root to the sign-in', () => {
    expect(answerAtDomains('/')).toBe('sign in');
  });

  it.each([
    '/landing',
    '/pricing',
    '/client',
    '/client/',
    '/clients',
    '/coach/x/client/y',
    '/operator',
    '//client/x',
    '/auth/x',
    '/AUTH',
    '',
  ])('leaves %s to the product', (path) => {
    expect(answerAtDomains(path)).toBe('product');
  });
});
