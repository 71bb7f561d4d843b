import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import helmet from 'helmet';

/** Answers under these are data. They are not shown as a page, so they need no word on what a page may do. */
const DATA_PREFIXES = ['/rest/v1/', '/functions/v1/', '/auth/v1/', '/assets/'];

/** The scheduler stands in a frame of our own demo page. Nothing else may be framed by anybody. */
const FRAMED_PATH = '/booking/demo';

type HeaderOptions = {
  https: boolean;
  /** Pages of others that this installation shows in a frame; unset ones are passed over. */
  framed: readonly (string | undefined)[];
  /** Whether cards are taken by Stripe, whose form comes from its own servers. */
  takesCards: boolean;
};

/** Where the checkout that is shown in our page comes from, as its provider documents it. */
const STRIPE = {
  scripts: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://checkout.stripe.com'],
  frames: [
    'https://js.stripe.com',
    'https://*.js.stripe.com',
    'https://hooks.stripe.com',
    'https://checkout.stripe.com',
  ],
  calls: ['https://api.stripe.com', 'https://checkout.stripe.com'],
  images: ['https://*.stripe.com'],
};
const NO_STRIPE: typeof STRIPE = { scripts: [], frames: [], calls: [], images: [] };

function pageHeaders({ https, framed, takesCards }: HeaderOptions, inFrame: boolean) {
  const stripe = takesCards ? STRIPE : NO_STRIPE;
  const frames = framed.flatMap((url) => (url ? [new URL(url).origin] : []));
  return helmet({
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...stripe.scripts],
        // The component library writes style attributes and style elements at run time.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...stripe.images],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...stripe.calls],
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
        objectSrc: ["'none'"],
        frameSrc: ["'self'", ...frames, ...stripe.frames],
        frameAncestors: [inFrame ? "'self'" : "'none'"],
        upgradeInsecureRequests: https ? [] : null,
      },
    },
    frameguard: { action: inFrame ? 'sameorigin' : 'deny' },
    strictTransportSecurity: https,
  });
}

/** The headers that tell browsers what an answer of ours may do. There are two sets of them for pages, made once. */
export const securityHeaders = fp<HeaderOptions>(async (app: FastifyInstance, options) => {
  const { https } = options;
  const setPageHeaders = pageHeaders(options, false);
  const setFramedHeaders = pageHeaders(options, true);
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = reply;
    if (!DATA_PREFIXES.some((prefix) => request.url.startsWith(prefix))) {
      const setHeaders = request.url.split('?')[0] === FRAMED_PATH ? setFramedHeaders : setPageHeaders;
      setHeaders(request.raw, raw, () => done());
      return;
    }
    raw.setHeader('content-security-policy', "default-src 'none'; frame-ancestors 'none'");
    raw.setHeader('cross-origin-resource-policy', 'same-origin');
    raw.setHeader('x-content-type-options', 'nosniff');
    if (https) raw.setHeader('strict-transport-security', 'max-age=31536000; includeSubDomains');
    done();
  });
});
