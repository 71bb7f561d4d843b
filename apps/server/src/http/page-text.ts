import { createHash } from 'node:crypto';
import type { Notices } from '@stridewell/contract/identity/identity';
import type { Brand } from '../core/brand.ts';
import type { Env } from '../env.ts';

export const attribute = (text: string) => text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;');

type Configured = Pick<
  Env,
  'CONTACT_EMAIL' | 'OPERATOR_DOMAIN' | 'CALENDLY_URL' | 'WALKTHROUGH_URL' | 'SOCIAL_URL' | 'providers' | 'sms'
>;

/** The names of the brand and of this installation that pages show. Providers know the product's host alone. */
export const namesOf = (env: Configured, { name }: Brand, isHosted = false) => ({
  name,
  contactEmail: env.CONTACT_EMAIL,
  operatorDomain: env.OPERATOR_DOMAIN ?? '',
  calendlyUrl: env.CALENDLY_URL ?? '',
  walkthroughUrl: env.WALKTHROUGH_URL ?? '',
  socialUrl: env.SOCIAL_URL,
  /** Only their names: pages are public. */
  signInProviders: isHosted ? [] : env.providers.map(({ id, name: providerName }) => ({ id, name: providerName })),
  /** At the domain of a coach, which is for their clients. */
  isHosted,
  textsCodes: env.sms !== null,
});

export type Names = ReturnType<typeof namesOf>;

/** The names and the notices of the operators, from which scripts read them. */
export function metasOf(names: Names, notices: Notices): string {
  const metas = {
    'product-name': names.name,
    'contact-email': names.contactEmail,
    'operator-domain': names.operatorDomain,
    'calendly-url': names.calendlyUrl,
    'walkthrough-url': names.walkthroughUrl,
    'social-url': names.socialUrl,
    'sign-in-providers': JSON.stringify(names.signInProviders),
    'texts-codes': String(names.textsCodes),
    ...(names.isHosted && { 'coach-domain': 'true' }),
    notices: JSON.stringify(notices),
  };
  return Object.entries(metas)
    .map(([name, content]) => `<meta name="${name}" content="${attribute(content)}" />`)
    .join('\n');
}

const INLINE_SCRIPT = /<script(?: type="importmap")?>([\s\S]*?)<\/script>/g;

/** The scripts within a page, as the content policy names them. */
export function scriptsWithin(html: string): string[] {
  const texts = [...html.matchAll(INLINE_SCRIPT)].map(([, script = '']) => script);
  return [...new Set(texts)].map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
}
