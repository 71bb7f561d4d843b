import { domainOfHost } from '@stridewell/contract/domains/domains.rules';
import { z } from 'zod';

/** A name that browsers can open, in the form that DNS uses. */
export const hostName = z.string().transform((text, context) => {
  const domain = domainOfHost(text);
  if (domain !== null) return domain;
  context.addIssue('is not the name of a host, like portal.example.com');
  return z.NEVER;
});

/** A name that only DNS uses, whose labels may begin with an underscore. */
export const dnsName = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/, 'is not a name of DNS, like _spf.example.com');
