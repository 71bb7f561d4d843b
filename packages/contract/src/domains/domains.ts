import { z } from 'zod';
import { procedure } from '../errors.ts';
import { id, instant } from '../fields.ts';
import {
  DOMAIN_INPUT_CHARACTERS,
  DOMAIN_PROBLEMS,
  DOMAIN_STATUSES,
  NAME_PROBLEMS,
  readDomain,
} from './domains.rules.ts';

export const domainInput = z.object({
  domain: z
    .string()
    .max(DOMAIN_INPUT_CHARACTERS, NAME_PROBLEMS.length)
    .superRefine((text, context) => {
      const read = readDomain(text);
      if ('problem' in read) context.addIssue(NAME_PROBLEMS[read.problem]);
    }),
});

/** A record that the coach sets where they manage the domain. */
export const dnsRecord = z.object({ type: z.enum(['CNAME', 'A', 'AAAA', 'TXT']), name: z.string(), value: z.string() });
export type DnsRecord = z.infer<typeof dnsRecord>;

/** A domain at which a coach's clients sign in. */
export const ownDomain = z.object({
  /** In the form that DNS uses. */
  domain: z.string(),
  status: z.enum(DOMAIN_STATUSES),
  problem: z.enum(DOMAIN_PROBLEMS).nullable(),
  /** Leads the domain here. */
  address: dnsRecord,
  /** For a domain whose name can have no CNAME record; empty where the installation has no fixed addresses. */
  addressesInstead: z.array(dnsRecord),
  /** Proves who owns the domain. */
  ownership: dnsRecord,
  /** Null before the first check. */
  checkedAt: instant.nullable(),
  verifiedAt: instant.nullable(),
  /** When a failing domain stops working; null unless it is failing. */
  stopsAt: instant.nullable(),
});
export type OwnDomain = z.infer<typeof ownDomain>;

export const domainClaim = z.object({ domain: ownDomain });

const tags = ['domains'];
const ofCoach = z.object({ coachId: id });
const gated = { allow: 'coach', plan: 'white_label' } as const;

export const domains = {
  getDomain: procedure(gated)
    .route({ method: 'GET', path: '/own_domain', tags, summary: 'Get the domain of the calling coach' })
    .input(ofCoach)
    .output(
      z.object({
        domain: ownDomain.nullable(),
        /** Whether domains are set up on this installation. */
        isOffered: z.boolean(),
      }),
    ),
  claimDomain: procedure(gated)
    .route({ method: 'PUT', path: '/own_domain', tags, summary: 'Claim a domain; repeating changes nothing' })
    .input(domainInput.extend({ coachId: id }))
    .output(domainClaim)
    .errors({
      DOMAINS_NOT_OFFERED: { status: 409, message: 'Domains are not available here yet.' },
      DOMAIN_REFUSED: { status: 422, message: 'This domain belongs to the platform. Please enter your own domain.' },
      DOMAIN_IN_USE: { status: 409, message: 'You already have a domain. Remove it before you add another one.' },
    }),
  checkDomain: procedure(gated)
    .route({ method: 'POST', path: '/own_domain/check', tags, summary: 'Check the DNS records of the domain now' })
    .input(ofCoach)
    .output(domainClaim),
  removeDomain: procedure({ allow: 'coach' })
    .route({
      method: 'DELETE',
      path: '/own_domain',
      tags,
      summary: 'Remove the domain, on every plan; repeating changes nothing',
    })
    .input(ofCoach)
    .output(z.object({ domain: z.null() })),
};
