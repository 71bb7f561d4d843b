import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { PLANS } from '@stridewell/contract/billing/billing.rules';
import type { Notices } from '@stridewell/contract/identity/identity';
import { dayInZone } from '@stridewell/contract/time';
import type { Env } from '../env.ts';

type Names = Record<
  'name' | 'contactEmail' | 'operatorDomain' | 'calendlyUrl' | 'walkthroughUrl' | 'socialUrl',
  string
>;

/** Exports of the web app's server build (`apps/web/src/entry-server.tsx`). */
type Renderer = {
  PUBLIC_PAGES: Readonly<Record<string, (productName: string) => { title: string; description: string }>>;
  UNLISTED: ReadonlySet<string>;
  configure: (names: Names) => void;
  renderPage: (path: string) => Promise<string>;
  isPage: (path: string) => boolean;
};

type Chunk = { file: string; css?: string[]; imports?: string[]; src?: string };
type Manifest = Record<string, Chunk>;

export type PublicPages = {
  /** The page at `path` as a visitor sees it today; undefined when it is not public. */
  find(path: string): Promise<string | undefined>;
  /** HTML of every other page before the app starts. */
  shell: string;
  /** Whether a page exists at `path`. */
  isPage(path: string): boolean;
  /** Addresses of the pages that search engines should know. */
  listed: readonly string[];
};

const attribute = (text: string) => text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;');

/**
 * Renders the public pages with the names of this installation and caches them. They show the day (`Last updated`), so
 * the first request of a new day renders them again.
 */
export async function createPublicPages(
  env: Pick<
    Env,
    'appUrl' | 'PRODUCT_NAME' | 'CONTACT_EMAIL' | 'OPERATOR_DOMAIN' | 'CALENDLY_URL' | 'WALKTHROUGH_URL' | 'SOCIAL_URL'
  >,
  webRoot: string,
  now: () => Date,
): Promise<PublicPages> {
  const entry = pathToFileURL(path.join(webRoot, '../dist-server/entry-server.js')).href;
  const [template, manifest, renderer] = await Promise.all([
    readFile(path.join(webRoot, 'index.html'), 'utf8'),
    readFile(path.join(webRoot, '.vite/manifest.json'), 'utf8').then((text) => JSON.parse(text) as Manifest),
    import(entry) as Promise<Renderer>,
  ]);
  const names: Names = {
    name: env.PRODUCT_NAME,
    contactEmail: env.CONTACT_EMAIL,
    operatorDomain: env.OPERATOR_DOMAIN ?? '',
    calendlyUrl: env.CALENDLY_URL ?? '',
    walkthroughUrl: env.WALKTHROUGH_URL ?? '',
    socialUrl: env.SOCIAL_URL,
  };
  renderer.configure(names);
  const base = fillNames(template, names);
  const noindex = '<meta name="robots" content="noindex" />';

  const render = async (): Promise<Map<string, string>> => {
    const pages = new Map<string, string>();
    for (const [at, textOf] of Object.entries(renderer.PUBLIC_PAGES)) {
      const { title, description } = textOf(env.PRODUCT_NAME);
      // The root shows the landing page, whose canonical address is /landing.
      const canonical = `${env.appUrl}${at === '/' ? '/landing' : at}`;
      const { css, code } = assetsOf(manifest, at === '/' ? '/landing' : at);
      const head = [
        ...css.map((file) => `<link rel="stylesheet" href="/${file}" />`),
        `<link rel="canonical" href="${attribute(canonical)}" />`,
        ...sharing({ title, description, url: canonical, image: `${env.appUrl}/share.png`, site: env.PRODUCT_NAME }),
        ...(renderer.UNLISTED.has(at) && at !== '/' ? [noindex] : []),
        ...(at === '/pricing' ? [priceData(env)] : []),
      ];
      const html = startLate(withTitle(base, title, description), manifest, code)
        .replace('</head>', () => `${head.join('\n')}\n</head>`)
        .replace('<div id="root"></div>', `<div id="root">${await renderer.renderPage(at)}</div>`);
      pages.set(at, html);
    }
    return pages;
  };

  const today = () => dayInZone(now(), 'UTC');
  let day = today();
  let pages = render();
  return {
    async find(at) {
      if (day !== today()) {
        day = today();
        pages = render();
      }
      return (await pages).get(at);
    },
    shell: base.replace('</head>', () => `${noindex}\n</head>`),
    isPage: renderer.isPage,
    listed: Object.keys(renderer.PUBLIC_PAGES).filter((at) => !renderer.UNLISTED.has(at)),
  };
}

