import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import helmet from 'helmet';

/** Answers under these are data. They are not shown as a page, so they need no word on what a page may do. */
const DATA_PREFIXES = ['/rest/v1/', '/functions/v1/', '/auth/v1/'];

/** The headers that tell browsers what an answer of ours may do; the same for every page, so made once. */
export const securityHeaders = fp<{ https: boolean }>(async (app: FastifyInstance, { https }) => {
  const setPageHeaders = helmet({
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // The component library writes style attributes and style elements at run time.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
        upgradeInsecureRequests: https ? [] : null,
      },
    },
    strictTransportSecurity: https,
  });
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = reply;
    if (!DATA_PREFIXES.some((prefix) => request.url.startsWith(prefix))) {
      setPageHeaders(request.raw, raw, () => done());
      return;
    }
    raw.setHeader('content-security-policy', "default-src 'none'; frame-ancestors 'none'");
    raw.setHeader('cross-origin-resource-policy', 'same-origin');
    raw.setHeader('x-content-type-options', 'nosniff');
    if (https) raw.setHeader('strict-transport-security', 'max-age=31536000; includeSubDomains');
    done();
  });
});
