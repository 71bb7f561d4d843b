import { defineMiddleware } from 'astro:middleware';
import { product } from '@stridewell/web/lib/product.ts';

/** Gives the parts of a page the names of this installation. In development no server passes any. */
export const onRequest = defineMiddleware(({ locals, url }, next) => {
  if (import.meta.env.DEV) {
    Object.assign(locals, { appUrl: url.origin, names: product, metas: '', banner: null, isContactClosed: false });
  }
  Object.assign(product, locals.names);
  return next();
});
