import { domainOfHost } from '@stridewell/contract/domains/domains.rules';
import { z } from 'zod';

/** A name that browsers can open, in the form that DNS uses. */
export const hostName = z.string().transform((text, context) => {
  const domain = domainOfHost(text);
  if (domain !== null) return domain;
  context.addIssue('is not the name of a host, like portal.example.com');
  return z.NEVER;
});
