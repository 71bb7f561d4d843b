import { HEX_COLOR } from '@stridewell/contract/branding/branding.colors.rules';
import { BRAND_PICTURES, type BrandPicture } from '@stridewell/contract/branding/branding.rules';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { refuse } from '../../core/refusals.ts';
import type { Services } from '../../core/services.ts';
import { requireCoach } from '../../core/tenancy/access.ts';
import { createActorReader } from '../../core/tenancy/request-actor.ts';
import { notificationMail } from '../notifications/notifications.mails.service.ts';
import { readPicture } from './branding.pictures.service.ts';
import { readPreview } from './branding.preview.service.ts';

const isPicture = (name: string): name is BrandPicture => Object.hasOwn(BRAND_PICTURES, name);
const wanted = z.object({
  coachId: z.uuid().toLowerCase(),
  source: z.union([z.uuid().toLowerCase(), z.string().refine((text) => HEX_COLOR.test(`#${text}`))]),
  picture: z.string().refine(isPicture),
});

/**
 * Registers the preview of a mail, and the pictures of published brands. Anyone may see them, as on the coach's pages.
 */
export function registerBranding(app: FastifyInstance, services: Services): void {
  const readActor = createActorReader(services);

  app.get<{ Params: { coachId: string } }>('/exports/:coachId/brand-preview/mail', async (request, reply) => {
    const caller = requireCoach(await readActor(request), request.params.coachId);
    const { mail, send } = await readPreview(services, caller, request.query);
    const { appUrl } = services.env;
    const props = {
      name: 'Alex',
      title: `New message from ${caller.coach.fullName}`,
      message: 'Great work this week. How did the squats feel?',
      type: 'message_received',
      url: appUrl,
      preferencesUrl: appUrl,
    };
    const { html } = await services.renderMail(notificationMail.name, props, undefined, mail);
    return send(reply, html);
  });

  app.get('/brands/:coachId/:source/:picture', async ({ params }, reply) => {
    const place = wanted.safeParse(params);
    if (!place.success) throw refuse('NOT_FOUND');
    const content = await readPicture(services, place.data);
    return (
      reply
        .type('image/png')
        .header('cache-control', 'public, max-age=31536000, immutable')
        // Mail programs and the sites that embed a coach's form show them.
        .header('cross-origin-resource-policy', 'cross-origin')
        .header('content-security-policy', "default-src 'none'; sandbox; frame-ancestors 'none'")
        .send(content)
    );
  });
}
