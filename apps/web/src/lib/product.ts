const meta = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';

/** Names that the operator of this installation configured; the server writes them into the page. */
export const product = {
  name: meta('product-name') || 'Stridewell',
  contactEmail: meta('contact-email') || 'hello@example.com',
  operatorDomain: meta('operator-domain'),
};

export const CLIENT_INFO = `stridewell-web/${import.meta.env.VITE_APP_VERSION ?? '0.1.0'}`;