/** Adds notices about the platform to the page. Most of the time there are none. */
export function withNotices(html: string, notices: Notices): string {
  if (notices.banner === null && notices.off.length === 0) return html;
  const content = attribute(JSON.stringify(notices));
  return html.replace(/(<meta name="notices" content=")[^"]*/, (_, start: string) => start + content);
}

/** Fills the configured names into the placeholders of the page. */
function fillNames(html: string, names: Names): string {
  const metas = {
    'product-name': names.name,
    'contact-email': names.contactEmail,
    'operator-domain': names.operatorDomain,
    'calendly-url': names.calendlyUrl,
    'walkthrough-url': names.walkthroughUrl,
    'social-url': names.socialUrl,
  };
  return Object.entries(metas).reduce(
    (page, [name, value]) =>
      page.replace(new RegExp(`(<meta name="${name}" content=")[^"]*`), (_, start: string) => start + attribute(value)),
    html.replace(/<title>[^<]*<\/title>/, () => `<title>${attribute(names.name)}</title>`),
  );
}

const withTitle = (html: string, title: string, description: string): string =>
  html
    .replace(/<title>[^<]*<\/title>/, () => `<title>${attribute(title)}</title>`)
    .replace(/(<meta name="description" content=")[^"]*/, (_, start: string) => start + attribute(description));

/** Styles and code of one page, without those that every page has. */
function assetsOf(manifest: Manifest, at: string): { css: string[]; code: string[] } {
  const entry = manifest['index.html'];
  const css = new Set<string>();
  const code = new Set<string>();
  const visit = (key: string) => {
    const chunk = manifest[key];
    if (!chunk || code.has(chunk.file)) return;
    code.add(chunk.file);
    for (const file of chunk.css ?? []) css.add(file);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  visit('index.html');
  const shared = new Set(css);
  for (const key of Object.keys(manifest)) if (key.startsWith(`src/routes${at}.tsx?`)) visit(key);
  code.delete(entry?.file ?? '');
  return { css: [...css].filter((file) => !shared.has(file)), code: [...code] };
}

/** Removes the app's code from the head of a page, so that `first.js` loads it after the page can be read. */
function startLate(html: string, manifest: Manifest, code: readonly string[]): string {
  const entry = manifest['index.html']?.file;
  if (!entry) throw new Error('the build has no entry');
  const modules = code.map((file) => `/${file}`).join(' ');
  const first = `<script src="/first.js" data-entry="/${entry}" data-modules="${modules}"></script>`;
  return html
    .replace(/ *<link rel="modulepreload"[^>]*>\n?/g, '')
    .replace(/ *<script type="module"[^>]*><\/script>\n?/, '')
    .replace('<script src="/first.js"></script>', () => first);
}

function sharing(page: { title: string; description: string; url: string; image: string; site: string }): string[] {
  const properties = {
    'og:type': 'website',
    'og:site_name': page.site,
    'og:title': page.title,
    'og:description': page.description,
    'og:url': page.url,
    'og:image': page.image,
    'og:image:width': '1200',
    'og:image:height': '630',
  };
  return [
    ...Object.entries(properties).map(([name, text]) => `<meta property="${name}" content="${attribute(text)}" />`),
    '<meta name="twitter:card" content="summary_large_image" />',
  ];
}

/** The plans as search engines read them. A `<` would end the element early, whatever the name of the product is. */
function priceData({ appUrl, PRODUCT_NAME }: Pick<Env, 'appUrl' | 'PRODUCT_NAME'>): string {
  const data = {
    '@context': 'https://schema.org',
    '@type': 'SoftwareApplication',
    name: PRODUCT_NAME,
    applicationCategory: 'BusinessApplication',
    operatingSystem: 'Web',
    url: `${appUrl}/pricing`,
    offers: Object.values(PLANS).map(({ label, monthlyCents }) => ({
      '@type': 'Offer',
      name: label,
      priceSpecification: {
        '@type': 'UnitPriceSpecification',
        price: (monthlyCents / 100).toFixed(2),
        priceCurrency: 'USD',
        billingDuration: 'P1M',
      },
    })),
  };
  return `<script type="application/ld+json">${JSON.stringify(data).replace(/</g, '\\u003c')}</script>`;
}
