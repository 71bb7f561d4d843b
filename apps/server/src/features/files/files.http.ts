import { ORPCError } from '@orpc/server';
import { FILES_PATH, fileRequest, fileUpload } from '@stridewell/contract/files';
import { FILE_MAX_BYTES, tooLarge } from '@stridewell/contract/files.rules';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../../core/services.ts';
import { requireActor, requireCoach } from '../../core/tenancy/access.ts';
import { createActorReader } from '../../core/tenancy/request-actor.ts';
import type { RateLimit } from '../../platform/rate-limits/rate-limits.ts';
import { requireParticipant } from '../messages/messages.policy.ts';
import { requireReader } from './files.policy.ts';
import { openFile, receiveFile } from './files.service.ts';

/** Per person: more than anybody sends, retries included. */
const UPLOAD_LIMIT: RateLimit = { windowSeconds: 600, max: 120 };
/** How long the rest of a refused upload is let in, so that the answer arrives before the connection ends. */
const LINGER_MS = 2000;

/** Where files are sent and read. Every reading is authorised anew; browsers keep what they read for an hour. */
export async function registerFiles(app: FastifyInstance, services: Services): Promise<void> {
  const { limiter } = services;
  const readActor = createActorReader(services);

  const refused = (request: FastifyRequest, reply: FastifyReply, error: unknown) => {
    if (!(error instanceof ORPCError)) throw error;
    request.event.error = error.code;
    return reply.status(error.status).send({ code: error.code, message: error.message });
  };

  // The body stays a stream, which is read as far as it is wanted.
  await app.register((scoped, _options, registered) => {
    scoped.removeAllContentTypeParsers();
    scoped.addContentTypeParser('*', (_request, _body, done) => done(null));
    scoped.addHook('onResponse', async ({ raw }) => {
      if (raw.complete || raw.destroyed) return;
      raw.resume();
      const end = setTimeout(() => raw.destroy(), LINGER_MS).unref();
      raw.once('close', () => clearTimeout(end));
    });

    scoped.post(FILES_PATH, async (request, reply) => {
      try {
        const upload = fileUpload.safeParse(request.query);
        const actor = await readActor(request, upload.data?.coachId);
        if (!upload.success) {
          requireActor(actor);
          throw new ORPCError('BAD_REQUEST', { message: 'This is not an upload.' });
        }
        const { coachId, clientId } = upload.data;
        const { scope } = clientId
          ? requireParticipant(actor, { coachId, conversationId: clientId })
          : requireCoach(actor, coachId);
        const wait = await limiter.consume(`upload:${scope.userId}`, UPLOAD_LIMIT);
        if (wait !== null) {
          throw new ORPCError('RATE_LIMITED', {
            status: 429,
            message: 'That was a lot at once. Please wait a moment.',
          });
        }
        if (Number(request.headers['content-length'] ?? 0) > FILE_MAX_BYTES.pdf) {
          throw new ORPCError(tooLarge('pdf').code, {
            status: 413,
            message: 'Photos can have up to 15 MB, PDFs 20 MB.',
          });
        }
        return await receiveFile(services, scope, upload.data, request.raw);
      } catch (error) {
        // Whoever sends is gone; there is nobody to answer.
        const gone = request.raw.errored && new ORPCError('BAD_REQUEST', { message: 'The upload was cut off.' });
        return refused(request, reply, gone || error);
      }
    });
    registered();
  });

  app.get<{ Params: { coachId: string; id: string } }>(`${FILES_PATH}/:coachId/:id`, async (request, reply) => {
    try {
      const actor = await readActor(request, request.params.coachId);
      const wanted = fileRequest.safeParse({ ...Object(request.query), ...request.params });
      const scope = requireReader(actor, request.params.coachId);
      const opened = wanted.success ? await openFile(services, scope, wanted.data.id) : undefined;
      if (!opened || !wanted.success) throw new ORPCError('NOT_FOUND', { message: 'We could not find that.' });
      const { file, content } = opened;
      const { size } = wanted.data;
      const etag = `"${file.sha256}-${size}"`;
      reply
        .header('etag', etag)
        .header('cache-control', 'private, max-age=3600')
        // Who signs in next in the same browser asks for themselves.
        .header('vary', 'cookie')
        .header('content-security-policy', "default-src 'none'; sandbox; frame-ancestors 'none'");
      if (request.headers['if-none-match'] === etag) return reply.status(304).send();
      const disposition = file.kind === 'pdf' ? 'attachment' : 'inline';
      return reply
        .type(file.contentType)
        .header('content-disposition', `${disposition}; filename*=UTF-8''${encodeURIComponent(file.name)}`)
        .send(await content(size));
    } catch (error) {
      return refused(request, reply, error);
    }
  });
}
