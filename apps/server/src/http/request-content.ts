import type { FastifyInstance } from 'fastify';
import { refuse } from '../core/refusals.ts';
import { isTooDeep, TOO_DEEP } from '../platform/http/json-depth.ts';
import { isStorable } from '../platform/storable-text.ts';

const UNSTORABLE = 'This request has characters that cannot be stored.';
/** The only way to write U+0000 in an address: other encodings, and lone surrogates, are invalid UTF-8. */
const ENCODED_NUL = '%00';

/** Refuses addresses and JSON that no route can process, before any route sees them. */
export function checkContent(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.raw.url?.includes(ENCODED_NUL)) return done(refuse('BAD_REQUEST', { message: UNSTORABLE }));
    done();
  });

  // No route takes plain text. Texts are sent as JSON.
  app.removeContentTypeParser(['application/json', 'text/plain']);
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    // A call without input may still declare JSON.
    if (body === '') return done(null, undefined);
    if (isTooDeep(body)) return done(refuse('BAD_REQUEST', { message: TOO_DEEP }));
    void parseJson(request, body, (error, content) => {
      if (error) return done(error);
      if (typeof content !== 'object' || content === null) return done(refuse('BAD_REQUEST'));
      // Both kinds of characters can appear in JSON only as escapes.
      const isFine = !body.includes('\\u') || isStorable(content);
      return isFine ? done(null, content) : done(refuse('BAD_REQUEST', { message: UNSTORABLE }));
    });
  });
}
