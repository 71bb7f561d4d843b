import { product } from '../../lib/product.ts';

/** The address for questions, ready to write to. */
export function ContactLink() {
  return <a href={`mailto:${product.contactEmail}`}>{product.contactEmail}</a>;
}
