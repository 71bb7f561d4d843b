import { version } from '../../package.json';

const meta = (name: string): string =>
  typeof document === 'undefined'
    ? ''
    : (document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '');

/** Names that the operator of this installation configured; the server writes them into the page. */
export const product = {
  name: meta('product-name') || 'Stridewell',
  contactEmail: meta('contact-email') || 'hello@example.com',
  operatorDomain: meta('operator-domain'),
  /** A scheduling page of somebody else to book demos on; empty for our own. */
  calendlyUrl: meta('calendly-url'),
  /** A recorded walkthrough, for those who show the product; empty without one. */
  walkthroughUrl: meta('walkthrough-url'),
  socialUrl: meta('social-url'),
};

/** The name at the left end of the bar. */
export const nameInBar = (): string => product.name;

export const CLIENT_INFO = `stridewell-web/${version}`;
