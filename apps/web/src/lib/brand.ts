import type { ShownBrand } from '@stridewell/contract/branding/branding';
import { product } from './product.ts';
import { Store, useStore } from './store.ts';

type Brand = ShownBrand | null;

/** The brand of the coach who invites to this page, which the server has written into it. */
function brandOfPage(): Brand {
  if (typeof document === 'undefined') return null;
  const content = document.querySelector<HTMLMetaElement>('meta[name="brand"]')?.content;
  return content ? JSON.parse(content) : null;
}

/** Colors and addresses in the document, where the page did not come with those of this brand. */
function showInDocument(brand: Brand): void {
  const style = document.getElementById('brand') ?? document.head.appendChild(document.createElement('style'));
  style.id = 'brand';
  if (style.textContent !== (brand?.styles ?? '')) style.textContent = brand?.styles ?? '';
  const addresses = { icon: brand?.icon, 'apple-touch-icon': brand?.touchIcon, manifest: brand?.manifest };
  for (const [rel, address] of Object.entries(addresses)) {
    const link = document.querySelector<HTMLLinkElement>(`link[rel="${rel}"]`);
    const usual = link?.dataset.usual ?? link?.getAttribute('href');
    if (!link || !usual) continue;
    link.dataset.usual = usual;
    if (link.getAttribute('href') !== (address ?? usual)) link.href = address ?? usual;
  }
}

class BrandStore extends Store<Brand> {
  readonly #page: Brand;
  #shown: string;

  constructor(page: Brand) {
    super(page);
    this.#page = page;
    this.#shown = JSON.stringify(page);
  }

  /** That of the coach of a signed-in client; without a session, the one that came with the page. */
  follow(session: { client: { brand?: Brand } | null } | null): void {
    const next = session ? (session.client?.brand ?? null) : this.#page;
    const shown = JSON.stringify(next);
    if (shown === this.#shown) return;
    this.#shown = shown;
    showInDocument(next);
    this.set(next);
  }
}

/** The brand of a coach that this page shows; null for the product's look. */
export const coachBrand = new BrandStore(brandOfPage());
export const useCoachBrand = (): Brand => useStore(coachBrand);

/** The name under which the reader knows the app. */
export const useAppName = (): string => useCoachBrand()?.name ?? product.name;
