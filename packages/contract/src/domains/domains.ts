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
import {
  ADDRESS_INPUT_CHARACTERS,
  ADDRESS_PROBLEMS,
  DKIM_STATES,
  readSenderAddress,
  SPF_STATES,
} from './domains.senders.rules.ts';

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
  /** Where a sender address is easiest to set up: above the domain where people can own that name, or at the domain. */
  mailDomain: z.string(),
  /** Null before the first check. */
  checkedAt: instant.nullable(),
  verifiedAt: instant.nullable(),
  /** When a failing domain stops working; null unless it is failing. */
  stopsAt: instant.nullable(),
});
export type OwnDomain = z.infer<typeof ownDomain>;

export const domainClaim = z.object({ domain: ownDomain });

export const senderInput = z.object({
  address: z
    .string()
    .max(ADDRESS_INPUT_CHARACTERS, ADDRESS_PROBLEMS.format)
    .superRefine((text, context) => {
      const read = readSenderAddress(text);
      if ('problem' in read) context.addIssue(ADDRESS_PROBLEMS[read.problem]);
    }),
});

/** The address that mails in the coach's brand come from. */
export const ownSender = z.object({
  address: z.string(),
  /** Both records were found, and the domain is verified. */
  isReady: z.boolean(),
  /** Allows our mail servers. An SPF record that exists already gets the part `include:...`. */
  spf: z.object({ record: dnsRecord, include: z.string(), state: z.enum(SPF_STATES) }),
  /** The public key of the signature of mails. */
  dkim: z.object({ record: dnsRecord, state: z.enum(DKIM_STATES) }),
  /** Whether the domain has a DMARC record; null before that was seen. Advice only. */
  hasDmarc: z.boolean().nullable(),
  /** The DNS servers did not answer the latest check, so it changed nothing. */
  isUnreachable: z.boolean(),
  /** Null before the first check. */
  checkedAt: instant.nullable(),
});
export type OwnSender = z.infer<typeof ownSender>;

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
        sender: ownSender.nullable(),
        /** Whether mails can come from addresses of coaches on this installation. */
        isSenderOffered: z.boolean(),
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
    .route({
      method: 'POST',
      path: '/own_domain/check',
      tags,
      summary: 'Check the DNS records of the domain and of the sender address now',
    })
    .input(ofCoach)
    .output(domainClaim.extend({ sender: ownSender.nullable() })),
  saveSender: procedure(gated)
    .route({
      method: 'PUT',
      path: '/own_domain/sender',
      tags,
      summary: 'Choose the sender address; repeating changes nothing',
    })
    .input(senderInput.extend({ coachId: id }))
    .output(z.object({ sender: ownSender }))
    .errors({
      SENDERS_NOT_OFFERED: { status: 409, message: 'Sender addresses are not available here yet.' },
      DOMAIN_NOT_VERIFIED: { status: 409, message: 'Verify your domain first.' },
      ADDRESS_REFUSED: { status: 422, message: 'Please enter an address at your own domain.' },
    }),
  removeSender: procedure({ allow: 'coach' })
    .route({
      method: 'DELETE',
      path: '/own_domain/sender',
      tags,
      summary: 'Remove the sender address, on every plan; repeating changes nothing',
    })
    .input(ofCoach)
    .output(z.object({ sender: z.null() })),
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
