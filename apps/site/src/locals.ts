import type { Notices } from '@stridewell/contract/identity/identity';
import type { product } from '@stridewell/web/lib/product.ts';

/** Values that the server passes to every page. */
export type Locals = {
  appUrl: string;
  /** The names that this installation configured. */
  names: Omit<typeof product, 'version'>;
  /** The same names and the notices of the operator, for scripts. */
  metas: string;
  /** A message of the operators to visitors. */
  banner: Notices['banner'];
  /** The operator has turned the contact form off. */
  isContactClosed: boolean;
};
