import type { FastifyInstance, onRequestAsyncHookHandler } from 'fastify';
import type { Services } from '../core/services.ts';
import { listOutbox } from '../platform/mail/outbox.data.ts';

/**
 * Registers the page that shows the mails of a server without SMTP, in demo mode only.
 * @param onRequest decides who may read them
 */
export function registerOutbox(
  app: FastifyInstance,
  { db, env }: Services,
  onRequest: onRequestAsyncHookHandler,
): void {
  app.get('/dev/outbox.json', { onRequest }, async () => ({
    mails: (await listOutbox(db)).map(({ recipient, subject, text, attachments, createdAt }) => ({
      to: recipient,
      subject,
      text,
      attachments,
      createdAt: createdAt.toISOString(),
    })),
  }));

  app.get('/dev/outbox', { onRequest }, async (_request, reply) => {
    const mails = await listOutbox(db);
    const items = mails
      .map(
        ({ recipient, subject, createdAt, text }) => `<article><h2>${escapeHtml(subject)}</h2>
<p class="meta">To ${escapeHtml(recipient)} <time>${createdAt.toUTCString()}</time></p><pre>${linked(text)}</pre></article>`,
      )
      .join('\n');
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-store');
    return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Outbox, ${escapeHtml(env.PRODUCT_NAME)}</title>
<meta name="viewport" content="width=device-width"><style>${STYLE}</style></head><body><main><h1>Outbox</h1>
<p class="meta">No mail server is configured, so emails end here. The newest is first.</p>
${items || '<p>No emails yet.</p>'}</main></body></html>`;
  });
}

const STYLE = `:root{color-scheme:light dark;font:15px/1.6 system-ui,sans-serif}body{margin:0;background:Canvas;color:CanvasText}
main{max-width:680px;margin:40px auto;padding:0 20px}h1{font-size:28px}h2{font-size:16px;margin:0}
article{border:1px solid color-mix(in srgb,CanvasText 15%,transparent);border-radius:10px;padding:16px 20px;margin:12px 0}
.meta{opacity:.75;margin:0 0 12px}pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit;margin:0}`;

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
const linked = (text: string) =>
  escapeHtml(text).replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`);
