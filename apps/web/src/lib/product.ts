import { version } from '../../package.json';

const meta = (name: string): string =>
  typeof document === 'undefined'
    ? ''
    : (document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '');

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
};

export const CLIENT_INFO = `stridewell-web/${version}`;
