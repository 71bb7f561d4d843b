import { domainOfHost, isWithin } from '@stridewell/contract/domains/domains.rules';
import { getPublicSuffix } from 'tldts';

/**
 * Whether people register names below a domain, at a registry (`co.uk`) or at a company (`github.io`). A coach cannot
 * own it.
 */
export const isPublicSuffix = (domain: string): boolean =>
  getPublicSuffix(domain, { allowPrivateDomains: true }) === domain;

/** The name above a domain; null where it is not one that a person can own. */
export function parentOf(domain: string): string | null {
  const parent = domainOfHost(domain.split('.').slice(1).join('.'));
  return parent === null || isPublicSuffix(parent) ? null : parent;
}

/**
 * Whether a domain belongs to the product: one of its hosts, a name below it, or a name beside it. Of
 * `app.example.com` that is everything in `example.com`.
 */
export function isOfProduct(domain: string, hosts: readonly string[]): boolean {
  return hosts.some((host) => {
    const own = domainOfHost(host);
    return own !== null && isWithin(domain, parentOf(own) ?? own);
  });
}
