import type { Env } from '../env.ts';

/** Colours of a page in light or dark: the page itself, its buttons and links, and the text on buttons. */
type Palette = { paper: string; accent: string; onAccent: string };

/** How the product presents itself at a host. */
export type Brand = {
  name: string;
  light: Palette;
  dark: Palette;
  /** Addresses of the icons: for tabs, for home screens, and for the installed app. */
  icons: { tab: string; touch: string; app: readonly { src: string; size: number; purpose: 'any' | 'maskable' }[] };
};

export type BrandOf = (host: string) => Brand;

/** Creates the one function that knows the brand of a host. Each host has the brand of the installation. */
export function createBrands({ PRODUCT_NAME: name }: Pick<Env, 'PRODUCT_NAME'>): BrandOf {
  const installation: Brand = {
    name,
    light: { paper: '#FBFCFA', accent: '#14745A', onAccent: '#FFFFFF' },
    dark: { paper: '#0E1512', accent: '#76C1A3', onAccent: '#0E1512' },
    icons: {
      tab: '/favicon.svg',
      touch: '/icons/apple-touch-icon.png',
      app: [
        { src: '/icons/icon-192.png', size: 192, purpose: 'any' },
        { src: '/icons/icon-512.png', size: 512, purpose: 'any' },
        { src: '/icons/maskable-512.png', size: 512, purpose: 'maskable' },
      ],
    },
  };
  return () => installation;
}
