import type { FastifyInstance, FastifyReply } from 'fastify';
import fp from 'fastify-plugin';
import helmet from 'helmet';

/** The worker that reads codes of packs: a script that compiles its reader. A worker has the policy of its own file. */
const READER_WORKER = /^\/assets\/foodlogs\.barcode-worker-/;
const READER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

/** Answers under these paths are data and never shown as a page, so they need no content policy. */
const DATA_PREFIXES = ['/rest/v1/', '/functions/v1/', '/auth/v1/', '/assets/'];

/** Our demo page shows the scheduler in a frame. No other page may be framed. */
const FRAMED_PATH = '/booking/demo';

type HeaderOptions = {
  https: boolean;
  /** External pages that this installation shows in a frame. Unset ones are ignored. */
  framed: readonly (string | undefined)[];
  /** Whether Stripe takes cards. Its form is loaded from Stripe's servers. */
  takesCards: boolean;
};

/** Origins of the embedded checkout, from Stripe's documentation. */
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

/** Lets scripts within a page run, by their hashes. */
export function allowScripts({ raw }: FastifyReply, hashes: readonly string[]): void {
  const policy = String(raw.getHeader('content-security-policy') ?? '');
  raw.setHeader(
    'content-security-policy',
    policy.replace("script-src 'self'", ["script-src 'self'", ...hashes].join(' ')),
  );
}

/** Sends security headers with every answer. Pages use one of two sets, which are built once. */
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
    const policy = READER_WORKER.test(request.url) ? READER_POLICY : "default-src 'none'; frame-ancestors 'none'";
    // Not on the raw response: Node sends headers in one go only while it has none yet.
    reply.header('content-security-policy', policy);
    reply.header('cross-origin-resource-policy', 'same-origin');
    reply.header('x-content-type-options', 'nosniff');
    if (https) reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains');
    done();
  });
});
