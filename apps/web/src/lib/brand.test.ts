import type { ShownBrand } from '@stridewell/contract/branding/branding';
import { expect, it } from 'vitest';
import { coachBrand } from './brand.ts';

const aBrand = (name: string): ShownBrand => ({
  name,
  logo: null,
  icon: `/brands/${name}/tab.png`,
  touchIcon: `/brands/${name}/touch.png`,
  manifest: `/manifest.webmanifest?coach=${name}`,
  styles: `:root{--mantine-color-pine-7:#123456}/* ${name} */`,
});
const hrefOf = (rel: string) => document.querySelector(`link[rel="${rel}"]`)?.getAttribute('href');

it('follows the coach of a client, and leaves the usual look behind a client without a brand', () => {
  document.head.innerHTML = `
    <link rel="icon" href="/brands/ana/tab.png" data-usual="/favicon.svg">
    <link rel="apple-touch-icon" href="/icons/apple-touch-icon.png">
    <link rel="manifest" href="/manifest.webmanifest">`;
  coachBrand.follow({ client: { brand: aBrand('ben') } });
  expect(coachBrand.getSnapshot()?.name).toBe('ben');
  expect([hrefOf('icon'), hrefOf('apple-touch-icon'), hrefOf('manifest')]).toEqual([
    '/brands/ben/tab.png',
    '/brands/ben/touch.png',
    '/manifest.webmanifest?coach=ben',
  ]);
  expect(document.getElementById('brand')?.textContent).toContain('/* ben */');
  // A session that an earlier version stored on the device knows no brand.
  coachBrand.follow({ client: {} });
  expect(coachBrand.getSnapshot()).toBeNull();
  expect([hrefOf('icon'), hrefOf('apple-touch-icon'), hrefOf('manifest')]).toEqual([
    '/favicon.svg',
    '/icons/apple-touch-icon.png',
    '/manifest.webmanifest',
  ]);
  expect(document.getElementById('brand')?.textContent).toBe('');
});
