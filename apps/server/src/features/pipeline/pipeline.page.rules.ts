import { LEAD_BOUNDS } from '@stridewell/contract/pipeline/pipeline.rules';
import type { Brand } from '../../core/brand.ts';
import type { OpenForm } from './pipeline.capture.service.ts';
import type { Ticket } from './pipeline.scopes.ts';

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
export const html = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

const coloursOf = ({ paper, accent, onAccent }: Brand['light']): string =>
  `--paper: ${html(paper)}; --accent: ${html(accent)}; --on-accent: ${html(onAccent)};`;

/** Inline, so that the page loads in a frame without further files. */
const styleOf = ({ light, dark }: Brand): string => `
:root { color-scheme: light dark; ${coloursOf(light)} --ink: #10201b; --dim: #4a5a53; --surface: #ffffff; --edge: #84958d; --bad: #a82c28; }
@media (prefers-color-scheme: dark) { :root { ${coloursOf(dark)} --ink: #e8efeb; --dim: #9dada5; --surface: #17201c; --edge: #7a8b83; --bad: #f0aeab; } }
${STYLE}`;
const STYLE = `\
* { box-sizing: border-box; }
body { margin: 0; padding: 24px 16px; background: var(--paper); color: var(--ink); font: 16px/1.5 'Segoe UI', system-ui, sans-serif; }
main { max-width: 480px; margin: 0 auto; }
header { display: flex; gap: 10px; align-items: center; margin: 0 0 24px; font-size: 18px; font-weight: 650; overflow-wrap: anywhere; }
header img { flex: none; max-width: 100%; max-height: 64px; width: auto; height: auto; border-radius: 4px; }
header img[alt=''] { width: 32px; height: 32px; border-radius: 8px; }
h1 { margin: 0 0 8px; font-size: 28px; line-height: 1.2; font-weight: 650; }
p { margin: 0 0 16px; color: var(--dim); white-space: pre-line; overflow-wrap: anywhere; }
.problem { color: var(--bad); font-weight: 600; }
label { display: block; margin: 0 0 4px; font-size: 14px; font-weight: 600; }
input, textarea { display: block; width: 100%; margin: 0 0 16px; padding: 10px 12px; border: 1px solid var(--edge); border-radius: 8px; background: var(--surface); color: inherit; font: inherit; }
input:focus-visible, textarea:focus-visible, select:focus-visible, button:focus-visible, a:focus-visible, summary:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
textarea { min-height: 112px; resize: vertical; }
button { min-height: 44px; padding: 0 20px; border: 0; border-radius: 8px; background: var(--accent); color: var(--on-accent); font: inherit; font-weight: 600; cursor: pointer; }
a { color: var(--accent); }
select { display: block; width: 100%; min-height: 44px; margin: 0 0 16px; padding: 10px 12px; border: 1px solid var(--edge); border-radius: 8px; background: var(--surface); color: inherit; font: inherit; }
h2 { margin: 24px 0 8px; font-size: 16px; line-height: 1.4; font-weight: 650; }
ul { display: grid; grid-template-columns: repeat(auto-fill, minmax(104px, 1fr)); gap: 8px; margin: 0; padding: 0; list-style: none; }
li a { display: flex; min-height: 44px; align-items: center; justify-content: center; border: 1px solid var(--edge); border-radius: 8px; color: inherit; text-decoration: none; font-variant-numeric: tabular-nums; }
li a:hover { border-color: var(--accent); color: var(--accent); }
details { margin: 0 0 16px; }
summary { cursor: pointer; color: var(--dim); }
nav { display: flex; gap: 16px; margin-top: 24px; }
.apart { position: absolute; left: -9999px; }
`;

/** The texts of a page; `body` is HTML. */
export type PageContent = { title: string; body: string };

export const page = (title: string, body: string): PageContent => ({ title, body });

/** The name and logo of a coach's brand. The product's own name would say nothing to a visitor of a coach. */
const headOf = ({ name, logo, icons, styles }: Brand): string => {
  if (styles === '') return '';
  if (logo) {
    return `<header><img src="${html(logo.src)}" width="${logo.width}" height="${logo.height}" alt="${html(name)}"></header>`;
  }
  return `<header><img src="${html(icons.tab)}" width="32" height="32" alt="">${html(name)}</header>`;
};

/** The whole page, as the brand shows it. */
export const documentOf = ({ title, body }: PageContent, brand: Brand): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><meta name="application-name" content="${html(brand.name)}"><link rel="icon" href="${html(brand.icons.tab)}"><title>${html(title)}</title><style>${styleOf(brand)}</style></head><body><main>${headOf(brand)}${body}</main></body></html>`;

/** A page with one message. */
export const messagePage = (title: string, text: string): PageContent =>
  page(title, `<h1>${html(title)}</h1><p role="status">${html(text)}</p>`);

/** The previous input, and why it was not sent. */
export type Sent = { values: Readonly<Record<string, string>>; problem: string };

/** Fields for a visitor, with the ticket of the page. The field "website" is a trap for bots. */
export function visitorFields({ id, loadedAt, signature }: Ticket, messageLabel: string, sent?: Sent): string {
  const value = (name: string) => html(sent?.values[name] ?? '');
  const hidden = (name: string, text: string) => `<input type="hidden" name="${name}" value="${html(text)}">`;
  const input = (name: string, label: string, type: string, max: number, rest: string) =>
    `<label for="${name}">${label}</label><input id="${name}" name="${name}" type="${type}" maxlength="${max}" value="${value(name)}" ${rest}>`;
  return `${hidden('id', id)}${hidden('loadedAt', String(loadedAt))}${hidden('signature', signature)}
${input('name', 'Name', 'text', LEAD_BOUNDS.name, 'required autocomplete="name"')}
${input('email', 'Email', 'email', 254, 'required autocomplete="email"')}
${input('phone', 'Phone (optional)', 'tel', LEAD_BOUNDS.phone, 'autocomplete="tel"')}
<label for="message">${messageLabel}</label>
<textarea id="message" name="message" maxlength="${LEAD_BOUNDS.message}">${value('message')}</textarea>
<div class="apart" aria-hidden="true"><label for="website">Website</label><input id="website" name="website" tabindex="-1" autocomplete="off"></div>`;
}

export const problemLine = (sent: Sent | undefined): string =>
  sent ? `<p class="problem" role="alert">${html(sent.problem)}</p>` : '';

/** The form of a coach, with a link to the booking page if visitors can book. */
export const formPage = (form: OpenForm, ticket: Ticket, sent?: Sent): PageContent =>
  page(
    form.heading,
    `<h1>${html(form.heading)}</h1>
${form.intro ? `<p>${html(form.intro)}</p>` : ''}
${form.bookingTypeId ? `<p><a href="/c/${encodeURIComponent(form.slug)}/book">Book a time with ${html(form.coachName)}</a>, or send a message.</p>` : ''}
${problemLine(sent)}
<form method="post" action="/c/${encodeURIComponent(form.slug)}">
${visitorFields(ticket, 'What would you like to reach? (optional)', sent)}
<button type="submit">Send to ${html(form.coachName)}</button>
</form>`,
  );

/** The script that embeds the form in another site. */
export const embedScript = (url: string): string =>
  `(function(){var s=document.currentScript;if(!s)return;var f=document.createElement('iframe');f.src=${JSON.stringify(url)};f.title='Contact form';f.loading='lazy';f.style.cssText='width:100%;max-width:560px;height:680px;border:0';s.parentNode.insertBefore(f,s.nextSibling);})();\n`;
