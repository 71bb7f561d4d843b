import { readDomain } from '@stridewell/contract/domains/domains.rules';
import { describe, expect, it } from 'vitest';
import { isOfProduct, isPublicSuffix, parentOf } from './domains.names.rules.ts';

describe('a public suffix', () => {
  it.each([
    ['of a registry', 'co.uk', true],
    ['of a registry for people', 'eu.com', true],
    ['of a company', 'github.io', true],
    ['of a company, with several labels', 's3.amazonaws.com', true],
    ['of a wildcard rule', 'anything.kawasaki.jp', true],
    ['of a wildcard rule for a country', 'anything.ck', true],
    ['in another script', 'xn--55qx5d.cn', true],
    ['is not what stands below it', 'coach.co.uk', false],
    ['is not what stands below one of a company', 'coach.github.io', false],
    ['is not what stands below a wildcard', 'coach.anything.kawasaki.jp', false],
    ['is not an exception of a wildcard', 'city.kawasaki.jp', false],
    ['is not an exception of a country', 'www.ck', false],
    ['is not what stands below one in another script', 'coach.xn--55qx5d.cn', false],
    ['is not a domain for trials', 'portal.example', false],
    ['is not a domain for tests', 'x.test', false],
    ['is not a usual domain', 'portal.example.com', false],
  ])('%s: %s is %s', (_kind, domain, expected) => {
    expect(readDomain(domain)).toEqual({ domain });
    expect(isPublicSuffix(domain)).toBe(expected);
  });
});

it.each([
  ['portal.example.com', 'example.com'],
  ['a.portal.example.com', 'portal.example.com'],
  ['portal.coach.co.uk', 'coach.co.uk'],
  ['coach.co.uk', null],
  ['coach.github.io', null],
  ['example.com', null],
  ['portal.example', null],
])('above %s, people can own %s', (domain, parent) => {
  expect(parentOf(domain)).toBe(parent);
});

describe('the product', () => {
  const hosts = ['app.product.example', 'clients.product.example', 'localhost'];

  it.each([
    'app.product.example',
    'product.example',
    'x.product.example',
    'a.b.app.product.example',
    'clients.product.example',
  ])('owns %s', (domain) => {
    expect(isOfProduct(domain, hosts)).toBe(true);
  });

  it.each(['product.example.org', 'myproduct.example', 'example.org', 'portal.example'])('leaves %s', (domain) => {
    expect(isOfProduct(domain, hosts)).toBe(false);
  });

  it.each(['product.example', 'product.co.uk', 'product.github.io'])('at %s owns it and what is below', (host) => {
    expect(isOfProduct(host, [host])).toBe(true);
    expect(isOfProduct(`x.${host}`, [host])).toBe(true);
    expect(isOfProduct(host.replace('product', 'other'), [host])).toBe(false);
  });
});
