import { fileRequest, fileUpload } from '@stridewell/contract/files/files';
import { FILES_PATH, largestFor } from '@stridewell/contract/files/files.rules';
import type { FastifyInstance } from 'fastify';
import { requireRate } from '../../core/limits.ts';
import { Refusal, refuse } from '../../core/refusals.ts';
import type { Services } from '../../core/services.ts';
import { requireSwitchedOn } from '../../core/settings/settings.ts';
import { requireActor, requireCoach, requireRelationship } from '../../core/tenancy/access.ts';
import { createActorReader } from '../../core/tenancy/request-actor.ts';
import type { ByteRange } from '../../platform/files/store.ts';
import type { RateLimit } from '../../platform/rate-limits/rate-limits.ts';
import { requireReader } from './files.scopes.ts';
import { openFile, receiveFile } from './files.service.ts';

/** Limit per person, including retries. */
const UPLOAD_LIMIT: RateLimit = { windowSeconds: 600, max: 120 };
const MB = 1024 * 1024;
/** Limit in megabytes, each upload rounded up. It also bounds repeated uploading and deleting. */
const BYTES_LIMIT: RateLimit = { windowSeconds: 3600, max: 5000 };
/** Time to read the rest of a refused upload, so that the response arrives before the connection closes. */
const LINGER_MS = 2000;

/**
 * The requested range of a file [RFC 9110, 14.2]. Null for the whole file, and for several ranges or an invalid header,
 * which servers may ignore.
 */
function rangeOf(header: string | undefined, bytes: number): ByteRange | 'unsatisfiable' | null {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return null;
  if (first === '')
    return Number(last) > 0 ? { start: Math.max(0, bytes - Number(last)), end: bytes - 1 } : 'unsatisfiable';
  const start = Number(first);
  const end = last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1);
  if (last !== '' && Number(last) < start) return null;
  return start < bytes ? { start, end } : 'unsatisfiable';
}

/** Registers uploads and downloads. Each download is authorised, and cached by browsers for an hour. */
export async function registerFiles(app: FastifyInstance, services: Services): Promise<void> {
  const { limiter } = services;
  const readActor = createActorReader(services);

  // The body stays a stream, so that an upload stops at its size limit.
  await app.register((scoped, _options, registered) => {
    scoped.removeAllContentTypeParsers();
    scoped.addContentTypeParser('*', (_request, _body, done) => done(null));
    scoped.addHook('onSend', async ({ raw }, reply) => {
      // The rest of a refused upload would be read as the next request of the connection, or break it.
      if (!raw.complete) reply.header('connection', 'close');
    });
    scoped.addHook('onResponse', async ({ raw }) => {
      if (raw.complete || raw.destroyed) return;
      raw.resume();
      const end = setTimeout(() => raw.destroy(), LINGER_MS).unref();
      raw.once('close', () => clearTimeout(end));
    });

    scoped.post(FILES_PATH, async (request) => {
      try {
        const upload = fileUpload.safeParse(request.query);
        const actor = await readActor(request, upload.data?.coachId);
        if (!upload.success) {
          requireActor(actor);
          throw refuse('BAD_REQUEST', { message: 'This is not an upload.' });
        }
        const { coachId, clientId } = upload.data;
        const scope = clientId ? requireRelationship(actor, { coachId, clientId }) : requireCoach(actor, coachId).scope;
        await requireSwitchedOn(services.settings, 'file_uploads');
        await requireRate(limiter, `upload:${scope.userId}`, UPLOAD_LIMIT);
        const { bytes, problem } = largestFor(upload.data.purpose);
        const header = request.headers['content-length'];
        const length = header === undefined ? undefined : Number(header);
        if (length !== undefined && length > bytes) {
          throw new Refusal(problem.code, { status: 413, message: problem.message });
        }
        await requireRate(limiter, `upload-bytes:${scope.userId}`, BYTES_LIMIT, {
          amount: Math.ceil((length ?? bytes) / MB),
        });
        return await receiveFile(services, scope, upload.data, request.raw, length);
      } catch (error) {
        // A broken connection causes further errors, which are no bugs.
        if (request.raw.errored) throw refuse('BAD_REQUEST', { message: 'The upload was cut off.' });
        throw error;
      }
    });
    registered();
  });

  app.get<{ Params: { coachId: string; id: string } }>(`${FILES_PATH}/:coachId/:id`, async (request, reply) => {
    const actor = await readActor(request, request.params.coachId);
    const wanted = fileRequest.safeParse({ ...Object(request.query), ...request.params });
    const scope = requireReader(actor, request.params.coachId);
    if (!wanted.success) throw refuse('NOT_FOUND');
    const { file, content } = await openFile(services, scope, wanted.data.id);
    const { size } = wanted.data;
    const etag = `"${file.sha256}-${size}"`;
    const isKnown = request.headers['if-none-match'] === etag;
    // Players request ranges of a video: its end first, and the part after a jump.
    const range = file.kind === 'video' && !isKnown ? rangeOf(request.headers.range, file.bytes) : null;
    if (range === 'unsatisfiable') {
      return reply.status(416).header('content-range', `bytes */${file.bytes}`).send();
    }
    // Headers are set after the store has opened the content. Otherwise browsers would cache an error for an hour.
    const contents = isKnown ? null : await content(size, range ?? undefined);
    reply
      .header('etag', etag)
      .header('cache-control', 'private, max-age=3600')
      // The next person who signs in on this browser must not get the cached file.
      .header('vary', 'cookie')
      .header('content-security-policy', "default-src 'none'; sandbox; frame-ancestors 'none'");
    if (!contents) return reply.status(304).send();
    const disposition = file.kind === 'pdf' ? 'attachment' : 'inline';
    reply
      .type(file.contentType)
      .header('content-disposition', `${disposition}; filename*=UTF-8''${encodeURIComponent(file.name)}`);
    if (file.kind !== 'video') return reply.send(contents);
    reply.header('accept-ranges', 'bytes');
    if (!range) return reply.header('content-length', file.bytes).send(contents);
    return reply
      .status(206)
      .header('content-range', `bytes ${range.start}-${range.end}/${file.bytes}`)
      .header('content-length', range.end - range.start + 1)
      .send(contents);
  });
}
