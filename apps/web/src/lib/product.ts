import { version } from '../../package.json';

const meta = (name: string): string =>
  typeof document === 'undefined'
    ? ''
    : (document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '');

export type SignInProvider = { id: string; name: string };

/** Names that the operator of this installation configured. The server writes them into the page. */
export const product = {
  name: meta('product-name') || 'Stridewell',
  contactEmail: meta('contact-email') || 'hello@example.com',
  operatorDomain: meta('operator-domain'),
  /** An external scheduling page for demos. Empty for the built-in scheduler. */
  calendlyUrl: meta('calendly-url'),
  /** A recorded walkthrough for sales talks. Empty without one. */
  walkthroughUrl: meta('walkthrough-url'),
  socialUrl: meta('social-url'),
  /** Services whose accounts sign in here, such as Google. */
  signInProviders: JSON.parse(meta('sign-in-providers') || '[]') as readonly SignInProvider[],
  /** Whether codes can be texted to phones. */
  textsCodes: meta('texts-codes') === 'true',
  /** Whether the page is at the domain of a coach, which is for their clients. */
  isCoachDomain: meta('coach-domain') === 'true',
};

export const CLIENT_INFO = `stridewell-web/${version}`;
